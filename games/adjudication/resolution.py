"""Resolve phases: rows → `Position` → `adjudicate` → rows. Runs inside the claim's transaction.

A batch of phases is read and written by as many queries as one phase.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, prefetch_related_objects

from accounts import clock
from adjudicator import Position, Resolution, adjudicate, must_order
from adjudicator.terms import PhaseType

from ..core import audit, bulk
from ..deadlines import grace, publication, schedule
from ..lifecycle import abandonment, coin, endings, verdicts
from ..lifecycle.verdicts import Verdict
from ..models import Event, Game, Notification, Order, Phase, Receipt, Seat
from ..notifications import notify, recipients
from ..notifications.notify import Announcement
from ..orders import bot_sheets
from ..seats import civil_disorder, substitutes
from ..state import missed_turns, phases, positions
from ..state.missed_turns import MissedTurn
from ..state.positions import Snapshot
from ..votes import counting, stalemate
from . import outcomes
from .outcomes import GivenOrder, OrderResults


@dataclass(frozen=True)
class PhaseResult:
    """A resolved phase and its results; `seats` by power.

    `silent` are the seats that gave no orders in time (NMR), also where a bot did. `vanished` are
    those of them that fall into civil disorder, because the game goes on, they still have units,
    and their players gave no orders to any other power. `kept` are those whose players keep them
    although they missed the turn. `tossed` is the power for which a coin was tossed, if any.
    `follower` is the next phase or, if the game is over, the phase with the final position.
    """

    phase: Phase
    given: Sequence[GivenOrder]
    seats: Mapping[str, Seat]
    silent: Sequence[Seat]
    vanished: Sequence[Seat]
    kept: Mapping[Seat, MissedTurn]
    resolution: Resolution
    tossed: Seat | None
    verdict: Verdict | None
    follower: Phase


def resolve(due: Sequence[Phase]) -> list[Phase]:
    """Resolve phases of different games, which the caller has locked, and open the next ones.

    Returns the resolved phases. A phase that got a grace period because orders are missing is not
    among them, nor one whose results a game master publishes, nor one in which a vote ended the
    game.
    If an error is raised, the caller has to roll all of them back.
    """
    now = clock.now()
    turns = list(_results(due, now))  # ends the games whose players have voted so
    outcomes.store(*(OrderResults(t.phase, t.given, t.seats, t.resolution) for t in turns))
    resolved = [turn.phase for turn in turns]
    for phase in resolved:
        phase.status = Phase.Status.RESOLVED
        phase.resolved_at = now
    bulk.update_each(resolved, ["status", "resolved_at"])
    phases.store(*(Snapshot(t.follower, t.resolution.next, t.seats) for t in turns))
    civil_disorder.declare_missing([seat for turn in turns for seat in turn.vanished], now)
    late = _late_orders(resolved)
    audit.log_all(event for turn in turns for event in _events(turn, late.get(turn.phase.pk, ())))
    for turn in turns:
        civil_disorder.report_kept(turn.phase, turn.kept)
    for turn in turns:
        over = turn.verdict is not None
        substitutes.end_due_substitutes(turn.follower, turn.seats.values(), over=over)
    _notify(turns)
    _open_votes_and_rests([turn for turn in turns if turn.verdict is None])
    return resolved


def _open_votes_and_rests(going_on: Sequence[PhaseResult]) -> None:
    """Stop the clock of games that all players have left, and update the votes of the others."""
    for turn in going_on:
        units = turn.resolution.next.units
        ordering = [power for power in units if units[power]]
        if abandonment.is_abandoned(turn.follower, turn.seats.values(), ordering):
            abandonment.rest(turn.follower)
            continue
        counting.close_outdated(turn.follower)
        stalemate.propose_draw(turn.follower)


def _results(due: Sequence[Phase], now: dt.datetime) -> Iterable[PhaseResult]:
    given = _fetch(due)
    votes, sheets = counting.votes_to_count(due), bot_sheets.counting(due)
    for phase, position in zip(due, positions.load_all(due), strict=True):
        seats = {seat.power: seat for seat in phase.game.seats.all()}
        orders: dict[str, list[str]] = {}
        for order in given[phase.pk]:
            orders.setdefault(order.power, []).append(order.text)
        silent = [seats[power] for power in no_moves_received(position, orders)]
        missing = [seat for seat in silent if seat.disorder_since is None]
        if missing and phase.closed_at is None and grace.grant_grace(phase, missing):
            continue
        if phase.closed_at is None and publication.must_wait(phase.game):
            publication.close(phase, now)
            continue
        if counting.count_at_end(phase, votes.get(phase.game_id, ())):
            phase.status = Phase.Status.FINAL
            continue
        for sheet in sheets.get(phase.pk, ()):
            by_bot = _store_orders_of_bot(phase, sheet)
            given[phase.pk] += by_bot
            orders[sheet.seat.power] = [order.text for order in by_bot]
        resolution = adjudicate(position, orders, positions.rules_of(phase))
        verdict = verdicts.verdict(
            phase, resolution.next, year_ended=resolution.year_ended, now=now
        )
        tossed = None
        if verdict is None:
            tossed = coin.toss_if_due(phase.game, resolution.next.phase, seats, now=now)
        follower = _follower(phase, resolution.next, now, over=verdict is not None)
        missed = {} if verdict else _missed(phase, seats, missing, orders, resolution.next)
        yield PhaseResult(
            phase=phase,
            given=given[phase.pk],
            seats=seats,
            silent=silent,
            vanished=[seat for seat, miss in missed.items() if miss.is_disorder],
            kept={seat: miss for seat, miss in missed.items() if not miss.is_disorder},
            resolution=resolution,
            tossed=tossed,
            verdict=verdict,
            follower=follower,
        )


def _missed(
    phase: Phase,
    seats: Mapping[str, Seat],
    missing: Sequence[Seat],
    ordered: Collection[str],
    position: Position,
) -> Mapping[Seat, MissedTurn]:
    """The seats whose players miss the turn, with what becomes of them: all of a hand with units.

    Powers that have neither units nor centers left in the next `position` are not among them.
    """
    silent = [seat.power for seat in missing]
    absent = missed_turns.absent_hands(seats.values(), silent=silent, ordered=ordered)
    if not absent:
        return {}
    going_on = {seat.hand for seat in seats.values() if position.units.get(seat.power)}
    found = missed_turns.consequences(phase, absent)
    return {
        seat: found[seat.hand]
        for seat in seats.values()
        if seat.hand in found
        and seat.hand in going_on
        and seat.disorder_since is None
        and (position.units.get(seat.power) or (position.centers or {}).get(seat.power))
    }


def _fetch(due: Sequence[Phase]) -> dict[int, list[GivenOrder]]:
    """Return the orders of each phase by its primary key.

    Rule changes, seats and skipped dates of the games are prefetched.
    """
    games = [phase.game for phase in due]
    prefetch_related_objects(games, "rule_changes", "seats")
    settings_versions = [
        game.settings for game in games if game.settings and game.settings.is_timetable
    ]
    prefetch_related_objects(settings_versions, "skipped_dates")
    power_of = {seat.pk: seat.power for game in games for seat in game.seats.all()}
    given: dict[int, list[GivenOrder]] = {phase.pk: [] for phase in due}
    orders = Order.objects.filter(phase__in=due).order_by("pk")
    for phase, key, seat, text in orders.values_list("phase", "pk", "seat", "text"):
        given[phase].append(GivenOrder(key, power_of[seat], text))
    return given


def _store_orders_of_bot(phase: Phase, sheet: Receipt) -> list[GivenOrder]:
    """Store the orders that a bot gave for a power in civil disorder: now everyone reads them."""
    rows = Order.objects.bulk_create(bot_sheets.orders_of(phase, sheet))
    return [GivenOrder(row.pk, sheet.seat.power, row.text) for row in rows]


def no_moves_received(position: Position, orders: Mapping[str, list[str]]) -> list[str]:
    """Return the powers with units that stored no order in a movement phase (NMR)."""
    if position.phase.type != PhaseType.MOVEMENT:
        return []
    return [power for power in must_order(position) if not orders.get(power)]


def _follower(phase: Phase, position: Position, now: dt.datetime, *, over: bool) -> Phase:
    game, code, number = phase.game, position.phase, phase.number + 1
    if over:
        return phases.new_final_phase(game, code, number=number, now=now)
    deadline = schedule.next_deadline(game, code.type, phase, now)
    return phases.new_phase(game, code, number=number, now=now, deadline=deadline)


def _late_orders(resolved: Iterable[Phase]) -> Mapping[int, Iterable[Receipt]]:
    """By phase, the newest receipt of each seat whose orders a master entered after the deadline.

    Without a query unless a master published one of the phases.
    """
    found: dict[int, dict[int, Receipt]] = defaultdict(dict)
    published = [phase for phase in resolved if phase.closed_at is not None]
    if published:
        entered = Receipt.objects.filter(phase__in=published, on_behalf=True)
        late = entered.filter(saved_at__gt=F("phase__closed_at"))
        for receipt in late.order_by("pk"):
            found[receipt.phase_id][receipt.seat_id] = receipt
    return {phase: newest.values() for phase, newest in found.items()}


def _events(turn: PhaseResult, late: Iterable[Receipt]) -> Iterable[Event]:
    phase, game = turn.phase, turn.phase.game
    yield audit.event(Event.Kind.PHASE_RESOLVED, game=game, phase=phase)
    for seat in turn.silent:
        yield audit.event(Event.Kind.NO_MOVES_RECEIVED, game=game, phase=phase, seat=seat)
    for receipt in late:
        yield audit.event(
            Event.Kind.LATE_ORDERS,
            game=game,
            phase=phase,
            seat_id=receipt.seat_id,
            actor_id=receipt.person_id,
            due_after=receipt.saved_at,
        )
    for seat in turn.vanished:
        yield audit.event(Event.Kind.CIVIL_DISORDER, game=game, phase=phase, seat=seat)
    if turn.tossed is not None:
        yield audit.event(Event.Kind.COIN_TOSSED, game=game, phase=turn.follower, seat=turn.tossed)
    if turn.verdict is not None:
        solo = turn.verdict.ending == Game.Ending.SOLO
        yield audit.event(
            Event.Kind.GAME_WON if solo else Event.Kind.GAME_ENDED,
            game=game,
            phase=turn.follower,
            seat=turn.seats[turn.verdict.won[0]] if solo else None,
        )


def _notify(turns: Sequence[PhaseResult]) -> None:
    audiences = recipients.audiences([turn.phase.game_id for turn in turns])
    by_turn = [(turn, audiences[turn.phase.game_id]) for turn in turns]
    not_reached = notify.notify_many(
        Notification.Kind.RESULTS,
        [
            Announcement(audience.everyone, turn.phase.game, turn.phase)
            for turn, audience in by_turn
        ],
    )
    going_on = []
    for (turn, audience), others in zip(by_turn, not_reached, strict=True):
        game, follower = turn.phase.game, turn.follower
        if turn.verdict is not None:
            verdict = turn.verdict
            endings.finish(game, verdict.ending, won=verdict.won, sharing=verdict.sharing)
            notify.notify(Notification.Kind.GAME_OVER, audience.everyone, game=game, phase=follower)
            continue
        ordering = [turn.seats[power].pk for power in must_order(turn.resolution.next)]
        people = {audience.players[seat] for seat in ordering if seat in audience.players}
        going_on.append(Announcement(people & others.everyone, game, follower, not_reached=others))
    notify.notify_turns(going_on)
