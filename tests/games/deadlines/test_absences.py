"""Announced absences, and the deadlines that they move."""

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games.core.errors import Refused
from games.deadlines import absences, control, readiness, schedule, upcoming
from games.deadlines.upcoming import Plan
from games.models import Absence, Event, Game, Notification, Seat

from ... import factories
from ..orders.test_submission import submit

TUESDAY = dt.datetime(2026, 11, 24, 12, tzinfo=dt.UTC)
SUNDAYS = {
    "weekdays": 1 << 6,
    "at": dt.time(20),
    "zone": "Europe/Madrid",
    "least_hours": 72,
    "window_hours": 48,
    "absence_cap_days": 7,
}
SUNDAY = dt.date(2026, 12, 6)  # the second one


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


def announce(seat: Seat, first: dt.date = SUNDAY, last: dt.date | None = None) -> Absence:
    return absences.announce(seat, factories.holder(seat), first=first, last=last or first)


def plan(game: Game) -> Plan:
    phase = factories.open_phase(game)
    phase.game = Game.objects.get(pk=game.pk)
    return upcoming.plan_of_phase(phase)


def days(game: Game) -> list[str]:
    return [f"{each.when:%-d %b}" for each in plan(game).deadlines]


def test_an_absence_is_told_to_all_others_and_logged_by_power(game: Game, france: Seat):
    announce(france)
    event = game.events.get(kind=Event.Kind.ABSENCE)
    assert (event.seat, event.text) == (france, "2026-12-06/2026-12-06")
    told = set(Notification.objects.filter(event=event).values_list("person", flat=True))
    assert len(told) == 7  # six players and the master
    assert factories.holder(france).pk not in told


def test_a_deadline_that_is_set_already_stays(game: Game, france: Seat):
    before = factories.deadline(game)
    announce(france, first=dt.date(2026, 11, 28), last=dt.date(2026, 11, 30))
    assert factories.deadline(game) == before
    assert days(game)[0] == "29 Nov"


def test_a_later_deadline_moves_and_the_list_names_the_power(game: Game, france: Seat):
    assert days(game) == ["29 Nov", "6 Dec", "13 Dec", "20 Dec", "27 Dec"]
    announce(france)
    announce(factories.seat(game, "TURKEY"), first=dt.date(2026, 12, 7))  # moves nothing
    assert days(game) == ["29 Nov", "13 Dec", "20 Dec", "27 Dec", "3 Jan"]
    assert [each.waits_for for each in plan(game).deadlines] == [(), ["France"], [], [], []]


def test_a_deadline_that_would_move_beyond_the_cap_stays_and_names_nobody(game: Game, france: Seat):
    announce(france, last=dt.date(2026, 12, 20))
    assert days(game)[:2] == ["29 Nov", "6 Dec"]
    assert plan(game).deadlines[1].waits_for == []


def test_whoever_sees_the_game_reads_the_absences_by_power(game: Game, france: Seat):
    announce(france, last=SUNDAY + dt.timedelta(days=2))
    assert [(each.power, each.first, each.last) for each in plan(game).away] == [
        ("France", "6 Dec 2026", "8 Dec 2026")
    ]
    with time_machine.travel(TUESDAY + dt.timedelta(days=20), tick=False):
        assert not plan(game).away


def test_who_gave_up_the_seat_is_waited_for_no_longer(game: Game, france: Seat):
    announce(france)
    france.tenures.update(until=clock.now(), ending="resigned")
    assert not plan(game).away
    assert days(game)[1] == "6 Dec"


def test_a_withdrawn_absence_moves_nothing(game: Game, france: Seat):
    absence = announce(france)
    absences.withdraw(absence, factories.holder(france))
    assert days(game)[1] == "6 Dec"
    with pytest.raises(Refused, match="This absence is already withdrawn"):
        absences.withdraw(absence, factories.holder(france))


def test_nobody_withdraws_anothers_absence(game: Game, france: Seat):
    absence = announce(france)
    with pytest.raises(Refused):
        absences.withdraw(absence, factories.holder(factories.seat(game, "ITALY")))
    absence.refresh_from_db()
    assert absence.withdrawn_at is None


@pytest.mark.parametrize(
    ("first", "last", "says"),
    [
        (
            dt.date(2026, 11, 20),
            SUNDAY,
            "An absence can’t begin in the past or end before it begins. Change the dates",
        ),
        (SUNDAY, dt.date(2026, 12, 5), "end before it begins"),
        (SUNDAY, SUNDAY + dt.timedelta(days=30), "at most 30 days"),
        (dt.date(2028, 1, 1), dt.date(2028, 1, 2), "within a year"),
    ],
)
def test_an_absence_that_makes_no_sense_is_refused(france: Seat, first, last, says):
    with pytest.raises(Refused, match=says):
        announce(france, first, last)
    assert not Absence.objects.exists()


def test_the_same_days_cannot_be_announced_twice(france: Seat):
    announce(france, last=SUNDAY + dt.timedelta(days=3))
    with pytest.raises(Refused, match="You’ve already announced an absence for some of these days"):
        announce(france, first=SUNDAY + dt.timedelta(days=3))


def test_a_game_of_plain_lengths_waits_for_nobody(master: User):
    seat = factories.seat(factories.begun_game(master), "FRANCE")
    with pytest.raises(Refused, match="Deadlines in this game don’t wait for absent players"):
        announce(seat)


# The next deadlines


def test_in_a_paused_game_the_list_says_until_when(game: Game, master: User):
    until = TUESDAY + dt.timedelta(days=3)
    control.pause(game, until=until, by=master)
    assert (plan(game).until, plan(game).deadlines) == (until, [])


def test_where_all_are_ready_later_deadlines_are_counted_from_the_early_end(
    master: User, players: list[User]
):
    game = factories.begun_game(master, players, **SUNDAYS, ready_minutes=30)
    phase = factories.open_phase(game)
    for power, text in factories.HOLDS.items():
        submit(game, power, text)
        seat = factories.seat(game, power)
        readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    phase.refresh_from_db()
    assert phase.due_at == TUESDAY + dt.timedelta(minutes=30)
    # The Sunday that was promised ends the next phase: more than 72 hours are left till then.
    assert days(game)[:3] == ["24 Nov", "29 Nov", "6 Dec"]
    assert plan(game).promised == phase.deadline
    assert game.settings is not None
    assert schedule.upcoming(phase, game.settings, 1) == [phase.due_at]


def test_a_timetable_that_ends_says_that_no_date_is_left(game: Game, monkeypatch):
    monkeypatch.setattr("games.deadlines.timetable.HORIZON", 4)
    assert plan(game).ends
    assert days(game) == ["29 Nov"]


def test_a_lobby_shows_how_the_deadlines_would_fall(master: User):
    game = factories.open_game(master, **SUNDAYS)
    found = upcoming.plan_of_lobby(game)
    assert found.is_lobby
    assert [f"{each.when:%-d %b}" for each in found.deadlines][:2] == ["29 Nov", "6 Dec"]
    assert [each.in_game_zone for each in found.deadlines][:2] == ["Sun 20:00"] * 2


def test_nothing_lies_before_a_game_that_is_over(game: Game):
    factories.open_phase(game)
    phase = factories.open_phase(game)
    phase.status = "final"
    phase.game = game
    assert upcoming.plan_of_phase(phase) == Plan()
