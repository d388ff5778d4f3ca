"""Search for words in the sections of a book, in the reader's language."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from . import books, words
from .books import Book, Page
from .markdown import Section

MOST_FOUND = 30
MOST_WORDS = 8
LONGEST_QUESTION = 100
BEFORE, AFTER = 60, 140  # characters of a text around the first word found
IN_TITLE, IN_PAGE_TITLE, IN_TEXT = 4, 2, 1

Likenesses = Mapping[str, float]
"""The words of a book that match a typed one, with their likeness to it."""


@dataclass(frozen=True)
class Hit:
    """A section that was found. Words that were searched for are marked in its texts."""

    url: str
    page: str
    title: SafeString
    extract: SafeString


@dataclass(frozen=True)
class _Place:
    """A section, and the words in each of its parts by what they count there."""

    page: Page
    section: Section
    parts: tuple[tuple[int, frozenset[str]], ...]

    def value(self, likenesses: Likenesses) -> float:
        """The value of a typed word here; 0 if it isn't found."""
        found = (
            worth * likenesses[word]
            for worth, there in self.parts
            for word in there & likenesses.keys()
        )
        return max(found, default=0)


def search_words(typed: str) -> list[str]:
    """The words to look for, folded, without repetitions and without those that say little."""
    found = words.WORD.findall(words.fold(typed[:LONGEST_QUESTION]))
    return words.telling(list(dict.fromkeys(found)), books.language())[:MOST_WORDS]


def search(typed: Sequence[str], book: Book) -> list[Hit]:
    """The sections of a book with at least half of the words `typed`.

    Those with most of the words come first, then those with words in titles and with rare words.
    """
    places = list(_places(book))
    known = frozenset[str]().union(*(there for place in places for _worth, there in place.parts))
    matches = [_likenesses(word, known) for word in typed]
    values = [[place.value(each) for each in matches] for place in places]
    found_in = (sum(map(bool, column)) for column in zip(*values, strict=True))
    rarities = [log(1 + len(places) / max(1, number)) for number in found_in]
    ranked = []
    for number, row in enumerate(values):
        found = sum(map(bool, row))
        if found and 2 * found >= len(typed):
            score = sum(value * rarity for value, rarity in zip(row, rarities, strict=True))
            ranked.append((-found, -score, number))
    marked = frozenset[str]().union(*(each.keys() for each in matches))
    return [_hit(places[number], marked) for *_rank, number in sorted(ranked)[:MOST_FOUND]]


def _places(book: Book) -> Iterator[_Place]:
    for page in book.pages():
        for section in (page.introduction, *page.sections):
            parts = (
                (IN_TITLE, words.words_in(section.title)),
                (IN_PAGE_TITLE, words.words_in(page.title)),
                (IN_TEXT, words.words_in(books.plain_text(section))),
            )
            yield _Place(page, section, parts)


def _likenesses(typed: str, known: frozenset[str]) -> Likenesses:
    return {word: like for word in known if (like := words.likeness(typed, word))}


def _hit(place: _Place, marked: frozenset[str]) -> Hit:
    page, section = place.page, place.section
    anchor = f"#{section.anchor}" if section.anchor else ""
    extract = _extract(books.plain_text(section), marked)
    return Hit(f"{page.url}{anchor}", page.title, _marked(section.title, marked), extract)


def _extract(text: str, marked: frozenset[str]) -> SafeString:
    """The text around the first word that is found in it, or its beginning."""
    found = (start for word, start, _end in words.words_with_places(text) if word in marked)
    middle = next(found, 0)
    start, end = max(0, middle - BEFORE), middle + AFTER
    if start:
        start = text.find(" ", start, middle) + 1 or start
    if end < len(text):
        end = text.rfind(" ", middle, end) if " " in text[middle:end] else end
    html = _marked(text[start:end], marked)
    return mark_safe(f"{'… ' if start else ''}{html}{' …' if end < len(text) else ''}")  # noqa: S308 - escaped


def _marked(text: str, marked: frozenset[str]) -> SafeString:
    """The text as HTML with each of the words `marked` in it, whatever its case and accents."""
    parts = []
    done = 0
    for word, start, end in words.words_with_places(text):
        if word in marked:
            parts += [escape(text[done:start]), "<mark>", escape(text[start:end]), "</mark>"]
            done = end
    return mark_safe("".join([*parts, escape(text[done:])]))  # noqa: S308 - all texts are escaped
