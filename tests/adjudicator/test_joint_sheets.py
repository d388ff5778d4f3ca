"""One text with the orders of several powers: each power gets its part."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import PhaseCode, Position, load_setup, opening
from adjudicator.notation import read_sheet, split_sheet
from adjudicator.notation.sheets import LONGEST_SHEET

START = opening(load_setup("four"))
PAIR = ["AUSTRIA", "FRANCE"]
AUSTRIA = ["A Vie-Tri", "A Bud S A Vie-Tri", "F Tri-Alb"]
FRANCE = ["A Par-Bur", "A Mar S A Par-Bur", "F Bre-Mid"]


def orders(text: str, language: str = "en") -> dict[str, list[str]]:
    """The legal orders that each power's reader finds in its part."""
    return {
        power: [str(order) for order in read_sheet(part, START, power, language).orders]
        for power, part in split_sheet(text, START, PAIR, language).items()
    }


WANTED = {
    "AUSTRIA": ["A VIE - TRI", "A BUD S A VIE - TRI", "F TRI - ALB"],
    "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"],
}


@pytest.mark.parametrize(
    "text",
    [
        "Austria:\n{a}\n\nFrance:\n{f}",
        "FRANCE\n{f}\nAUSTRIA\n{a}",
        "Spring 1901\nFrance: {fc}\nAustria: {ac}",
        "{a}\n{f}",
        "Hello,\nhere are my orders\n{f}\n{a}",
        "{f}\n**Austria**\n{a}\nbest wishes",
        "France S1901M\n{f}\n\nAustria S1901M\n{a}",
    ],
)
def test_each_power_gets_its_orders_with_and_without_headings(text: str) -> None:
    filled = text.format(
        a="\n".join(AUSTRIA), f="\n".join(FRANCE), ac=", ".join(AUSTRIA), fc=", ".join(FRANCE)
    )
    assert orders(filled) == WANTED


def test_headings_are_read_in_every_language() -> None:
    assert orders("Francia:\nE Par-Bor\nAustria:\nE Vie-Tri", "es") == {
        "FRANCE": ["A PAR - BUR"],
        "AUSTRIA": ["A VIE - TRI"],
    }
    assert orders("Франция:\nА Пар-Бур\nАвстрия:\nА Вие-Три", "bg") == {
        "FRANCE": ["A PAR - BUR"],
        "AUSTRIA": ["A VIE - TRI"],
    }


def test_a_waive_beside_the_name_of_its_power_belongs_to_it() -> None:
    winter = Position(PhaseCode.parse("W1901A"), START.units, START.centers, setup=START.setup)
    parts = split_sheet("France: waive\nAustria: waive", winter, PAIR)
    assert parts == {"AUSTRIA": "\nAustria: waive", "FRANCE": "France: waive"}


def test_a_line_keeps_its_number() -> None:
    parts = split_sheet("Austria:\nA Vie H\n\nFrance:\nA Par H", START, PAIR, "en")
    [line] = read_sheet(parts["FRANCE"], START, "FRANCE", "en").lines
    assert (line.number, line.text) == (5, "A Par H")


def test_a_heading_without_orders_is_an_empty_part() -> None:
    assert split_sheet("Austria:\n\nFrance:\nA Par H", START, PAIR, "en") == {
        "AUSTRIA": "",
        "FRANCE": "\n\nFrance:\nA Par H",
    }
    assert split_sheet("", START, PAIR, "en") == {}


def test_an_order_under_the_heading_of_another_power_stays_there() -> None:
    assert orders("Austria:\nA Par-Bur\nA Vie H") == {"AUSTRIA": ["A VIE H"]}


def test_a_text_that_is_too_long_is_left_to_each_reader() -> None:
    text = "A Par H\n" * (LONGEST_SHEET // 4)
    for power, part in split_sheet(text, START, PAIR, "en").items():
        problem = read_sheet(part, START, power, "en").problem
        assert problem is not None
        assert problem.code == "sheet_too_long"


@settings(deadline=None, max_examples=40)
@given(
    st.lists(
        st.sampled_from([*AUSTRIA, *FRANCE, "Austria:", "France:", "", "hello", "A Mos-Ukr"]),
        max_size=12,
    )
)
def test_no_line_is_lost_and_none_goes_to_two_powers(lines: list[str]) -> None:
    parts = split_sheet("\n".join(lines), START, PAIR, "en")
    for number, line in enumerate(lines):
        owners = [
            power
            for power, part in parts.items()
            if number < len(part.splitlines()) and part.splitlines()[number] == line
        ]
        if line and not line.endswith(":"):
            assert len(owners) == 1
