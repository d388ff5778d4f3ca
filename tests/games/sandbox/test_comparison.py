"""Two lines beside each other: where they part, and what is different."""

from adjudicator import load_setup, opening
from games.sandbox.comparison import (
    compare_phase,
    compare_positions,
    endings_of,
    pairs_of_phases,
    shared_phases,
)
from games.sandbox.line import Line, Sheets
from games.sandbox.tree import tried_line

START = Line(opening(load_setup("standard")))
TO_BURGUNDY = {"FRANCE": ("A PAR - BUR",)}
BOUNCE = TO_BURGUNDY | {"GERMANY": ("A MUN - BUR",)}
TO_SPAIN = {"FRANCE": ("A MAR - SPA",)}


def played(*sheets: Sheets, start: Line = START) -> Line:
    line = start
    for orders in sheets:
        line = line.with_orders(orders).resolved()
    return line


def test_lines_part_at_the_first_phase_with_other_outcomes():
    first, second = played(TO_BURGUNDY, TO_SPAIN, {}), played(TO_BURGUNDY, {}, {})
    assert shared_phases(first, second) == 1
    assert [pair.code for pair in pairs_of_phases(first, second)] == ["F1901M"]


def test_the_same_orders_with_another_outcome_part_the_lines():
    first, second = played(TO_BURGUNDY), played(BOUNCE)
    assert shared_phases(first, second) == 0
    (pair,) = pairs_of_phases(first, second)
    found = {each.power: each for each in compare_phase(pair)}
    assert {power for power, each in found.items() if each.differs} == {"FRANCE", "GERMANY"}
    france = found["FRANCE"]
    (paris,) = (each for each in france.orders if each.differs)
    assert paris.first
    assert paris.second
    assert (paris.first.text, paris.second.text) == ("A PAR - BUR", "A PAR - BUR")
    assert paris.first.outcome != paris.second.outcome
    assert [*map(str, france.only_first)] == ["A BUR"]
    assert [*map(str, france.only_second)] == ["A PAR"]


def test_a_hold_that_nobody_gave_is_no_difference():
    first, second = played({}), played({"FRANCE": ("A PAR H",)})
    assert shared_phases(first, second) == 1
    assert pairs_of_phases(first, second) == []


def test_centers_are_counted_after_the_phase():
    first = played(TO_SPAIN, {})
    second = played({}, {})
    pairs = {pair.code: pair for pair in pairs_of_phases(first, second)}
    france = {each.power: each for each in compare_phase(pairs["F1901M"])}["FRANCE"]
    assert france.centers == (4, 3)
    assert france.units == (3, 3)
    assert france.other_centers


def test_a_phase_that_only_one_line_has_is_left_out():
    spring = TO_BURGUNDY | {"ITALY": ("A VEN - TYR",)}
    fall = {"FRANCE": ("A BUR - MUN",), "ITALY": ("A TYR S A BUR - MUN",)}
    first, second = played(spring, fall, {}, {}, {}), played(spring, {}, {}, {})
    assert [str(each.position.phase) for each in first.phases][:3] == ["S1901M", "F1901M", "F1901R"]
    codes = [pair.code for pair in pairs_of_phases(first, second)]
    assert codes[0] == "F1901M"
    assert "F1901R" not in codes
    assert len(codes) > 1


def test_lines_that_begin_differently_have_only_their_last_positions_in_common():
    other = Line(opening(load_setup("fleet_rome")))
    assert pairs_of_phases(played({}), played({}, start=other)) == []
    italy = {each.power: each for each in compare_positions(START.position, other.position)}[
        "ITALY"
    ]
    assert [*map(str, italy.only_first)] == ["A ROM"]
    assert [*map(str, italy.only_second)] == ["F ROM"]


def test_a_line_that_goes_on_where_the_other_ends_has_no_phase_to_compare():
    assert pairs_of_phases(played({}), played({}, {})) == []


def test_the_script_gets_the_same_keys_for_the_same_outcomes():
    first, second = played(TO_BURGUNDY, TO_SPAIN), played(TO_BURGUNDY, {})
    tried = [tried_line(line) for line in (first, second)]
    assert tried[0].start == tried[1].start
    assert tried[0].steps[0] == tried[1].steps[0]
    assert tried[0].steps[0]["orders"] == ["A PAR - BUR"]
    assert tried[0].steps[1]["key"] != tried[1].steps[1]["key"]
    assert endings_of(first.phases[0]) == endings_of(second.phases[0])


def test_another_edition_is_another_start_for_the_script():
    other = Line(START.position, "1971")
    assert tried_line(other).start != tried_line(START).start
