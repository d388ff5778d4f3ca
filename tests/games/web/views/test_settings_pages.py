"""Pages about the time settings of a game: the form, the rules as shown, and absences."""

import datetime as dt
import html
import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts import time_zones
from accounts.models import User
from games.deadlines import control, readiness
from games.models import Absence, Event, Game, Seat
from games.orders import submission
from games.orders.submission import Line
from tests import factories, settings_sheets

from .conftest import Answer, alerts, nothing_changes, signed_in, words

TUESDAY = dt.datetime(2026, 11, 24, 12, tzinfo=dt.UTC)
SUNDAYS: dict[str, Any] = {
    "weekdays": 1 << 6,
    "at": dt.time(20),
    "zone": "Europe/Madrid",
    "least_hours": 72,
    "window_hours": 48,
    "absence_cap_days": 7,
    "ready_minutes": 30,
    "on_missed": "grace",
    "grace_hours": 24,
}


@pytest.fixture(autouse=True)
def _on_tuesday() -> Iterator[None]:
    with time_machine.travel(TUESDAY, tick=False):
        yield


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, **SUNDAYS)


@pytest.fixture
def france(game: Game) -> Seat:
    return factories.seat(game, "FRANCE")


def settings_of(game: Game) -> str:
    return reverse("games:settings", args=[game.slug])


def change(game: Game, master: User, **fields: object) -> Answer:
    sheet = {**settings_sheets.WEEKLY, **fields}
    return signed_in(master).post(settings_of(game), sheet, follow=True)


def page_of(game: Game, client: Client | None = None) -> str:
    return words((client or Client()).get(game.get_absolute_url()))


# Opening a game


def new_game(**fields: object) -> dict[str, object]:
    return {
        **settings_sheets.WEEKLY,
        "title": "Weekly",
        "role": "master",
        "lobby_days": "14",
        "request_key": str(uuid.uuid4()),
        "setup": "standard",
        "rules": "2000",
        "visibility": "public",
        "orders_watched_by": "master",
        "solo_after": "fall",
        "solo_of": "setup",
        "ends": "never",
        "ends_with": "centers",
        "draw_shared_by": "all",
        "provisional_days": "2",
        "press": "full",
        "allotment": "lot",
        "language": "en",
        **fields,
    }


def test_a_new_game_is_run_as_its_form_says(master: User):
    sheet = new_game(skipped="27 Dec 2026", weekdays=["2", "6"], successors_read_messages="on")
    signed_in(master).post(reverse("games:new"), sheet)
    game = Game.objects.get()
    assert game.settings is not None
    assert (game.settings.weekdays, game.settings.zone) == (0b1000100, "Europe/Madrid")
    assert [str(row.date) for row in game.settings.skipped_dates.all()] == ["2026-12-27"]
    assert game.successors_read_messages


def test_the_same_form_twice_makes_one_game_and_other_dates_another(master: User):
    client, sheet = signed_in(master), new_game(skipped="2026-12-27")
    for _ in range(2):
        client.post(reverse("games:new"), sheet)
    assert Game.objects.count() == 1
    client.post(reverse("games:new"), {**sheet, "skipped": "2026-12-20"})
    assert Game.objects.count() == 2


def test_the_deadlines_are_shown_without_opening_a_game_and_nothing_typed_is_lost(master: User):
    sheet = new_game(
        title="My table", house_rules="Be kind.", skipped="2026-12-13", show="deadlines"
    )
    with nothing_changes():
        answer = signed_in(master).post(reverse("games:new"), sheet)
    page, told = html.unescape(answer.content.decode()), words(answer)
    assert "Sun 29 Nov 2026" in told
    assert "Sun 20 Dec 2026" in told
    assert "Sun 13 Dec 2026" not in told
    assert not alerts(answer)
    for typed in ('value="My table"', "Be kind.", "2026-12-13", str(sheet["request_key"])):
        assert typed in page


def test_showing_the_deadlines_first_asks_for_no_title(master: User):
    answer = signed_in(master).post(reverse("games:new"), new_game(title="", show="deadlines"))
    assert not alerts(answer)
    assert "Sun 29 Nov 2026" in words(answer)


def test_a_wrong_date_comes_back_with_its_line_and_all_else_as_typed(master: User):
    sheet = new_game(title="My table", skipped="2026-12-27\nChristmas", weekdays=["0", "4"])
    with nothing_changes():
        answer = signed_in(master).post(reverse("games:new"), sheet)
    assert "Line 2: “Christmas” is not a date" in alerts(answer)
    page = html.unescape(answer.content.decode())
    assert "2026-12-27\nChristmas" in page
    checked = re.findall(r'name="weekdays" value="(\d)"[^>]* checked', page)
    assert checked == ["0", "4"]


# Changing it


def test_the_form_is_filled_in_with_what_counts_and_sent_back_changes_nothing(
    game: Game, master: User
):
    page = signed_in(master).get(settings_of(game)).content.decode()
    assert re.findall(r'name="weekdays" value="(\d)"[^>]* checked', page) == ["6"]
    assert 'name="at" value="20:00"' in page
    before = game.events.count()
    with nothing_changes():
        answer = change(game, master)
    assert "Nothing changed." in words(answer)
    assert game.events.count() == before


