"""The search through the help, in all languages."""

import re

import pytest
from django.utils import translation

from games.help import search, texts


def found(typed: str, language: str = "en") -> list[search.Hit]:
    with translation.override(language):
        return search.search(search.search_words(typed))


def test_a_title_with_the_words_comes_first() -> None:
    first, *others = found("grace period")
    assert first.url == "/help/deadlines/#grace"
    assert others


@pytest.mark.parametrize(
    ("language", "typed", "url"),
    [
        ("es", "PRORROGAR plazo", "/help/game-masters/#clock"),
        ("es", "sesion navegador", "/help/account/#browser"),
        ("it", "PIU unita", "/help/endings/#limit"),
        ("bg", "ГРАТИСЕН ПЕРИОД", "/help/deadlines/#grace"),
        ("en", "trieste", "/help/notation/#provinces"),
        ("en", "chaos 34", "/help/new-game/#setups"),
    ],
)
def test_neither_case_nor_accents_matter_and_tables_are_searched(
    language: str, typed: str, url: str
) -> None:
    assert url in [hit.url for hit in found(typed, language)]


def test_all_words_must_be_there_and_parts_of_words_are_enough() -> None:
    assert found("deadl weekd")
    assert found("deadline xyzzy") == []
    assert found("   ") == []


def test_words_are_marked_in_title_and_extract_whatever_their_accents() -> None:
    hits = found("ordenes", "es")
    assert hits
    marked = " ".join(f"{hit.title} {hit.extract}" for hit in hits)
    assert re.search(r"<mark>(Ó|ó)rdenes</mark>", marked)


def test_what_was_typed_cannot_become_html() -> None:
    assert search._marked("a <b> & c", ["<b"]) == "a <mark>&lt;b</mark>&gt; &amp; c"


def test_an_extract_shows_the_words_and_is_short() -> None:
    for hit in found("substitute"):
        plain = re.sub("<[^>]+>", "", hit.extract)
        assert len(plain) <= search.BEFORE + search.AFTER + 10
    with translation.override("en"):
        longest = max(len(texts.plain_text(s)) for p in texts.all_pages() for s in p.sections)
    assert longest > search.BEFORE + search.AFTER


def test_a_letter_that_folds_to_two_is_marked_whole() -> None:
    assert search._marked("Straße", search.search_words("STRASSE")) == "<mark>Straße</mark>"
