"""Orders and provinces that a running text mentions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.board import standard_board
from adjudicator.notation import LANGUAGES, language_data, mentions


def found(text: str, language: str = "en") -> list[tuple[str, str, str]]:
    """Return the mentions as (text, provinces, arrow)."""
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
        "Norwegian; sea and wind",
        "A - B - C",
    ],
)
def test_a_word_that_looks_like_an_abbreviation_is_not_one(text: str):
    assert found(text) == []


PROSE = [
    ("en", "A man - con artist or not - came to my door."),
    ("en", "A con-man sold me that, and a bar-man believed him."),
    ("en", "A gal holds the key to my heart."),
    ("en", "A bud - gal or guy - is what you need."),
    ("en", "A nap - war or no war - helps. A spa, a bar, a pie."),
    ("en", "No. A gas - bar none - fills the room"),
    ("en", "Or is it a war-bot that writes to us?"),
    ("en", "She said: A den - mid winter - is warm."),
    ("es", "A mar - gas y bar incluidos - se llega bien."),
    ("es", "A por - ser quien es - nadie le gana."),
    ("es", "A bar - con mar de fondo - vamos todos."),
    ("es", "E par - con la edad - o no."),
    ("it", "A con - par condicio - ci tengo molto."),
    ("it", "A bar - mar e sole - penso tutto il giorno."),
    ("it", "E ven - con calma - poi si vede."),
    ("it", "A ven - tri, come sempre - ci siamo."),
    ("bg", "А бар - пар няма - пак ще ида."),
    ("bg", "А вар - бел като сняг - чака на двора."),
    ("bg", "А пор - вие знаете - не е лук."),
    ("bg", "Утре. А пар - вар и пясък - няма."),
]


@pytest.mark.parametrize(("written_in", "text"), PROSE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_everyday_sentence_gives_no_order(written_in: str, text: str, language: str):
    assert found(text, language) == []


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("will a par-bur help?", ["a par-bur"]),
        ("and a lon-nwy by f nth c a lon-nwy", ["a lon-nwy", "f nth c a lon-nwy"]),
        ("so a mar s a par-bur then", ["a mar s a par-bur"]),
        ("f bre - mao would do", ["f bre - mao"]),
        ("I think A par - bur is best", ["A par - bur"]),
        ("army par - bur", ["army par - bur"]),
        ("A paris - burgundy", ["A paris - burgundy"]),
        ("My plan:\na par - bur\nThoughts?", ["a par - bur"]),
        ("* a mun h", ["a mun h"]),
        ("- A mar - spa", ["A mar - spa"]),
        ("a par - bur, a mar - spa, f bre - mao", ["a par - bur", "a mar - spa", "f bre - mao"]),
        ("1. a par - bur 2. a mar h", ["a par - bur", "a mar h"]),
        ("quiero e par-bor y listo", ["e par-bor"]),
        ("preferisco a ven-tri, grazie", ["a ven-tri"]),
        ("може би а пар-бур", ["а пар-бур"]),
    ],
)
def test_orders_in_small_letters_are_found_as_forums_have_them(text: str, orders: list[str]):
    assert [each[0] for each in found(text)] == orders


@pytest.mark.parametrize(
    "text",
    [
        "a par - bur is what we had",  # no capital, blanks around the dash, and a sentence around
        "A par - bur is what we had",  # the capital begins the sentence
        "Yes. A par - bur is what we had; and again, a par - bur",
        "a par-mos",  # nobody could go there
        "a par-par",
        "a par - bur, a par - mos",
        "a par - bur, let us say, then a mar - spa or so",
    ],
)
def test_possible_prose_is_not_an_order(text: str):
    assert found(text) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_name_is_found_with_a_capital_letter_and_a_long_one_without(language: str):
    for code, name in language_data(language).provinces.items():
        assert found(f"({name.name}!)") == [(name.name, code, "")]
        if len(name.name.split()) > 1:
            assert found(name.name.lower()) == [(name.name.lower(), code, "")]


def test_an_ambiguous_word_has_the_meaning_of_the_language():
    assert found("A Gal - Boh", "en")[0][1] == "GAL BOH"
    assert found("E Gal - Yor", "es")[0][1] == "WAL YOR"


def test_orders_come_one_after_the_other():
    text = "A Par-Bur A Mar-Spa; Belgium"
    assert [each[0] for each in found(text)] == ["A Par-Bur", "A Mar-Spa", "Belgium"]


words = st.sampled_from(["A", "F", "Par", "-", "S", "C", "Mar", "de", "\n", "(", "A Par-Bur"])


@given(st.text() | st.lists(words).map(" ".join))
def test_mentions_are_in_order_and_on_the_board(text: str):
    end = 0
    for each in mentions(text):
        assert end <= each.start < each.end <= len(text)
        assert {*each.provinces, *(each.arrow or ())} <= standard_board().provinces.keys()
        end = each.end
