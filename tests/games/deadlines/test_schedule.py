"""Deadlines of stored games on a timetable: every Sunday 20:00 in Madrid.

`test_timetable.py` tests the rule alone; here it is used with rows, pauses and resolutions.
"""

import datetime as dt
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import IntegrityError, transaction

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.core import holidays
from games.core.errors import Refused
from games.deadlines import absences, control, schedule
from games.deadlines.timetable import NoDeadlineError
from games.lifecycle import settings
from games.models import Game, Phase
from games.seats import tenures

from ... import factories
from ..orders.test_submission import submit

DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)
SUNDAYS = {
    "weekdays": 1 << 6,
    "at": dt.time(20),
    "zone": "Europe/Madrid",
    "least_hours": 72,
    "window_hours": 48,
}
MONDAY = dt.datetime(2027, 1, 4, 12, tzinfo=dt.UTC)  # of the week before Sunday, 10 January


def utc(month: int, day: int, hour: int = 19, minute: int = 0, year: int = 2027) -> dt.datetime:
    return dt.datetime(year, month, day, hour, minute, tzinfo=dt.UTC)


@pytest.fixture
def at_monday() -> Iterator[Any]:
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(at_monday: object, master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, **SUNDAYS)


def with_retreats(game: Game, code: str) -> Phase:
    """Put a position on the board from which every movement phase leads to a retreat phase."""
    return factories.set_up_position(
        game,
        code,
        units={"GERMANY": ["A MUN", "A RUH"], "FRANCE": ["A BUR"], "TURKEY": ["A CON"]},
        centers={"GERMANY": ["MUN"], "FRANCE": ["PAR"], "TURKEY": ["CON"]},
    )


def resolve(game: Game) -> Phase:
    assert due_phases.resolve_due() == 1
    return factories.open_phase(game)


def test_the_first_deadline_is_the_next_sunday_that_leaves_three_days(game: Game) -> None:
    assert factories.deadline(game) == utc(1, 10)


def test_a_game_that_begins_on_friday_waits_for_the_sunday_after_next(
    master: User, players: list[User]
) -> None:
    with time_machine.travel(utc(1, 8, 12), tick=False):
        game = factories.begun_game(master, players, **SUNDAYS)
    assert factories.deadline(game) == utc(1, 17)


def test_for_a_year_with_a_retreat_in_every_turn_no_deadline_leaves_its_sunday(
    game: Game, at_monday
) -> None:
    """52 movement phases in 52 weeks, both changes of the clocks among them."""
    with_retreats(game, "S1901M")
    sundays: list[dt.datetime] = []
    while len(sundays) < 52:
        phase = factories.open_phase(game)
        if phase.type == "M":
            sundays.append(factories.deadline(game))
            if not phase.units.filter(province="BUR", seat__power="FRANCE").exists():
                phase = with_retreats(game, phase.code)
            submit(game, "GERMANY", "A MUN - BUR", "A RUH S A MUN - BUR")
            submit(game, "FRANCE", "A BUR H")
            submit(game, "TURKEY", "A CON H")
        at_monday.move_to(factories.deadline(game) + dt.timedelta(seconds=2), tick=False)
        assert due_phases.resolve_due() == 1
    local = [moment.astimezone(ZoneInfo("Europe/Madrid")) for moment in sundays]
    assert {(moment.weekday(), moment.hour, moment.minute) for moment in local} == {(6, 20, 0)}
    assert [later - sooner for sooner, later in pairwise(local)] == [*51 * [7 * DAY]]
    assert {moment.utcoffset() for moment in local} == {HOUR, 2 * HOUR}


def test_a_retreat_phase_has_its_window(game: Game, at_monday) -> None:
    with_retreats(game, "S1901M")
    submit(game, "GERMANY", "A MUN - BUR", "A RUH S A MUN - BUR")
    at_monday.move_to(utc(1, 10, 19, 0) + dt.timedelta(seconds=3), tick=False)
    phase = resolve(game)
    assert (phase.code, phase.deadline) == ("S1901R", utc(1, 12))
    at_monday.move_to(utc(1, 12), tick=False)
    phase = resolve(game)
    assert (phase.code, phase.deadline) == ("F1901M", utc(1, 17))


def test_retreats_that_are_all_in_leave_the_next_sunday_where_it_is(game: Game, at_monday) -> None:
    with_retreats(game, "S1901M")
    submit(game, "GERMANY", "A MUN - BUR", "A RUH S A MUN - BUR")
    at_monday.move_to(utc(1, 10), tick=False)
    resolve(game)
    at_monday.move_to(utc(1, 10, 21), tick=False)
    submit(game, "FRANCE", "A BUR R PAR")
    assert factories.deadline(game) == utc(1, 10, 21, 30)
    at_monday.move_to(utc(1, 10, 21, 30), tick=False)
    assert resolve(game).deadline == utc(1, 17)


