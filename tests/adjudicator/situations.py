"""Generated positions and orders for property tests.

They are drawn so that Hypothesis can make a failing example smaller: first with fewer units, then
with holds in place of other orders.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from hypothesis import strategies as st

from adjudicator import (
    Board,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    PhaseCode,
    Position,
    Province,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitType,
    Waive,
    parse_canonical,
)

from .absurd_orders import BOARD as BOARD
from .absurd_orders import POWERS as POWERS
from .absurd_orders import locations
from .boards import on
from .checker_orders import fleets_at_sea, useful
from .diagrams import DATC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn

Sheets: TypeAlias = dict[str, list[Order | str]]
"""Power -> its lines in the order written."""


class Situation(NamedTuple):
    """A position and the lines of the powers."""

    position: Position
    sheets: dict[str, list[Order | str]]

    def __repr__(self) -> str:
        units = {p: ", ".join(map(str, units)) for p, units in self.position.units.items()}
        sheets = {p: ", ".join(map(str, lines)) for p, lines in self.sheets.items()}
        more = f" centers={self.position.centers}" if self.position.centers else ""
        if self.position.board is not BOARD:
            board = self.position.board
            more += f" armies={board.army_moves} fleets={board.fleet_moves}"
        return f"<{self.position.phase} units={units} sheets={sheets}{more}>"


def nearest_first(center: str, board: Board = BOARD) -> list[str]:
    """Return all provinces that can be reached, the nearest first."""
    codes = [center]
    for code in codes:
        codes += sorted(board.neighbours[code].difference(codes))
    return codes


AROUND = {code: nearest_first(code) for code in sorted(BOARD.provinces)}
MIDDLES = [*sorted(AROUND), *sorted(BOARD.seas) * 3]
"""Provinces around which units are placed; seas come more often, for convoys."""
NATURAL = st.integers(0, 999)
"""Numbers with which to choose from a list of any length."""


def unit_in(code: str, choice: int, board: Board = BOARD) -> Unit:
    """Return a unit that can stand in a province; on coasts an army more often than a fleet."""
    province = board.provinces[code]
    if province.type == "sea" or (province.type == "coastal" and choice % 3 == 2):
        coasts = province.coasts
        return Unit(UnitType.FLEET, f"{code}/{coasts[choice % len(coasts)]}" if coasts else code)
    return Unit(UnitType.ARMY, code)


@st.composite
def positions(
    draw: DrawFn,
    most: int = 20,
    phases: Sequence[str] = ("S1901M", "F1901M"),
    powers: int = 4,
    middles: Sequence[str] = MIDDLES,
) -> Position:
    """Draw units that are close together and belong to few powers."""
    codes = AROUND[draw(st.sampled_from(middles))]
    units: dict[str, list[Unit]] = {}
    for code in codes[: draw(st.integers(1, most))]:
        choice = draw(st.integers(0, 6 * powers))  # no unit there: once in a few dozen draws
        if choice:
            units.setdefault(POWERS[choice % powers], []).append(unit_in(code, choice // powers))
    phase = PhaseCode.parse(draw(st.sampled_from(phases)))
    return Position(phase, {p: tuple(several) for p, several in units.items()})


def pick(draw: DrawFn, options: Sequence[Order]) -> Order:
    return options[draw(NATURAL) % len(options)]


def ways(position: Position, unit: Unit) -> list[Move]:
    """Return where a unit may go by itself."""
    return [Move(unit, way) for way in sorted(position.board.moves(unit.type, unit.location))]


def convoy_targets(position: Position, unit: Unit) -> list[Move]:
    """Return where the fleets at sea could convoy an army, also where it could go by land."""
    board = position.board
    if unit.type is UnitType.FLEET or board.provinces[unit.location].type == "inland":
        return []
    reached: set[str] = {unit.location}
    fleets = fleets_at_sea(position)
    for _ in fleets:
        reached |= {sea for sea in fleets if board.neighbours[sea] & reached}
    coasts = {c for sea in reached & fleets for c in board.neighbours[sea]} - board.seas
    return [
        Move(unit, coast, via)
        for coast in sorted(coasts - {unit.location})
        for via in (False, True)
    ]


def help_for(position: Position, unit: Unit, given: dict[str, Order]) -> list[Order]:
    """Return supports of other units' orders; moves come more often than holds."""
    reach = {way[:3] for way in position.board.moves(unit.type, unit.location)}
    supports: list[Order] = []
    for other, order in given.items():
        helped = position.at[other][1]
        if helped == unit:
            continue
        if isinstance(order, Move) and order.target[:3] in reach:
            supports += 3 * [SupportMove(unit, helped, order.target)]
        elif not isinstance(order, Move) and other in reach:
            supports.append(SupportHold(unit, helped))
    return supports


