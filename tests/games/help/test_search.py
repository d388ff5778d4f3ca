"""The search through the help, in all languages."""

import re

import pytest
from django.utils import translation

from games.help import books, search, texts, words


def found(typed: str, language: str = "en") -> list[search.Hit]:
    with translation.override(language):
        return search.search(search.search_words(typed), texts.HELP)


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


@pytest.mark.parametrize(
    ("language", "typed", "url"),
    [
        ("en", "miss a deadline", "/help/deadlines/#missed"),
        ("en", "missed deadline", "/help/deadlines/#missed"),
        ("en", "striped provinces", "/help/map/#choices"),
        ("en", "striped", "/help/map/#choices"),
        ("en", "write convoy as text", "/help/orders/#text"),
        ("en", "how to support a unit to hold", "/help/orders/#map"),
        ("es", "perdí el plazo", "/help/deadlines/#missed"),
        ("es", "región rayada", "/help/map/#choices"),
        ("es", "escribir un transporte como texto", "/help/orders/#text"),
        ("it", "mancare una scadenza", "/help/deadlines/#missed"),
        ("it", "settore rigato", "/help/map/#choices"),
        ("it", "scrivere un trasporto come testo", "/help/orders/#text"),
        ("bg", "пропуснах крайния срок", "/help/deadlines/#missed"),
        ("bg", "провинция на ивици", "/help/map/#choices"),
        ("bg", "конвой като текст", "/help/orders/#text"),
    ],
)
def test_the_answer_to_a_question_is_among_the_first_three(
    language: str, typed: str, url: str
) -> None:
    assert url in [hit.url for hit in found(typed, language)[:3]]


def test_the_beginnings_of_words_are_enough() -> None:
    assert "/help/deadlines/#weekdays" in [hit.url for hit in found("deadl weekd")]
    assert found("xyzzy") == []
    assert found("   ") == []


def test_sections_with_more_of_the_words_come_first() -> None:
    best, *_others, last = found("grace period xyzzy")
    assert best.url == "/help/deadlines/#grace"
    assert "<mark>" in last.extract or "<mark>" in last.title
    assert found("grace xyzzy plugh") == []  # fewer than half


def test_words_that_say_little_count_only_alone() -> None:
    assert search.search_words("How do I miss a deadline?") == ["miss", "deadline"]
    assert search.search_words("the a") == ["the", "a"]
    assert search.search_words("chaos 34") == ["chaos", "34"]


@pytest.mark.parametrize(
    ("typed", "word"),
    [("striped", "stripes"), ("rayada", "rayadas"), ("scadenza", "scadenze"), ("орден", "ордени")],
)
def test_forms_of_a_word_are_alike(typed: str, word: str) -> None:
    assert 0 < words.likeness(typed, word) < words.likeness(word, word)


@pytest.mark.parametrize(
    ("typed", "word"),
    [("a", "army"), ("convoy", "convert"), ("hold", "threshold"), ("or", "order")],
)
def test_different_words_are_not_alike(typed: str, word: str) -> None:
    assert words.likeness(typed, word) == 0


def test_only_whole_words_are_marked() -> None:
    for hit in found("miss a deadline"):
        for marked in re.findall("<mark>(.*?)</mark>", f"{hit.title} {hit.extract}"):
            assert marked.lower().startswith(("miss", "deadline"))
        assert not re.search(r"\w<mark>|</mark>\w", f"{hit.title} {hit.extract}")


def test_words_are_marked_in_title_and_extract_whatever_their_accents() -> None:
    hits = found("ordenes", "es")
    assert hits
    marked = " ".join(f"{hit.title} {hit.extract}" for hit in hits)
    assert re.search(r"<mark>(Ó|ó)rdenes</mark>", marked)


def test_what_was_typed_cannot_become_html() -> None:
    assert search._marked("a <b> & c", frozenset("b")) == "a &lt;<mark>b</mark>&gt; &amp; c"


def test_an_extract_shows_the_words_and_is_short() -> None:
    for hit in found("substitute"):
        plain = re.sub("<[^>]+>", "", hit.extract)
        assert len(plain) <= search.BEFORE + search.AFTER + 10
    with translation.override("en"):
        longest = max(len(books.plain_text(s)) for p in texts.HELP.pages() for s in p.sections)
    assert longest > search.BEFORE + search.AFTER


def test_a_letter_that_folds_to_two_is_marked_whole() -> None:
    marked = frozenset(search.search_words("STRASSE"))
    assert search._marked("Straße", marked) == "<mark>Straße</mark>"
