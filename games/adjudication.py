"""Resolve a phase: rows → `Position` → `adjudicate` → rows. Runs inside the claim's transaction."""

from collections.abc import Mapping

from adjudicator import Position, Resolution, Result, adjudicate, must_order, winner
from adjudicator.terms import PhaseType

from . import audit, batch, clock, phases, positions
from .deadlines import excuses, schedule
from .mastering import endings
from .models import Event, Game, Notice, Order, Phase, Seat, Unit
from .seats import sitting
from .telling import notifications


def resolve(phase: Phase) -> bool:
    """Resolve `phase`, whose row the caller has locked, and open the next one.

    False if its deadline was put off instead, since orders are missing that the game waits for.
    """
    game = phase.game
    position = positions.load(phase)
    by_power = {seat.power: seat for seat in game.seats.all()}
    given = list(phase.orders.order_by("pk"))
    positions.give_seats(game, given)
    orders: dict[str, list[str]] = {}
    for order in given:
        orders.setdefault(order.seat.power, []).append(order.text)

    silent = [by_power[power] for power in no_moves_received(position, orders)]
    vanished = [seat for seat in silent if seat.disorder_since is None]
    if vanished and excuses.put_off(phase, vanished):
        return False

    resolution = adjudicate(position, orders, positions.rules_of(game))

    _store_outcomes(phase, resolution, given, by_power)
    now = clock.now()
    phase.status = Phase.Status.RESOLVED
    phase.resolved_at = now
    phase.save(update_fields=["status", "resolved_at"])
    victor = winner(resolution.next, positions.setup_of(game)) if resolution.year_ended else None
    follower = _follow(phase, resolution.next, by_power, over=victor is not None)
    events = [audit.event(Event.Kind.PHASE_RESOLVED, game=game, phase=phase)]
    events += [
        audit.event(Event.Kind.NO_MOVES_RECEIVED, game=game, phase=phase, seat=seat)
        for seat in silent
    ]
    if victor is None:
        left = [seat for seat in vanished if resolution.next.units.get(seat.power)]
        events += excuses.abandon(phase, left, now)
    else:
        events.append(
            audit.event(Event.Kind.GAME_WON, game=game, phase=follower, seat=by_power[victor])
        )
    audit.log_all(events)
    sitting.return_lent(follower, by_power.values(), over=victor is not None)
    told = notifications.everyone(game)
    without_mail = notifications.tell(Notice.Kind.RESULTS, told, game=game, phase=phase)
    if victor is None:
        powers = must_order(resolution.next)
        notifications.tell_of_turn(follower, powers, among=without_mail)
    else:
        endings.finish(game, Game.Ending.SOLO, winner=by_power[victor])
        notifications.tell(Notice.Kind.GAME_OVER, told, game=game, phase=follower)
    return True


def no_moves_received(position: Position, orders: Mapping[str, list[str]]) -> list[str]:
    """The powers with units that stored no order in a movement phase (NMR)."""
    if position.phase.type != PhaseType.MOVEMENT:
        return []
    return [power for power, units in position.units.items() if units and not orders.get(power)]


def _follow(phase: Phase, position: Position, seats: Mapping[str, Seat], *, over: bool) -> Phase:
    """Open the next phase, or keep the position in which the game ended."""
    game, number = phase.game, phase.number + 1
    if over:
        return phases.keep_final(game, position, seats, number=number)
    now = clock.now()
    deadline = schedule.next_deadline(game, position.phase.type, phase, now)
    return phases.open_phase(game, position, seats, number=number, now=now, deadline=deadline)


def _store_outcomes(
    phase: Phase,
    resolution: Resolution,
    given: list[Order],
    seats: Mapping[str, Seat],
) -> None:
    """Write each result to the order it answers; where nobody gave one, store what the rules did.

    A result finds its order by power and canonical text; waives, all alike, in their order.
    """
    waiting: dict[tuple[str, str], list[Order]] = {}
    for order in reversed(given):
        waiting.setdefault((order.seat.power, order.text), []).append(order)
    standing = {
        (unit.seat.power, unit.province, unit.dislodged): unit for unit in phase.units.all()
    }
    answered: list[Order] = []
    filled_in: list[Order] = []
    for result in resolution.results:
        if result.given:
            order = waiting[result.power, result.text].pop()
            answered.append(order)
        else:
            order = _filled_in(phase, result, seats[result.power], standing)
            filled_in.append(order)
        order.outcome = str(result.outcome)
        order.fate = _fate(result)
        reason = result.reason  # found out each time that one asks
        order.reason_code = reason.code
        order.reason_params = dict(reason.params)
    batch.update_each(answered, ["outcome", "fate", "reason_code", "reason_params"])
    Order.objects.bulk_create(filled_in)


def _filled_in(
    phase: Phase, result: Result, seat: Seat, standing: Mapping[tuple[str, str, bool], Unit]
) -> Order:
    """The order that the rules gave to a unit whose power gave none."""
    assert result.unit is not None, "only units are ordered by the rules"
    assert result.order is not None
    dislodged = phase.type == PhaseType.RETREAT
    return Order(
        phase=phase,
        seat=seat,
        kind=str(result.order.type),
        unit=standing[result.power, result.unit.province, dislodged],
        text=result.text,
    )


def _fate(result: Result) -> Order.Fate:
    if result.destroyed:
        return Order.Fate.DESTROYED
    return Order.Fate.DISLODGED if result.dislodged else Order.Fate.STAYS
