"""The texts keep to the glossary of docs/translating.md, whose tables are read here."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import polib
import pytest

from adjudicator import SETUPS, load_setup

from .test_catalogues import LANGUAGES, ROOT, catalogue

NAMES = {"en": "English", "es": "Spanish", "it": "Italian", "bg": "Bulgarian"}
NO_WORDS = re.compile(r"%%?\(\w+\)[sd]|%[sd]|<[^>]+>")
IN_BRACKETS = re.compile(r"\([^)]*\)")


class Text(NamedTuple):
    """A text of the site, and the English text that it translates or is."""

    msgid: str
    text: str


@cache
def document() -> str:
    return (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")


@cache
def table(heading: str) -> list[dict[str, str]]:
    """The rows of the table below a heading of the document, by the heads of the columns."""
    _before, found, below = document().partition(f"\n### {heading}\n")
    assert found, f"docs/translating.md has no heading “{heading}”"
    lines = [line for line in below.split("\n#")[0].splitlines() if line.startswith("|")]
    head, _rule, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(head, row, strict=True)) for row in rows]


def words(cell: str) -> list[str]:
    """The words of a cell, which stand between commas; what is in brackets explains them."""
    return [word for part in IN_BRACKETS.sub("", cell).split(",") if (word := part.strip())]


def terms() -> list[dict[str, str]]:
    """The rows of the glossary."""
    return table("The rules") + table("The site")


@cache
def forbidden(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The words that a language must not have, each with the words to write instead."""
    return [
        (whole(word), row["but"])
        for row in table(f"Forbidden in {NAMES[language]}")
        for word in words(row["not"])
    ]


def whole(word: str) -> re.Pattern[str]:
    """Return the pattern of a whole word, in which `*` stands for any ending."""
    pattern = re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
    return re.compile(rf"(?<!\w){pattern}(?!\w)", re.IGNORECASE)


def allowed(language: str) -> dict[str, set[str]]:
    """The words that are allowed all the same, by the English text that may have them."""
    found: dict[str, set[str]] = defaultdict(set)
    for row in table("Allowed all the same"):
        if row["language"] == NAMES[language]:
            found[row["text"]].update(word.casefold() for word in words(row["word"]))
    return found


def texts(language: str) -> Iterator[Text]:
    """The texts of a language, in all plural forms, and those of the set-ups."""
    for entry in catalogue(LANGUAGES[0] if language == "en" else language):
        if language == "en":
            forms = [entry.msgid, entry.msgid_plural]
        else:
            forms = [entry.msgstr, *entry.msgstr_plural.values()]
        yield from (Text(entry.msgid, text) for text in forms if text)
    for setup in map(load_setup, SETUPS):
        for several in (setup.names, setup.sentences):
            yield Text(several["en"], several[language])


def mistakes(language: str, given: Iterable[Text]) -> list[str]:
    """Return a sentence for each forbidden word of the texts, but for those that are allowed."""
    exceptions = allowed(language)
    return [
        f"“{found[0]}” in “{text}”: write {instead}"
        for msgid, text in given
        for pattern, instead in forbidden(language)
        if (found := pattern.search(NO_WORDS.sub(" ", text)))
        and found[0].casefold() not in exceptions[msgid]
    ]


@pytest.mark.parametrize("language", NAMES)
def test_no_text_has_a_word_that_the_glossary_forbids(language):
    found = mistakes(language, texts(language))
    assert not found, "\n".join(["see the glossary in docs/translating.md:", *found])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_is_a_term_is_translated_with_the_words_of_the_glossary(language):
    expected: dict[str, set[str]] = defaultdict(set)
    for row in terms():
        for term in words(row["English"]):
            expected[term.casefold()] |= {word.casefold() for word in words(row[NAMES[language]])}
    checked = [text for text in texts(language) if text.msgid.casefold() in expected]
    assert len(checked) > 30
    wrong = [
        text
        for text in checked
        if text.text.casefold().rstrip(".") not in expected[text.msgid.casefold()]
    ]
    assert wrong == []


def test_each_term_has_its_words_in_every_language_and_their_source():
    assert len(terms()) > 70
    assert [row for row in terms() if not all(row.values())] == []
    english = [row["English"] for row in terms()]
    assert len(english) == len(set(english))


@pytest.mark.parametrize("language", NAMES)
def test_the_glossary_forbids_none_of_its_own_words(language):
    own = [Text("", word) for row in terms() for word in words(row[NAMES[language]])]
    own += [Text("", row["but"]) for row in table(f"Forbidden in {NAMES[language]}")]
    assert mistakes(language, own) == []


def test_what_is_allowed_is_still_needed():
    for row in table("Allowed all the same"):
        language = next(code for code, name in NAMES.items() if name == row["language"])
        found = [text for text in texts(language) if text.msgid == row["text"]]
        assert any(whole(row["word"]).search(text.text) for text in found), row
        assert row["because"], row
        assert mistakes(language, [Text("", text.text) for text in found]), row


# One mistake of each language, between words that are right.
WRONG = {
    "en": ("The COUNTRY of %(power)s has no fleet.", "COUNTRY", "power"),
    "es": ("El apoyo de la Provincia fue anulado.", "Provincia", "región"),
    "it": ("L’armata è stata sloggiata da %(by)s.", "sloggiata", "costretta alla ritirata"),
    "bg": ("Силата е в граждански безредици.", "безредици", "размирици"),
}


@pytest.mark.parametrize("language", NAMES)
def test_a_forbidden_word_is_found_and_the_right_one_named(language):
    text, word, instead = WRONG[language]
    [said] = mistakes(language, [Text("a text", text)])
    assert said == f"“{word}” in “{text}”: write {instead}"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The countryside of %(country)s"),
        ("es", "El paisaje y los paisanos"),
        ("it", "Il paesaggio e la riscossa"),
        ("bg", "Флотата и флотите"),
    ],
)
def test_neither_a_part_of_a_word_nor_a_placeholder_is_a_forbidden_word(language, text):
    assert mistakes(language, [Text("", text)]) == []


def test_an_exception_counts_for_its_text_and_its_word_only():
    assert mistakes("es", [Text("no country", "ningún país")]) == []
    assert len(mistakes("es", [Text("no country", "ninguna nación")])) == 1
    assert len(mistakes("es", [Text("Power", "país")])) == 1


def test_a_mistake_in_a_real_catalogue_or_a_plural_form_is_found():
    """The control of the first test: it fails for a catalogue that has the wrong word."""
    wrong = [Text(text.msgid, re.sub(r"\bpotencia\b", "país", text.text)) for text in texts("es")]
    assert len(mistakes("es", wrong)) > 40
    plural = polib.POEntry(msgid="%d unit", msgid_plural="%d units")
    plural.msgstr_plural = {0: "%d unità", 1: "%d pedine"}
    forms = [Text(plural.msgid, form) for form in plural.msgstr_plural.values()]
    assert len(mistakes("it", forms)) == 1
