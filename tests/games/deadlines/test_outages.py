"""Heartbeats of the workers, and deadlines after an outage."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import control, outages, readiness
from games.models import Event, Game, Heartbeat, Notification, Outage, Phase

from ... import factories
from ..orders.test_submission import submit

MINUTE = dt.timedelta(minutes=1)
HOUR = dt.timedelta(hours=1)
NOW = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)


@pytest.fixture
def at_noon(settings):
    settings.OUTAGE_AFTER = 3 * MINUTE
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(at_noon: object, master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, phase_hours=10)


def test_a_new_site_was_never_down(game: Game, at_noon) -> None:
    assert not Heartbeat.objects.exclude(at=None).exists()
    at_noon.shift(10 * HOUR)
    assert due_phases.resolve_due() == 1
    assert not Outage.objects.exists()


def test_whoever_works_leaves_a_sign_of_life(game: Game, at_noon) -> None:
    due_phases.resolve_due()
    assert Heartbeat.objects.get().at == NOW
    at_noon.shift(dt.timedelta(seconds=10))
    due_phases.resolve_due()
    assert Heartbeat.objects.get().at == NOW  # recent enough, so it is not written again
    at_noon.shift(dt.timedelta(seconds=15))
    due_phases.resolve_due()
    assert Heartbeat.objects.get().at == NOW + dt.timedelta(seconds=25)


def test_deadlines_pass_though_the_row_of_the_heartbeat_is_gone(game: Game, at_noon) -> None:
    Heartbeat.objects.all().delete()
    at_noon.shift(10 * HOUR)
    assert due_phases.resolve_due() == 1
    assert Heartbeat.objects.get().at == NOW + 10 * HOUR


def test_a_deadline_that_fell_into_an_outage_is_moved_by_its_length(game: Game, at_noon) -> None:
    at_noon.shift(8 * HOUR)
    due_phases.resolve_due()
    at_noon.shift(5 * HOUR)  # the deadline was three hours ago
    assert due_phases.resolve_due() == 0
    phase = factories.open_phase(game)
    assert (phase.code, phase.due_at, phase.deadline) == ("S1901M", *2 * [NOW + 18 * HOUR])
    event = game.events.get(kind=Event.Kind.MADE_UP)
    assert (event.due_before, event.due_after) == (NOW + 10 * HOUR, NOW + 18 * HOUR)
    told = Notification.objects.filter(event=event, channel="site").values_list("person", flat=True)
    assert len(told) == 8


def test_so_is_one_that_falls_soon_after_it(game: Game, at_noon) -> None:
    at_noon.shift(4 * HOUR)
    due_phases.resolve_due()
    at_noon.shift(5 * HOUR)  # an hour before the deadline
    due_phases.resolve_due()
    assert factories.deadline(game) == NOW + 14 * HOUR


def test_a_deadline_far_away_stays(game: Game, at_noon) -> None:
    due_phases.resolve_due()
    at_noon.shift(2 * HOUR)
    due_phases.resolve_due()
    assert Outage.objects.count() == 1
    assert factories.deadline(game) == NOW + 10 * HOUR
    assert not game.events.filter(kind=Event.Kind.MADE_UP).exists()


@pytest.mark.parametrize(
    ("down", "more"), [(10 * MINUTE, HOUR), (7 * HOUR, 7 * HOUR), (60 * HOUR, 24 * HOUR)]
)
def test_it_is_made_up_for_by_an_hour_at_least_and_a_day_at_most(
    game: Game, at_noon, down: dt.timedelta, more: dt.timedelta
) -> None:
    at_noon.shift(10 * HOUR - 5 * MINUTE)
    due_phases.resolve_due()
    at_noon.shift(down)
    due_phases.resolve_due()
    assert factories.deadline(game) == NOW + 10 * HOUR - 5 * MINUTE + down + more


def test_a_short_stop_is_no_outage(game: Game, at_noon) -> None:
    at_noon.shift(10 * HOUR - MINUTE)
    due_phases.resolve_due()
    at_noon.shift(3 * MINUTE)
    assert due_phases.resolve_due() == 1


def test_where_all_were_ready_nobody_missed_anything(game: Game, at_noon) -> None:
    Game.objects.get(pk=game.pk)
    due_phases.resolve_due()
    at_noon.shift(HOUR)
    Heartbeat.objects.update(at=clock.now())
    for power, text in factories.HOLDS.items():
        submit(game, power, text)
        seat = factories.seat(game, power)
        phase = factories.open_phase(game)
        readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    at_noon.shift(20 * HOUR)
    assert due_phases.resolve_due() == 1
    assert factories.open_phase(game).code == "F1901M"


def test_a_paused_game_is_left_alone(game: Game, at_noon, master: User) -> None:
    due_phases.resolve_due()
    control.pause(game, until=NOW + 100 * HOUR, by=master)
    at_noon.shift(20 * HOUR)
    due_phases.resolve_due()
    assert factories.open_phase(game).due_at is None
    assert not game.events.filter(kind=Event.Kind.MADE_UP).exists()


def test_an_outage_is_made_up_for_once(game: Game, at_noon) -> None:
    at_noon.shift(8 * HOUR)
    due_phases.resolve_due()
    at_noon.shift(5 * HOUR)
    due_phases.resolve_due()
    due_phases.resolve_due()
    Outage.objects.update(done_at=None)  # as if a worker had died before storing it
    due_phases.resolve_due()
    assert game.events.filter(kind=Event.Kind.MADE_UP).count() == 1
    at_noon.move_to(NOW + 18 * HOUR, tick=False)
    Heartbeat.objects.update(at=clock.now())
    assert due_phases.resolve_due() == 1


def test_nothing_is_resolved_before_all_games_had_their_time(
    game: Game, at_noon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that dies between two games leaves the rest to the next."""
    another = factories.begun_game(title="Another", phase_hours=10)
    at_noon.shift(8 * HOUR)
    due_phases.resolve_due()
    at_noon.shift(5 * HOUR)
    put_off = outages._put_off
    monkeypatch.setattr(outages, "_put_off", dying_after_one(put_off))
    with pytest.raises(KeyboardInterrupt):
        due_phases.resolve_due()
    monkeypatch.setattr(outages, "_put_off", put_off)
    assert due_phases.resolve_due() == 0
    assert {factories.deadline(each) for each in (game, another)} == {NOW + 18 * HOUR}
    assert Event.objects.filter(kind=Event.Kind.MADE_UP).count() == 2


