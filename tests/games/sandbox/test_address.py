"""The text of a line in an address: what it holds, its length, and what is no line."""

import base64
import json
import random
import zlib

import pytest

from adjudicator import (
    Position,
    adjustment,
    legal_orders,
    load_setup,
    opening,
)
from adjudicator.terms import PhaseType
from games.orders.choices import units_to_order
from games.sandbox import address
from games.sandbox.address import AddressError
from games.sandbox.line import MOST_PHASES, Line, Sheets
from tests.adjudicator import recorded

SPRING = {"FRANCE": ("A MAR S A PAR - BUR", "A PAR - BUR"), "GERMANY": ("A MUN - BUR",)}
FALL = {"FRANCE": ("F BRE - MAO",)}


def orders_at_random(position: Position, dice: random.Random) -> Sheets:
    found = {}
    for power in position.powers:
        if position.phase.type is PhaseType.ADJUSTMENT:
            due = adjustment(position, power)
            chosen = list(due.options[: due.builds or due.removals])
        else:
            units = units_to_order(position, power)
            chosen = [dice.choice(list(legal_orders(position, unit))) for unit in units]
        found[power] = tuple(map(str, chosen))
    return found


def line_at_random(start: Position, phases: int, seed: int) -> Line:
    dice, line = random.Random(seed), Line(start)
    for _turn in range(phases):
        line = line.with_orders(orders_at_random(line.position, dice)).resolved()
    return line.with_orders(orders_at_random(line.position, dice))


def packed(body: object) -> str:
    text = zlib.compress(json.dumps(body).encode())
    return address.VERSION + base64.urlsafe_b64encode(text).decode().rstrip("=")


def test_a_line_comes_back_from_its_address_with_results_and_open_orders() -> None:
    start = opening(load_setup("standard"))
    line = Line(start, "1982").with_orders(SPRING).resolved().with_orders(FALL)
    read = address.read(address.write(line))
    assert read.is_whole
    assert (read.line.edition, read.line.orders) == ("1982", FALL)
    assert read.line.position == line.position
    assert [phase.orders for phase in read.line.phases] == [SPRING]
    assert read.line.position.unit_at("BUR") is not None


def test_a_line_with_changed_rules_is_resolved_by_them() -> None:
    changes = {"untested_support": "given"}
    line = Line(opening(load_setup("standard")), "2000", changes)
    read = address.read(address.write(line)).line
    assert read.changes == changes
    assert read.rules.untested_support == "given"


@pytest.mark.parametrize("place", range(0, 300, 25))
def test_lines_of_recorded_positions_come_back(place: int) -> None:
    line = line_at_random(recorded.positions()[place], 4, seed=place)
    text = address.write(line)
    read = address.read(text)
    assert read.is_whole
    assert read.line.position == line.position
    assert [phase.resolution.results for phase in read.line.phases] == [
        phase.resolution.results for phase in line.phases
    ]
    assert {power: set(several) for power, several in read.line.orders.items()} == {
        power: set(several) for power, several in line.orders.items() if several
    }
    assert address.write(read.line) == text


def test_ten_phases_of_a_full_board_take_less_than_two_kilobytes() -> None:
    full = max(recorded.positions(), key=lambda each: sum(map(len, each.units.values())))
    lengths = [len(address.write(line_at_random(full, 9, seed))) for seed in range(10)]
    assert max(lengths) <= 2_000, lengths


def test_every_changed_character_is_noticed() -> None:
    text = address.write(Line(opening(load_setup("standard"))).with_orders(SPRING))
    for place in range(1, len(text) - 1):
        other = "A" if text[place] != "A" else "B"
        with pytest.raises(AddressError) as caught:
            address.read(text[:place] + other + text[place + 1 :])
        assert caught.value.code == "damaged"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "damaged"),
        ("1", "damaged"),
        ("x1", "damaged"),
        ("2abc", "other_version"),
        ("1abc", "damaged"),
        ("1" + "A" * address.LONGEST, "too_long"),
        (packed(["standard", "2000", {}, None, [" " * 200_000]]), "too_long"),
        (packed({}), "damaged"),
        (packed(["none", "2000", {}, None, []]), "damaged"),
        (packed(["standard", "1066", {}, None, []]), "damaged"),
        (packed(["standard", "2000", {"x": "y"}, None, []]), "damaged"),
        (packed(["standard", "2000", {}, 3, []]), "damaged"),
        (packed(["standard", "2000", {}, {"phase": "S1901M"}, []]), "impossible"),
    ],
)
def test_a_text_that_is_no_line_says_why(text: str, code: str) -> None:
    with pytest.raises(AddressError) as caught:
        address.read(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "units",
    [
        {"FRANCE": ["A PAR", "F PAR"]},
        {"FRANCE": ["A NTH"]},
        {"FRANCE": ["F PAR"]},
        {"FRANCE": ["F SPA/EC"]},
        {"FRANCE": ["A PAR"] * 200},
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_reason(units: dict[str, list[str]]) -> None:
    with pytest.raises(AddressError) as caught:
        address.read(packed(["standard", "2000", {}, {"phase": "S1901M", "units": units}, []]))
    assert caught.value.code == "impossible"
    assert caught.value.cause is not None


@pytest.mark.parametrize("sheet", ["A PAR - BUR,,x", ";" * 9, 7, "H;H;H;H;- XXX"])
def test_phases_behind_unreadable_orders_are_left_out(sheet: object) -> None:
    read = address.read(packed(["standard", "2000", {}, None, ["", sheet, ""]]))
    assert not read.is_whole
    assert len(read.line.phases) == 1


def test_a_line_ends_with_its_last_phase_and_with_the_calendar() -> None:
    empty = packed(["standard", "2000", {}, None, [""] * (MOST_PHASES + 5)])
    read = address.read(empty)
    assert (len(read.line.phases), read.is_whole) == (MOST_PHASES, False)
    assert not address.has_room(read.line)
    last = {"phase": "W9999A", "units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR"]}}
    read = address.read(packed(["standard", "2000", {}, last, [""]]))
    assert not address.has_room(read.line)


def test_a_line_that_has_room_can_still_be_read_when_it_is_resolved() -> None:
    full = max(recorded.positions(), key=lambda each: sum(map(len, each.units.values())))
    line, dice = Line(full), random.Random(1)
    while address.has_room(line):
        ordered = line.with_orders(orders_at_random(line.position, dice))
        if not address.has_room(ordered):
            break
        line = ordered.resolved()
        assert address.read(address.write(line)).is_whole
    assert len(line.phases) > 10


def test_a_power_that_the_set_up_does_not_have_is_no_line() -> None:
    question = {"phase": "S1901M", "units": {"UTOPIA": ["A PAR"]}, "centers": {}}
    with pytest.raises(AddressError) as refused:
        address.read(packed(["standard", "2000", {}, question, [""]]))
    assert refused.value.code == "damaged"


def test_a_line_ends_where_it_would_have_too_many_units_to_resolve() -> None:
    board = opening(load_setup("standard")).board
    armies = [unit for unit in sorted(board.posts) if unit.startswith("A ")]
    # Without centers no winter is played.
    question = {"phase": "S1901M", "units": {"FRANCE": armies}}
    read = address.read(packed(["standard", "2000", {}, question, [""] * 60]))
    assert not read.is_whole
    assert len(read.line.phases) == address.MOST_UNITS // len(armies)
    assert not address.has_room(read.line)
