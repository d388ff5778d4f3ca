"""Revisions of phases, by which calendars learn that an end has moved: every move raises them."""

import datetime as dt
from collections.abc import Callable

import pytest

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import control, readiness
from games.game_master import corrections
from games.lifecycle import endings
from games.models import Game, Phase
from games.state import positions
from tests import factories

DAY = dt.timedelta(days=1)


def again(phase: Phase) -> Phase:
    return Phase.objects.get(pk=phase.pk)


def in_days(count: int) -> dt.datetime:
    return clock.now() + count * DAY


ACTS: dict[str, Callable[[Game, User], object]] = {
    "extended": lambda game, master: control.extend(game, to=in_days(5), by=master),
    "hurried": lambda game, master: control.end_now(game, by=master),
    "paused": lambda game, master: control.pause(game, until=in_days(3), by=master),
    "set aside": lambda game, _: due_phases.set_aside(factories.open_phase(game), "broken"),
    "corrected": lambda game, master: corrections.correct(
        game, positions.load(factories.open_phase(game)), by=master, reason="A typo."
    ),
    "closed": lambda game, master: endings.close(game, by=master, reason="Over."),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_phase_whose_end_moves_has_a_higher_revision(game: Game, master: User, act: str):
    before = factories.open_phase(game)
    assert (before.revision, before.revised_at) == (0, None)
    ACTS[act](game, master)
    after = again(before)
    assert after.revision > 0
    assert after.revised_at is not None


def test_each_move_raises_it_once_more(game: Game, master: User):
    phase = factories.open_phase(game)
    seen = [0]
    control.extend(game, to=in_days(5), by=master)
    seen.append(again(phase).revision)
    control.pause(game, until=in_days(3), by=master)
    seen.append(again(phase).revision)
    control.resume(game, by=master)
    seen.append(again(phase).revision)
    assert seen == sorted(set(seen))


@pytest.mark.parametrize("act", ["paused", "set aside", "closed"])
def test_a_stopped_phase_keeps_when_it_was_to_end(game: Game, master: User, act: str):
    phase = factories.open_phase(game)
    ACTS[act](game, master)
    assert (again(phase).due_at, again(phase).was_due_at) == (None, phase.due_at)


def test_a_game_that_ends_in_a_pause_keeps_it_too(game: Game, master: User):
    phase = factories.open_phase(game)
    ACTS["paused"](game, master)
    ACTS["closed"](game, master)
    assert again(phase).was_due_at == phase.due_at


def test_when_all_are_ready_the_phase_ends_sooner_and_its_revision_rises(game: Game):
    phase = factories.open_phase(game)
    for number, seat in enumerate(game.seats.all(), 1):
        assert again(phase).revision == 0
        phase.orders.create(
            seat=seat, kind="hold", unit=phase.units.filter(seat=seat)[0], text=f"A {number} H"
        )
        readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    assert phase.due_at is not None
    assert factories.deadline(game) < phase.due_at
    assert again(phase).revision == 1


def test_what_moves_no_end_leaves_it(game: Game):
    phase = factories.open_phase(game)
    factories.let_be_due(game, clock.now())
    revision = again(phase).revision
    assert due_phases.resolve_due() == 1
    assert again(phase).status == Phase.Status.RESOLVED
    assert again(phase).revision == revision
    assert factories.open_phase(game).revision == 0


def test_what_is_rolled_back_has_a_higher_revision(game: Game, master: User):
    phase = factories.open_phase(game)
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    before = again(phase).revision
    corrections.roll_back(game, phase.number, by=master, reason="A mistake.")
    assert again(phase).revision == before + 1
