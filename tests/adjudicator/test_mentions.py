"""What a running text mentions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.board import standard_board
from adjudicator.notation import LANGUAGES, language_data, mentions


def found(text: str, language: str = "en") -> list[tuple[str, str, str]]:
    """What is mentioned as (as it stands there, provinces, arrow)."""
    return [
        (text[each.start : each.end], " ".join(each.provinces), " ".join(each.arrow or ()))
        for each in mentions(text, language)
    ]


@pytest.mark.parametrize(
    ("text", "order", "provinces", "arrow"),
    [
        ("Will A Par-Bur help?", "A Par-Bur", "PAR BUR", "PAR BUR"),
        ("F ENG C A Lon-Bel, please", "F ENG C A Lon-Bel", "ENG LON BEL", "LON BEL"),
        ("with F NTH S A RUH - BEL.", "F NTH S A RUH - BEL", "NTH RUH BEL", "RUH BEL"),
        ("A Mun S A Par. It holds", "A Mun S A Par", "MUN PAR", ""),
        ("A Par H", "A Par H", "PAR", ""),
        ("(A BUR R GAS)", "A BUR R GAS", "BUR GAS", "BUR GAS"),
        ("F STP/SC -> BOT", "F STP/SC -> BOT", "STP BOT", "STP BOT"),
        ("F StP (sc) - Bot", "F StP (sc) - Bot", "STP BOT", "STP BOT"),
        ("A PAR → BUR", "A PAR → BUR", "PAR BUR", "PAR BUR"),
        ("army Paris to Burgundy", "army Paris to Burgundy", "PAR BUR", "PAR BUR"),
        ("a par-bur", "a par-bur", "PAR BUR", "PAR BUR"),
        ("E Par-Bor y ya", "E Par-Bor", "PAR BUR", "PAR BUR"),
        ("F MNo A F MNt - Nor", "F MNo A F MNt - Nor", "NWG NTH NWY", "NTH NWY"),
        ("A Bre A F Man", "A Bre A F Man", "BRE ENG", ""),
        ("ще бъде А Пар-Бур", "А Пар-Бур", "PAR BUR", "PAR BUR"),
        ("\nA Lon - Nwy via convoy\n", "A Lon - Nwy via convoy", "LON NWY", "LON NWY"),
    ],
)
def test_an_order_is_found_in_any_notation(text: str, order: str, provinces: str, arrow: str):
    assert found(text) == [(order, provinces, arrow)]


@pytest.mark.parametrize(
    "text",
    [
        "I can go to war in mar, sev and con.",
        "War, Con, Nap, Mar and Sev stand first.",
        "A War is coming; A Con man took A Nap.",
        "a nap - war is tiring",
        "A Par, Bur and Mun",
        "A\nPar - Bur",
        "The Black cat, a Channel, la mancha",
        "greece and turkey and paris",
        "Burgundys",
        "A - B - C",
    ],
)
def test_a_word_that_looks_like_an_abbreviation_is_none(text: str):
    assert found(text) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_name_is_found_with_a_capital_letter_and_a_long_one_without(language: str):
    for code, name in language_data(language).provinces.items():
        assert found(f"({name.name}!)") == [(name.name, code, "")]
        if len(name.name.split()) > 1:
            assert found(name.name.lower()) == [(name.name.lower(), code, "")]


def test_what_means_two_things_means_that_of_the_language():
    assert found("A Gal - Boh", "en")[0][1] == "GAL BOH"
    assert found("E Gal - Yor", "es")[0][1] == "WAL YOR"


def test_orders_come_one_after_the_other():
    text = "A Par-Bur A Mar-Spa; Belgium"
    assert [each[0] for each in found(text)] == ["A Par-Bur", "A Mar-Spa", "Belgium"]


words = st.sampled_from(["A", "F", "Par", "-", "S", "C", "Mar", "de", "\n", "(", "A Par-Bur"])


@given(st.text() | st.lists(words).map(" ".join))
def test_whatever_the_text_mentions_stand_in_order_and_are_of_the_board(text: str):
    end = 0
    for each in mentions(text):
        assert end <= each.start < each.end <= len(text)
        assert {*each.provinces, *(each.arrow or ())} <= standard_board().provinces.keys()
        end = each.end