def test_what_is_changed_counts_from_the_next_phase_on_and_all_are_told(game: Game, master: User):
    phase = factories.open_phase(game)
    why = "We play on Wednesdays."
    answer = change(game, master, weekdays=["2"], window_hours="24", reason=why)
    assert "apply from the next phase on" in words(answer)
    game.refresh_from_db()
    assert game.settings is not None
    assert game.settings.weekdays == 1 << 2
    phase.refresh_from_db()
    assert phase.settings.weekdays == 1 << 6
    told = (
        game.events.get(kind=Event.Kind.SETTINGS_CHANGED).notifications.values("person").distinct()
    )
    assert told.count() == 7
    assert game.events.get(kind=Event.Kind.SETTINGS_CHANGED).text == "We play on Wednesdays."
    page = page_of(game)
    assert "Time Sunday, 20:00 (Madrid time)" in page
    assert "From the next phase on Time Wednesday, 20:00 (Madrid time)" in page


def test_the_page_tells_what_counts_for_the_open_phase(game: Game, master: User):
    change(game, master, weekdays=["2"])
    told = words(signed_in(master).get(settings_of(game)))
    assert "Settings in the open phase" in told
    assert "Time Sunday, 20:00 (Madrid time)" in told
    assert "From the next phase on Time Wednesday, 20:00 (Madrid time)" in told


def test_an_error_changes_nothing_and_stands_beside_its_field(game: Game, master: User):
    with nothing_changes():
        answer = change(game, master, window_hours="0", skipped="2026-12-27")
    assert "Nothing is saved yet" in alerts(answer)
    assert "greater than or equal to 1" in alerts(answer)
    assert "2026-12-27" in answer.content.decode()


def test_a_master_may_look_at_the_deadlines_before_saving(game: Game, master: User):
    with nothing_changes():
        answer = change(game, master, weekdays=["2"], show="deadlines")
    assert "Wed 2 Dec 2026" in words(answer)


def test_turns_that_pass_over_a_date_are_warned_of_and_saved_all_the_same(game: Game, master: User):
    fields = {"weekdays": ["2", "6"], "least_hours": "72", "window_hours": "24"}
    answer = change(game, master, **fields, show="deadlines")
    assert "the turn after them skips the next date" in words(answer)
    assert "Saved." in words(change(game, master, **fields))


def test_the_settings_of_a_lobby_can_be_changed_too(master: User):
    game = factories.open_game(master, **SUNDAYS)
    assert "Saved." in words(change(game, master, at="21:30"))
    assert "Sunday, 21:30 (Madrid time)" in page_of(game)


@pytest.mark.parametrize("status", ["finished", "expired"])
def test_a_game_that_is_over_has_no_such_page(master: User, status: str):
    game = factories.open_game(master)
    ending = "closed" if status == "finished" else ""
    Game.objects.filter(pk=game.pk).update(status=status, ending=ending)
    assert signed_in(master).get(settings_of(game)).status_code == 404


def test_players_and_strangers_have_no_such_page_and_no_link_to_it(game: Game, france: Seat):
    for person in (factories.holder(france), factories.person()):
        with nothing_changes():
            assert change(game, person).status_code == 404
        assert settings_of(game) not in page_of(game, signed_in(person))


def test_the_page_of_the_game_leads_its_master_there(game: Game, master: User):
    page = signed_in(master).get(game.get_absolute_url()).content.decode()
    assert f'href="{settings_of(game)}"' in page


# Settings on the page of a game


def test_everything_about_time_and_seats_stands_in_what_was_agreed(game: Game):
    told = page_of(game)
    for line in (
        "Time to negotiate at least 3 days",
        "Retreats and builds 2 days",
        "When everyone is ready the phase ends 30 minutes later",
        "Missing orders grace period of 1 day, then the phase is resolved",
        "Civil disorder At the first missed turn",
        "Open seats Anyone who can see the game",
        "Absences deadlines wait at most 7 days",
        "New player in a seat can read only messages written from then on",
    ):
        assert line in told


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Sun 29 Nov 2026, 21:00 Sun 20:00"),
        ("es", "dom 29 nov 2026, 21:00 dom 20:00"),
        ("it", "Dom 29 nov 2026, 21:00 Dom 20:00"),
        ("bg", "29 ноем"),
    ],
)
def test_deadlines_are_listed_in_the_readers_zone_and_the_games_own(game, language, says):
    reader = factories.person(time_zone="Europe/Sofia", language=language)
    told = page_of(game, signed_in(reader))
    assert says in told
    with translation.override(language):
        for zone in ("Europe/Sofia", "Europe/Madrid"):
            assert time_zones.city(zone) in told


def test_a_reader_in_the_zone_of_the_game_sees_one_column(game: Game):
    reader = factories.person(time_zone="Europe/Madrid")
    told = page_of(game, signed_in(reader))
    assert "Your time (Madrid) Spring 1901, movement: Sun 29 Nov 2026, 20:00 Sun 6" in told


