"""The checker's own check of orders: which order counts for which unit.

No code of the resolver is used. The library's parser turns a text into an order; whether the order
can be given is decided from the tables of the board (rulebook 2000, "Writing orders"; DATC 4.B to
4.E). A line that cannot be given names the rule that it breaks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    OrderSyntaxError,
    PhaseType,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitType,
    Waive,
    parse_canonical,
    read_texts,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from adjudicator import Board, Position, Rules


class Fault(Exception):  # noqa: N818 - not an error of the checker, but of the order it reads
    """Reason why an order cannot be given.

    `attempted`: the DATC calls such an order failed instead of illegal.
    """

    def __init__(self, why: str, *, attempted: bool = False) -> None:
        super().__init__(why)
        self.attempted = attempted


@dataclass(eq=False)
class Line:
    """One line of a sheet. `order` is put right if it can be given, otherwise as written."""

    power: str
    text: str
    order: Order | None
    fault: Fault | None
    counts: bool = True


def read(
    position: Position, sheets: Mapping[str, Sequence[Order | str]], rules: Rules
) -> list[Line]:
    """Return every line of every power in the order written."""
    lines = []
    for power, sheet in sheets.items():
        for text, order, error in _written(sheet, position, power, rules):
            if order is None:
                lines.append(Line(power, text, None, Fault(str(error)), counts=False))
                continue
            try:
                right = put_right(order, position, power, rules)
                lines.append(Line(power, str(right), right, None))
            except Fault as fault:
                lines.append(Line(power, str(order), order, fault, counts=False))
    return lines


def _written(
    sheet: Sequence[Order | str], position: Position, power: str, rules: Rules
) -> list[tuple[str, Order | None, OrderSyntaxError | None]]:
    """The orders that the library reads: canonical texts one by one, or all texts in context.

    The parser is not what is checked here.
    """
    read = [_canonical(each, position) for each in sheet]
    if all(
        error is None
        for each, (_t, _o, error) in zip(sheet, read, strict=True)
        if isinstance(each, str)
    ):
        return read
    texts = [each for each in sheet if isinstance(each, str)]
    in_context = iter(read_texts(texts, position, power, None, rules))
    return [
        one
        for each, alone in zip(sheet, read, strict=True)
        for one in (next(in_context) if isinstance(each, str) else [alone])
    ]


def _canonical(
    written: Order | str, position: Position
) -> tuple[str, Order | None, OrderSyntaxError | None]:
    if isinstance(written, Order):
        return str(written), written, None
    try:
        order = parse_canonical(str(written), position.phase.type, position.board)
    except OrderSyntaxError as error:
        return str(written), None, error
    return str(written), order, None


def assign(
    lines: Sequence[Line], units: Mapping[str, tuple[str, Unit]], rules: Rules
) -> dict[str, Line]:
    """Return the line that counts for each unit, by province; mark all others as not counting.

    Of several that can be given to one unit the first or the last counts, or none (DATC 4.D.3); the
    same order twice is one.
    """
    told = by_unit(lines, units)
    counting: dict[str, Line] = {}
    for province, several in told.items():
        possible = [line for line in several if line.fault is None]
        for line in several:
            line.counts = False
        conflict = rules.order_repeated == "none" and len({line.order for line in possible}) > 1
        if possible and not conflict:
            chosen = possible[-1] if rules.order_repeated == "last" else possible[0]
            if all(line.order == chosen.order for line in possible):
                chosen = possible[0]
            chosen.counts = True
            counting[province] = chosen
    return counting


def by_unit(lines: Sequence[Line], units: Mapping[str, tuple[str, Unit]]) -> dict[str, list[Line]]:
    """Return the lines of a unit's own power that name it, by the province of the unit."""
    told: dict[str, list[Line]] = {}
    for line in lines:
        province = line.order.unit.province if line.order and line.order.unit else ""
        if province in units and units[province][0] == line.power:
            told.setdefault(province, []).append(line)
    return told


def in_vain(lines: Sequence[Line], units: Mapping[str, tuple[str, Unit]], rules: Rules) -> set[str]:
    """Return the units with impossible moves only, if these count as moving (DATC 4.E.1)."""
    if rules.impossible_move == "holds":
        return set()
    return {
        province
        for province, several in by_unit(lines, units).items()
        if not any(line.fault is None for line in several)
        and isinstance(min(several, key=lambda line: str(line.order)).order, Move)
    }


def put_right(order: Order, position: Position, power: str, rules: Rules) -> Order:
    """Return the order with the unit on the board and the only possible coast."""
    if position.phase.type is PhaseType.RETREAT:
        return _retreat(order, position, power)
    if position.phase.type is PhaseType.ADJUSTMENT:
        return _adjustment(order, position, power, rules)
    if not isinstance(order, Hold | Move | SupportHold | SupportMove | Convoy):
        raise Fault("this is no order of a movement phase")
    holder, unit = position.at.get(order.unit.province, ("", None))
    if unit is None or holder != power:
        raise Fault(f"{power} has no unit in {order.unit.province}")
    _coast_of(order.unit, unit, position.board, rules)
    if isinstance(order, Move):
        return _move(order, unit, position, rules)
    if isinstance(order, SupportHold | SupportMove):
        return _support(order, unit, position, rules)
    if isinstance(order, Convoy):
        return _convoy(order, unit, position, rules)
    return Hold(unit)


