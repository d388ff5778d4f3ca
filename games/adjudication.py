"""Resolve a phase: rows → `Position` → `adjudicate` → rows. Runs inside the claim's transaction."""

from collections.abc import Mapping

from adjudicator import Position, Resolution, Result, adjudicate, must_order, winner
from adjudicator.terms import PhaseType

from . import audit, batch, clock, notifications, positions, schedule
from .models import Event, Game, Notice, Order, Phase, Seat, Tenure, Unit


def resolve(phase: Phase) -> None:
    """Resolve `phase`, whose row the caller has locked, and open the next one."""
    game = phase.game
    position = positions.load(phase)
    seats = {seat.power: seat for seat in game.seats.all()}
    given = list(phase.orders.order_by("pk"))
    positions.give_seats(game, given)
    orders: dict[str, list[str]] = {}
    for order in given:
        orders.setdefault(order.seat.power, []).append(order.text)

    resolution = adjudicate(position, orders, positions.rules_of(game))

    _store_outcomes(phase, resolution, given, seats)
    now = clock.now()
    phase.status = Phase.Status.RESOLVED
    phase.resolved_at = now
    phase.save(update_fields=["status", "resolved_at"])
    victor = winner(resolution.next, positions.setup_of(game)) if resolution.year_ended else None
    follower = _follow(phase, resolution.next, seats, over=victor is not None)
    events = [audit.event(Event.Kind.PHASE_RESOLVED, game=game, phase=phase)]
    events += [
        audit.event(Event.Kind.NO_MOVES_RECEIVED, game=game, phase=phase, seat=seats[power])
        for power in no_moves_received(position, orders)
    ]
    told = notifications.everyone(game)
    notifications.tell(Notice.Kind.RESULTS, told, game=game, phase=phase)
    if victor is None:
        powers = must_order(resolution.next)
        notifications.tell_of_turn(follower, powers, beside=Notice.Kind.RESULTS)
    else:
        events.append(
            audit.event(Event.Kind.GAME_WON, game=game, phase=follower, seat=seats[victor])
        )
        _end(game, seats[victor])
        notifications.tell(Notice.Kind.GAME_OVER, told, game=game, phase=follower)
    audit.log_all(events)


def no_moves_received(position: Position, orders: Mapping[str, list[str]]) -> list[str]:
    """The powers with units that stored no order in a movement phase (NMR)."""
    if position.phase.type != PhaseType.MOVEMENT:
        return []
    return [power for power, units in position.units.items() if units and not orders.get(power)]


def _follow(phase: Phase, position: Position, seats: Mapping[str, Seat], *, over: bool) -> Phase:
    """Open the next phase, or keep the position in which the game ended."""
    now = clock.now()
    opens = position.phase.type
    follower = Phase.objects.create(
        game=phase.game,
        number=phase.number + 1,
        code=str(position.phase),
        status=Phase.Status.FINAL if over else Phase.Status.OPEN,
        opened_at=now,
        due_at=None if over else schedule.next_deadline(phase.game, opens, phase, now),
    )
    positions.store(follower, position, seats)
    return follower


def _end(game: Game, victor: Seat) -> None:
    now = clock.now()
    game.status = Game.Status.FINISHED
    game.ended_at = now
    game.winner = victor
    game.save(update_fields=["status", "ended_at", "winner"])
    Tenure.objects.filter(seat__game=game, until=None).update(
        until=now, ending=Tenure.Ending.GAME_OVER
    )


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
        order.reason_code = result.reason.code
        order.reason_params = dict(result.reason.params)
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
