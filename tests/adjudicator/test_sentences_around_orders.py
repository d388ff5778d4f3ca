"""Sentences above and below orders: small talk leaves them alone, second thoughts do not.

tests/data/README.md says how the sentences were written.
"""

import json
from pathlib import Path

import pytest

from adjudicator import load_setup, opening, read_sheet
from adjudicator.json_lines import read_position
from adjudicator.notation import LANGUAGES

FOLDER = Path(__file__).parents[1] / "data" / "sentences"
SPRING = opening(load_setup("standard"))
ORDERS = {
    "en": "A Par - Bur\nA Mar - Spa\nF Bre - MAO",
    "es": "E Par - Bor\nE Mar - Esp\nF Bre - Can",
    "it": "A Par - Bor\nA Mar - Spa\nF Bre - Man",
    "bg": "А Пар - Бур\nА Мар - Исп\nФ Бре - Лам",
}
NAMES = {
    "en": ("France", "England", "spring"),
    "es": ("Francia", "Inglaterra", "primavera"),
    "it": ("Francia", "Inghilterra", "primavera"),
    "bg": ("Франция", "Англия", "пролет"),
}
MOST_TAKEN, MOST_ASKED_ABOUT = 0.05, {"openings": 0.2, "closings": 0.3}
"""Shares of the sentences with another effect than they should have."""

AUTUMN = read_position(
    {
        "phase": "F1903M",
        "units": {"FRANCE": ["A PAR", "A MAR", "A GAS", "F BRE", "F MAO"], "GERMANY": ["A KIE"]},
    }
)
WINTER = read_position(
    {
        "phase": "W1903A",
        "units": {"GERMANY": ["F HOL", "F DEN", "A MUN", "A RUH", "A BOH"]},
        "centers": {"GERMANY": ["HOL", "DEN", "MUN", "BER"]},
    }
)


def sentences(language: str, kind: str) -> list[str]:
    power, other, season = NAMES[language]
    known = {"power": power, "other": other, "season": season, "year": "1901"}
    texts = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))[kind]
    return [text.format(**known) for text in texts]


def orders_read(language: str, sentence: str, *, above: bool) -> int:
    several = [sentence, ORDERS[language]] if above else [ORDERS[language], sentence]
    return len(read_sheet("\n".join(several), SPRING, "FRANCE", language).orders)


@pytest.mark.parametrize("language", LANGUAGES)
def test_second_thoughts_make_orders_doubtful(language: str) -> None:
    several = sentences(language, "takebacks")
    taken = [each for each in several if orders_read(language, each, above=each.endswith(":"))]
    print(f"{language}: {len(taken)} of {len(several)}", *taken, sep="\n")
    assert len(several) == 150
    assert len(taken) <= MOST_TAKEN * len(several)


