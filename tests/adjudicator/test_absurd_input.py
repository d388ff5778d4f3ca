"""Absurd input gets an answer or one of the declared errors, in time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import (
    MESSAGES,
    RULES,
    AdjudicatorError,
    Build,
    Convoy,
    Disband,
    Dislodged,
    Hold,
    Move,
    Order,
    OrderSyntaxError,
    PhaseCode,
    PhaseType,
    Position,
    Retreat,
    Rules,
    SupportMove,
    Unit,
    UnitType,
    adjudicate,
    legal_orders,
    parse_canonical,
)
from tests.soak import SOAK

from . import situations as drawn
from .absurd_orders import BOARD, POWERS, any_line, any_order, any_sheets, locations
from .absurd_orders import units as units_anywhere
from .checker import violations
from .checker_orders import read
from .situations import Sheets, Situation
from .soaking import SECONDS_A_TEST, SEED, editions, often, resolve

pytestmark = pytest.mark.timeout(SECONDS_A_TEST)


@pytest.fixture(autouse=True)
def _say_the_seed() -> None:
    print(f"SOAK_SEED={SEED}")


@often(100)
@given(drawn.situations(), any_sheets, editions, st.sampled_from(PhaseType))
def test_any_input_has_an_answer_that_the_checker_accepts(
    situation: Situation, nonsense: Sheets, rules: Rules, kind: PhaseType
) -> None:
    position, sheets = situation[0], drawn.mixed(situation[1], nonsense)
    if kind is not PhaseType.MOVEMENT:
        phase = position.phase.following()
        while phase.type is not kind:
            phase = phase.following()
        position = Position(phase, position.units, {}, setup=position.setup)
    assert violations(position, sheets, resolve(position, sheets, rules), rules) == []


def by_any_power(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.text(max_size=3), values, max_size=4)


@often(100)
@given(
    by_any_power(st.lists(units_anywhere, max_size=3).map(tuple)),
    st.none() | by_any_power(st.lists(locations, max_size=3).map(tuple)),
    any_sheets,
    st.integers(0, 4),
)
def test_a_position_with_any_units_anywhere_is_refused_or_answered(
    units: dict[str, tuple[Unit, ...]],
    centers: dict[str, tuple[str, ...]] | None,
    sheets: Sheets,
    later: int,
) -> None:
    try:
        phase = PhaseCode.parse("S1901M")
        for _ in range(later):
            phase = phase.following()
        position = Position(phase, units, centers)
    except AdjudicatorError:
        return
    rules = RULES["2000"]
    assert violations(position, sheets, resolve(position, sheets, rules), rules) == []


def test_a_sheet_of_many_thousand_lines_is_answered_line_by_line() -> None:
    position = Position(PhaseCode.parse("S1901M"), {"FRANCE": (Unit(UnitType.ARMY, "PAR"),)})
    lines: Sheets = {
        "FRANCE": ["A PAR - BUR", "A PAR H", "F NTH C A LON - SYR", "?" * 10_000] * 1_000
    }
    for rules in list(RULES.values())[: None if SOAK else 1]:
        assert len(resolve(position, lines, rules).results) == 4_000


@st.composite
def full_boards(draw: Any) -> Situation:
    """Draw a unit in each of the 75 provinces, with every fleet at sea ordered to convoy."""
    first = draw(st.integers(0, 999))
    units: dict[str, list[Unit]] = {}
    for place, code in enumerate(sorted(BOARD.provinces)):
        power = POWERS[(place * (first + 1)) % 7]
        units.setdefault(power, []).append(drawn.unit_in(code, (place * first) % 11))
    position = Position(PhaseCode.parse("S1901M"), {p: tuple(u) for p, u in units.items()})
    armies = [unit for _, unit in position.at.values() if unit.type is UnitType.ARMY]
    told: dict[str, Order] = {}
    chosen = [voyage for army in armies if (voyage := voyage_of(draw, position, army))]
    for province, (_, unit) in position.at.items():
        if unit.province in BOARD.seas and chosen:
            move = chosen[draw(drawn.NATURAL) % len(chosen)]
            told[province] = Convoy(unit, move.unit, move.target)
        else:
            mine = [move for move in chosen if move.unit == unit]
            told[province] = mine[0] if mine else Hold(unit)
            if not mine and draw(st.booleans()):
                goals: dict[str, Order] = {m.unit.province: m for m in chosen}
                goals |= {p: Hold(u) for p, (_, u) in position.at.items() if p not in goals}
                told[province] = drawn.pick(
                    draw, drawn.help_for(position, unit, goals) or [Hold(unit)]
                )
    return Situation(position, drawn.by_power(position, told))


def voyage_of(draw: Any, position: Position, army: Unit) -> Move | None:
    options = drawn.convoy_targets(position, army)
    choice = draw(drawn.NATURAL)
    return options[choice % len(options)] if options and choice % 3 else None


@often(20)
@given(full_boards(), editions)
def test_a_board_full_of_units_with_every_fleet_carrying_is_answered(
    situation: Situation, rules: Rules
) -> None:
    position, sheets = situation
    assert violations(position, sheets, resolve(position, sheets, rules), rules) == []


CARRIED = "BRE LON WAL ENG, ANK SEV RUM BLA, SWE PRU LVN BAL, TUN NAP ROM TYS, GRE SMY CON AEG"
CARRIED += (
    ", NWY YOR EDI NTH, TRI APU VEN ADR, PIE SPA/SC MAR LYO, DEN HOL KIE HEL, POR GAS NAF MAO"
)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_ten_paradoxes_in_one_turn_are_each_resolved(rules: Rules) -> None:
    lines: Sheets = {"FRANCE": [], "ENGLAND": []}
    for origin, target, helped, sea in map(str.split, CARRIED.split(", ")):
        army = f"A {origin} - {target[:3]}"
        lines["FRANCE"] += [army, f"F {sea} C {army}"]
        lines["ENGLAND"] += [f"F {helped} - {sea}", f"F {target} S F {helped} - {sea}"]
    ordered = {p: [parse_canonical(str(line)).unit for line in sheet] for p, sheet in lines.items()}
    units = {power: tuple(unit for unit in several if unit) for power, several in ordered.items()}
    position = Position(PhaseCode.parse("S1901M"), units)
    resolution = resolve(position, lines, rules)
    assert violations(position, lines, resolution, rules) == []
    assert sum(result.dislodged for result in resolution.results) == 10  # as in DATC 6.F.14


# Texts


@often(100)
@given(any_order)
def test_every_order_that_names_provinces_is_read_again_from_its_text(order: Order) -> None:
    phase_type = PhaseType.MOVEMENT
    try:
        once = parse_canonical(str(order), phase_type)
    except OrderSyntaxError:
        assert (
            any(name in str(order) for name in ("XXX", "MAO/WC", "É", "  "))
            or str(order)[-1:] == " "
        )
        return
    assert once == order


@often(300)
@given(any_line.map(str), st.sampled_from(PhaseType))
def test_parsed_orders_are_parsed_again_from_their_text(text: str, phase_type: PhaseType) -> None:
    try:
        order = parse_canonical(text, phase_type)
    except OrderSyntaxError:
        return
    assert parse_canonical(str(order), phase_type) == order


@often(30)
@given(drawn.crowds(12))
def test_every_order_offered_counts_and_is_read_again_from_its_text(situation: Situation) -> None:
    position, _ = situation
    for power, unit in position.at.values():
        offered = list(legal_orders(position, unit))
        assert len(set(offered)) == len(offered)
        for order in offered:
            assert parse_canonical(str(order)) == order
            lines = read(position, {power: [order]}, RULES["2000"])
            assert [(line.fault, line.order) for line in lines] == [(None, order)]


PARIS, BURGUNDY = Unit.parse("A PAR"), Unit.parse("A BUR")
HALF: list[tuple[Any, ...]] = [
    *((kind, part) for kind in (Hold, Build, Disband) for part in (None, 3, "A PAR")),
    *((Move, PARIS, target) for target in (5, None)),
    *((Retreat, BURGUNDY, target) for target in (4, None)),
    *((SupportMove, PARIS, other, "BUR") for other in (None, 7)),
    *((Convoy, PARIS, PARIS, target) for target in (9, None)),
    (Move, None, None),
    (Retreat, None, None),
]


@pytest.mark.parametrize("phase", ["S1901M", "S1901R", "W1901A"])
@pytest.mark.parametrize("parts", HALF, ids=repr)
def test_an_order_with_malformed_parts_is_refused_and_the_others_count(
    parts: tuple[Any, ...], phase: str
) -> None:
    kind, *rest = parts
    half = kind(*rest)
    lost = {"FRANCE": (Dislodged(BURGUNDY, "MUN", ("GAS",)),)} if phase[-1] == "R" else {}
    start = Position(PhaseCode.parse(phase), {"FRANCE": (PARIS,)}, {"FRANCE": ("PAR",)}, lost)
    sheets: list[list[Any]] = [[half], [half, Hold(PARIS)], [half, "A PAR H"], [half, half]]
    for sheet in sheets:
        for result in adjudicate(start, {"FRANCE": sheet}).results:
            assert result.reason.code in MESSAGES