def test_an_early_finish_makes_no_sunday_earlier_than_the_least_time(game: Game, at_monday) -> None:
    """All are ready on Thursday; next Sunday is too near, so the deadline is the one after."""
    at_monday.move_to(utc(1, 7, 20), tick=False)
    control.end_now(game, by=game.masterships.get().person)
    assert resolve(game).deadline == utc(1, 17)


def test_finished_on_wednesday_the_same_sunday_ends_the_next_phase_too(
    game: Game, at_monday
) -> None:
    at_monday.move_to(utc(1, 6, 20), tick=False)
    control.end_now(game, by=game.masterships.get().person)
    assert resolve(game).deadline == utc(1, 10)


def test_a_worker_that_comes_late_moves_nothing(game: Game, at_monday) -> None:
    at_monday.move_to(utc(1, 10, 19, 9), tick=False)
    assert resolve(game).deadline == utc(1, 17)


@pytest.mark.parametrize(
    ("to", "after"),
    [(None, utc(1, 17)), (utc(1, 11, 18), utc(1, 11, 18)), (utc(1, 10, 19, 1), utc(1, 10, 19, 1))],
)
def test_an_extension_moves_one_deadline_and_the_next_is_a_sunday_again(
    game: Game, at_monday, to: dt.datetime | None, after: dt.datetime
) -> None:
    control.extend(game, to=to, by=None)
    assert factories.deadline(game) == after
    at_monday.move_to(after, tick=False)
    follower = resolve(game)
    assert follower.deadline == (utc(1, 17) if after < utc(1, 12) else utc(1, 24))


@pytest.mark.parametrize("to", [utc(1, 10), utc(1, 9), utc(1, 4, 11)])
def test_a_deadline_is_only_put_off(game: Game, to: dt.datetime) -> None:
    with pytest.raises(Refused, match="later"):
        control.extend(game, to=to, by=None)


def test_an_extension_has_its_limit(game: Game) -> None:
    with pytest.raises(Refused, match="60 days"):
        control.extend(game, to=MONDAY + 61 * DAY, by=None)


@pytest.mark.parametrize(
    ("paused", "resumed", "after"),
    [
        (utc(1, 5), utc(1, 6), utc(1, 10)),  # four days are left, more than the least time
        (utc(1, 5), utc(1, 8), utc(1, 17)),  # two days: the next Sunday
        (utc(1, 10, 18), utc(1, 10, 18, 30), utc(1, 17)),  # half an hour is left, less than an hour
        (utc(1, 10, 18), utc(1, 16, 18), utc(1, 17)),  # an hour was left, a day is more
        (utc(1, 5), utc(2, 26, 12), utc(3, 7)),  # two months
    ],
)
def test_after_a_pause_the_deadline_is_a_sunday_again(
    game: Game, at_monday, paused: dt.datetime, resumed: dt.datetime, after: dt.datetime
) -> None:
    at_monday.move_to(paused, tick=False)
    control.pause(game, until=paused + 60 * DAY, by=None)
    phase = factories.open_phase(game)
    assert (phase.due_at, phase.deadline, phase.remind_at) == (None, None, None)
    at_monday.move_to(resumed, tick=False)
    assert due_phases.resolve_due() == 0
    control.resume(game, by=None)
    assert factories.deadline(game) == after


def test_a_pause_takes_no_extension_back(game: Game, at_monday) -> None:
    control.extend(game, to=None, by=None)
    at_monday.move_to(utc(1, 5), tick=False)
    control.pause(game, until=utc(1, 9), by=None)
    at_monday.move_to(utc(1, 6), tick=False)
    control.resume(game, by=None)
    assert factories.deadline(game) == utc(1, 17)


def test_a_pause_ends_by_itself(game: Game, at_monday) -> None:
    control.pause(game, until=utc(1, 20, 12), by=None)
    at_monday.move_to(utc(1, 20, 11, 59), tick=False)
    assert control.resume_due() == 0
    at_monday.move_to(utc(1, 20, 12), tick=False)
    assert control.resume_due() == 1
    assert control.resume_due() == 0
    assert factories.deadline(game) == utc(1, 24)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


@pytest.mark.parametrize("until", [MONDAY, MONDAY - DAY, MONDAY + 61 * DAY])
def test_a_pause_has_a_sensible_end(game: Game, until: dt.datetime) -> None:
    with pytest.raises(Refused, match="60 days"):
        control.pause(game, until=until, by=None)