def _coast_of(named: Unit, unit: Unit, board: Board, rules: Rules) -> None:
    """Refuse a coast that the unit is not on, or that does not exist (DATC 4.B.5 and 4.B.6)."""
    if unit.type is UnitType.FLEET and board.provinces[unit.province].coasts:
        if rules.wrong_coast_of_unit == "illegal" and named.coast not in (None, unit.coast):
            raise Fault("it is on the other coast")
    elif named.coast and rules.meaningless_coast == "illegal":
        raise Fault("there are no coasts to tell apart")


def _coast_to(unit: Unit, target: str, board: Board, rules: Rules) -> None:
    """Refuse a coast of a target that means nothing (DATC 4.B.6)."""
    province = board.provinces.get(target[:3])
    split = province is not None and province.coasts and unit.type is UnitType.FLEET
    if target[3:] and not split and rules.meaningless_coast == "illegal":
        raise Fault("there are no coasts to tell apart")


def _move(order: Move, unit: Unit, position: Position, rules: Rules) -> Move:
    if unit.type is UnitType.FLEET:
        try:
            _coast_to(unit, order.target, position.board, rules)
            return Move(unit, fleet_goal(position.board, unit, order.target, rules))
        except Fault as fault:
            misplaced = order.unit.coast is not None and order.unit.coast != unit.coast
            raise Fault(str(fault), attempted=misplaced) from None
    _coast_to(unit, order.target, position.board, rules)
    target = order.target[:3]
    by_land = target in position.board.army_moves[unit.location]
    by_sea = could_be_carried(position, unit, target)
    needless = rules.disrupted_convoy == "by land" or rules.convoy_to_neighbour in (
        "to exchange places",
        "by intent",
    )
    if order.via and not by_sea and not (by_land and needless):
        raise Fault("no fleets on the board could carry it")
    if not by_land and not by_sea:
        raise Fault("it cannot get there")
    return Move(unit, target, order.via and by_sea)


def fleet_goal(board: Board, unit: Unit, named: str, rules: Rules) -> str:
    """Return where a fleet goes: the coast named, or the only one possible (DATC 4.B.1 to 3)."""
    if named in board.fleet_moves[unit.location]:
        return named
    possible = [way for way in board.fleet_moves[unit.location] if way[:3] == named[:3]]
    if not possible:
        raise Fault(f"{unit} cannot go to {named}")
    coasts = board.provinces[named[:3]].coasts
    if named[4:] in coasts and rules.coast_out_of_reach == "illegal":
        raise Fault(f"{unit} cannot reach that coast")
    omitted = coasts and named[4:] not in coasts
    if len(possible) > 1 or (omitted and rules.coast_omitted == "illegal"):
        raise Fault(COAST_NEEDED)
    return possible[0]


COAST_NEEDED = "it must say which coast"


def could_be_carried(
    position: Position, army: Unit, target: str, without: Collection[str] = ()
) -> bool:
    """Return whether the fleets now at sea, without some, could convoy an army to a province."""
    board = position.board
    if target == army.location or board.provinces.get(target) is None or target in board.seas:
        return False
    return chain(board, fleets_at_sea(position) - set(without), army.location, target)


def fleets_at_sea(position: Position) -> set[str]:
    return {
        unit.location
        for _, unit in position.at.values()
        if unit.type is UnitType.FLEET and board_type(position, unit.location) == "sea"
    }


def board_type(position: Position, location: str) -> str:
    return position.board.provinces[location[:3]].type


def chain(board: Board, fleets: Collection[str], origin: str, target: str) -> bool:
    """Return whether fleets in these seas connect one coast with another."""
    reached = {sea for sea in fleets if sea in board.neighbours[origin]}
    while True:
        further = {sea for sea in fleets if board.neighbours[sea] & reached} - reached
        if not further:
            return bool(board.neighbours[target] & reached)
        reached |= further


def _support(
    order: SupportHold | SupportMove, unit: Unit, position: Position, rules: Rules
) -> Order:
    board = position.board
    _, supported = position.at.get(order.supported.province, ("", None))
    if supported is None or supported == unit:
        raise Fault("there is no other unit to support")
    _coast_of(order.supported, supported, board, rules)
    into = order.target[:3] if isinstance(order, SupportMove) else supported.province
    ways = board.army_moves if unit.type is UnitType.ARMY else board.fleet_moves
    if into not in {way[:3] for way in ways[unit.location]}:
        raise Fault(f"{unit} could not itself go to {into}")
    if isinstance(order, SupportHold):
        return SupportHold(unit, supported)
    _coast_to(supported, order.target, board, rules)
    if supported.type is UnitType.FLEET:
        return SupportMove(unit, supported, _supported_goal(order.target, supported, board, rules))
    by_land = into in board.army_moves[supported.location]
    if not by_land and not could_be_carried(position, supported, into, {unit.location}):
        raise Fault(f"{supported} cannot get to {into}")
    return SupportMove(unit, supported, into)


