"""Everything a unit may be told, for order forms."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustment
from adjudicator.board import numbers
from adjudicator.convoys import carried_to, on_route
from adjudicator.orders import (
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
)
from adjudicator.rules import DEFAULT_RULES
from adjudicator.terms import PhaseType, UnitType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator.position import Position
    from adjudicator.rules import Rules
    from adjudicator.units import Unit


def legal_orders(position: Position, unit: Unit, rules: Rules = DEFAULT_RULES) -> Iterator[Order]:
    """Every order that the unit may be given in this phase by the power it belongs to, or by the
    one that may build it; nothing if there is no such unit. A waived build is no unit's order.

    Each meaning comes once, as `check_order` writes it. What it would accept as well, but says no
    more, is left out: a coast that means nothing or is the only possible one, another letter or
    coast for a unit than it has, a retreat written as a move, and ``VIA`` where there is no way by
    land or where the edition does not listen to it (1971). The support of a fleet that could go to
    either coast comes without a coast too: it counts for both (DATC 4.B.4), unless the edition
    ignores coasts in supports or insists on them.

    >>> from adjudicator import Unit, load_setup, opening
    >>> position = opening(load_setup("standard"))
    >>> fleet = position.at["LON"][1]
    >>> [str(order) for order in legal_orders(position, fleet)][:3]
    ['F LON H', 'F LON - ENG', 'F LON - NTH']
    >>> list(legal_orders(position, Unit.parse("F ENG")))
    []
    """
    phase = position.phase.type
    if phase is PhaseType.ADJUSTMENT:
        for power in position.powers:
            yield from (o for o in adjustment(position, power).options if o.unit == unit)
    elif phase is PhaseType.RETREAT:
        yield from _retreats(position, unit)
    elif position.at.get(unit.province, ("", None))[1] == unit:
        yield Hold(unit)
        yield from _moves(position, unit, rules)
        yield from _supports(position, unit, rules)
        yield from _convoys(position, unit)


def _retreats(position: Position, unit: Unit) -> Iterator[Order]:
    for several in position.dislodged.values():
        for dislodged in several:
            if dislodged.unit == unit:
                yield from (Retreat(unit, target) for target in dislodged.retreats)
                yield Disband(unit)


def _moves(position: Position, unit: Unit, rules: Rules) -> Iterator[Move]:
    by_land = position.board.moves(unit.type, unit.location)
    yield from (Move(unit, target) for target in sorted(by_land))
    if unit.type is UnitType.ARMY:
        heard = rules.convoy_to_neighbour != "to exchange places"
        for target in _by_sea(position, unit, position.fleets_at_sea):
            if target not in by_land:
                yield Move(unit, target)
            elif heard:
                yield Move(unit, target, via=True)


def _by_sea(position: Position, army: Unit, fleets: int) -> list[str]:
    """Where these fleets could carry an army, in the order of the alphabet."""
    board = position.board
    coasts = carried_to(board, fleets, board.number[army.location])
    return [board.codes[coast] for coast in numbers(coasts)]


def _supports(position: Position, unit: Unit, rules: Rules) -> Iterator[Order]:
    board = position.board
    reach = board.reach(unit.type, unit.location)
    others = position.fleets_at_sea & ~(1 << board.number[unit.location])
    for _, other in position.at.values():
        if other == unit:
            continue
        if other.province in reach:
            yield SupportHold(unit, other)
        targets: Iterable[str] = board.moves(other.type, other.location)
        if other.type is UnitType.ARMY:
            targets = {*targets, *_by_sea(position, other, others)}
        else:
            targets = _coasts_to_name(targets, rules)
        for target in sorted(targets):
            if target[:3] in reach:
                yield SupportMove(unit, other, target)


def _coasts_to_name(targets: Iterable[str], rules: Rules) -> Iterable[str]:
    """Where a fleet may be supported to go, as the support has to name it (DATC 4.B.4)."""
    if rules.support_coast == "ignored":
        return {target[:3] for target in targets}
    if rules.support_coast == "required":
        return targets
    coasts = Counter(target[:3] for target in targets)
    return [*targets, *(code for code, count in coasts.items() if count > 1)]


def _convoys(position: Position, unit: Unit) -> Iterator[Convoy]:
    board, fleets = position.board, position.fleets_at_sea
    if unit.location not in board.seas:
        return
    sea = board.number[unit.location]
    for _, army in position.at.values():
        if army.type is UnitType.ARMY:
            origin = board.number[army.location]
            for target in _by_sea(position, army, fleets):
                if on_route(board, fleets, origin, board.number[target], sea):
                    yield Convoy(unit, army, target)
