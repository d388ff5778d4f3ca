"""Orders that a player without an account mails from the address that its owner has confirmed."""

import datetime as dt
import re

import pytest
from django.core import mail as django_mail
from django.core.mail import EmailMessage
from django.test import Client

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.inbound import received
from games.models import DeclaredPlayer, Event, Game, Order, Phase, Receipt, ReceivedMail, Seat
from games.notifications.mail import (
    declared_addresses,
    declared_links,
    declared_mails,
    declared_order_addresses,
)
from games.orders import on_behalf
from games.seats import declared_players, tenures
from games.state import phases
from games.wording import results
from tests import factories
from tests.mails import delivered

from .conftest import hand_over, written

pytestmark = pytest.mark.django_db
NELL = "nell@example.org"
ORDERS = "F Lon-NTH\nF Edi-NWG\nA Lvp-Yor"
ORDERED = ["A LVP - YOR", "F EDI - NWG", "F LON - NTH"]


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    game = factories.begun_game(master, players, phase_hours=72, orders_by_master=True)
    england = factories.seat(game, "ENGLAND")
    tenures.resign(england, factories.holder(england))
    return game


@pytest.fixture
def england(game: Game) -> Seat:
    return factories.seat(game, "ENGLAND")


@pytest.fixture
def nell(england: Seat, master: User) -> DeclaredPlayer:
    """A player of England whose address is confirmed."""
    player = declared_players.declare(england, name="Nell", email=NELL, by=master)
    declared_addresses.confirm(player)
    return DeclaredPlayer.objects.select_related("game__settings").get(pk=player.pk)


def address(player: DeclaredPlayer) -> str:
    [(_seat, found)] = declared_order_addresses.addresses(player)
    return found


def send(text: str = ORDERS, *, to: str, sender: str = NELL, **fields: object) -> None:
    hand_over(written(text, sender=sender, to=to, **fields), to=to)  # type: ignore[arg-type]


def saved(seat: Seat) -> list[str]:
    found = Order.objects.filter(seat=seat, phase=factories.open_phase(seat.game))
    return sorted(found.values_list("text", flat=True))


def answers() -> list[EmailMessage]:
    return [each for each in delivered() if each.extra_headers["Auto-Submitted"] == "auto-replied"]


def page_of(player: DeclaredPlayer) -> str:
    return "/" + declared_links.address_url(player).split("/", 3)[3]


def test_the_orders_are_saved_and_answered_to_the_confirmed_address(
    nell: DeclaredPlayer, england: Seat
):
    send(to=address(nell))

    assert saved(england) == ORDERED
    [answer] = answers()
    assert answer.to == [NELL]
    assert "F LON - NTH" in answer.body
    assert "This moment counts" in answer.body
    assert "/mail/player/" in answer.body  # to stop the mails
    phase = factories.open_phase(england.game)
    assert answer.reply_to == [declared_order_addresses.address_of(nell, england, phase.number)]
    assert ReceivedMail.objects.get().declared_player == nell


def test_they_count_as_given_by_the_player_by_mail(nell: DeclaredPlayer, england: Seat):
    send(to=address(nell))
    phase = factories.open_phase(england.game)
    [receipt] = phases.receipts(phase).filter(seat=england)
    assert (receipt.person, receipt.on_behalf) == (None, False)
    assert not phases.undecided(phase, ["ENGLAND"]).exists()
    [event] = Event.objects.filter(kind=Event.Kind.ORDERS_SAVED, seat=england)
    assert event.actor is None


def test_the_master_sees_that_the_player_sent_them(
    nell: DeclaredPlayer, master: User, client: Client
):
    send(to=address(nell))
    client.force_login(master)
    page = client.get(f"/games/{nell.game.slug}/master/orders/").content.decode()
    assert "Sent by the player by email" in page


def test_the_results_say_so_to_everyone(nell: DeclaredPlayer, england: Seat, client: Client):
    send("F Lon-NTH", to=address(nell))
    first = factories.open_phase(england.game)
    with clock.stopped_at(factories.deadline(england.game)):
        due_phases.resolve_due()
    lines = results.results(Phase.objects.get(pk=first.pk))
    mailed = {line.canonical for power in lines.values() for line in power if line.by_mail}
    assert mailed == {"F LON - NTH"}  # the other units hold by the rules
    assert "Sent by the player by email." in client.get(first.get_absolute_url()).content.decode()


def test_orders_of_the_master_and_of_the_player_replace_one_another(
    nell: DeclaredPlayer, england: Seat, master: User
):
    def paste(text: str) -> None:
        phase = factories.open_phase(england.game)
        thread = on_behalf.read_thread(phase, [england], f"ENGLAND\n{text}", "en", {})
        on_behalf.store(phase, thread, person=master, seen={}, ready=False)

    paste("F Lon H\nF Edi H\nA Lvp H")
    send(to=address(nell), at=clock.now() + dt.timedelta(seconds=2))
    assert saved(england) == ORDERED
    assert not Order.objects.filter(seat=england, entered_by__isnull=False).exists()
    paste("F Lon H\nF Edi H\nA Lvp H")
    assert saved(england) == ["A LVP H", "F EDI H", "F LON H"]


def test_a_doubt_is_asked_and_saves_nothing(nell: DeclaredPlayer, england: Seat):
    send("F Lon-NTH or F Lon-ENG", to=address(nell))
    assert saved(england) == []
    [answer] = answers()
    assert answer.to == [NELL]
    assert "Which of these do you mean?" in answer.body
    assert "Answer this email with all your orders, each on its own line." in answer.body
    assert "mailed-orders" not in answer.body  # no form is open without an account
    [to] = answer.reply_to
    send(to=to)
    assert saved(england) == ORDERED


