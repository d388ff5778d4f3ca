"""The page with the address of a seat, and the form with the text of a mail."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.models import Game, MailKey, Order, Seat
from games.orders import mail_keys, mailed_text
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _takes_mail(settings: Any) -> None:
    settings.INBOUND_ADDRESS = "orders@play.test"


@pytest.fixture
def france(game: Game) -> Seat:
    return factories.seat(game, "FRANCE")


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    factories.confirm_identity(client, person)
    return client


def url(seat: Seat) -> str:
    return reverse("games:order_address", args=[seat.game.slug, seat.power])


def link(seat: Seat, text: str = "A Par-Bur\nA Mar - Spa or A Mar - Gas") -> str:
    token = mailed_text.seal(factories.open_phase(seat.game), seat, factories.holder(seat), text)
    return reverse("games:mailed_orders", args=[token])


def test_a_player_makes_renews_and_deletes_an_address(france: Seat) -> None:
    client = signed_in(factories.holder(france))
    assert "Create address" in client.get(url(france)).content.decode()

    client.post(url(france), {"act": "renew"})
    first = mail_keys.address_of(france)
    assert re.fullmatch(r"orders\+[a-z2-7]{26}@play\.test", first)
    assert first in client.get(url(france)).content.decode()

    client.post(url(france), {"act": "renew"})
    assert mail_keys.address_of(france) not in ("", first)

    client.post(url(france), {"act": "delete"})
    assert not MailKey.objects.exists()


def test_asks_for_the_password_first(france: Seat) -> None:
    client = Client()
    client.force_login(factories.holder(france))
    answer = client.post(url(france), {"act": "renew"})
    assert answer.status_code == 302
    assert "reauthenticate" in answer["Location"]
    assert not MailKey.objects.exists()


def test_nobody_else_sees_or_makes_an_address(france: Seat, master: User, game: Game) -> None:
    mail_keys.renew(france, factories.holder(france))
    before = mail_keys.address_of(france)
    for person in (master, factories.holder(factories.seat(game, "GERMANY")), factories.person()):
        client = signed_in(person)
        assert client.get(url(france)).status_code == 404
        assert client.post(url(france), {"act": "renew"}).status_code == 404
    assert mail_keys.address_of(france) == before


def test_without_the_setting_there_is_no_page_and_no_link(france: Seat, settings: Any) -> None:
    settings.INBOUND_ADDRESS = ""
    client = signed_in(factories.holder(france))
    assert client.get(url(france)).status_code == 404
    assert "Orders by email" not in client.get(france.game.get_absolute_url()).content.decode()


def test_the_page_of_the_game_links_to_it(france: Seat) -> None:
    client = signed_in(factories.holder(france))
    page = client.get(france.game.get_absolute_url()).content.decode()
    assert f'href="{url(france)}"' in page


def test_a_link_opens_the_form_with_the_text_and_its_questions(france: Seat) -> None:
    client = signed_in(factories.holder(france))
    page = client.get(link(france, "A Mar - Spa\n\nA Par - Bur, Pic")).content.decode()
    assert "A Mar - Spa\n\nA Par - Bur, Pic</textarea>" in page
    assert 'name="meant-PAR"' in page
    assert "It isn’t saved yet." in page
    assert not Order.objects.exists()  # nothing is stored until it is saved there


def test_a_link_is_for_its_player_alone(france: Seat, game: Game, master: User) -> None:
    address = link(france)
    for person in (master, factories.holder(factories.seat(game, "GERMANY"))):
        assert signed_in(person).get(address).status_code == 404
    assert Client().get(address).status_code == 302


def test_a_link_shows_no_order_in_its_address(france: Seat) -> None:
    assert "Par" not in link(france)
    assert link(france) != link(france, "A Par H")


def test_a_link_is_no_longer_good_after_a_week_or_if_it_is_changed(france: Seat) -> None:
    client, address = signed_in(factories.holder(france)), link(france)
    middle = len(address) // 2
    changed = address[:middle] + ("A" if address[middle] != "A" else "B") + address[middle + 1 :]
    assert client.get(changed).status_code == 404
    person = factories.holder(france)
    token = address.rstrip("/").rpartition("/")[2]
    with clock.stopped_at(clock.now() + dt.timedelta(days=8)):
        assert mailed_text.unseal(token, person) is None


def test_a_link_of_a_phase_that_is_over_leads_to_its_page(france: Seat, game: Game) -> None:
    address = link(france)
    with clock.stopped_at(factories.deadline(game)):
        due_phases.resolve_due()
    answer = signed_in(factories.holder(france)).get(address)
    assert answer.status_code == 302


def test_a_text_too_long_for_a_link_gets_none(france: Seat) -> None:
    import random

    noise = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=9000))
    phase, person = factories.open_phase(france.game), factories.holder(france)
    assert mailed_text.seal(phase, france, person, noise) == ""
