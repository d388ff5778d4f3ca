"""Headings and dates on a pasted block: correct ones are skipped, wrong ones stop the sheet."""

import pytest

from adjudicator import OrderSyntaxError, Position

from .test_parser import AUTUMN
from .test_parser_phases import WINTER
from .test_sheets import leftovers, orders, read


def problem(
    block: str, language: str | None = "en", power: str = "FRANCE", position: Position = AUTUMN
) -> OrderSyntaxError:
    """Return why nothing of a block was read."""
    sheet = read(block, language, power, position)
    assert sheet.problem is not None
    assert sheet.lines == ()
    return sheet.problem


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("en", "FRANCE"),
        ("en", "France:"),
        ("en", "French orders:"),
        ("en", "[b]France[/b] – Fall 1902:"),
        ("en", "France (Pierre):"),
        ("en", "Fall 1902: France:"),
        ("en", "Fall 1902, Movement Phase"),
        ("en", "Autumn ’02"),
        ("en", "F1902M"),
        ("en", "1902"),
        ("en", "Orders:"),
        ("en", "Fall 1902 (deadline May 5):"),
        ("es", "Francia (Otoño 1902)"),
        ("es", "Órdenes de Francia para el turno de otoño de 1902:"),
        ("es", "Otoño, turno 04"),
        ("es", "O1902"),
        ("es", "Otoño 1902. Francia."),
        ("it", "autunno 1902 – Francia"),
        ("it", "Ordini della Francia per l'autunno 1902:"),
        ("it", "A1902"),
        ("bg", "Есен 1902 г."),
        ("bg", "Заповеди на Франция:"),
    ],
)
def test_the_own_heading_and_the_right_date_are_passed_over(language: str, heading: str) -> None:
    order = {"en": "A Par-Bur", "es": "E Par-Bor", "it": "A Par-Bor", "bg": "А Пар-Бур"}[language]
    assert orders(f"{heading}\n{order}", language) == ["A PAR - BUR"]
    if heading.endswith(":"):
        assert orders(f"{heading} {order}", language) == ["A PAR - BUR"]


@pytest.mark.parametrize(
    "date",
    [
        "Spring 1902",
        "Fall 1901",
        "Fall '01:",
        "S1902M",
        "Spring 1902 – France:",
        "1903",
        "Primavera de 1902",
        "P1902",
        "otoño del 01",
        "autunno 1901",
        "A1901",
        "Пролет 1902 г.",
        "Есен 1901",
        "Winter 1902",
    ],
)
def test_another_date_stops_the_sheet(date: str) -> None:
    error = problem(f"{date}\nA Par-Bur")
    assert error.code == "sheet_of_other_phase"
    assert error.params == {"text": date.rstrip(":."), "phase": "F1902M"}


@pytest.mark.parametrize(
    ("heading", "power"),
    [
        ("Germany:", "GERMANY"),
        ("GERMANY", "GERMANY"),
        ("[b]Alemania[/b] (Hans):", "GERMANY"),
        ("Órdenes de Alemania", "GERMANY"),
        ("L'Italia: A Ven-Tri", "ITALY"),
        ("Заповеди на Германия:", "GERMANY"),
        ("Fall 1902: Great Britain: F Nth-Nwy", "ENGLAND"),
        ("Austro-Hungarian orders", "AUSTRIA"),
    ],
)
def test_the_heading_of_another_power_stops_the_sheet(heading: str, power: str) -> None:
    error = problem(f"A Par-Bur\n{heading}\nA Mun-Bur")
    assert (error.code, error.params["power"]) == ("sheet_of_other_power", power)


def test_the_results_of_all_powers_stop_the_sheet_at_the_first_of_another() -> None:
    block = "\n".join(
        f"{power}: A Par-Bur, A Mun-Bur" for power in ("France", "Germany", "Italy", "Russia")
    )
    assert problem(block).params == {"text": "Germany: A Par-Bur, A Mun-Bur", "power": "GERMANY"}


@pytest.mark.parametrize(
    ("language", "block"),
    [
        ("en", "F English Channel: holds"),
        ("bg", "Английски канал: задържа позиция"),
        ("en", "English Channel holds"),
        ("en", "English F Eng: H"),
    ],
)
def test_a_sea_that_bears_the_name_of_a_power_is_no_heading(language: str, block: str) -> None:
    assert orders(block, language, "ENGLAND") == ["F ENG H"]
    assert read(block, language, "FRANCE").problem is None


def test_the_own_heading_is_passed_over_beside_something_else() -> None:
    assert leftovers("Game 12, France, Fall 1902") == [(1, "Game 12")]
    assert problem("Game 12, Germany, Fall 1902").code == "sheet_of_other_power"
    assert problem("Game 12, France, Fall 1901").code == "sheet_of_other_phase"


def test_a_winter_sheet_of_another_year_or_season_is_stopped() -> None:
    for date in ("Winter 1901", "Spring 1903", "Fall '01"):
        assert problem(f"{date}\nA Mos", "en", "RUSSIA", WINTER).code == "sheet_of_other_phase"


def test_only_a_whole_waive_under_the_name_of_another_power_stops_the_sheet() -> None:
    sheet = read("A Mos\nEngland: pass the salt", "en", "RUSSIA", WINTER)
    assert (sheet.problem, str(sheet.lines[0].order)) == (None, "A MOS B")
    for waive in ("waive", "pass, thanks", "2 waives", "waives both builds"):
        found = problem(f"A Mos\nEngland: {waive}", "en", "RUSSIA", WINTER)
        assert found.code == "sheet_of_other_power", waive


def test_a_date_and_the_own_power_before_the_first_order_need_no_separator() -> None:
    assert orders("France F1902 A Par - Bur, A Mar H", "en") == ["A PAR - BUR", "A MAR H"]
    assert orders("Fra, F02:\nA Par - Bur", "en") == ["A PAR - BUR"]


def test_a_signature_that_is_also_short_for_a_power_is_no_heading() -> None:
    assert leftovers("A Par - Bur\n\nGer (France)") == [(3, "Ger")]
    assert problem("Ger\nA Par - Bur").code == "sheet_of_other_power"
