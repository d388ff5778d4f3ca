"""Deadlines of live games: minutes instead of hours, and no slack that is made for hours."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import outages, readiness, reminders
from games.lifecycle import settings as game_settings
from games.models import Event, Game, Notification, Outage, Phase
from games.state import phase_clock

from ... import factories
from ..orders.test_submission import submit

SECOND = dt.timedelta(seconds=1)
MINUTE = dt.timedelta(minutes=1)
HOUR = dt.timedelta(hours=1)
NOW = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)
RETREATS: dict[str, Any] = {
    "units": {"FRANCE": ["A PAR", "A BUR"], "GERMANY": ["A MUN"], "ITALY": ["A ROM"]},
    "dislodged": {"GERMANY": [("A MUN", "BUR", ["KIE", "BER"])]},
}


@pytest.fixture
def at_noon(settings: Any) -> Iterator[Any]:
    settings.OUTAGE_AFTER = 3 * MINUTE
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(at_noon: object, players: list[User]) -> Game:
    return factories.live_game(players)


def all_ready(game: Game) -> None:
    for power, text in factories.HOLDS.items():
        submit(game, power, text)
        seat = factories.seat(game, power)
        phase = factories.open_phase(game)
        readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))


def test_a_movement_phase_lasts_its_minutes_and_others_their_own(game: Game, at_noon: Any) -> None:
    assert factories.deadline(game) == NOW + 3 * MINUTE
    phase = factories.set_up_position(
        game,
        "S1901M",
        units={"FRANCE": ["A PAR", "A BUR"], "GERMANY": ["A MUN"], "AUSTRIA": ["A TYR"]},
        centers={"FRANCE": ["PAR"], "GERMANY": ["MUN"], "AUSTRIA": ["VIE"]},
    )
    submit(game, "FRANCE", "A BUR - MUN")
    submit(game, "AUSTRIA", "A TYR S A BUR - MUN")
    at_noon.shift(3 * MINUTE)
    due_phases.resolve_due()
    follower = factories.open_phase(game)
    assert (phase.code, follower.code) == ("S1901M", "S1901R")
    assert follower.deadline == NOW + 4 * MINUTE


def test_once_all_are_ready_the_phase_is_over(game: Game) -> None:
    all_ready(game)
    assert due_phases.resolve_due() == 1
    assert factories.open_phase(game).code == "F1901M"
    assert factories.deadline(game) == NOW + 3 * MINUTE


def test_a_delay_of_some_seconds_moves_no_deadline(game: Game, at_noon: Any) -> None:
    at_noon.shift(3 * MINUTE + 4 * SECOND)
    due_phases.resolve_due()
    assert factories.deadline(game) == NOW + 6 * MINUTE


def test_a_longer_delay_shortens_no_phase(game: Game, at_noon: Any) -> None:
    """A weekly game allows ten minutes, which would be three phases of this one."""
    at_noon.shift(3 * MINUTE + 40 * SECOND)
    outages.beat()
    due_phases.resolve_due()
    assert factories.deadline(game) == NOW + 6 * MINUTE + 40 * SECOND


def test_a_weekly_game_still_allows_ten_minutes(at_noon: Any, db: None) -> None:
    game = factories.begun_game(phase_hours=24)
    at_noon.shift(24 * HOUR + 9 * MINUTE)
    due_phases.resolve_due()
    assert factories.deadline(game) == NOW + 48 * HOUR


@pytest.mark.parametrize(("window", "left"), [(3, 30 * SECOND), (1, 30 * SECOND)])
def test_who_ordered_all_retreats_but_is_not_ready_has_half_a_minute(
    at_noon: Any, players: list[User], window: int, left: dt.timedelta
) -> None:
    game = factories.live_game(players, live_window_minutes=window)
    phase = factories.set_up_position(game, "S1901R", **RETREATS)
    assert phase.due_at == NOW + 3 * MINUTE
    submit(game, "GERMANY", "A MUN R KIE")
    assert factories.open_phase(game).due_at == NOW + left


def test_nobody_is_reminded_of_a_phase_of_minutes(game: Game, at_noon: Any) -> None:
    assert factories.open_phase(game).remind_at is None
    at_noon.shift(2 * MINUTE)
    assert reminders.remind() == 0


def test_who_orders_nothing_is_in_disorder_at_once(game: Game, at_noon: Any) -> None:
    submit(game, "FRANCE", "A PAR H")
    at_noon.shift(3 * MINUTE)
    due_phases.resolve_due()
    disordered = game.seats.exclude(disorder_since=None).values_list("power", flat=True)
    assert set(disordered) == set(factories.HOLDS) - {"FRANCE"}


# Outages


def test_a_deadline_in_an_outage_is_put_off_by_its_length(game: Game, at_noon: Any) -> None:
    """A weekly game waits an hour at least: here nobody would sit there any more."""
    outages.beat()
    at_noon.shift(5 * MINUTE)
    assert due_phases.resolve_due() == 0
    assert factories.deadline(game) == NOW + 10 * MINUTE
    assert game.events.filter(kind=Event.Kind.MADE_UP).count() == 1


def test_after_an_outage_everybody_has_a_whole_phase(at_noon: Any, players: list[User]) -> None:
    game = factories.live_game(players, live_minutes=15)
    at_noon.shift(10 * MINUTE)
    outages.beat()
    at_noon.shift(4 * MINUTE)
    outages.beat()
    assert factories.deadline(game) == NOW + 29 * MINUTE


def test_two_minutes_are_an_outage_to_a_live_game_alone(at_noon: Any, players: list[User]) -> None:
    live = factories.live_game(players)
    weekly = factories.begun_game(title="Weekly", phase_hours=1)
    outages.beat()
    at_noon.shift(2 * MINUTE)
    outages.beat()
    assert factories.deadline(live) == NOW + 5 * MINUTE
    assert factories.deadline(weekly) == NOW + HOUR
    assert not Outage.objects.exists()
    told = Notification.objects.filter(event__kind=Event.Kind.MADE_UP, channel="site")
    assert {each.game_id for each in told} == {live.pk}
    outages.beat()
    assert factories.deadline(live) == NOW + 5 * MINUTE


def test_a_minute_between_two_heartbeats_is_no_outage(game: Game, at_noon: Any) -> None:
    outages.beat()
    at_noon.shift(MINUTE)
    outages.beat()
    assert factories.deadline(game) == NOW + 3 * MINUTE


def test_an_operator_who_allows_longer_gaps_does_so_in_live_games(
    game: Game, at_noon: Any, settings: Any
) -> None:
    settings.OUTAGE_AFTER = 30 * MINUTE
    outages.beat()
    at_noon.shift(5 * MINUTE)
    assert due_phases.resolve_due() == 1


def test_a_live_game_can_go_on_by_days(game: Game, at_noon: Any) -> None:
    by = game.masterships.get().person
    assert game_settings.change(game, factories.settings(phase_hours=24), [], by=by)
    assert factories.deadline(game) == NOW + 3 * MINUTE
    at_noon.shift(3 * MINUTE)
    due_phases.resolve_due()
    assert factories.deadline(game) == NOW + 3 * MINUTE + 24 * HOUR
    assert phase_clock.next_reminder(factories.deadline(game), clock.now())
    assert Phase.objects.filter(game=game).count() == 2
