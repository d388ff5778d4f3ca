"""Votes that meet each other, or the end of their phase: the lock of the phase decides."""

import datetime as dt
import threading
import time
from typing import Any

import pytest

from adjudicator import adjudicate
from games.adjudication import due_phases, resolution
from games.deadlines import open_phase
from games.models import Game, Phase, Seat, Vote
from games.votes import counting, voting
from tests import factories
from tests.threads import ON_SQLITE, Act, in_threads, some_transaction_waits

from ..orders.test_submission import submit
from .test_secret_votes import ALL, HOLDS, cast, propose

pytestmark = pytest.mark.django_db(transaction=True)


def begun(**fields: object) -> Game:
    first, *others = factories.PersonFactory.create_batch(7)
    return factories.begun_game(first, others, as_master=False, **fields)


def without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the open phase of a game without locking it."""

    def read(game: Game) -> Phase | None:
        phase = Phase.objects.open().filter(game=game).select_related("settings").first()
        if phase is not None:
            phase.game = Game.objects.select_related("settings").get(pk=game.pk)
        return phase

    monkeypatch.setattr(open_phase, "lock_current", read)


def cast_as(vote: Vote, power: str) -> None:
    """Vote in favour as a power, with rows read in this thread."""
    seat = Seat.objects.get(game=vote.phase.game_id, power=power)
    fresh = Vote.objects.select_related("phase__game").get(pk=vote.pk)
    voting.cast_vote(fresh, seat, in_favour=True, person=factories.holder(seat))


# The last two votes at once


def cast_last_two(monkeypatch: pytest.MonkeyPatch) -> Vote:
    """Let the last two powers vote at once: both count before either of them commits.

    With the lock they never meet: the second waits for the first.
    """
    vote = propose(begun())
    cast(vote, ALL[1:5])
    count = counting.count
    before: list[Vote] = []
    after: list[Vote] = []

    def meet(here: list[Vote], vote: Vote) -> None:
        here.append(vote)
        while len(here) < 2 and not some_transaction_waits():
            time.sleep(0.01)

    def count_together(vote: Vote, phase: Phase) -> None:
        meet(before, vote)
        count(vote, phase)
        meet(after, vote)

    monkeypatch.setattr(counting, "count", count_together)
    in_threads(lambda: cast_as(vote, ALL[5]), lambda: cast_as(vote, ALL[6]))
    assert vote.ballots.filter(in_favour=True).count() == 7
    vote.refresh_from_db()
    return vote


def test_of_the_last_two_votes_at_once_the_second_decides(monkeypatch: pytest.MonkeyPatch):
    vote = cast_last_two(monkeypatch)
    assert vote.outcome == "passed"
    assert vote.phase.game.events.filter(kind="vote_passed").count() == 1


@ON_SQLITE
def test_without_the_lock_nobody_would_count_both(monkeypatch: pytest.MonkeyPatch):
    """Negative control of the test above."""
    without_the_lock(monkeypatch)
    assert cast_last_two(monkeypatch).outcome == ""


# A vote while the phase is resolved


def vote_during_resolution(
    monkeypatch: pytest.MonkeyPatch, game: Game, vote: Vote, power: str
) -> Exception | None:
    """Vote while a worker resolves the phase; return the error.

    The worker's clock is past the deadline, that of the voter is not.
    """
    phase = factories.open_phase(game)
    assert phase.due_at is not None
    resolving, goes_on = threading.Event(), threading.Event()
    resolve = adjudicate

    def wait_inside(*inside: Any) -> Any:
        resolving.set()
        assert goes_on.wait(20)
        return resolve(*inside)

    monkeypatch.setattr(resolution, "adjudicate", wait_inside)
    by = phase.due_at + dt.timedelta(seconds=1)
    worker = Act(lambda: due_phases._resolve_some(set(), by=by))
    assert resolving.wait(10)
    voter = Act(lambda: cast_as(vote, power))
    while voter.is_alive() and not some_transaction_waits():
        voter.join(0.05)
    goes_on.set()
    worker.join(30)
    voter.join(30)
    assert worker.error is None
    return voter.error


def order_all(game: Game) -> None:
    for power, text in HOLDS.items():
        submit(game, power, text)


def late_last_vote(monkeypatch: pytest.MonkeyPatch) -> tuple[Game, Exception | None]:
    game = begun()
    order_all(game)
    vote = propose(game)
    cast(vote, ALL[1:6])
    error = vote_during_resolution(monkeypatch, game, vote, ALL[6])
    game.refresh_from_db()
    return game, error


def test_a_vote_at_the_deadline_is_refused_once_the_phase_is_resolved(
    monkeypatch: pytest.MonkeyPatch,
):
    game, error = late_last_vote(monkeypatch)
    assert "This is already decided. Nothing has changed." in str(error)
    assert (game.status, factories.open_phase(game).code) == ("playing", "F1901M")


@ON_SQLITE
def test_without_the_lock_a_vote_that_came_too_late_would_end_the_game(
    monkeypatch: pytest.MonkeyPatch,
):
    """Negative control of the test above."""
    without_the_lock(monkeypatch)
    game, error = late_last_vote(monkeypatch)
    assert error is None
    assert game.status == "finished"
    assert game.phases.filter(code="S1901M", status="resolved").exists()


def concession_of_the_eliminated(monkeypatch: pytest.MonkeyPatch) -> tuple[Vote, Exception | None]:
    """Turkey, eliminated by the phase that is being resolved, votes for a concession."""
    game = begun(votes_stand=True)
    units = {"AUSTRIA": ["A BUL"], "FRANCE": ["A PAR"]}
    centers = {"AUSTRIA": ["VIE"], "TURKEY": ["BUL"], "FRANCE": ["PAR"]}
    factories.set_up_position(game, "F1905M", units=units, centers=centers)
    submit(game, "AUSTRIA", "A BUL H")
    submit(game, "FRANCE", "A PAR H")
    vote = propose(
        game, "AUSTRIA", Vote.Kind.CONCEDE, winner=Seat.objects.get(game=game, power="FRANCE")
    )
    error = vote_during_resolution(monkeypatch, game, vote, "TURKEY")
    vote.refresh_from_db()
    return vote, error


def test_a_power_that_was_just_eliminated_concedes_nothing(monkeypatch: pytest.MonkeyPatch):
    vote, error = concession_of_the_eliminated(monkeypatch)
    assert "Only surviving powers with a player can vote." in str(error)
    assert vote.ballots.count() == 1


@ON_SQLITE
def test_without_the_lock_its_vote_would_decide(monkeypatch: pytest.MonkeyPatch):
    """Negative control of the test above."""
    without_the_lock(monkeypatch)
    vote, error = concession_of_the_eliminated(monkeypatch)
    assert error is None
    assert vote.outcome == "passed"


def test_a_player_who_proposes_twice_at_once_has_proposed_once():
    game = begun()
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    person = factories.holder(seat)
    acts = [
        Act(lambda: voting.propose(phase, seat, Vote.Kind.DRAW, person=person)) for _twice in "ab"
    ]
    for act in acts:
        act.join(30)
    assert Vote.objects.count() == 1
    assert [act.result for act in acts] == [Vote.objects.get()] * 2
