"""Advice on possible slips: each code where it applies, and nowhere else."""

from collections.abc import Mapping, Sequence

import pytest

from adjudicator import Order, Position, legal_orders, parse_order, read_sheet
from adjudicator.json_lines import read_position
from adjudicator.notation.advice import Advice, advise
from adjudicator.reasons import ADVICE

UNITS = {
    "FRANCE": ["A PAR", "A MAR", "F MAO", "F SPA/SC", "A BEL", "F BRE"],
    "ENGLAND": ["A LON", "F ENG", "F NTH"],
    "GERMANY": ["A MUN"],
}
SPRING = read_position({"phase": "S1902M", "units": UNITS})
RETREATS = read_position(
    {
        "phase": "F1902R",
        "units": {"GERMANY": ["A BUR", "A PIC"]},
        "dislodged": {"FRANCE": {"A PAR": ["GAS", "BRE"], "F MAO": ["GAS", "POR"]}},
    }
)


def advice(
    *lines: str, power: str = "FRANCE", position: Position = SPRING
) -> list[tuple[str, Mapping[str, str]]]:
    """Return all advice on a sheet, in the order of its lines."""
    sheet = [parse_order(line, position, power, "en") for line in lines]
    found = advise(sheet, position, power)
    assert len(found) == len(lines)
    return [(each.code, each.params) for of_line in found for each in of_line]


def codes(*lines: str, power: str = "FRANCE", position: Position = SPRING) -> list[str]:
    return [code for code, _params in advice(*lines, power=power, position=position)]


def test_advice_on_helped_units_names_only_foreign_ones() -> None:
    foreign = ("helps_foreign_unit", {"unit": "A MUN", "power": "GERMANY"})
    assert advice("A Mar S A Mun - Bur") == [foreign]
    assert advice("A Bel S A Mun - Ruh") == [foreign]
    assert codes("F Mao S F Eng") == ["helps_foreign_unit"]
    assert codes("F Nth C A Bel - Nwy", power="ENGLAND") == ["helps_foreign_unit"]
    assert codes("F Mao S F Bre") == []


@pytest.mark.parametrize(
    ("support", "told", "said"),
    [
        ("A Mar S A Par - Bur", "A Par - Gas", "A PAR - GAS"),
        ("A Mar S A Par - Bur", "A Par H", "A PAR H"),
        ("F Mao S F Bre", "F Bre - Gas", "F BRE - GAS"),
    ],
)
def test_advice_names_an_own_unit_with_another_order_than_the_supported_one(
    support: str, told: str, said: str
) -> None:
    unit = said[:5]
    assert advice(support, told) == [("told_otherwise", {"unit": unit, "order": said})]
    assert advice(told, support) == [("told_otherwise", {"unit": unit, "order": said})]


@pytest.mark.parametrize(
    "sheet",
    [
        ("A Mar S A Par - Bur", "A Par - Bur"),
        ("F Mao S F Bre", "F Bre H"),
        ("F Mao S F Bre", "F Bre S A Par - Pic", "A Par - Pic"),
        ("F Bre S F Spa - Mao", "F Spa - Mao"),
    ],
)
def test_orders_that_fit_together_get_no_advice(sheet: Sequence[str]) -> None:
    assert advice(*sheet) == []


def test_advice_names_an_own_unit_without_an_order_that_is_supported_to_move() -> None:
    nothing = ("told_nothing", {"unit": "A PAR", "province": "BUR"})
    assert advice("A Mar S A Par - Bur") == [nothing]
    assert advice("F Mao S F Bre") == []  # it stays, and is supported


def test_advice_names_an_own_army_without_an_order_that_should_be_convoyed() -> None:
    nothing = ("told_nothing", {"unit": "A LON", "province": "HOL"})
    assert advice("F Nth C A Lon - Hol", power="ENGLAND") == [nothing]
    assert advice("F Nth C A Lon - Hol", "A Lon - Hol", power="ENGLAND") == []


def test_advice_names_two_own_units_that_go_to_one_province() -> None:
    assert advice("A Par - Gas", "A Mar - Gas") == [
        ("same_target", {"unit": "A MAR", "province": "GAS"}),
        ("same_target", {"unit": "A PAR", "province": "GAS"}),
    ]
    assert codes("A Par - Gas", "A Mar - Bur") == []