def _supported_goal(target: str, supported: Unit, board: Board, rules: Rules) -> str:
    """Return where a supported fleet goes, as far as the support must name it (DATC 4.B.4)."""
    province = board.provinces.get(target[:3])
    coasts = province.coasts if province is not None else ()
    if coasts and rules.support_coast == "required" and target[4:] not in coasts:
        raise Fault(COAST_NEEDED)
    if coasts and rules.support_coast == "ignored":
        if target[:3] not in {way[:3] for way in board.fleet_moves[supported.location]}:
            raise Fault(f"{supported} cannot get there")
        return target if target[4:] in coasts else target[:3]
    if coasts and target[4:] not in coasts:  # any coast is meant
        possible = [way for way in board.fleet_moves[supported.location] if way[:3] == target[:3]]
        if not possible:
            raise Fault(f"{supported} cannot get there")
        return possible[0] if len(possible) == 1 else target[:3]
    return fleet_goal(board, supported, target, rules)


def _convoy(order: Convoy, unit: Unit, position: Position, rules: Rules) -> Convoy:
    _, army = position.at.get(order.army.province, ("", None))
    target = order.target[:3]
    if unit.location not in fleets_at_sea(position):
        raise Fault("only a fleet at sea carries")
    if army is None or army.type is not UnitType.ARMY:
        raise Fault("there is no army to carry")
    _coast_of(order.army, army, position.board, rules)
    _coast_to(army, order.target, position.board, rules)
    if not could_be_carried(position, army, target):
        raise Fault("no fleets could carry it there")
    if not useful(position.board, fleets_at_sea(position), army.location, target, unit.location):
        raise Fault("this fleet is on no way there")
    return Convoy(unit, army, target)


def useful(board: Board, fleets: Collection[str], origin: str, target: str, sea: str) -> bool:
    """Return whether a fleet is on a chain that needs each of its fleets (DATC 6.F.12, 6.G.19)."""
    waiting: list[tuple[str, ...]] = [(sea,) for sea in fleets if sea in board.neighbours[origin]]
    while waiting:
        links = waiting.pop()
        if target in board.neighbours[links[-1]]:
            if sea in links:
                return True
            continue
        for step in board.neighbours[links[-1]]:
            earlier = {origin, *links[:-1]}
            if step in fleets and step not in links and not board.neighbours[step] & earlier:
                waiting.append((*links, step))
    return False


def _retreat(order: Order, position: Position, power: str) -> Order:
    if isinstance(order, Move):
        order = Retreat(order.unit, order.target)
    if not isinstance(order, Retreat | Disband):
        raise Fault("this is no order of a retreat phase")
    mine = [d for d in position.dislodged.get(power, ()) if d.unit.province == order.unit.province]
    if not mine:
        raise Fault("no such unit was dislodged")
    unit, ways = mine[0].unit, mine[0].retreats
    if isinstance(order, Disband):
        return Disband(unit)
    if order.target in ways:
        return Retreat(unit, order.target)
    possible = [way for way in ways if way[:3] == order.target[:3]]
    province = position.board.provinces.get(order.target[:3])
    real_coast = province is not None and order.target[4:] in province.coasts
    if len(possible) != 1 or (real_coast and unit.type is UnitType.FLEET):
        raise Fault("it cannot retreat there")
    return Retreat(unit, possible[0])


def _adjustment(order: Order, position: Position, power: str, rules: Rules) -> Order:
    owned = (position.centers or {}).get(power, ())
    units = position.units.get(power, ())
    surplus = len(owned) - len(units) if position.centers is not None else 0
    if isinstance(order, Disband):
        mine = [unit for unit in units if unit.province == order.unit.province]
        if not mine or surplus >= 0:
            raise Fault("nothing to remove there")
        return Disband(mine[0])
    free = [c for c in owned if position.board.provinces[c].home == power and c not in position.at]
    if isinstance(order, Waive):
        if surplus <= 0 or not free:
            raise Fault("nothing to build")
        return order
    if not isinstance(order, Build):
        raise Fault("this is no order of an adjustment phase")
    code = order.unit.province
    if surplus <= 0 or code not in free:
        raise Fault("nothing can be built there")
    if order.unit.type is UnitType.ARMY:
        return Build(Unit(UnitType.ARMY, code))
    return Build(Unit(UnitType.FLEET, _berth(order.unit, position.board, rules)))


def _berth(named: Unit, board: Board, rules: Rules) -> str:
    """The coast on which a fleet is built; where there are two it must be named (DATC 4.B.7)."""
    coasts = board.provinces[named.province].coasts
    if coasts and named.coast not in coasts:
        if rules.build_coast_omitted == "fails":
            raise Fault(COAST_NEEDED, attempted=True)
        return f"{named.province}/{coasts[0]}"
    if not coasts and named.province not in board.fleet_moves:
        raise Fault("no fleet can stand there")
    return named.location if coasts else named.province
