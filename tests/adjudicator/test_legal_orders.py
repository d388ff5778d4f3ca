"""Legal orders agree with a slow and simple enumeration, and with the counts recorded here."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from itertools import combinations, product
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from adjudicator import (
    RULES,
    Build,
    Convoy,
    Disband,
    Hold,
    IllegalOrder,
    Move,
    Order,
    Position,
    Retreat,
    Rules,
    SupportHold,
    SupportMove,
    Unit,
    UnitType,
    Waive,
    adjudicate,
    check_order,
    legal_orders,
    load_setup,
    opening,
    standard_board,
)
from adjudicator import rules as rules_module
from adjudicator.json_lines import read_position
from tests.timing import timed

from .shapes import position
from .test_datc import BY_ID, first_question
from .test_rulebook import played_sample_game

BOARD = standard_board()
PROVINCES = sorted(BOARD.provinces)
ARMY, FLEET = UnitType.ARMY, UnitType.FLEET


def case(number: str) -> Position:
    """Return the position of a published test case."""
    return read_position(first_question(BY_ID[number], "2000"))


def sample(phase: str) -> Position:
    """Return a position of the rulebook's sample game."""
    [found] = [p.position for p in played_sample_game() if str(p.position.phase) == phase]
    return found


COUNTS: dict[str, tuple[Position, int, str]] = {
    "the opening": (
        opening(load_setup("standard")),
        238,
        (
            "A BUD 13, F TRI 6, A VIE 15, F EDI 9, F LON 10, A LVP 10, F BRE 9, A MAR 10, "
            "A PAR 11, A BER 11, F KIE 8, A MUN 19, F NAP 9, A ROM 11, A VEN 18, A MOS 12, "
            "F SEV 8, F STP/SC 6, A WAR 16, F ANK 9, A CON 7, A SMY 11"
        ),
    ),
    "a net of convoys, DATC 6.F.24": (
        case("6.F.24"),
        247,
        "F EDI 14, F IRI 21, F LON 22, F MAO 33, F BEL 20, A BRE 23, F ENG 48, F NTH 48, A NWY 18",
    ),
    "seven units of which five may carry, DATC 6.G.6": (
        case("6.G.6"),
        255,
        "F ENG 42, A LVP 27, A EDI 23, F IRI 36, F NTH 52, F NAO 36, F NWG 39",
    ),
    "either coast, DATC 6.B.7": (
        case("6.B.7"),
        67,
        "F MAO 20, F POR 11, F LYO 17, F WES 19",
    ),
    "the sample game, fall 1902": (
        sample("F1902M"),
        674,
        (
            "F GRE 15, A SER 32, A TRI 22, A VIE 20, F BAR 15, F EDI 13, F NTH 47, A NWY 17, "
            "A BUR 25, F MAR 10, F PIC 11, A SPA 13, A BEL 23, F DEN 20, F HOL 19, A MUN 24, "
            "A RUH 24, A PIE 17, F TYS 20, A VEN 21, F WES 18, A GAL 27, F RUM 18, A SEV 26, "
            "A STP 15, F SWE 21, A UKR 25, A ARM 21, F BLA 48, A BUL 26, A CON 21"
        ),
    ),
    "the sample game, retreats of fall 1902": (
        sample("F1902R"),
        7,
        "A BUR 3, A STP 4",
    ),
    "the sample game, winter 1902": (
        sample("W1902A"),
        26,
        (
            "A GAL 1, A TRI 1, A EDI 1, A LVP 1, A LON 1, A BRE 1, A PAR 1, A BER 1, A KIE 1, "
            "A MOS 1, A SEV 1, A UKR 1, A ANK 1, A CON 1, A SMY 1, F TRI 1, F EDI 1, F LVP 1, "
            "F LON 1, F BRE 1, F BER 1, F KIE 1, F ANK 1, F CON 1, F SMY 1, F SWE 1"
        ),
    ),
}
"""Position -> number of orders of its units, in all and for each."""


