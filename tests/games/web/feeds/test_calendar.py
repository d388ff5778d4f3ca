"""Calendars: their events, who sees which, and how an event follows its phase."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import icalendar
import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import control
from games.game_master import corrections
from games.lifecycle import endings
from games.models import Game, Phase
from games.web.feeds import addresses
from tests import factories

from . import ics_rules
from .conftest import events, fetch, key_of

DAY = dt.timedelta(days=1)


def calendar_of(game: Game) -> list[Any]:
    return events(fetch(addresses.calendar_url(game)))


def only(found: list[Any]) -> Any:
    assert len(found) == 1
    return found[0]


def play(game: Game, phases: int = 1) -> None:
    for _ in range(phases):
        with time_machine.travel(factories.deadline(game), tick=False):
            assert due_phases.resolve_due() == 1


# Events


def test_an_open_phase_is_an_event_at_its_deadline(game: Game):
    phase = factories.open_phase(game)
    assert phase.deadline is not None
    event = only(calendar_of(game))
    assert str(event["SUMMARY"]) == f"{game.title}: orders for Spring 1901"
    assert event.start == phase.deadline.replace(microsecond=0)
    assert event["DTSTART"].to_ical().endswith(b"Z")
    assert (event.status, event["SEQUENCE"]) == (icalendar.STATUS.CONFIRMED, 0)
    assert str(event["UID"]) == f"{game.slug}-1@localhost"
    assert str(event["URL"]).endswith(f"/games/{game.slug}/S1901M/")
    assert not event.alarms.times


def test_a_calendar_says_its_name_and_when_to_look_again(game: Game):
    calendar = icalendar.Calendar.from_ical(fetch(addresses.calendar_url(game)).content)
    assert calendar["X-WR-CALNAME"] == calendar["NAME"] == game.title
    assert calendar.refresh_interval == dt.timedelta(hours=1)
    assert b"X-PUBLISHED-TTL:PT1H\r\n" in calendar.to_ical()


@pytest.mark.parametrize(
    ("code", "summary"),
    [("F1901R", "retreats of Fall 1901"), ("W1901A", "adjustments of Winter 1901")],
)
def test_each_type_of_phase_has_its_summary(game: Game, code: str, summary: str):
    game.phases.update(code=code)
    assert str(only(calendar_of(game))["SUMMARY"]) == f"{game.title}: {summary}"


def test_a_calendar_is_in_the_language_of_the_game_or_of_the_person_with_the_key(
    game: Game, reader: User
):
    Game.objects.filter(pk=game.pk).update(language="it")
    User.objects.filter(pk=reader.pk).update(language="bg")
    assert "Primavera 1901" in str(only(calendar_of(game))["SUMMARY"])
    own = events(fetch(addresses.calendar_url(game, key_of(reader))))
    assert "Пролет 1901" in str(only(own)["SUMMARY"])


def test_phases_of_the_last_thirty_days_are_shown_at_the_time_of_their_end(game: Game):
    ended = factories.deadline(game)
    play(game, 2)
    with time_machine.travel(ended + 30 * DAY - dt.timedelta(minutes=1)):
        assert len(calendar_of(game)) == 3
        assert calendar_of(game)[0].start == ended.replace(microsecond=0)
    with time_machine.travel(ended + 30 * DAY + dt.timedelta(minutes=1)):
        assert len(calendar_of(game)) == 2


# Changes of a phase


def restart(game: Game, master: User) -> None:
    due_phases.set_aside(factories.open_phase(game), "broken")
    assert only(calendar_of(game)).status == icalendar.STATUS.CANCELLED
    control.restart_set_aside(game, by=master)


MOVES: dict[str, Callable[[Game, User], object]] = {
    "extension": lambda game, master: control.extend(game, to=clock.now() + 5 * DAY, by=master),
    "process now": lambda game, master: control.end_now(game, by=master),
    "restart": restart,
}


@pytest.mark.parametrize("move", MOVES)
def test_a_deadline_that_moves_keeps_its_uid_and_raises_its_sequence(
    game: Game, master: User, move: str
):
    before = only(calendar_of(game))
    MOVES[move](game, master)
    after = only(calendar_of(game))
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["LAST-MODIFIED"].dt == after["DTSTAMP"].dt >= before["DTSTAMP"].dt
    assert after.start == factories.deadline(game).replace(microsecond=0)
    assert after.status == icalendar.STATUS.CONFIRMED


def test_a_pause_cancels_an_event_and_its_end_confirms_it(game: Game, master: User):
    first = only(calendar_of(game))
    control.pause(game, until=clock.now() + 3 * DAY, by=master)
    paused = only(calendar_of(game))
    assert (paused.status, paused.start) == (icalendar.STATUS.CANCELLED, first.start)
    with time_machine.travel(clock.now() + DAY):
        control.resume(game, by=master)
        resumed = only(calendar_of(game))
    assert resumed.status == icalendar.STATUS.CONFIRMED
    assert resumed.start > first.start
    assert first["UID"] == paused["UID"] == resumed["UID"]
    assert first["SEQUENCE"] < paused["SEQUENCE"] < resumed["SEQUENCE"]


def test_a_phase_that_was_rolled_back_is_cancelled(game: Game, master: User):
    play(game)
    spring, _fall = calendar_of(game)
    corrections.roll_back(game, 1, by=master, reason="A mistake.")
    cancelled, void, again = calendar_of(game)
    assert cancelled["UID"] == spring["UID"] != again["UID"]
    assert cancelled["SEQUENCE"] > spring["SEQUENCE"]
    assert {cancelled.status, void.status} == {icalendar.STATUS.CANCELLED}
    assert again.status == icalendar.STATUS.CONFIRMED


def test_the_open_phase_of_a_game_that_ends_is_cancelled(game: Game, master: User):
    endings.close(game, by=master, reason="Over.")
    assert only(calendar_of(game)).status == icalendar.STATUS.CANCELLED


# Personal calendars


def test_a_person_has_one_calendar_of_all_their_games(game: Game, master: User, reader: User):
    factories.begun_game(master, title="Another table")  # they do not play in it
    power = game.seats.get(tenures__person=reader).power.capitalize()
    event = only(events(fetch(addresses.own_calendar_url(key_of(reader)))))
    assert str(event["SUMMARY"]) == f"{game.title}: orders for Spring 1901 ({power})"
    mastered = events(fetch(addresses.own_calendar_url(key_of(master))))
    assert {str(each["SUMMARY"]) for each in mastered} == {
        f"{game.title}: orders for Spring 1901",
        "Another table: orders for Spring 1901",
    }


def test_a_person_without_games_has_a_calendar_without_events(db: None):
    assert events(fetch(addresses.own_calendar_url(key_of(factories.person())))) == []


def test_a_person_who_has_lost_a_seat_no_longer_has_its_game_in_the_calendar(
    game: Game, reader: User
):
    key = key_of(reader)
    seat = game.seats.get(tenures__person=reader)
    seat.tenures.update(until=clock.now(), ending="replaced")
    assert events(fetch(addresses.own_calendar_url(key))) == []


# Cost


def test_a_calendar_takes_no_more_queries_for_many_phases(game: Game, reader: User):
    def queries(path: str) -> int:
        fetch(path)
        with CaptureQueriesContext(connection) as caught:
            fetch(path)
        return len(caught)

    paths = [
        addresses.calendar_url(game),
        addresses.calendar_url(game, key_of(reader)),
        addresses.own_calendar_url(key_of(reader)),
    ]
    before = [queries(path) for path in paths]
    now = clock.now()
    given = {"game": game, "settings": game.settings, "status": Phase.Status.RESOLVED}
    times = dict.fromkeys(("opened_at", "deadline", "due_at", "resolved_at"), now)
    rows = [Phase(number=n, code=f"S{1900 + n}M", **given, **times) for n in range(2, 52)]
    Phase.objects.bulk_create(rows)
    assert len(calendar_of(game)) == 51
    assert [queries(path) for path in paths] == before
    assert max(before) <= 5


def test_what_has_not_changed_is_not_sent_again(game: Game, master: User):
    first = fetch(addresses.calendar_url(game))
    again = fetch(addresses.calendar_url(game), **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    control.end_now(game, by=master)
    moved = fetch(addresses.calendar_url(game), **{"If-None-Match": first["ETag"]})
    assert moved.status_code == 200


# The format


TITLES = {
    "signs": "Kings, queens; knaves \\ and “more”",
    "long": "Ж" * 80,
    "lines": "One\r\nATTENDEE:mailto:x@x.test\nTwo",
    "controls": "Bell\x07 and \u202e and \ufffe and \x7f",
}


@pytest.mark.parametrize("title", TITLES)
def test_a_calendar_is_valid_with_any_title(game: Game, title: str):
    Game.objects.filter(pk=game.pk).update(title=TITLES[title])
    answer = fetch(addresses.calendar_url(game))
    assert not list(ics_rules.trouble(answer.content))
    assert len(events(answer)) == 1
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"


def test_a_calendar_is_valid_in_each_state_of_a_game(game: Game, master: User):
    play(game, 2)
    corrections.roll_back(game, 2, by=master, reason="A mistake.")
    control.pause(game, until=clock.now() + 3 * DAY, by=master)
    empty = key_of(factories.person())
    for path in (addresses.calendar_url(game), addresses.own_calendar_url(empty)):
        answer = fetch(path)
        assert not list(ics_rules.trouble(answer.content))
        icalendar.Calendar.from_ical(answer.content).validate()


def test_the_checker_of_calendar_rules_finds_each_fault():
    inside = b"VERSION:2.0\r\nBEGIN:VEVENT\r\nSTATUS:OFF\r\nEND:VEVENT\r\n"
    wrong = b"BEGIN:VCALENDAR\r\n" + inside + b"END:VCALENDAR\r\n"
    found = set(ics_rules.trouble(wrong))
    assert "VCALENDAR: 0 PRODID" in found
    assert {f"VEVENT: 0 {name}" for name in ("UID", "DTSTAMP", "DTSTART")} <= found
    assert "STATUS: 'OFF'" in found
    assert list(ics_rules.trouble(wrong.replace(b"\r\n", b"\n")))


def test_the_url_of_a_calendar_is_short(game: Game):
    assert reverse("games:calendar", args=[game.slug]) == f"/games/{game.slug}/calendar.ics"
