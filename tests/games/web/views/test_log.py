"""The public log of a game, and its links to phases that were rolled back."""

import datetime as dt

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.core import audit
from games.deadlines import control
from games.game_master import corrections, masters
from games.lifecycle import endings, settings
from games.models import Event, Game
from games.state import positions
from tests import factories

from ...orders.test_submission import submit
from .conftest import signed_in, words


def url(game: Game) -> str:
    return reverse("games:log", args=[game.slug])


def page_of(game: Game, person: User | None = None) -> str:
    return words((signed_in(person) if person else Client()).get(url(game)))


def test_everybody_who_sees_the_game_reads_its_log_newest_first(game: Game, master: User):
    control.extend(game, to=None, by=master, reason="Holidays in <Spain>.")
    answer = Client().get(url(game))
    page = words(answer)
    assert page.index("was moved from") < page.index("The game has begun.")
    assert "Mia Master" in page
    assert "Holidays in &lt;Spain&gt;." in answer.content.decode()


def test_the_log_does_not_say_which_powers_have_ordered(game: Game):
    before = page_of(game)
    submit(game, "FRANCE", "A PAR - BUR")
    assert page_of(game) == before


def test_the_log_of_a_private_game_is_for_those_in_it(master: User, players: list[User]):
    game = factories.begun_game(master, players, visibility=Game.Visibility.PRIVATE)
    assert Client().get(url(game)).status_code == 404
    assert signed_in(players[0]).get(url(game)).status_code == 200


def test_players_of_an_anonymous_game_are_not_named_and_its_masters_are(master: User):
    players = [factories.person(f"Hidden {number}") for number in range(7)]
    game = factories.begun_game(master, players, anonymous=True)
    masters.announce(game, "Welcome.", by=master)
    assert "Hidden" not in page_of(game)
    others = page_of(game, players[0]).replace("Account: Hidden 0", "")
    assert "Hidden" not in others
    assert "A hidden player joined." in others
    assert "Mia Master" in page_of(game)
    assert "Hidden 3" in page_of(game, master)


def test_the_log_says_which_settings_were_changed_and_why(game: Game, master: User):
    settings.change(game, factories.settings(phase_hours=36), [], by=master, reason="Holidays.")
    settings.change(game, factories.settings(phase_hours=72), [], by=master)
    timetable = {"weekdays": 64, "at": dt.time(20), "zone": "Europe/Madrid", "least_hours": 24}
    settings.change(game, factories.settings(**timetable), [], by=master)
    page = page_of(game)
    assert "The game settings were changed." in page
    assert "Time: 1 day a phase → 36 hours a phase" in page
    assert "Holidays." in page
    assert "Time: 36 hours a phase → 3 days a phase" in page
    assert "Time: 3 days a phase → Sunday, 20:00 (Madrid time)" in page
    assert "Time to negotiate: not set → at least 1 day" in page


def test_the_log_says_who_shares_a_draw(game: Game, master: User):
    endings.draw(game, among=["FRANCE", "TURKEY"], by=master)
    assert "The game has ended in a draw among France, Turkey." in page_of(game)
    corrections.reopen(game, by=master, reason="By mistake.")
    endings.draw(game, among=["FRANCE", "ITALY"], by=master)
    page = page_of(game)
    assert page.count("The game has ended in a draw among France, Italy.") == 1
    assert page.count("The game has ended in a draw.") == 1


def test_days_are_those_of_the_reader(game: Game, master: User):
    late = factories.deadline(game).replace(hour=23, minute=30) - dt.timedelta(days=1)
    with time_machine.travel(late, tick=False):
        masters.announce(game, "Good night.", by=master)
        master.time_zone = "Europe/Sofia"
        master.save(update_fields=["time_zone"])
        east, west = signed_in(master).get(url(game)), Client().get(url(game))
    assert east.context["days"][0][0] == west.context["days"][0][0] + dt.timedelta(days=1)


def test_a_long_log_has_pages(game: Game, master: User):
    audit.log_all(
        audit.event(Event.Kind.ANNOUNCED, game=game, actor=master, text=f"Number {number}.")
        for number in range(60)
    )
    newest, older = page_of(game), words(Client().get(url(game), {"page": 2}))
    assert "Number 59." in newest
    assert "Number 9." not in newest
    assert "Number 9." in older
    assert "The game has begun." in older