# The slow and obvious enumeration


def walks(unit: Unit) -> set[str]:
    """Return where a unit may go by itself."""
    table = BOARD.army_moves if unit.type is ARMY else BOARD.fleet_moves
    return set(table[unit.location])


@cache
def touch(one: str, other: str) -> bool:
    """Return whether a fleet could go from one province to the other, on any coasts."""
    ways = [way for place, ways in BOARD.fleet_moves.items() if place[:3] == one for way in ways]
    return any(way[:3] == other for way in ways)


def fleets(start: Position) -> set[str]:
    """Return the seas with a fleet."""
    return {place for place in start.at if BOARD.provinces[place].type == "sea"}


def carries(seas: Iterable[str], origin: str, target: str) -> bool:
    """Return whether fleets in all these seas can convoy an army from one coast to another."""
    left = set(seas)
    reached = {sea for sea in left if touch(sea, origin)}
    while True:
        further = {sea for sea in left - reached if any(touch(sea, other) for other in reached)}
        if not further:
            return any(touch(sea, target) for sea in reached)
        reached |= further


def sailings(start: Position, army: Unit, *, without: str = "") -> set[str]:
    """Return where an army could be convoyed."""
    seas = fleets(start) - {without}
    return {
        code
        for code, province in BOARD.provinces.items()
        if province.type == "coastal" and code != army.province
        and carries(seas, army.province, code)
    }  # fmt: skip


def needed(start: Position, army: Unit, target: str, sea: str) -> bool:
    """Return whether some fleets with this one can convoy the army, and no fewer of them can."""
    others = sorted(fleets(start) - {sea})
    return any(
        carries({sea, *some}, army.province, target)
        and not carries(some, army.province, target)
        and not any(carries({sea, *some} - {one}, army.province, target) for one in some)
        for size in range(len(others) + 1)
        for some in combinations(others, size)
    )


def naive(start: Position, unit: Unit) -> Iterator[Order]:
    """Return every order of a unit in a movement phase under the default edition."""
    yield Hold(unit)
    yield from (Move(unit, target) for target in walks(unit))
    if unit.type is ARMY:
        for target in sailings(start, unit):
            yield Move(unit, target, via=target in walks(unit))
    reach = {way[:3] for way in walks(unit)}
    for _, other in start.at.values():
        if other == unit:
            continue
        if other.province in reach:
            yield SupportHold(unit, other)
        if other.type is ARMY:
            ways = walks(other) | sailings(start, other, without=unit.province)
        else:
            ways = walks(other)
            ways |= {code for code in PROVINCES if {f"{code}/{c}" for c in ("NC", "SC")} <= ways}
            ways |= {code for code in PROVINCES if {f"{code}/{c}" for c in ("EC", "SC")} <= ways}
        yield from (SupportMove(unit, other, way) for way in ways if way[:3] in reach)
        if unit.province in fleets(start) and other.type is ARMY:
            for target in sailings(start, other):
                if needed(start, other, target, unit.province):
                    yield Convoy(unit, other, target)


def naive_retreats(start: Position, unit: Unit) -> Iterator[Order]:
    yield Disband(unit)
    for each in (each for several in start.dislodged.values() for each in several):
        if each.unit == unit:
            yield from (Retreat(unit, way) for way in each.retreats)


def naive_adjustments(start: Position, unit: Unit) -> Iterator[Order]:
    for power in start.powers:
        units, owned = start.units.get(power, ()), (start.centers or {}).get(power, ())
        if len(units) > len(owned) and unit in units:
            yield Disband(unit)
        home = BOARD.provinces[unit.province].home == power and unit.province in owned
        if len(units) < len(owned) and home and unit.province not in start.at:
            yield Build(unit)


