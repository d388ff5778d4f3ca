"""Resolve phases: rows → `Position` → `adjudicate` → rows. Runs inside the claim's transaction.

Phases that are due together are read together and written together, by as many queries as one.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import prefetch_related_objects

from adjudicator import Position, Resolution, adjudicate, must_order, winner
from adjudicator.terms import PhaseType

from . import audit, batch, clock, outcomes, phases, positions
from .deadlines import excuses, schedule
from .mastering import endings
from .models import Event, Game, Notice, Order, Phase, Seat
from .outcomes import Answers
from .positions import Snapshot
from .seats import sitting
from .telling import notifications
from .telling.notifications import News


@dataclass(frozen=True)
class Turn:
    """A phase and what became of it; `seats` by power.

    `silent` are those that gave no orders in time, `vanished` those of them that fall into civil
    disorder, for the game goes on with units of theirs. `follower` is the next phase or, if
    somebody has won, the position in which the game ended.
    """

    phase: Phase
    given: Sequence[Order]
    seats: Mapping[str, Seat]
    silent: Sequence[Seat]
    vanished: Sequence[Seat]
    resolution: Resolution
    victor: Seat | None
    follower: Phase


def resolve(due: Sequence[Phase]) -> list[Phase]:
    """Resolve phases of as many games, whose rows the caller has locked, and open the next ones.

    Returns the resolved ones: not those whose deadline was put off instead, since orders are
    missing that the game waits for. If one of them raises, the caller has to undo them all.
    """
    now = clock.now()
    turns = list(_turns(due, now))
    outcomes.store(*(Answers(t.phase, t.given, t.seats, t.resolution) for t in turns))
    resolved = [turn.phase for turn in turns]
    for phase in resolved:
        phase.status = Phase.Status.RESOLVED
        phase.resolved_at = now
    batch.update_each(resolved, ["status", "resolved_at"])
    phases.store(*(Snapshot(t.follower, t.resolution.next, t.seats) for t in turns))
    excuses.abandon([seat for turn in turns for seat in turn.vanished], now)
    audit.log_all(event for turn in turns for event in _events(turn))
    for turn in turns:
        over = turn.victor is not None
        sitting.return_lent(turn.follower, turn.seats.values(), over=over)
    _tell(turns)
    return resolved


def _turns(due: Sequence[Phase], now: dt.datetime) -> Iterable[Turn]:
    given = _fetch(due)
    for phase, position in zip(due, positions.load_all(due), strict=True):
        seats = {seat.power: seat for seat in phase.game.seats.all()}
        by_key = {seat.pk: seat for seat in seats.values()}
        orders: dict[str, list[str]] = {}
        for order in given[phase.pk]:
            order.seat = by_key[order.seat_id]
            orders.setdefault(order.seat.power, []).append(order.text)
        silent = [seats[power] for power in no_moves_received(position, orders)]
        vanished = [seat for seat in silent if seat.disorder_since is None]
        if vanished and excuses.put_off(phase, vanished):
            continue
        resolution = adjudicate(position, orders, positions.rules_of(phase.game))
        victor = _victor(phase, resolution, seats)
        follower = _follower(phase, resolution.next, now, over=victor is not None)
        left = [s for s in vanished if victor is None and resolution.next.units.get(s.power)]
        yield Turn(phase, given[phase.pk], seats, silent, left, resolution, victor, follower)


def _fetch(due: Sequence[Phase]) -> dict[int, list[Order]]:
    """The orders of each phase, by its primary key, as they were given; the rules of the games and
    of their deadlines come along."""
    games = [phase.game for phase in due]
    prefetch_related_objects(games, "rule_changes", "seats")
    conducts = [game.conduct for game in games if game.conduct and game.conduct.is_timetable]
    prefetch_related_objects(conducts, "skipped_dates")
    given: dict[int, list[Order]] = {phase.pk: [] for phase in due}
    for order in Order.objects.filter(phase__in=due).order_by("pk"):
        given[order.phase_id].append(order)
    return given


def no_moves_received(position: Position, orders: Mapping[str, list[str]]) -> list[str]:
    """The powers with units that stored no order in a movement phase (NMR)."""
    if position.phase.type != PhaseType.MOVEMENT:
        return []
    return [power for power, units in position.units.items() if units and not orders.get(power)]


def _victor(phase: Phase, resolution: Resolution, seats: Mapping[str, Seat]) -> Seat | None:
    if not resolution.year_ended:
        return None
    power = winner(resolution.next, positions.setup_of(phase.game))
    return None if power is None else seats[power]


def _follower(phase: Phase, position: Position, now: dt.datetime, *, over: bool) -> Phase:
    game, code, number = phase.game, position.phase, phase.number + 1
    if over:
        return phases.final(game, code, number=number, now=now)
    deadline = schedule.next_deadline(game, code.type, phase, now)
    return phases.unopened(game, code, number=number, now=now, deadline=deadline)


def _events(turn: Turn) -> Iterable[Event]:
    phase, game = turn.phase, turn.phase.game
    yield audit.event(Event.Kind.PHASE_RESOLVED, game=game, phase=phase)
    for seat in turn.silent:
        yield audit.event(Event.Kind.NO_MOVES_RECEIVED, game=game, phase=phase, seat=seat)
    for seat in turn.vanished:
        yield audit.event(Event.Kind.CIVIL_DISORDER, game=game, phase=phase, seat=seat)
    if turn.victor is not None:
        yield audit.event(Event.Kind.GAME_WON, game=game, phase=turn.follower, seat=turn.victor)


def _tell(turns: Sequence[Turn]) -> None:
    crowds = notifications.crowds([turn.phase.game_id for turn in turns])
    told = [(turn, crowds[turn.phase.game_id]) for turn in turns]
    untold = notifications.tell_each(
        Notice.Kind.RESULTS,
        [News(crowd.everyone, turn.phase.game, turn.phase) for turn, crowd in told],
    )
    going_on = []
    for (turn, crowd), others in zip(told, untold, strict=True):
        game, follower = turn.phase.game, turn.follower
        if turn.victor is not None:
            endings.finish(game, Game.Ending.SOLO, winner=turn.victor)
            notifications.tell(Notice.Kind.GAME_OVER, crowd.everyone, game=game, phase=follower)
            continue
        ordering = [turn.seats[power].pk for power in must_order(turn.resolution.next)]
        people = {crowd.players[seat] for seat in ordering if seat in crowd.players}
        going_on.append(News(people & others.everyone, game, follower, untold=others))
    notifications.tell_of_turns(going_on)
