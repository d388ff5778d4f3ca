"""Positions of the sandbox that are set by hand."""

import pytest

from adjudicator import AdjudicatorError, Position, PositionError, Unit, load_setup, opening
from games.sandbox import pieces
from games.sandbox.line import Line


@pytest.fixture
def start() -> Position:
    return opening(load_setup("standard"))


def units(position: Position, power: str) -> list[str]:
    return [str(unit) for unit in position.units.get(power, ())]


def test_an_empty_board_has_no_units_and_no_owners_but_the_phase_of_its_set_up() -> None:
    position = pieces.empty("standard")
    assert (str(position.phase), position.units, position.centers) == ("S1901M", {}, {})


def test_a_placed_unit_replaces_the_one_in_its_province(start: Position) -> None:
    position = pieces.with_unit(start, "GERMANY", "F", "BRE")
    assert "F BRE" in units(position, "GERMANY")
    assert units(position, "FRANCE") == ["A MAR", "A PAR"]
    assert position.centers == start.centers


def test_an_army_on_a_coast_is_placed_in_the_province(start: Position) -> None:
    assert "A SPA" in units(pieces.with_unit(start, "FRANCE", "A", "SPA/NC"), "FRANCE")
    assert "F SPA/NC" in units(pieces.with_unit(start, "FRANCE", "F", "SPA/NC"), "FRANCE")


@pytest.mark.parametrize(
    ("kind", "location", "code"),
    [("A", "NTH", "army_at_sea"), ("F", "MUN", "fleet_on_land"), ("F", "SPA", "no_coast")],
)
def test_a_unit_that_cannot_stand_there_is_refused(
    start: Position, kind: str, location: str, code: str
) -> None:
    with pytest.raises(PositionError) as refused:
        pieces.with_unit(start, "FRANCE", kind, location)
    assert refused.value.code == code


def test_a_unit_is_moved_with_its_power_and_taken_away(start: Position) -> None:
    position = pieces.moved(start, "STP", "FIN")
    assert units(position, "RUSSIA") == ["F FIN", "A MOS", "F SEV", "A WAR"]
    assert units(pieces.without_unit(position, "FIN"), "RUSSIA") == ["A MOS", "F SEV", "A WAR"]
    assert pieces.unit_at(position, "FIN") == ("RUSSIA", Unit.parse("F FIN"))
    assert pieces.unit_at(position, "STP/NC") is None
    assert pieces.moved(position, "STP", "LVN") == position


def test_a_center_changes_its_owner_or_has_none(start: Position) -> None:
    position = pieces.owned(start, "PAR", "GERMANY")
    centers = position.centers or {}
    assert "PAR" in centers["GERMANY"]
    assert centers["FRANCE"] == ("BRE", "MAR")
    assert "PAR" not in (pieces.owned(position, "PAR", "").centers or {})["GERMANY"]
    with pytest.raises(PositionError):
        pieces.owned(start, "BUR", "FRANCE")


def test_the_phase_is_changed_and_impossible_years_are_refused(start: Position) -> None:
    assert str(pieces.in_phase(start, 1908, "WA").phase) == "W1908A"
    with pytest.raises(AdjudicatorError):
        pieces.in_phase(start, 99_999, "SM")


def test_dislodged_units_are_left_out_and_their_phase_becomes_a_movement_phase() -> None:
    orders = {"GERMANY": ("A MUN - TYR",), "ITALY": ("A VEN S A MUN - TYR",)}
    begun = pieces.with_unit(pieces.empty("standard"), "GERMANY", "A", "MUN")
    begun = pieces.with_unit(begun, "ITALY", "A", "VEN")
    begun = pieces.with_unit(begun, "AUSTRIA", "A", "TYR")
    after = Line(begun).with_orders(orders).resolved().position
    assert str(after.phase) == "S1901R"
    changed = pieces.with_unit(after, "AUSTRIA", "A", "VIE")
    assert (str(changed.phase), changed.dislodged) == ("S1901M", {})
    assert units(changed, "AUSTRIA") == ["A VIE"]