def test_a_long_log_takes_no_more_queries_than_a_short_one(game: Game, master: User):
    def questions() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            Client().get(url(game))
        return len(asked)

    corrections.correct(
        game, positions.load(factories.open_phase(game)), by=master, reason="To have one."
    )
    questions()
    few = questions()
    for number in range(4):
        corrections.correct(
            game, positions.load(factories.open_phase(game)), by=master, reason=f"No. {number}"
        )
    assert questions() == few


@pytest.fixture
def rolled_back(game: Game, master: User) -> Game:
    """A game that was rolled back after its first spring was resolved."""
    submit(game, "FRANCE", "A PAR - BUR")
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
    submit(game, "FRANCE", "A BUR - RUH")
    corrections.roll_back(game, 1, by=master, reason="A wrong map.")
    return game


def test_phases_that_were_rolled_back_can_be_read_from_the_log(rolled_back: Game):
    client = Client()
    page = client.get(url(rolled_back))
    assert "A wrong map." in words(page)
    spring, fall = rolled_back.phases.superseded().order_by("number")
    for phase in (spring, fall):
        assert f'href="{phase.get_absolute_url()}"' in page.content.decode()
        old = client.get(phase.get_absolute_url())
        assert "This phase was rolled back and no longer counts." in words(old)
        assert "og:image" not in old.content.decode()
    assert "PAR - BUR" in client.get(spring.get_absolute_url()).content.decode()
    assert "BUR - RUH" not in client.get(fall.get_absolute_url()).content.decode()


def test_each_correction_links_to_the_phases_that_it_superseded(rolled_back: Game, master: User):
    position = positions.load(factories.open_phase(rolled_back))
    corrections.correct(rolled_back, position, by=master, reason="And a slip.")
    days = Client().get(url(rolled_back)).context["days"]
    void = {
        row.reason: [(each.code, each.number) for each in row.superseded]
        for _day, rows in days
        for row in rows
        if row.superseded
    }
    assert void == {
        "A wrong map.": [("S1901M", 1), ("F1901M", 2)],
        "And a slip.": [("S1901M", 3)],
    }


def test_the_history_of_a_game_leads_to_what_was_rolled_back(rolled_back: Game):
    old = rolled_back.phases.get(number=1)
    assert old.get_absolute_url().endswith("/S1901M/superseded/1/")
    assert f'href="{old.get_absolute_url()}"' in (
        Client().get(rolled_back.get_absolute_url()).content.decode()
    )


def test_only_what_was_rolled_back_has_such_an_address(rolled_back: Game):
    for code, number in (("S1901M", 3), ("F1901M", 1), ("S1901M", 99)):
        place = reverse("games:superseded", args=[rolled_back.slug, code, number])
        assert Client().get(place).status_code == 404


def test_a_visit_of_an_administrator_to_a_private_game_is_logged(master: User, players: list[User]):
    game = factories.begun_game(master, players, visibility=Game.Visibility.PRIVATE)
    operator = factories.person("Olga Operator", is_staff=True, is_superuser=True)
    look = reverse("admin:games_game_change", args=[game.pk])
    for _ in range(2):
        assert signed_in(operator).get(look).status_code == 200
    assert game.events.filter(kind=Event.Kind.LOOKED_AT, actor=operator).count() == 1
    assert "Olga Operator, an administrator of this site, looked at the game." in page_of(
        game, players[0]
    )
    with time_machine.travel(clock.now() + dt.timedelta(days=2)):
        signed_in(operator).get(look)
    assert game.events.filter(kind=Event.Kind.LOOKED_AT).count() == 2


def test_a_visit_of_an_administrator_to_a_public_game_is_not_logged(game: Game):
    operator = factories.person(is_staff=True, is_superuser=True)
    signed_in(operator).get(reverse("admin:games_game_change", args=[game.pk]))
    assert not game.events.filter(kind=Event.Kind.LOOKED_AT).exists()


def test_an_announcement_shows_no_raw_marks(game: Game, master: User):
    masters.announce(game, "**Dinner** at [eight](https://example.org)", by=master)
    assert "Dinner at eight (https://example.org)" in page_of(game)
    board = Client().get(game.get_absolute_url()).content.decode()
    assert "Dinner at eight (example.org)" in board
    assert "<strong>Dinner</strong>" in board
    assert "**Dinner" not in board
