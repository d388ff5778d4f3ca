"""The search for replies that break a plan, beside all legal orders of a few units tried."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random

import pytest

from adjudicator import Order, PhaseCode, Position, Unit, adjudicate, legal_orders
from adjudicator.terms import SUCCESSFUL
from games.sandbox.line import Line
from games.sandbox.search import CENTERS, MOST_REPLIES, UNITS, Goal, goals_of, search

PLACES = {
    "west": ["BUR", "PAR", "GAS", "MAR", "PIC", "BEL", "RUH", "MUN", "SPA", "BRE"],
    "sea": ["ENG", "LON", "WAL", "BRE", "PIC", "BEL", "NTH", "YOR", "IRI", "MAO", "GAS", "SPA/SC"],
}
SEAS = {"ENG", "NTH", "IRI", "MAO", "SPA/SC"}
NEVER = 10**6


def line_with(
    units: Mapping[str, list[str]], orders: Mapping[str, list[str]], **centers: list[str]
) -> Line:
    """A line in fall 1901 with units, orders and centers by power."""
    position = Position(
        PhaseCode.parse("F1901M"),
        {power: tuple(map(Unit.parse, texts)) for power, texts in units.items()},
        {power: tuple(codes) for power, codes in centers.items()},
    )
    return Line(position).with_orders(orders)


def replies(line: Line, goal: Goal) -> list[dict[str, list[str]]]:
    found = search(line, goal)
    return [{p: [*map(str, orders)] for p, orders in each.orders.items()} for each in found.replies]


def test_a_move_fails_by_a_single_bounce() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    line = line_with(units, {"FRANCE": ["A PAR - BUR"]})
    found = search(line, Goal("FRANCE", "A PAR"))
    (reply,) = found.replies
    assert {power: [*map(str, orders)] for power, orders in reply.orders.items()} == {
        "GERMANY": ["A MUN - BUR"]
    }
    assert reply.lost == ("PAR",)
    assert reply.line.orders == {"FRANCE": ("A PAR - BUR",), "GERMANY": ("A MUN - BUR",)}
    assert (found.end, found.complete, found.already) == ("", 4, ())


def test_a_supported_move_fails_when_the_support_is_cut_or_the_attack_is_as_strong() -> None:
    units = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A MUN"], "ITALY": ["A PIE", "A RUH"]}
    line = line_with(units, {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    assert replies(line, Goal("FRANCE", "A PAR")) == [
        {"ITALY": ["A PIE - MAR", "A RUH - BUR"]},
        {"GERMANY": ["A MUN - BUR"], "ITALY": ["A RUH S A MUN - BUR"]},
        {"GERMANY": ["A MUN - BUR"], "ITALY": ["A PIE - MAR"]},
    ]


def test_a_unit_that_only_has_to_stay_breaks_a_move_behind_it() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}
    line = line_with(units, {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - RUH"]})
    assert {"GERMANY": ["A BUR H"]} in replies(line, Goal("FRANCE", "A PAR"))


def test_an_army_that_needs_a_convoy_comes_with_it() -> None:
    units = {"ENGLAND": ["A LON", "F ENG"], "FRANCE": ["A PAR"]}
    line = line_with(units, {"FRANCE": ["A PAR H"]}, FRANCE=["BRE"])
    assert replies(line, Goal("FRANCE", CENTERS)) == [
        {"ENGLAND": ["F ENG - BRE"]},
        {"ENGLAND": ["F ENG C A LON - BRE", "A LON - BRE"]},
    ]


def test_a_goal_that_is_missed_already_needs_no_reply() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
    found = search(line_with(units, orders), Goal("FRANCE", "A PAR"))
    assert (found.replies, found.already, found.tried) == ((), ("PAR",), 1)


def test_a_search_stops_at_its_bound_and_says_so() -> None:
    line = full_board()
    found = search(line, Goal("FRANCE", UNITS), 10)
    assert (found.tried, found.end, found.complete) == (10, "bound", 0)
    assert found == search(line, Goal("FRANCE", UNITS), 10)


def test_a_search_ends_when_enough_replies_were_found() -> None:
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH", "A BEL", "A PIC", "A PAR"]}
    line = line_with(units, {})
    found = search(line, Goal("FRANCE", UNITS))
    assert (len(found.replies), found.end, found.complete) == (MOST_REPLIES, "enough", 1)


def test_goals_are_those_of_played_powers_in_a_movement_phase() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    line = line_with(units, {}, FRANCE=["PAR"])
    assert goals_of(line) == {
        "FRANCE": [CENTERS, UNITS, "A PAR"],
        "GERMANY": [UNITS, "A MUN"],
    }
    winter = line_with(units, {}, FRANCE=["PAR", "BRE"]).resolved()
    assert str(winter.position.phase) == "W1901A"
    assert goals_of(winter) == {}


# Beside all legal orders


def random_line(random: Random, board: str, enemies: int) -> Line:
    """A line with two units of France and some of two other powers, with orders for most."""
    places = random.sample(PLACES[board], 2 + enemies)
    texts = [f"{'F' if place in SEAS else 'A'} {place}" for place in places]
    units = {"FRANCE": texts[:2], "GERMANY": texts[2:4], "ITALY": texts[4:]}
    units = {power: several for power, several in units.items() if several}
    line = line_with(units, {}, FRANCE=["PAR", "BRE"] if board == "west" else ["BRE", "SPA"])
    given = {
        power: [str(random.choice([*legal_orders(line.position, unit)])) for unit in own]
        for power, own in line.position.units.items()
        if power == "FRANCE" or random.random() < 0.5
    }
    return line.with_orders(given)


def misses(line: Line, goal: Goal, changed: Mapping[Unit, Order]) -> bool:
    """Whether a goal is missed with other orders for some units, decided from the results."""
    position = line.position
    orders: dict[str, list[object]] = {}
    for power, units in position.units.items():
        for unit in units:
            text = next((t for t in line.orders.get(power, ()) if t.startswith(f"{unit} ")), None)
            orders.setdefault(power, []).append(changed.get(unit) or text or f"{unit} H")
    done = adjudicate(position, orders)
    if goal.what == CENTERS:
        standing = {unit.province: power for power, own in done.next.units.items() for unit in own}
        centers = (position.centers or {}).get(goal.power, ())
        return any(standing.get(code, goal.power) != goal.power for code in centers)
    results = [each for each in done.results if each.power == goal.power]
    if goal.what == UNITS:
        return any(each.dislodged for each in results)
    (result,) = (each for each in results if str(each.unit) == goal.what)
    return result.dislodged or result.outcome not in SUCCESSFUL


def least_by_force(line: Line, goal: Goal, most: int) -> int | None:
    """The size of the least reply among all legal orders of the other powers' units."""
    others = [u for power, own in line.position.units.items() if power != goal.power for u in own]
    legal = {unit: [*legal_orders(line.position, unit)] for unit in others}
    for size in range(most + 1):
        for units in combinations(others, size):
            for orders in product(*(legal[unit] for unit in units)):
                if misses(line, goal, dict(zip(units, orders, strict=True))):
                    return size
    return None