def convoys_by(position: Position, unit: Unit, given: dict[str, Order]) -> list[Order]:
    """Return convoys by a fleet of armies that are ordered across its sea."""
    board = position.board
    if unit.location not in board.seas:
        return []
    return [
        Convoy(unit, order.unit, order.target)
        for order in given.values()
        if isinstance(order, Move)
        and order.unit.type is UnitType.ARMY
        and useful(board, fleets_at_sea(position), order.unit.location, order.target, unit.location)
    ]


@st.composite
def orders_for(draw: DrawFn, position: Position) -> Sheets:
    """Draw orders that concern one another: first moves, then convoys and supports of them."""
    verbs = {province: draw(st.integers(0, 9)) for province in position.at}
    given: dict[str, Order] = {}
    for province, (_, unit) in position.at.items():
        given[province] = Hold(unit)
        if 1 <= verbs[province] <= 4:
            by_sea = convoy_targets(position, unit) if verbs[province] >= 3 else []
            by_land = ways(position, unit)
            targets = {move.target for move in by_land}
            either = [move for move in by_sea if verbs[province] == 3 and move.target in targets]
            given[province] = pick(draw, either or by_sea or by_land or [Hold(unit)])
    goals = dict(given)
    for order in goals.values():
        if isinstance(order, Move) and order.unit.type is UnitType.ARMY:
            for convoy in convoys_for(position, order, given)[: 7 - draw(st.integers(0, 7))]:
                given[convoy.unit.province] = convoy
    for province, (_, unit) in position.at.items():
        if verbs[province] >= 5 and isinstance(given[province], Hold):
            carriage = convoys_by(position, unit, goals) if verbs[province] == 9 else []
            helpful = carriage or help_for(position, unit, goals) or ways(position, unit)
            given[province] = pick(draw, helpful or [Hold(unit)])
    return by_power(position, given)


def convoys_for(position: Position, move: Move, given: dict[str, Order]) -> list[Convoy]:
    """Return convoys of an army by all idle fleets that are of use to it, the nearest first."""
    idle = {sea for sea in fleets_at_sea(position) if isinstance(given[sea], Hold)}
    origin, target = move.unit.location, move.target
    return [
        Convoy(position.at[sea][1], move.unit, target)
        for sea in nearest_first(origin, position.board)
        if sea in idle and useful(position.board, idle, origin, target, sea)
    ]


def by_power(position: Position, given: dict[str, Order]) -> Sheets:
    sheets: Sheets = {}
    for province, order in given.items():
        sheets.setdefault(position.at[province][0], []).append(order)
    return sheets


@st.composite
def crowds(draw: DrawFn, most: int = 20, powers: int = 4) -> Situation:
    """Draw units close together with orders that concern one another."""
    position = draw(positions(most, powers=powers))
    return Situation(position, draw(orders_for(position)))


HARD = {case["id"]: case for case in DATC if case["id"].split(".")[1] in "CEFG"}


@st.composite
def paradoxes(draw: DrawFn) -> Situation:
    """Draw some hard cases of the DATC on one board with some orders left out."""
    units: dict[str, list[Unit]] = {}
    sheets: Sheets = {}
    taken: set[str] = set()
    chosen = draw(st.lists(st.sampled_from(sorted(HARD)), min_size=1, max_size=5, unique=True))
    for name in chosen:
        placed = set()
        for power, texts in HARD[name]["units"].items():
            for unit in map(Unit.parse, texts):
                if unit.province not in taken:
                    units.setdefault(power, []).append(unit)
                    placed.add(unit.province)
        taken |= placed
        for power, text, _ in HARD[name]["orders"]:
            told = parse_canonical(text).unit
            if told and told.province in placed and draw(st.integers(0, 19)) != 1:
                sheets.setdefault(power, []).append(text)
    phase = PhaseCode.parse("F1901M")
    return Situation(Position(phase, {p: tuple(u) for p, u in units.items()}), sheets)


@st.composite
def boards(draw: DrawFn, most: int = 9) -> Board:
    """Draw a small board on which nearly all provinces border on one another."""
    kinds: list[Literal["coastal", "sea", "inland"]] = ["coastal", "sea", "inland"]
    provinces = {}
    for letter in "ABCDEFGHIJKLMNOP"[: draw(st.integers(3, most))]:
        choice = draw(st.integers(0, 6))
        kind = kinds[choice % 4 % 3]
        home = POWERS[choice % 3] if choice and kind != "sea" else None
        provinces[letter * 3] = Province(letter * 3, letter, kind, (), bool(home), home, home)
    army_moves: dict[str, set[str]] = {c: set() for c, p in provinces.items() if p.type != "sea"}
    fleet_moves: dict[str, set[str]] = {
        code: set() for code, province in provinces.items() if province.type != "inland"
    }
    for a, b in combinations(provinces, 2):
        border = draw(st.integers(0, 3))
        for moves, open_ in ((army_moves, border >= 1), (fleet_moves, border >= 2)):
            seaside = "sea" in (provinces[a].type, provinces[b].type)
            if a in moves and b in moves and (open_ or (border and seaside)):
                moves[a].add(b)
                moves[b].add(a)
    return Board(
        "small",
        provinces,
        {code: frozenset(ways) for code, ways in army_moves.items()},
        {code: frozenset(ways) for code, ways in fleet_moves.items()},
    )