def dying_after_one(put_off: Callable[..., None]) -> Callable[..., None]:
    done: list[bool] = []

    def once(*given: Any) -> None:
        if done:
            raise KeyboardInterrupt
        done.append(True)
        put_off(*given)

    return once


def test_a_process_that_sleeps_in_the_middle_resolves_nothing_of_its_sleep(
    game: Game, at_noon
) -> None:
    """A worker claims by a time before its sleep; the next time it reads the heartbeat again."""
    watch = outages.Watch()
    at_noon.shift(9 * HOUR)
    moment = watch.moment()
    at_noon.shift(4 * HOUR)
    assert due_phases._resolve_some(set(), by=moment) is None
    assert due_phases._resolve_some(set(), by=watch.moment()) is None
    assert factories.deadline(game) == NOW + 17 * HOUR


def test_a_clock_that_is_set_back_is_no_outage(game: Game, at_noon) -> None:
    due_phases.resolve_due()
    at_noon.shift(-HOUR)
    due_phases.resolve_due()
    assert Heartbeat.objects.get().at == NOW - HOUR
    assert not Outage.objects.exists()
    at_noon.shift(dt.timedelta(seconds=25))
    due_phases.resolve_due()
    assert not Outage.objects.exists()


def test_a_round_that_finds_nothing_due_looks_at_the_heart_and_for_a_phase(
    game: Game, at_noon, django_assert_num_queries
) -> None:
    due_phases.resolve_due()
    with django_assert_num_queries(2 + 2):  # and BEGIN and COMMIT
        due_phases.resolve_due()


def test_a_game_that_began_after_the_outage_keeps_its_deadline(
    at_noon, master: User, players: list[User]
) -> None:
    outages.beat()
    at_noon.shift(HOUR)
    outages.beat()
    Outage.objects.update(done_at=None)
    at_noon.shift(MINUTE)
    game = factories.begun_game(master, players, phase_hours=1)
    due = factories.deadline(game)
    outages.beat()
    assert factories.deadline(game) == due
    assert Phase.objects.filter(game=game).count() == 1


def test_a_worker_that_is_late_to_make_up_leaves_alone_what_was_hurried_since(
    game: Game, master: User, at_noon
) -> None:
    due_phases.resolve_due()
    at_noon.shift(11 * HOUR)
    due_phases.resolve_due()
    control.end_now(game, by=master)
    Outage.objects.update(done_at=None)  # as that worker has read it
    outages.beat()
    assert factories.deadline(game) == NOW + 11 * HOUR
    assert game.events.filter(kind=Event.Kind.MADE_UP).count() == 1
