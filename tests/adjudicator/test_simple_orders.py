"""Simple orders are a shortcut: each is one that `check_order` takes as it is."""

import json
import pickle
from dataclasses import replace
from itertools import pairwise

import pytest

from adjudicator import (
    RULES,
    SETUPS,
    Board,
    Hold,
    IllegalOrder,
    Move,
    Order,
    PhaseCode,
    PhaseType,
    Position,
    Unit,
    adjudicate,
    check_order,
    legal_orders,
    load_setup,
    opening,
    parse_canonical,
    standard_board,
)
from adjudicator.json_lines import answer, encode
from adjudicator.notation import canonical, clear_parse_cache, parse_all
from adjudicator.resolution import AssignedOrders
from adjudicator.simple_orders import assign_simple, number_order

from . import recorded
from .shapes import position


def assigned(start: Position, power: str, *orders: Order) -> AssignedOrders | None:
    """Return the orders as they are assigned if all of them are simple, otherwise None.

    They are copied, so that none brings numbers that it got in another test.
    """
    found = AssignedOrders()
    copies = [replace(order) for order in orders]
    return None if assign_simple(found, {power: copies}, start) else found


def checked(start: Position, power: str, order: Order) -> AssignedOrders:
    """Return the order as it is assigned after its check under every edition."""
    found = AssignedOrders()
    for rules in RULES.values():
        assert check_order(order, start, power, rules) == order
    assert order.unit
    found.add(start.board.number[order.unit.location], order, start.board.number)
    return found


def is_legal(start: Position, power: str, order: Order) -> bool:
    try:
        return check_order(order, start, power) == order
    except IllegalOrder:
        return False


def numbers(found: AssignedOrders) -> tuple[object, ...]:
    return found.legal, found.targets, found.supports, found.convoys


def movements() -> list[Position]:
    """Return the movement phases of a recorded game with convoys."""
    several = [each for each in recorded.positions() if each.phase.type is PhaseType.MOVEMENT]
    return several[:60:6]


def test_simple_orders_are_legal_under_every_edition_and_have_the_same_numbers() -> None:
    legal = simple = illegal = 0
    for start, other in pairwise(movements()):
        for power, units in other.units.items():
            for order in (order for unit in units for order in legal_orders(other, unit)):
                found = assigned(start, power, order)
                illegal += found is None
                assert found is None or numbers(found) == numbers(checked(start, power, order))
        for power, units in start.units.items():
            for order in (order for unit in units for order in legal_orders(start, unit)):
                found = assigned(start, power, order)
                legal += is_legal(start, power, order)
                simple += found is not None
                assert found is None or numbers(found) == numbers(checked(start, power, order))
    assert illegal > 1000
    assert 0.7 < simple / legal <= 1


STRAITS = {"ENGLAND": "A LON, F NTH, F ENG, A WAL", "FRANCE": "A BRE, F SPA/SC, A PAR, F BEL"}


@pytest.mark.parametrize(
    ("power", "text", "by_sea"),
    [
        ("ENGLAND", "A LON - NWY", True),
        ("ENGLAND", "A WAL - LON", False),
        ("ENGLAND", "A WAL - LON VIA", True),
        ("ENGLAND", "F NTH C A LON - NWY", False),
        ("ENGLAND", "F ENG C A BRE - WAL", False),
        ("ENGLAND", "F ENG S A LON - BEL", False),
        ("FRANCE", "A PAR S A BRE - PIC", False),
    ],
)
def test_a_convoy_over_one_sea_is_simple_and_so_is_its_support(
    power: str, text: str, by_sea: bool
) -> None:
    start, order = position("S1901M", **STRAITS), parse_canonical(text)
    found = assigned(start, power, order)
    assert found
    assert numbers(found) == numbers(checked(start, power, order))
    assert bool(found.maybe_convoyed) is by_sea


@pytest.mark.parametrize(
    ("power", "text"),
    [
        ("ENGLAND", "A PAR H"),
        ("ENGLAND", "F LON H"),
        ("ENGLAND", "A LON - PAR"),
        ("ENGLAND", "A LON - LON"),
        ("ENGLAND", "A LON - SWE"),
        ("ENGLAND", "F NTH - NTH"),
        ("ENGLAND", "F NTH - NWY VIA"),
        ("ENGLAND", "F NTH C A LON - LON"),
        ("ENGLAND", "F NTH C A LON - WAL"),
        ("ENGLAND", "F NTH C F BEL - NWY"),
        ("ENGLAND", "F ENG S A LON - NWY"),
        ("ENGLAND", "A LON S A LON"),
        ("FRANCE", "F SPA/NC H"),
        ("FRANCE", "F BEL C A BRE - LON"),
        ("FRANCE", "A PAR S A MUN"),
    ],
)
def test_whatever_needs_a_closer_look_is_not_simple(power: str, text: str) -> None:
    assert assigned(position("S1901M", **STRAITS), power, parse_canonical(text)) is None


@pytest.mark.parametrize(
    "text", ["F APU - TRI", "A VEN - VEN", "A TRI S A TRI - VEN", "A TRI S A TRI"]
)
def test_beside_the_province_with_the_number_0_nothing_else_becomes_simple(text: str) -> None:
    start = position("S1901M", ITALY="F ADR, F APU, A VEN, A TRI")
    assert assigned(start, "ITALY", parse_canonical(text)) is None


def test_a_fleet_supports_no_move_that_it_would_have_to_convoy() -> None:
    start = position("S1901M", ENGLAND="A LON, F NTH")
    assert assigned(start, "ENGLAND", parse_canonical("F NTH S A LON - NWY")) is None