def test_orders_are_taken_in_a_pause_and_stand_after_it(game: Game, at_monday) -> None:
    control.pause(game, until=utc(1, 9), by=None)
    submit(game, "FRANCE", "A PAR - BUR")
    control.resume(game, by=None)
    assert factories.open_phase(game).orders.get().text == "A PAR - BUR"


# Skipped dates


def test_typed_dates_are_skipped(at_monday: object, master: User, players: list[User]) -> None:
    game = factories.open_game(master, skipped=[dt.date(2027, 1, 10)], **SUNDAYS)
    phase = Phase(game=game, settings=game.settings, code="S1901M", due_at=utc(1, 3))
    assert game.settings is not None
    assert schedule.upcoming(phase, game.settings, 3) == [utc(1, 3), utc(1, 17), utc(1, 24)]


def test_public_holidays_of_a_country_are_skipped(
    at_monday: object, master: User, players: list[User]
) -> None:
    """In Spain 6 January 2027 is Epiphany, a Wednesday."""
    fields = {**SUNDAYS, "weekdays": 1 << 2, "least_hours": 24}
    spain = factories.begun_game(master, players, holidays="ES", **fields)
    france = factories.begun_game(
        master, factories.PersonFactory.create_batch(7), holidays="FR", **fields
    )
    assert factories.deadline(spain) == utc(1, 13)
    assert factories.deadline(france) == utc(1, 6)


def test_holidays_go_over_the_turn_of_the_year() -> None:
    assert dt.date(2027, 12, 25) in holidays.public_holidays("ES", 2027)
    assert dt.date(2028, 1, 1) in holidays.public_holidays("ES", 2028)
    assert holidays.public_holidays("XX", 2027) == frozenset()
    assert {"ES", "IT", "BG", "GB", "US"} <= holidays.countries()


def test_where_all_dates_are_skipped_the_game_is_set_aside_and_not_lost(
    game: Game, at_monday
) -> None:
    never = [dt.date(2027, 1, 10) + number * 7 * DAY for number in range(120)]
    fields = {name: getattr(game.settings, name) for name in settings.FIELDS}
    settings.change(game, fields, never, by=game.masterships.get().person)
    game.refresh_from_db()
    assert game.settings is not None
    with pytest.raises(NoDeadlineError):
        schedule.deadline(game.settings, factories.open_phase(game).type, clock.now())
    at_monday.move_to(utc(1, 10), tick=False)
    due_phases.resolve_due()
    game.refresh_from_db()
    assert game.status == Game.Status.ASIDE
    assert factories.open_phase(game).code == "S1901M"


# Changing the settings


def test_what_is_changed_counts_from_the_next_phase_on(game: Game, at_monday) -> None:
    fields = {name: getattr(game.settings, name) for name in settings.FIELDS}
    fields |= {"weekdays": 1 << 2, "at": dt.time(21), "on_missed": "grace"}
    assert settings.change(game, fields, [], by=game.masterships.get().person)
    assert factories.deadline(game) == utc(1, 10)
    at_monday.move_to(utc(1, 10), tick=False)
    follower = resolve(game)  # nobody ordered, and there was no grace yet
    assert (follower.code, follower.deadline) == ("F1901M", utc(1, 13, 20))
    game.refresh_from_db()
    assert follower.settings == game.settings


def test_nothing_changed_is_no_news(game: Game) -> None:
    fields = {name: getattr(game.settings, name) for name in settings.FIELDS}
    assert not settings.change(game, fields, [], by=game.masterships.get().person)
    assert game.settings_versions.count() == 1


# Absences


def away(game: Game, power: str, first: dt.date, last: dt.date) -> None:
    seat = factories.seat(game, power)
    absences.announce(seat, factories.holder(seat), first=first, last=last)


@pytest.fixture
def patient(at_monday: object, master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, absence_cap_days=14, **SUNDAYS)


def test_an_absence_moves_later_deadlines_and_not_the_present_one(patient: Game, at_monday) -> None:
    away(patient, "FRANCE", dt.date(2027, 1, 8), dt.date(2027, 1, 20))
    assert factories.deadline(patient) == utc(1, 10)
    at_monday.move_to(utc(1, 10), tick=False)
    assert resolve(patient).deadline == utc(1, 24)


def test_it_moves_them_by_the_cap_at_most(patient: Game, at_monday) -> None:
    away(patient, "FRANCE", dt.date(2027, 1, 8), dt.date(2027, 2, 5))
    at_monday.move_to(utc(1, 10), tick=False)
    # 17, 24 and 31 January are all absent, and the cap ends with the last of them.
    assert resolve(patient).deadline == utc(1, 17)


