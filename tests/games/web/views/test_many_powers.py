"""The pages of a game of 34 powers that only their set-up names."""

import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from adjudicator import load_setup
from games.adjudication import due_phases
from games.models import Game
from games.reports.gather import gather
from tests import factories

from ...press.message_helpers import write
from .conftest import signed_in, words

pytestmark = pytest.mark.django_db
CHAOS = load_setup("chaos")


@pytest.fixture
def chaos(master: User) -> Game:
    return factories.begun_game(master, title="Chaos", setup="chaos")


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def resolve(game: Game) -> None:
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1


def queries(person: User, address: str) -> int:
    client = signed_in(person)
    assert client.get(address).status_code == 200
    with CaptureQueriesContext(
        connection,
    ) as counted:
        client.get(address)
    return len(counted)


@pytest.mark.parametrize("page", ["", "press/", "master/", "log/", "{code}/"])
def test_a_page_with_34_powers_takes_as_many_queries_as_one_with_seven(
    chaos: Game, master: User, page: str
):
    small = factories.begun_game(factories.person(), setup="winter_1900")
    resolve_both(chaos, small)
    counts = []
    for game, power in ((chaos, "MUNICH"), (small, "GERMANY")):
        reader = game.masterships.get().person if page == "master/" else holder(game, power)
        address = game.get_absolute_url() + page.format(code="W1900A")
        counts.append(queries(reader, address))
    assert counts[0] <= counts[1]


def resolve_both(*games: Game) -> None:
    with time_machine.travel(max(factories.deadline(game) for game in games)):
        assert due_phases.resolve_due() == len(games)


@pytest.mark.parametrize(
    ("language", "name"), [("es", "San Petersburgo"), ("it", "St. Pietroburgo"), ("bg", "Санкт")]
)
def test_the_powers_have_their_names_shields_and_colours(chaos: Game, language: str, name: str):
    client = signed_in(holder(chaos, "STPETERSBURG"))
    client.post(reverse("accounts:language"), {"language": language})
    page = client.get(chaos.get_absolute_url()).content.decode()
    labels = re.findall(r'class="power power--(n\d+)" data-letters="([A-Z]{3})">([^<]+)<', page)
    assert {look for look, _letters, _name in labels} == {f"n{n}" for n in range(1, 35)}
    assert any(look == "n28" and text.startswith(name) for look, _letters, text in labels)
    assert "css/powers" in page
    assert "STPETERSBURG</" not in page


def test_orders_are_given_built_and_reported_under_such_names(chaos: Game):
    client = signed_in(holder(chaos, "STPETERSBURG"))
    address = reverse("games:orders", args=[chaos.slug, "W1900A", "STPETERSBURG"])
    assert address.endswith("/orders/STPETERSBURG/")
    page = words(client.get(address))
    assert "Fleet St. Petersburg (north coast)" in page
    sent = client.post(address, {"mode": "text", "text": "St. Petersburg: F Stp/nc B"})
    assert sent.status_code == 302
    wrong = client.post(address, {"mode": "text", "text": "Moscow: A Mos B"})
    assert wrong.status_code == 422
    assert "Moscow" in words(wrong)
    shown = factories.open_phase(chaos)
    resolve(chaos)
    shown.refresh_from_db()
    report = gather(shown)
    assert [(each.power, [line.text for line in each.orders]) for each in report.orders] == [
        ("St. Petersburg", ["Build F STP/NC"])
    ]
    results = signed_in(factories.person()).get(shown.get_absolute_url()).content.decode()
    assert 'id="results-stpetersburg"' in results
    picture = signed_in(factories.person()).get(reverse("games:board", args=[chaos.slug, "W1900A"]))
    assert ">STP</text>" in picture.content.decode()


def test_threads_have_the_codes_in_their_addresses(chaos: Game):
    write(chaos, "ANKARA", "STPETERSBURG", text="[quote=ankara]Hear![/quote]")
    client = signed_in(holder(chaos, "STPETERSBURG"))
    page = client.get(reverse("games:press", args=[chaos.slug])).content.decode()
    address = f"/games/{chaos.slug}/press/to/ANKARA-STPETERSBURG/"
    assert address in page
    thread = client.get(address)
    assert 'class="message power--n1"' in thread.content.decode()
    assert "Ankara" in words(thread)


def test_more_than_twelve_powers_are_refused_where_they_are_chosen(chaos: Game):
    client = signed_in(holder(chaos, "WARSAW"))
    address = reverse("games:press", args=[chaos.slug])
    chosen = {"writer": "WARSAW", "to": CHAOS.powers[:12]}
    assert "A private thread can have at most 12 powers." in words(client.get(address, chosen))
    fewer = client.get(address, chosen | {"to": CHAOS.powers[:11]})
    assert fewer.status_code == 302


def test_the_lists_of_seats_load_the_looks_of_such_powers(chaos: Game):
    resolve(chaos)
    chaos.seats.filter(power="PARIS").update(disorder_since=chaos.started_at)
    admin = factories.person(is_staff=True, is_superuser=True)
    pages = {
        "games:open_seats": (factories.person(), "Paris"),
        "games:mine": (holder(chaos, "ROME"), "Rome"),
        "games:front": (holder(chaos, "ROME"), "Rome"),
        "games:civil_disorder": (admin, "Paris"),
    }
    for name, (person, power) in pages.items():
        page = signed_in(person).get(reverse(name)).content.decode()
        assert f">{power}<" in page, name
        assert page.count("css/powers") == 1, name


def test_the_question_about_a_message_shows_the_power_in_its_look(chaos: Game):
    message = write(chaos, "ANKARA", text="Hear!")
    address = reverse("games:report_message", args=[chaos.slug, message.key])
    page = signed_in(holder(chaos, "PARIS")).get(address).content.decode()
    assert 'class="power power--n1 message__power" data-letters="ANK">Ankara' in page
    assert page.count("css/powers") == 1


def test_many_powers_in_disorder_are_folded_but_for_ones_own(chaos: Game):
    resolve(chaos)
    chaos.seats.update(disorder_since=chaos.started_at)
    page = signed_in(holder(chaos, "PARIS")).get(chaos.get_absolute_url()).content.decode()
    shown, _summary, folded = page[page.index('id="vacancies"') :].partition("<summary>34 powers")
    assert shown.count('class="power ') == 1
    assert ">Paris<" in shown
    assert folded.partition("</details>")[0].count('class="power ') == 33