@cache
def slowly(name: str) -> dict[Unit, set[Order]]:
    """Return the orders of every unit by the slow enumeration."""
    start = COUNTS[name][0]
    if start.phase.type == "M":
        return {unit: set(naive(start, unit)) for _, unit in start.at.values()}
    if start.phase.type == "R":
        lost = [each.unit for several in start.dislodged.values() for each in several]
        return {unit: set(naive_retreats(start, unit)) for unit in lost}
    told = {unit: set(naive_adjustments(start, unit)) for unit in BOARD.units.values()}
    return {unit: orders for unit, orders in told.items() if orders}


def listed(orders: Mapping[Unit, Collection[Order]]) -> tuple[int, str]:
    """Return how many orders there are, in all and for each unit."""
    counts = {unit: len(several) for unit, several in orders.items() if several}
    return sum(counts.values()), ", ".join(f"{unit} {count}" for unit, count in counts.items())


@pytest.mark.parametrize("name", COUNTS)
def test_as_many_orders_are_offered_as_recorded(name: str) -> None:
    start, *counts = COUNTS[name]
    assert listed(slowly(name)) == tuple(counts)
    assert listed({unit: list(legal_orders(start, unit)) for unit in slowly(name)}) == tuple(counts)


@pytest.mark.parametrize("name", COUNTS)
def test_the_orders_offered_are_those_of_a_slow_and_obvious_enumeration(name: str) -> None:
    start = COUNTS[name][0]
    for unit in BOARD.units.values():
        offered = list(legal_orders(start, unit))
        assert len(offered) == len(set(offered))
        assert set(offered) == slowly(name).get(unit, set())


# Every order that can be written


def every_order(start: Position, unit: Unit) -> Iterator[Order]:
    """Return every order that can be written for a unit under one of its names."""
    places = [*PROVINCES, *(place for place in BOARD.fleet_moves if "/" in place), "PAR/NC", "XXX"]
    others = [other for _, other in start.at.values()]
    if start.phase.type != "M":
        others = others[:2]  # enough to see that none may be supported or carried now
    yield from (kind(unit) for kind in (Hold, Disband, Build))
    yield Waive()
    yield from (SupportHold(unit, other) for other in others)
    for place in places:
        yield from (Move(unit, place), Move(unit, place, via=True), Retreat(unit, place))
        yield from (SupportMove(unit, other, place) for other in others)
        yield from (Convoy(unit, other, place) for other in others)


def accepted(start: Position, unit: Unit, rules: Rules) -> dict[Order, Order]:
    """Return the orders of a unit that its power may give -> how each would count."""
    found = {}
    owner = start.unit_at(unit.location)
    powers = start.powers if owner is None or start.phase.type != "M" else owner[:1]
    for order, power in product(every_order(start, unit), powers):
        with suppress(IllegalOrder):
            found[order] = check_order(order, start, power, rules)
    return found


def meaning(order: Order, rules: Rules) -> Order:
    """Return an order without a `VIA` or a coast that means nothing."""
    if isinstance(order, Move) and order.via:
        walks_too = order.target in walks(order.unit)
        return replace(order, via=walks_too and rules.convoy_to_neighbour != "to exchange places")
    if isinstance(order, SupportMove) and rules.support_coast == "ignored":
        return replace(order, target=order.target[:3])
    return order


def several_rules() -> Iterator[Rules]:
    """Return every edition, and the default with each other value of each field about orders."""
    yield from RULES.values()
    kinds = get_type_hints(Rules, vars(rules_module))
    for field in fields(Rules):
        if get_origin(kinds[field.name]) is Literal:
            for value in get_args(kinds[field.name]):
                if value != field.default:
                    name = f"{field.name} = {value}"
                    yield replace(RULES["2000"], **{"name": name, field.name: value})


IN_MOVEMENT, IN_WINTER = ("6.B.7", "6.G.19"), ("6.I.3", "6.J.2")