def test_two_coasts_are_one_province() -> None:
    fleets = read_position({"phase": "S1902M", "units": {"FRANCE": ["F WES", "F POR"]}})
    sheet = ("F Wes - Spa (sc)", "F Por - Spa (nc)")
    assert codes(*sheet, position=fleets) == ["same_target", "same_target"]


def test_advice_names_two_own_units_that_retreat_to_one_province() -> None:
    assert advice("A Par - Gas", "F Mao - Gas", position=RETREATS) == [
        ("same_retreat", {"unit": "F MAO", "province": "GAS"}),
        ("same_retreat", {"unit": "A PAR", "province": "GAS"}),
    ]
    assert advice("A Par - Bre", "F Mao - Por", position=RETREATS) == []
    assert advice("A Par - Gas", "F Mao D", position=RETREATS) == []


def test_advice_says_that_own_fleets_with_other_orders_make_no_convoy() -> None:
    no_route = ("convoy_has_no_route", {"unit": "A LON", "province": "NWY"})
    army = "A Lon - Nwy via"
    assert advice(army, power="ENGLAND") == [no_route]
    assert advice(army, "F Nth H", power="ENGLAND") == [no_route]
    assert advice(army, "F Nth C A Lon - Nwy", power="ENGLAND") == []


def test_an_army_that_can_walk_needs_no_convoy_unless_it_is_told_to_take_one() -> None:
    coast = read_position({"phase": "S1902M", "units": {"FRANCE": ["A BEL", "F NTH", "F MAO"]}})
    assert codes("A Bel - Hol", position=coast) == []
    assert codes("A Bel - Hol via", position=coast) == ["convoy_has_no_route"]
    assert codes("A Bel - Hol via", "F Nth C A Bel - Hol", position=coast) == []


def test_advice_says_that_only_fleets_of_others_could_convoy_the_army() -> None:
    others = ("convoy_needs_other_power", {"unit": "A BEL", "province": "NWY"})
    assert advice("A Bel - Nwy") == [others]
    channel = read_position(
        {"phase": "S1902M", "units": {"FRANCE": ["A BRE", "F ENG"], "ENGLAND": ["F NTH"]}}
    )
    half = "F Eng C A Bre - Nwy"
    assert codes("A Bre - Nwy", half, position=channel) == ["convoy_needs_other_power"]
    assert codes("A Bre - Lon", "F Eng C A Bre - Lon", position=channel) == []


def test_nothing_is_said_of_builds_disbandments_and_holds() -> None:
    winter = read_position(
        {"phase": "W1902A", "units": {"FRANCE": []}, "centers": {"FRANCE": ["PAR", "MAR"]}}
    )
    assert advice("Build A Par", "Waive", position=winter) == []
    assert advice("A Par D", position=RETREATS) == []
    assert advice("A Par H", "A Mar H") == []


def test_nothing_is_said_of_an_empty_sheet() -> None:
    assert advise([], SPRING, "FRANCE") == []


def test_advice_follows_from_the_own_orders_and_the_board_alone() -> None:
    """Advice does not depend on other powers' orders; every parameter is on the board or sheet."""
    known = {str(unit) for units in SPRING.units.values() for unit in units}
    for unit in SPRING.units["FRANCE"]:
        for order in legal_orders(SPRING, unit):
            mine: list[Order] = [order, parse_order("A PAR - GAS")]
            for each in (one for several in advise(mine, SPRING, "FRANCE") for one in several):
                assert each.code in ADVICE
                assert ADVICE[each.code] % each.params
                assert each.params["unit"] in known
                assert each.params.get("order", "A PAR - GAS") in map(str, mine)


def test_only_orders_that_can_be_taken_are_looked_at() -> None:
    sheet = read_sheet("A Mar S A Par-Bur\nA Par-Mun", SPRING, "FRANCE", "en")
    assert sheet.lines[0].advice == (Advice("told_nothing", {"unit": "A PAR", "province": "BUR"}),)
    assert sheet.lines[1].advice == ()