def test_another_sender_saves_nothing_and_the_owner_is_told(nell: DeclaredPlayer, england: Seat):
    for _time in range(2):
        send(to=address(nell), sender="thief@evil.test")
    assert saved(england) == []
    told = delivered()
    [warning] = [each for each in told if "another sender" in each.subject]
    assert warning.to == [NELL]
    assert "Get a new one here:" in warning.body
    assert not any("thief@evil.test" in each.to for each in told)


def test_a_forged_key_is_nobodys(nell: DeclaredPlayer, england: Seat):
    key = address(nell).partition("+")[2].partition("@")[0]
    flipped = key[:-3] + ("b" if key[-3] != "b" else "c") + key[-2:]
    send(to=f"orders+{flipped}@play.test")
    send(to="orders+d-@play.test")
    assert saved(england) == []
    assert answers() == []


def test_a_new_address_makes_the_old_one_worthless(
    nell: DeclaredPlayer, england: Seat, client: Client
):
    old = address(nell)
    page = client.post(page_of(nell), {"answer": "renew"}).content.decode()
    nell.refresh_from_db()
    assert address(nell) != old
    assert address(nell) in page
    send(to=old)
    assert saved(england) == []
    send(to=address(nell))
    assert saved(england) == ORDERED


def test_the_address_is_dead_when_the_owner_stops_the_mails(
    nell: DeclaredPlayer, england: Seat, client: Client
):
    to = address(nell)
    client.post(page_of(nell), {"answer": "stop"})
    send(to=to)
    assert saved(england) == []
    assert answers() == []


def test_the_address_is_dead_when_the_master_enters_another_mail_address(
    nell: DeclaredPlayer, england: Seat, master: User
):
    to = address(nell)
    declared_players.change(nell, name="Nell", email="new@example.org", by=master)
    declared_addresses.confirm(DeclaredPlayer.objects.get(pk=nell.pk))
    for sender in (NELL, "new@example.org"):
        send(to=to, sender=sender)
    assert saved(england) == []


def test_the_address_is_dead_when_somebody_else_gets_the_seat(
    nell: DeclaredPlayer, england: Seat, master: User
):
    to = address(nell)
    declared_players.make_link(nell, by=master)
    declared_players.accept_link(nell, factories.person())
    send(to=to)
    assert saved(england) == []


def test_there_is_no_address_before_the_confirmation_or_without_mail(
    game: Game, england: Seat, master: User, client: Client, settings
):
    player = declared_players.declare(england, name="Nell", email=NELL, by=master)
    assert declared_order_addresses.addresses(player) == []
    assert "orders+" not in client.get(page_of(player)).content.decode()
    page = client.post(page_of(player), {"answer": "confirm"}).content.decode()
    assert re.search(r'value="orders\+d-\w+@play\.test"', page)
    settings.INBOUND_ADDRESS = ""
    assert "Orders by email" not in client.get(page_of(player)).content.decode()


def test_a_game_that_confirms_mail_on_the_site_offers_no_address(
    nell: DeclaredPlayer, england: Seat
):
    to = address(nell)
    Game.objects.filter(pk=nell.game_id).update(confirms_mail=True)
    nell.game.refresh_from_db()
    assert declared_order_addresses.addresses(nell) == []
    send(to=to)
    assert saved(england) == []
    assert "need an account" in answers()[0].body


def test_results_can_be_answered_with_orders(nell: DeclaredPlayer, england: Seat):
    with clock.stopped_at(factories.deadline(england.game)):
        due_phases.resolve_due()
        declared_mails.queue_results()
        [result] = [each for each in delivered() if "results of" in each.subject and each.reply_to]
        assert result.to == [NELL]
        assert "You can answer this email with your orders." in result.body
        [to] = result.reply_to
        send("F Lon-NTH", to=to)
        assert saved(england) == ["F LON - NTH"]


def test_an_answer_about_an_earlier_phase_is_not_read_for_a_later_one(
    nell: DeclaredPlayer, england: Seat
):
    first = factories.open_phase(england.game)
    old = declared_order_addresses.address_of(nell, england, first.number)
    with clock.stopped_at(factories.deadline(england.game)):
        due_phases.resolve_due()
        send(to=old)
        assert saved(england) == []
        assert "about an earlier phase" in answers()[-1].body


def test_a_mail_after_the_deadline_saves_nothing(nell: DeclaredPlayer, england: Seat):
    with clock.stopped_at(factories.deadline(england.game)):
        send(to=address(nell))
    assert not Receipt.objects.filter(seat=england).exists()


def test_floods_are_stopped_and_said_once(
    nell: DeclaredPlayer, england: Seat, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(received, "MOST_AN_HOUR", 2)
    for number, place in enumerate(("NTH", "ENG", "Wal", "Yor")):
        send(f"F Lon-{place}", to=address(nell), at=clock.now() + dt.timedelta(seconds=number))
    assert saved(england) == ["F LON - ENG"]
    sent = answers()
    assert len(sent) == 3
    assert "emails in an hour" in sent[-1].body


def test_mails_are_read_and_answered_in_the_language_of_the_game(
    nell: DeclaredPlayer, england: Seat
):
    Game.objects.filter(pk=nell.game_id).update(language="es")
    django_mail.outbox.clear()
    send("F Lon-MNO", to=address(nell))
    assert saved(england) == ["F LON - NTH"]
    assert "Plazo" in answers()[0].body