def test_who_has_left_moves_nothing(patient: Game, at_monday) -> None:
    away(patient, "FRANCE", dt.date(2027, 1, 8), dt.date(2027, 1, 20))
    france = factories.seat(patient, "FRANCE")
    tenures.resign(france, factories.holder(france))
    at_monday.move_to(utc(1, 10), tick=False)
    assert resolve(patient).deadline == utc(1, 17)


def test_a_withdrawn_absence_moves_nothing(patient: Game, at_monday) -> None:
    away(patient, "FRANCE", dt.date(2027, 1, 8), dt.date(2027, 1, 20))
    france = factories.seat(patient, "FRANCE")
    absences.withdraw(france.absences.get(), factories.holder(france))
    at_monday.move_to(utc(1, 10), tick=False)
    assert resolve(patient).deadline == utc(1, 17)


def test_a_game_without_a_cap_waits_for_nobody(game: Game) -> None:
    with pytest.raises(Refused, match="Deadlines in this game don’t wait for absent players"):
        away(game, "FRANCE", dt.date(2027, 1, 8), dt.date(2027, 1, 20))


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (dt.date(2027, 1, 1), dt.date(2027, 1, 20)),  # it began in the past
        (dt.date(2027, 1, 20), dt.date(2027, 1, 19)),
        (dt.date(2027, 1, 20), dt.date(2027, 2, 20)),  # 32 days
        (dt.date(2028, 1, 20), dt.date(2028, 1, 22)),  # in more than a year
    ],
)
def test_an_absence_is_of_sensible_days(patient: Game, first: dt.date, last: dt.date) -> None:
    with pytest.raises(Refused):
        away(patient, "FRANCE", first, last)


def test_two_absences_of_one_seat_do_not_overlap(patient: Game) -> None:
    away(patient, "FRANCE", dt.date(2027, 1, 8), dt.date(2027, 1, 20))
    away(patient, "ITALY", dt.date(2027, 1, 8), dt.date(2027, 1, 20))
    with pytest.raises(Refused, match="already"):
        away(patient, "FRANCE", dt.date(2027, 1, 20), dt.date(2027, 1, 22))


def test_the_next_five_deadlines_are_said_in_advance(patient: Game) -> None:
    away(patient, "FRANCE", dt.date(2027, 1, 24), dt.date(2027, 1, 24))
    phase = factories.open_phase(patient)
    assert patient.settings is not None
    assert schedule.upcoming(phase, patient.settings, 5) == [
        utc(1, 10), utc(1, 17), utc(1, 31), utc(2, 7), utc(2, 14),
    ]  # fmt: skip


APART = {**SUNDAYS, "window_hours": 24, "build_weekdays": 0b100, "build_at": dt.time(20)}


def test_retreats_and_builds_end_by_windows_of_their_own(
    at_monday: Any, master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players, **APART)
    with_retreats(game, "F1901M")
    submit(game, "GERMANY", "A MUN - BUR", "A RUH S A MUN - BUR")
    due = [factories.deadline(game)]
    for _phase in range(3):
        factories.keep_played(game)
        at_monday.move_to(due[-1], tick=False)
        resolve(game)
        due.append(factories.deadline(game))
    codes = list(game.phases.order_by("number").values_list("code", flat=True))
    assert codes == ["F1901M", "F1901R", "W1901A", "S1902M"]
    assert due == [utc(1, 10), utc(1, 11), utc(1, 13), utc(1, 17)]


def test_an_extension_of_builds_goes_to_the_next_of_their_weekdays(
    at_monday: Any, master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players, **APART)
    phase = factories.open_phase(game)
    phase.code, phase.deadline = "W1901A", utc(1, 6)
    assert schedule.following(phase, utc(1, 4)) == utc(1, 13)
    phase.code = "F1901R"
    assert schedule.following(phase, utc(1, 4)) == utc(1, 7)


@pytest.mark.parametrize(
    "wrong",
    [
        {"build_weekdays": 0b100},
        {"build_at": dt.time(20)},
        {"retreat_weekdays": 128, "retreat_at": dt.time(20)},
        {"build_hours": 169},
        {"live_build_minutes": 2},
    ],
)
def test_the_database_refuses_windows_that_make_no_sense(
    at_monday: Any, game: Game, wrong: dict[str, Any]
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        settings.store(game, {**SUNDAYS, **wrong})


def test_the_database_refuses_weekdays_of_builds_where_phases_have_a_fixed_length(
    at_monday: Any, game: Game
) -> None:
    settings.store(game, {"phase_hours": 48, "window_hours": 24, "build_hours": 720})
    for wrong in ({"build_weekdays": 4, "build_at": dt.time(20)}, {"build_hours": 721}):
        with pytest.raises(IntegrityError), transaction.atomic():
            settings.store(game, {"phase_hours": 48, "window_hours": 24, **wrong})
