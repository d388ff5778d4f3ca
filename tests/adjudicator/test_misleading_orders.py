"""Texts that must not be obeyed, or only with advice: their letters do not say what they mean."""

import pytest

from adjudicator import Dislodged, PhaseCode, Position, Unit, read_sheet
from adjudicator.notation import Sheet


def board(phase: str, **units: str) -> Position:
    standing = {power: tuple(map(Unit.parse, each.split(", "))) for power, each in units.items()}
    return Position(PhaseCode.parse(phase), standing)


SPRING = board(
    "S1902M",
    FRANCE="A PAR, A MAR, A BUR, F BRE",
    GERMANY="A MUN, A RUH, A GAS",
    ENGLAND="F NWY, F NTH",
)
WINTER = Position(
    PhaseCode.parse("W1901A"),
    {"FRANCE": (Unit.parse("A SPA"),)},
    {"FRANCE": ("PAR", "BRE", "MAR", "SPA")},
)
RETREAT = Position(
    PhaseCode.parse("S1902R"),
    {"GERMANY": (Unit.parse("A PAR"),)},
    None,
    {"FRANCE": (Dislodged(Unit.parse("A PAR"), None, ("GAS", "PIC")),)},
)


def read(
    text: str, language: str | None, position: Position = SPRING, power: str = "FRANCE"
) -> Sheet:
    return read_sheet(text, position, power, language)


def taken(sheet: Sheet) -> list[str]:
    return [str(order) for order in sheet.orders]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A Bur supports Mun from Ruh", "en"),
        ("E Bor apoya ataque en Mun desde Ruh", "es"),
        ("A Bur APP l'attacco a Mon dalla Ruhr", "it"),
        ("А Мар П А Бур от Пар", "bg"),
        ("A Bur from Par", "en"),
        ("A Bur with Mun", "en"),
    ],
)
def test_a_unit_does_not_go_where_it_comes_from(text: str, language: str) -> None:
    assert taken(read(text, language)) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A Bur supports the army in Mun to Ruh", "en"),
        ("E Bor apoya el movimiento del ejército de Mun a Ruh", "es"),
        ("A Bor APP l'armata di Mon verso Ruh", "it"),
        ("А Бур подкрепя армия от Мюн към Рур", "bg"),
    ],
)
def test_the_location_of_a_unit_may_have_a_preposition(text: str, language: str) -> None:
    assert taken(read(text, language)) == ["A BUR S A MUN - RUH"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("No construyo E Par", "es"),
        ("no build A Par", "en"),
        ("non costruisco A Par", "it"),
        ("не изграждам А Пар", "bg"),
    ],
)
def test_a_denied_build_is_not_read_as_a_build(text: str, language: str) -> None:
    assert taken(read(text, language, WINTER)) == []


@pytest.mark.parametrize(
    "text",
    [
        "France: A Par-Pic; Germany: F Bre-Mid",
        "GER\nA Par-Pic\nF Bre-Eng",
        "Ger: A Par-Pic",
        "ALE: A Par-Pic",
    ],
)
def test_the_name_of_another_power_stops_the_sheet_on_any_line(text: str) -> None:
    sheet = read(text, "en")
    assert sheet.problem is not None
    assert sheet.problem.code == "sheet_of_other_power"


@pytest.mark.parametrize(
    "text",
    [
        "Subject: Fall 1903 orders\nA Mar-Spa",
        "Hello, my orders for fall of 1902\nA Mar-Spa",
        "Spring 1902 Retreats\nA Mar-Spa",
        "S1902R\nA Mar-Spa",
    ],
)
def test_the_date_of_another_phase_stops_the_sheet_on_any_line(text: str) -> None:
    sheet = read(text, "en")
    assert sheet.problem is not None
    assert sheet.problem.code == "sheet_of_other_phase"


def test_the_kind_of_the_phase_may_stand_in_its_date() -> None:
    assert taken(read("Spring 1902 moves\nA Mar-Spa", "en")) == ["A MAR - SPA"]
    assert taken(read("S1902R: A Par-Gas", "en", RETREAT)) == ["A PAR R GAS"]


@pytest.mark.parametrize(
    ("text", "language", "order"),
    [
        ("E ruso Par-Gas", "es", "A PAR - GAS"),
        ("German A Par - Gas", "en", "A PAR - GAS"),
        ("E Bor A E ruso Mun", "es", "A BUR S A MUN"),
    ],
)
def test_a_nationality_that_none_of_the_units_has_is_remarked_on(
    text: str, language: str, order: str
) -> None:
    sheet = read(text, language)
    assert taken(sheet) == [order]
    assert "of_another_power" in [advice.code for advice in sheet.lines[0].advice]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("F Par-Bur", "en"),
        ("F Par-Bor", "es"),
        ("Flotta Parigi - Borgogna", "it"),
        ("Ф Пар-Бур", "bg"),
    ],
)
def test_the_unit_that_stands_there_is_meant_whatever_its_type(text: str, language: str) -> None:
    (line,) = read(text, language).lines
    assert str(line.order) == "A PAR - BUR"
    assert [(advice.code, dict(advice.params)) for advice in line.advice] == [
        ("of_other_type", {"unit": "A PAR"})
    ]


def test_a_nationality_that_is_right_is_not_remarked_on() -> None:
    for text in ("E Bor A E alemán Mun", "E francés Bor A E alemán Mun"):
        (line,) = read(text, "es").lines
        assert [advice.code for advice in line.advice] == ["helps_foreign_unit"]
    (line,) = read("French A Par - Gas", "en", RETREAT).lines
    assert line.advice == ()


def test_a_retreat_is_not_read_as_a_removal() -> None:
    assert taken(read("retira E Par a Gas", "es", RETREAT)) == ["A PAR R GAS"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("E Bor-Mun a menos que Alemania ceda", "es"),
        ("A Mar-Spa, unless Italy attacks", "en"),
        ("A Bur - Mun if Germany agrees", "en"),
        ("А Мар-Исп, ако Италия нападне", "bg"),
    ],
)
def test_a_conditional_order_is_refused(text: str, language: str) -> None:
    assert taken(read(text, language)) == []


def test_a_line_with_a_condition_has_only_that_error() -> None:
    (line,) = read("A Mar-Spa, unless Italy attacks", "en").lines
    assert (line.error and line.error.code, line.advice) == ("conditional", ())


def test_a_line_of_small_talk_does_not_decide_the_language() -> None:
    for text in ("F Nor-MNo", "F Nor-MNo\nBest wishes"):
        sheet = read(text, None, SPRING, "ENGLAND")
        assert taken(sheet) == []
        error = sheet.lines[0].error
        assert error is not None
        assert error.code == "order_ambiguous"


@pytest.mark.parametrize("text", ["А Бур М", "A Bur M"])
def test_the_hold_of_another_language_is_no_move_to_a_misprint(text: str) -> None:
    assert taken(read(text, "bg")) == []


@pytest.mark.parametrize(
    "text", ["[list][*]A Bur-Mun[*]A Mar-Spa[/list]", "1. A Bur-Mun 2. A Mar-Spa"]
)
def test_items_of_a_list_on_one_line_are_orders_each(text: str) -> None:
    assert taken(read(text, "en")) == ["A BUR - MUN", "A MAR - SPA"]