@pytest.mark.parametrize("kind", MOST_ASKED_ABOUT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_most_small_talk_leaves_orders_alone(language: str, kind: str) -> None:
    several = sentences(language, kind)
    asked = [each for each in several if orders_read(language, each, above=kind == "openings") < 3]
    print(f"{language}: {len(asked)} of {len(several)}", *asked, sep="\n")
    assert len(asked) <= MOST_ASKED_ABOUT[kind] * len(several)


@pytest.mark.parametrize(
    "text",
    [
        "A Gas - Spa*\n* unless Germany objects",
        "A Gas* - Spa\n\n* Italy permitting",
        "[x] write to Italy\n[ ] A Gas - Spa",
        "(x) write to Italy\n( ) A Gas - Spa",
        "A Gas - Spa? Bre supports it",
        "A Gas - Spa\nDon't run it, mate.",
        "A Gas - Spa\nDear GM, don't do it.",
        "A Gas - Spa\nPlease kill it.",
        "A Gas - Spa\nWe made peace, no attack on Germany.",
        "A Gas - Spa\n\nOn second thoughts, no.",
        "A Gas - Spa\n\nSorry, wrong thread.",
        "A Gas - Spa\n\nScrap that.",
        "FRANCE. Not to be opened before I phone you.\nA Gas - Spa",
        "just testing the form\nFRANCE\nA Gas - Spa",
        "Spring nonsense:\nA Gas - Spa",
        "A Gas - Spa\n\nThe order for Gascony and the support of it stay blank.",
        "A Gas - Spa - Por",
    ],
)
def test_what_speaks_of_an_order_makes_it_doubtful(text: str) -> None:
    sheet = read_sheet(text, AUTUMN, "FRANCE", "en")
    assert sheet.orders == []
    assert any(str(each) == "A GAS - SPA" for line in sheet.lines for each in line.readings)


@pytest.mark.parametrize(
    ("language", "text", "orders"),
    [
        ("en", "A Gas - Spa, F MAO supports it", {"A GAS - SPA", "F MAO S A GAS - SPA"}),
        ("es", "Gascuña a España y AtC lo apoya", {"A GAS - SPA", "F MAO S A GAS - SPA"}),
        ("en", "A Mar supports A Gas, which moves to Spain", {"A MAR S A GAS - SPA"}),
        ("en", "AGas-Spa, FBre-ENG", {"A GAS - SPA", "F BRE - ENG"}),
        ("en", "A | Gas | - | Spa", {"A GAS - SPA"}),
        ("en", "(AMY GAS) MTO SPA", {"A GAS - SPA"}),
        ("en", "A Gas - Spa\nThanks, England!", {"A GAS - SPA"}),
        ("en", "A Gas - Spa\nItaly: nothing personal.", {"A GAS - SPA"}),
        ("en", "Hi, this is France:\nA Gas - Spa", {"A GAS - SPA"}),
        ("en", "A Gas stays in Gascony", {"A GAS H"}),
        ("en", "A Gas - Spa\nNever trust a man with a hat.", {"A GAS - SPA"}),
        ("es", "Muevo así:\nE Gas - Esp", {"A GAS - SPA"}),
        ("it", "Per autunno 1903 faccio così:\nA Gua - Spa", {"A GAS - SPA"}),
        ("bg", "нека армията от Гаскония отиде в Испания", {"A GAS - SPA"}),
        ("en", "A Gas - Spa (autumn 1903)", {"A GAS - SPA"}),
    ],
)
def test_what_says_nothing_else_of_orders_leaves_them(
    language: str, text: str, orders: set[str]
) -> None:
    sheet = read_sheet(text, AUTUMN, "FRANCE", language)
    assert {str(order) for order in sheet.orders} == orders


@pytest.mark.parametrize(
    ("language", "heading"),
    [("en", "Remove:"), ("es", "Retiro:"), ("it", "Sciolgo:"), ("bg", "Премахвам:")],
)
def test_a_verb_above_units_says_what_becomes_of_them(language: str, heading: str) -> None:
    unit = {"it": "A Boe", "bg": "А Бох", "es": "E Boh"}.get(language, "A Boh")
    sheet = read_sheet(f"{heading}\n{unit}", WINTER, "GERMANY", language)
    assert [str(order) for order in sheet.orders] == ["A BOH D"]
    assert sheet.lines[0].error is not None
    assert sheet.lines[0].error.code == "remark"
    build = {"en": "Build:", "es": "Construyo:", "it": "Costruisco:", "bg": "Строя:"}[language]
    assert read_sheet(f"{build}\n{unit}", WINTER, "GERMANY", language).orders == []


@pytest.mark.parametrize("struck", ["~~A Gas - Mar~~", "> A Gas - Mar", "// A Gas - Mar"])
def test_nothing_is_asked_about_a_struck_out_order_that_was_replaced(struck: str) -> None:
    sheet = read_sheet(f"A Par - Bur\n{struck}\nA Gas - Bur", AUTUMN, "FRANCE", "en")
    assert [str(order) for order in sheet.orders] == ["A PAR - BUR", "A GAS - BUR"]
    assert [line.error.code for line in sheet.lines if line.error is not None] == ["remark"]


@pytest.mark.parametrize(("begin", "end"), [("[s]", "[/s]"), ("<del>", "</del>")])
def test_lines_that_are_struck_out_together_are_no_orders(begin: str, end: str) -> None:
    text = f"{begin}A Gas - Mar\nA Par - Pic{end}\nA Par - Bur\nA Gas - Bur"
    sheet = read_sheet(text, AUTUMN, "FRANCE", "en")
    assert [str(order) for order in sheet.orders] == ["A PAR - BUR", "A GAS - BUR"]


def test_a_mark_that_is_never_closed_strikes_out_its_line_only() -> None:
    sheet = read_sheet("[s]A Gas - Mar\nA Par - Bur\nA Gas - Bur", AUTUMN, "FRANCE", "en")
    assert [str(order) for order in sheet.orders] == ["A PAR - BUR", "A GAS - BUR"]


def test_a_name_that_fits_two_own_units_is_a_question() -> None:
    position = read_position({"phase": "S1903M", "units": {"ENGLAND": ["F NTH", "A NWY"]}})
    (line,) = read_sheet("Nor - Ska", position, "ENGLAND", "en").lines
    assert [str(order) for order in line.readings] == ["F NTH - SKA"]
    (line,) = read_sheet("F Nor - Ska", position, "ENGLAND", "en").lines
    assert str(line.order) == "F NTH - SKA"


def test_an_order_in_another_language_says_so() -> None:
    sheet = read_sheet("A Mar H\nArmata Parigi va in Borgogna", AUTUMN, "FRANCE", "en")
    assert [(each.code, each.params["language"]) for each in sheet.lines[1].advice] == [
        ("read_in_language", "it")
    ]