def test_a_lobby_shows_how_the_deadlines_would_fall(master: User):
    told = page_of(factories.open_game(master, **SUNDAYS))
    assert "Deadlines if the game began now" in told
    assert "Sun 29 Nov 2026, 19:00 Sun 20:00" in told


def test_a_pause_says_until_when(game: Game, master: User):
    control.pause(game, until=TUESDAY + dt.timedelta(days=3), by=master)
    assert "The game is paused until Fri 27 Nov 2026, 12:00 (UTC)" in page_of(game)


def test_an_early_end_says_when_and_that_one_may_change_ones_mind(game: Game, france: Seat):
    phase = factories.open_phase(game)
    player = factories.holder(france)
    told = page_of(game, signed_in(player))
    assert "the phase ends 30 minutes later. Until then everyone can still change" in told
    for power, text in factories.HOLDS.items():
        seat = factories.seat(game, power)
        submission.submit(phase, seat, [Line("line-1", text)], person=factories.holder(seat))
        readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    told = page_of(game)
    assert "the phase ends Tue 24 Nov 2026, 12:30 (UTC)" in told
    assert "the deadline is Sun 29 Nov 2026, 19:00 (UTC) again" in told
    readiness.set_ready(phase, [france], ready=False, person=player)
    assert "Everyone is ready" not in page_of(game)


# Absences


def absence_of(seat: Seat) -> str:
    return reverse("games:absence", args=[seat.game.slug, seat.power])


def announce(seat: Seat, first: str = "2026-12-06", last: str = "2026-12-08") -> Answer:
    client = signed_in(factories.holder(seat))
    return client.post(absence_of(seat), {"first": first, "last": last}, follow=True)


def test_a_player_announces_an_absence_and_all_read_it_by_power(game: Game, france: Seat):
    client = signed_in(factories.holder(france))
    assert absence_of(france) in client.get(game.get_absolute_url()).content.decode()
    answer = announce(france)
    assert "You’ve announced your absence." in words(answer)
    assert "6 Dec 2026 to 8 Dec 2026" in words(answer)
    told = page_of(game)
    assert "Away France : 6 Dec 2026 to 8 Dec 2026" in told
    assert "later than usual (away: France)" in told


def test_an_anonymous_game_tells_no_name(master: User, players: list[User]):
    game = factories.begun_game(master, players, anonymous=True, **SUNDAYS)
    seat = factories.seat(game, "FRANCE")
    announce(seat)
    told = page_of(game)
    assert "Away France" in told
    assert str(factories.holder(seat)) not in told


def test_an_absence_is_withdrawn_by_its_button(game: Game, france: Seat):
    page = announce(france).content.decode()
    action = re.search(r'action="([^"]+/withdraw/)"', page)
    assert action
    client = signed_in(factories.holder(france))
    assert "You’ve withdrawn your absence." in words(client.post(action[1], follow=True))
    assert "This absence is already withdrawn." in words(client.post(action[1], follow=True))
    assert "Away France" not in page_of(game)


def test_nobody_else_withdraws_an_absence(game: Game, france: Seat):
    announce(france)
    absence = Absence.objects.get()
    italy = factories.seat(game, "ITALY")
    client = signed_in(factories.holder(italy))
    with nothing_changes():
        for power in ("FRANCE", "ITALY"):
            place = [game.slug, power, absence.pk]
            assert client.post(reverse("games:withdraw_absence", args=place)).status_code == 404


@pytest.mark.parametrize(
    ("first", "last", "says"),
    [
        ("2026-12-06", "2026-12-05", "The last day is before the first. Choose a later one."),
        ("soon", "2026-12-05", "This is not a date. Write it like 2027-12-24 or 24 Dec 2027."),
        ("2026-11-01", "2026-12-05", "An absence can’t begin in the past"),
        ("", "", "required"),
    ],
)
def test_a_wrong_absence_is_refused_and_what_was_typed_stays(france: Seat, first, last, says):
    with nothing_changes():
        answer = announce(france, first, last)
    page = answer.content.decode()
    assert says in words(answer)
    assert f'value="{last}"' in page or not last


def test_where_no_deadline_waits_nobody_is_asked_whether_they_are_away(master: User):
    game = factories.begun_game(master, **{**SUNDAYS, "absence_cap_days": 0})
    seat = factories.seat(game, "FRANCE")
    client = signed_in(factories.holder(seat))
    assert absence_of(seat) not in client.get(game.get_absolute_url()).content.decode()
    with nothing_changes():
        assert "Deadlines in this game don’t wait for absent players." in words(announce(seat))


def test_windows_that_were_set_apart_stand_in_one_line_from_and_to(game: Game, master: User):
    change(game, master, window_hours="24", build_weekdays=["2"])
    log = signed_in(master).get(reverse("games:log", args=[game.slug]))
    apart = "retreats: 1 day; builds: until the next Wednesday, 20:00, at least 1 day"
    assert f"Retreats and builds: 2 days → {apart}" in words(log)