@pytest.mark.parametrize("rules", list(several_rules()), ids=lambda rules: rules.name)
def test_accepted_orders_are_offered_and_offered_ones_accepted(rules: Rules) -> None:
    """Check both directions under every edition.

    Each offered order counts as it is, and each accepted order is offered or means the same as one
    that is.
    """
    for start in map(case, IN_MOVEMENT if rules.name not in RULES else IN_MOVEMENT + IN_WINTER):
        winter = start.phase.type == "A"
        for unit in BOARD.units.values() if winter else [unit for _, unit in start.at.values()]:
            offered = set(legal_orders(start, unit, rules))
            counts = accepted(start, unit, rules)
            assert offered == {meaning(o, rules) for o in counts.values() if o.unit == unit}
            assert all(counts[order] == order for order in offered)


@pytest.mark.parametrize("name", COUNTS)
def test_accepted_orders_in_a_published_position_are_offered(name: str) -> None:
    start, rules = COUNTS[name][0], RULES["2000"]
    for unit in slowly(name):
        offered = set(legal_orders(start, unit))
        counts = accepted(start, unit, rules).values()
        assert offered == {meaning(order, rules) for order in counts if order.unit == unit}


def other_names(unit: Unit) -> set[Unit]:
    """Return other names of a unit: with the wrong letter, without its coast, with another."""
    locations = {unit.location, unit.province, *(f"{unit.province}/{c}" for c in ("NC", "SC"))}
    return {Unit(kind, place) for kind in UnitType for place in locations} - {unit}


@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
def test_another_name_for_a_unit_makes_no_further_order_possible(rules: Rules) -> None:
    start = position("S1901M", FRANCE="F SPA/NC, A POR, F MAO", ITALY="F WES, F LYO, A MAR")
    for _, unit in start.at.values():
        offered = set(legal_orders(start, unit, rules))
        for name in other_names(unit):
            assert not list(legal_orders(start, name, rules))
            counts = accepted(start, name, rules).values()
            assert {meaning(order, rules) for order in counts if order.unit} <= offered


def test_via_changes_nothing_in_the_edition_that_does_not_offer_it() -> None:
    rules, heard = RULES["1971"], 0
    for datc in BY_ID.values():
        question = first_question(datc, "1971")
        texts = question["orders"]
        plain = {p: [text.removesuffix(" VIA") for text in sheet] for p, sheet in texts.items()}
        if plain != texts:
            start = read_position(question)
            with_via, without = adjudicate(start, texts, rules), adjudicate(start, plain, rules)
            assert with_via.next == without.next, datc["id"]
            heard += adjudicate(start, texts).next != adjudicate(start, plain).next
    assert heard > 2, "there were cases in which VIA matters, under 2000"


def test_a_support_without_a_coast_is_offered_where_it_says_something_of_its_own() -> None:
    start = case("6.B.7")
    supporter = Unit.parse("F POR")

    def supports(support_coast: Any) -> list[str]:
        rules = replace(RULES["2000"], support_coast=support_coast)
        offered = map(str, legal_orders(start, supporter, rules))
        return sorted(text[8:] for text in offered if "- SPA" in text[8:])

    ends = "F LYO - SPA/SC", "F WES - SPA/SC"
    assert supports("must match") == [ends[0], *of_mao("SPA", "SPA/NC", "SPA/SC"), ends[1]]
    assert supports("required") == [ends[0], *of_mao("SPA/NC", "SPA/SC"), ends[1]]
    assert supports("ignored") == ["F LYO - SPA", "F MAO - SPA", "F WES - SPA"]


def of_mao(*targets: str) -> list[str]:
    return [f"F MAO - {target}" for target in targets]


def test_a_board_full_of_units_is_answered_within_a_moment() -> None:
    units = [f"F {code}" if p.type == "sea" else f"A {code}" for code, p in BOARD.provinces.items()]
    full = position("S1901M", FRANCE=", ".join(units))
    number, seconds = timed(
        lambda: sum(1 for _, unit in full.at.values() for _ in legal_orders(full, unit))
    )
    assert number == 14047
    assert seconds < 4