@st.composite
def on_small_boards(draw: DrawFn) -> Situation:
    """Draw a movement phase on a small board of its own."""
    board = draw(boards())
    units: dict[str, list[Unit]] = {}
    for code in board.provinces:
        choice = draw(st.integers(0, 18))
        if choice:
            units.setdefault(POWERS[choice % 3], []).append(unit_in(code, choice // 3, board))
    phase = PhaseCode.parse("F1901M")
    position = Position(phase, {p: tuple(u) for p, u in units.items()}, {}, setup=on(board))
    return Situation(position, draw(orders_for(position)))


def situations() -> st.SearchStrategy[Situation]:
    """Draw a movement phase."""
    return st.one_of(crowds(), crowds(), paradoxes(), on_small_boards(), sloppy())


COASTS = ["", "/NC", "/SC", "/EC"]


@st.composite
def sloppy(draw: DrawFn) -> Situation:
    """Draw a movement phase near split coasts, with coasts and letters missing or wrong."""
    position = draw(positions(12, middles=["SPA", "STP", "BUL", "POR", "MAO", "FIN", "CON"]))
    written: Sheets = {}
    for power, sheet in draw(orders_for(position)).items():
        for order in sheet:
            assert not isinstance(order, str)
            changes: dict[str, Any] = {}
            for name in ("unit", "supported", "army", "target"):
                value, choice = getattr(order, name, None), draw(st.integers(0, 7))
                if isinstance(value, str) and choice in range(1, 5):
                    changes[name] = value[:3] + COASTS[choice - 1]
                elif isinstance(value, Unit) and choice in range(1, 5):
                    kind = UnitType.FLEET if draw(st.booleans()) else value.type
                    changes[name] = Unit(kind, value.province + COASTS[choice - 1])
            written.setdefault(power, []).append(replace(order, **changes))
    return Situation(position, written)


@st.composite
def with_repeated_orders(draw: DrawFn) -> Situation:
    """Draw a movement phase in which some units get several orders."""
    position, sheets = draw(crowds(12))
    again: Sheets = {}
    for power, unit in position.at.values():
        for _ in range(draw(st.integers(0, 2))):
            options: list[Order] = [Hold(unit), *ways(position, unit)]
            options.append(Move(unit, draw(locations)))
            again.setdefault(power, []).append(pick(draw, options))
    return Situation(position, mixed(again, sheets))


# Retreats and adjustments


@st.composite
def years(draw: DrawFn, most: int = 16) -> Situation:
    """Draw a fall movement phase with owned centers, so that adjustments may follow."""
    position, sheets = draw(crowds(most, powers=7) | on_small_boards())
    standing = {unit.province: power for power, unit in position.at.values()}
    owners: dict[str, list[str]] = {}
    for code in sorted(position.board.centers):
        choice = draw(st.integers(0, 5))
        home = position.board.provinces[code].home
        owner = [home, standing.get(code), None, *POWERS][choice]
        if owner:
            owners.setdefault(owner, []).append(code)
    centers = {power: tuple(codes) for power, codes in owners.items()}
    phase = PhaseCode.parse("F1901M")
    return Situation(Position(phase, position.units, centers, setup=position.setup), sheets)


@st.composite
def retreats_for(draw: DrawFn, position: Position) -> Sheets:
    """Draw orders for dislodged units: mostly possible retreats, sometimes others or none."""
    sheets: Sheets = {}
    for power, several in position.dislodged.items():
        for dislodged in several:
            unit = dislodged.unit
            options: list[Order] = [Disband(unit)]
            options += [Retreat(unit, way) for way in dislodged.retreats] * 4
            near = position.board.neighbours[unit.province]
            options += [Retreat(unit, way) for way in sorted(near)]
            choice = draw(NATURAL)
            if choice % 8 != 7:
                sheets.setdefault(power, []).append(options[choice % len(options)])
    return sheets


@st.composite
def adjustments_for(draw: DrawFn, position: Position) -> Sheets:
    """Draw builds in home centers and removals: too many, too few, repeated."""
    sheets: Sheets = {}
    for power in position.powers:
        board = position.board
        home = [p.code for p in board.provinces.values() if p.home == power]
        options: list[Order] = [Waive(), *map(Disband, position.units.get(power, ()))]
        options += [Build(unit_in(code, choice, board)) for code in home for choice in (0, 2, 5)]
        lines = [options[draw(NATURAL) % len(options)] for _ in range(draw(st.integers(0, 4)))]
        if lines:
            sheets[power] = list(lines)
    return sheets


def mixed(first: Sheets, more: Sheets) -> Sheets:
    """Return two sets of sheets as one."""
    return {p: [*first.get(p, ()), *more.get(p, ())] for p in {**first, **more}}
