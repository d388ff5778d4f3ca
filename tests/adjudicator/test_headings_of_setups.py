"""Headings of powers that a set-up names, and that have the names of provinces."""

import pytest

from adjudicator import PhaseCode, Position, Unit, load_setup, opening, read_sheet
from adjudicator.notation.sheets import Sheet

CHAOS = load_setup("chaos")
UNITS = {power: (Unit.parse(f"A {CHAOS.centers[power][0]}"),) for power in CHAOS.powers}
SPRING = Position(PhaseCode.parse("S1901M"), UNITS, dict(CHAOS.centers), setup=CHAOS)
WINTER = opening(CHAOS)


def read(
    text: str, power: str = "ANKARA", language: str = "en", position: Position = SPRING
) -> Sheet:
    return read_sheet(text, position, power, language)


def orders(sheet: Sheet) -> list[str]:
    assert sheet.problem is None
    assert all(line.order and not line.error for line in sheet.lines), sheet.lines
    return [str(line.order) for line in sheet.lines]


@pytest.mark.parametrize(
    ("power", "language", "text", "expected"),
    [
        ("ANKARA", "en", "Ankara: A Ank-Con", "A ANK - CON"),
        ("ANKARA", "en", "ANKARA: A ANK - CON", "A ANK - CON"),
        ("ANKARA", "en", "Ank: Ank - Con", "A ANK - CON"),
        ("ANKARA", "en", "Ankara\nA Ank - Con", "A ANK - CON"),
        ("ANKARA", "en", "Ankara, S1901: A Ank-Con", "A ANK - CON"),
        ("ANKARA", "en", "Spring 1901, Ankara: A Ank-Con", "A ANK - CON"),
        ("ANKARA", "en", "Ankara Spring 1901\nA Ank - Con", "A ANK - CON"),
        ("STPETERSBURG", "en", "St. Petersburg: A Stp - Mos", "A STP - MOS"),
        ("STPETERSBURG", "en", "STPETERSBURG: A STP - MOS", "A STP - MOS"),
        ("STPETERSBURG", "es", "San Petersburgo: E SPt-Mos", "A STP - MOS"),
        ("SMYRNA", "it", "Smirne: A Smi-Cos", "A SMY - CON"),
        ("ANKARA", "bg", "Анкара: А Анк-Кон", "A ANK - CON"),
    ],
)
def test_the_name_of_the_power_before_its_orders_is_passed_over(
    power: str, language: str, text: str, expected: str
) -> None:
    assert orders(read(text, power, language)) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ankara - Con", "A ANK - CON"),
        ("Ankara: Con", "A ANK - CON"),
        ("Ankara: H", "A ANK H"),
        ("Ankara hold", "A ANK H"),
        ("Ankara - Smyrna", "A ANK - SMY"),
        ("Ankara: S Smyrna - Con", "A ANK S A SMY - CON"),
        ("Ankara S Smyrna - Constantinople", "A ANK S A SMY - CON"),
    ],
)
def test_the_name_of_the_province_in_an_order_is_no_heading(text: str, expected: str) -> None:
    assert orders(read(text)) == [expected]


@pytest.mark.parametrize(
    "text", ["Smyrna: A Smy-Con", "Smyrna\nA Smy - Con", "Smyrna S1901: A Smy H"]
)
def test_orders_under_the_name_of_another_power_are_not_read(text: str) -> None:
    problem = read(text).problem
    assert problem is not None
    assert problem.code == "sheet_of_other_power"
    assert "SMYRNA" in problem.sentence


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ankara: A Ank B", "A ANK B"),
        ("Ankara: F Ank", "F ANK B"),
        ("Ankara: build army Ankara", "A ANK B"),
        ("Ankara: waive", "WAIVE"),
    ],
)
def test_builds_stand_under_the_name_too(text: str, expected: str) -> None:
    assert orders(read(text, position=WINTER)) == [expected]


def test_a_place_alone_is_never_dropped_as_if_it_were_a_heading() -> None:
    """“Ankara” in winter is a unit to build of which the type is missing: a question."""
    for text in ("Ankara", "Build: Ankara", "Build\nAnkara"):
        lines = read(text, position=WINTER).lines
        readings = [str(each) for line in lines for each in line.readings]
        assert sorted(readings) == ["A ANK B", "F ANK B"], text


def test_the_same_names_are_no_headings_in_other_set_ups() -> None:
    standard = Position(
        PhaseCode.parse("S1901M"), {"TURKEY": (Unit.parse("A SMY"), Unit.parse("F ANK"))}
    )
    sheet = read_sheet("Smyrna: A Smy - Con", standard, "TURKEY", "en")
    assert sheet.problem is None