def goals(line: Line) -> Iterator[Goal]:
    return (Goal("FRANCE", what) for what in goals_of(line)["FRANCE"])


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("board", list(PLACES))
def test_no_reply_of_one_or_two_units_is_missed(board: str, seed: int) -> None:
    line = random_line(Random(f"{board} {seed}"), board, 2 + seed % 2)
    for goal in goals(line):
        least = least_by_force(line, goal, 2)
        found = search(line, goal, NEVER)
        if found.already:
            assert least == 0
            continue
        sizes = [sum(map(len, each.orders.values())) for each in found.replies]
        assert sizes == sorted(sizes)
        small = [size for size in sizes if size <= 2]
        assert (small[0] if small else None) == least, (line, goal)
        for reply in found.replies:
            orders = {order.unit: order for own in reply.orders.values() for order in own}
            assert misses(line, goal, orders)  # type: ignore[arg-type]


def full_board() -> Line:
    """Thirty-four units of six powers, and orders for France alone."""
    units = {
        "FRANCE": ["A PAR", "A MAR", "A BUR", "F BRE", "F MAO", "A SPA"],
        "GERMANY": ["A MUN", "A RUH", "A BER", "F KIE", "F DEN", "A TYR"],
        "ENGLAND": ["F NTH", "F ENG", "F NWY", "A LON", "A BEL", "F IRI"],
        "ITALY": ["A PIE", "F TYS", "F LYO", "A VEN", "F WES"],
        "TURKEY": ["F AEG", "A BUL", "F BLA", "A SER", "F ION", "A RUM"],
        "RUSSIA": ["A WAR", "A MOS", "F STP/SC", "A GAL", "A SWE"],
    }
    plan = ["A PAR S A BUR", "A MAR S A BUR", "F BRE S F MAO", "A SPA S A MAR"]
    return line_with(units, {"FRANCE": plan}, FRANCE=["PAR", "MAR", "BRE", "SPA", "POR"])
