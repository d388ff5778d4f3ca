"""All orders that a unit may be given, for order forms."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustment
from adjudicator.board import province_numbers
from adjudicator.convoys import convoy_targets, is_on_route
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
    """Yield every order that a unit may be given in this phase.

    The orders are those that the unit's power may give, or the power that may build the unit. There
    are none for a unit that does not exist. A waived build is not an order of a unit.

    Each meaning comes once, as `check_order` writes it. Other spellings that `check_order` accepts
    are left out: a coast that means nothing or is the only possible one, another letter or coast
    than the unit has, a retreat written as a move, and ``VIA`` where there is no way by land or
    where the edition ignores it (1971). The support of a fleet that could go to either coast also
    comes without a coast: it counts for both (DATC 4.B.4), unless the edition ignores coasts in
    supports or requires them.

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
        return
    if phase is PhaseType.RETREAT:
        yield from _retreats(position, unit)
        return
    power, standing = position.at.get(unit.province, ("", None))
    if standing == unit and power not in position.neutral:
        yield Hold(unit)
        yield from _moves(position, unit, rules)
        yield from _supports(position, unit, rules)
        yield from _convoys(position, unit)


def _retreats(position: Position, unit: Unit) -> Iterator[Order]:
    """The retreats of a dislodged unit, and its disbanding."""
    for several in position.dislodged.values():
        for dislodged in several:
            if dislodged.unit == unit:
                yield from (Retreat(unit, target) for target in dislodged.retreats)
                yield Disband(unit)


def _moves(position: Position, unit: Unit, rules: Rules) -> Iterator[Move]:
    """The moves of a unit by itself and by convoy."""
    by_land = position.board.moves(unit.type, unit.location)
    yield from (Move(unit, target) for target in sorted(by_land))
    if unit.type is UnitType.ARMY:
        heard = rules.convoy_to_neighbour != "to exchange places"
        for target in _convoy_targets(position, unit, position.fleets_at_sea):
            if target not in by_land:
                yield Move(unit, target)
            elif heard:
                yield Move(unit, target, via=True)


def _convoy_targets(position: Position, army: Unit, fleets: int) -> list[str]:
    """The provinces to which these fleets could convoy an army, in alphabetical order."""
    board = position.board
    coasts = convoy_targets(board, fleets, board.number[army.location])
    return [board.codes[coast] for coast in province_numbers(coasts)]


def _supports(position: Position, unit: Unit, rules: Rules) -> Iterator[Order]:
    """The supports that a unit may give to any other unit."""
    board = position.board
    reach = board.reach(unit.type, unit.location)
    others = position.fleets_at_sea & ~(1 << board.number[unit.location])
    for power, other in position.at.values():
        if other == unit:
            continue
        if other.province in reach:
            yield SupportHold(unit, other)
        if power in position.neutral:
            continue
        targets: Iterable[str] = board.moves(other.type, other.location)
        if other.type is UnitType.ARMY:
            targets = {*targets, *_convoy_targets(position, other, others)}
        else:
            targets = _supported_locations(targets, rules)
        for target in sorted(targets):
            if target[:3] in reach:
                yield SupportMove(unit, other, target)


def _supported_locations(targets: Iterable[str], rules: Rules) -> Iterable[str]:
    """The locations that a support of a fleet's move may name (DATC 4.B.4)."""
    if rules.support_coast == "ignored":
        return {target[:3] for target in targets}
    if rules.support_coast == "required":
        return targets
    coasts = Counter(target[:3] for target in targets)
    return [*targets, *(code for code, count in coasts.items() if count > 1)]


def _convoys(position: Position, unit: Unit) -> Iterator[Convoy]:
    """The convoys that a fleet at sea may carry out."""
    board, fleets = position.board, position.fleets_at_sea
    if unit.location not in board.seas:
        return
    sea = board.number[unit.location]
    for power, army in position.at.values():
        if army.type is UnitType.ARMY and power not in position.neutral:
            origin = board.number[army.location]
            for target in _convoy_targets(position, army, fleets):
                if is_on_route(board, fleets, origin, board.number[target], sea):
                    yield Convoy(unit, army, target)