def test_of_two_orders_for_a_unit_none_is_simple() -> None:
    start = position("S1901M", ENGLAND="A LON")
    first, second = parse_canonical("A LON - WAL"), parse_canonical("A LON - YOR")
    found = AssignedOrders()
    others = assign_simple(found, {"ENGLAND": [first, second]}, start)
    assert others == {"ENGLAND": [first, second]}
    assert not found.legal
    assert not found.targets
    results = adjudicate(start, {"ENGLAND": [first, second]}).results
    assert [result.reason.code for result in results] == ["orders_conflict"] * 2


@pytest.mark.parametrize(
    ("text", "legal"), [("A BUR S A MAR", True), ("A BUR S A MAR - GAS", False)]
)
def test_a_unit_that_nobody_plays_is_only_supported_to_hold(text: str, legal: bool) -> None:
    units = {"ITALY": (Unit.parse("A MAR"),), "FRANCE": (Unit.parse("A BUR"),)}
    start = Position(PhaseCode.parse("S1901M"), units, setup=load_setup("six"))
    assert start.neutral == {"ITALY"}
    order = parse_canonical(text)
    assert assigned(start, "FRANCE", order) is None
    assert is_legal(start, "FRANCE", order) is legal


def test_the_posts_of_the_board_are_what_its_borders_say() -> None:
    board = standard_board()
    assert board.posts.keys() == board.units.keys()
    for text, post in board.posts.items():
        unit = board.units[text]
        assert post.unit is unit
        assert board.codes[post.place] == unit.province
        assert list(post.moves) == sorted(board.moves(unit.type, unit.location))
        assert post.moves == {way: board.number[way] for way in post.moves}
        assert post.hold == Hold(unit)
        assert {board.codes[each] for each in post.reach} == board.reach(unit.type, unit.location)


def test_numbers_of_an_order_are_no_part_of_its_value() -> None:
    parsed = parse_canonical("A PAR - BUR")
    made = Move(Unit.parse("A PAR"), "BUR")
    assert hasattr(parsed, "numbers")
    assert not hasattr(made, "numbers")
    assert parsed == made
    assert hash(parsed) == hash(made)
    assert repr(parsed) == repr(made)
    copied = pickle.loads(pickle.dumps(parsed))
    assert copied == parsed
    assert not hasattr(copied, "numbers")


def test_an_order_numbered_for_another_board_is_not_simple() -> None:
    board, order = standard_board(), Move(Unit.parse("A PAR"), "BUR")
    other = Board("other", board.provinces, board.army_moves, board.fleet_moves)
    for each in (board, other):
        post, *_ = numbers = number_order(order, each)
        assert post is each.posts["A PAR"]
        assert order.numbers is numbers
    start = position("S1901M", FRANCE="A PAR")
    assert assign_simple(AssignedOrders(), {"FRANCE": [order]}, start) == {"FRANCE": [order]}
    [result] = adjudicate(start, {"FRANCE": [order]}).results
    assert result.outcome == "succeeds"


def test_an_order_for_a_border_that_another_board_lacks_is_not_simple_there() -> None:
    board, order = standard_board(), parse_canonical("A PAR - BUR")
    closed = Board("other", board.provinces, {**board.army_moves, "PAR": frozenset()}, {})
    post, *_ = number_order(order, closed)
    assert post is None
    assert order.numbers[0] is board.posts["A PAR"]


def test_parsed_texts_are_forgotten_when_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canonical, "MOST_TEXTS", 2)
    clear_parse_cache()
    texts = ["A PAR H", "A PAR - BUR", "A MUN H", "A PAR H"]
    orders = parse_all(texts, PhaseType.MOVEMENT, standard_board())
    assert [str(order) for order in orders] == texts
    assert orders[0] is not orders[3]
    clear_parse_cache()


def test_a_text_of_an_order_is_made_once() -> None:
    order = Move(Unit.parse("A PAR"), "BUR", True)
    assert order.text == str(order) == "A PAR - BUR VIA"
    assert order.text is order.text


def test_a_brief_answer_is_a_full_one_without_texts_and_reasons_as_json_writes_it() -> None:
    odd = opening(load_setup("standard")).question()
    odd["orders"] = {"ENGLAND": ["nonsense é", "A PAR - BUR", "F LON - BUR"], "É": ["A PAR H"]}
    empty = {"phase": "S1901M", "units": {"FRANCE": []}, "centers": {"FRANCE": [], "É": ["PAR"]}}
    others = [opening(load_setup(name)).question() for name in SETUPS]
    for row in [*recorded.rows(recorded.MANY)[:200], odd, empty, *others]:
        line = json.dumps({**row, "dislodged": None}).encode()
        full = answer(line, rules="2000", language=None, brief=False)
        brief = encode(answer(line, rules="2000", language=None, brief=True))
        for result in (each for several in full["results"].values() for each in several):
            del result["text"], result["reason"]
        assert brief == json.dumps(full)


@pytest.mark.parametrize("power", ["ENGLAND", "FRANCE"])
def test_a_malformed_order_among_simple_ones_is_refused_alone(power: str) -> None:
    start = position("S1901M", ENGLAND="A LON, A WAL")
    malformed = Move(None, "YOR")  # type: ignore[arg-type]
    sheet = [parse_canonical("A LON - YOR"), malformed, parse_canonical("A WAL H")]
    results = adjudicate(start, {power: sheet}).results
    own = [result.outcome.value for result in results if result.given and result.unit]
    assert own == (["succeeds", "stands"] if power == "ENGLAND" else ["illegal"] * 2)
    assert [result.text for result in results if result.unit is None] == ["None - YOR"]
