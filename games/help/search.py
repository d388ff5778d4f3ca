"""Search for words in the sections of the help, in the reader's language."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from . import texts
from .markdown import Section
from .texts import HelpPage

MOST_FOUND = 30
MOST_WORDS = 8
LONGEST_QUESTION = 100
BEFORE, AFTER = 60, 140  # characters of a text around the first word found


@dataclass(frozen=True)
class Hit:
    """A section that was found. Words that were searched for are marked in its texts."""

    url: str
    page: str
    title: SafeString
    extract: SafeString


def search_words(typed: str) -> list[str]:
    """The words to look for, folded and without repetitions."""
    return list(dict.fromkeys(fold(typed[:LONGEST_QUESTION]).split()))[:MOST_WORDS]


def fold(text: str) -> str:
    """Return a text in small letters without accents, character by character."""
    return "".join(_fold_one(letter) for letter in text)


def search(words: Sequence[str]) -> list[Hit]:
    """The sections that contain all `words` or parts of them; titles with the words come first."""
    found = [
        (rank, number, page, section)
        for number, (page, section) in enumerate(_all_sections())
        if (rank := _rank(page, section, words)) is not None
    ]
    found.sort(key=lambda each: each[:2])
    return [_hit(page, section, words) for *_place, page, section in found[:MOST_FOUND]]


def _all_sections() -> Iterator[tuple[HelpPage, Section]]:
    for page in texts.all_pages():
        for section in (page.introduction, *page.sections):
            yield page, section


def _rank(page: HelpPage, section: Section, words: Sequence[str]) -> int | None:
    """The place of a section among the results, the best is 0; None if it has not all words.

    Words in its own title count most, then those in the title of its page.
    """
    if not words:
        return None
    title, text = fold(section.title), fold(texts.plain_text(section))
    if all(word in title for word in words):
        return 0
    both = f"{fold(page.title)} {title}"
    if not all(word in both or word in text for word in words):
        return None
    return 1 if any(word in title for word in words) else 2


def _hit(page: HelpPage, section: Section, words: Sequence[str]) -> Hit:
    anchor = f"#{section.anchor}" if section.anchor else ""
    text = _extract(texts.plain_text(section), words)
    return Hit(f"{page.url}{anchor}", page.title, _marked(section.title, words), text)


def _extract(text: str, words: Sequence[str]) -> SafeString:
    """The text around the first word that is found in it, or its beginning."""
    folded, places = _folded(text)
    first = min((at for word in words if (at := folded.find(word)) >= 0), default=0)
    middle = places[first] if places else 0
    start, end = max(0, middle - BEFORE), middle + AFTER
    if start:
        start = text.find(" ", start, middle) + 1 or start
    if end < len(text):
        end = text.rfind(" ", middle, end) if " " in text[middle:end] else end
    marked = _marked(text[start:end], words)
    return mark_safe(f"{'… ' if start else ''}{marked}{' …' if end < len(text) else ''}")  # noqa: S308 - escaped


def _marked(text: str, words: Sequence[str]) -> SafeString:
    """The text as HTML with each of `words` marked, whatever its case and accents."""
    folded, places = _folded(text)
    inside = [False] * len(text)
    for word in words:
        at = folded.find(word)
        while at >= 0:
            for place in places[at : at + len(word)]:
                inside[place] = True
            at = folded.find(word, at + len(word))
    parts = []
    for place, letter in enumerate(text):
        if inside[place] and not (place and inside[place - 1]):
            parts.append("<mark>")
        parts.append(escape(letter))
        if inside[place] and not (place + 1 < len(text) and inside[place + 1]):
            parts.append("</mark>")
    return mark_safe("".join(parts))  # noqa: S308 - each letter is escaped


def _folded(text: str) -> tuple[str, list[int]]:
    """A folded text, and for each of its characters the place of the original one."""
    pairs = [(one, place) for place, letter in enumerate(text) for one in _fold_one(letter)]
    return "".join(one for one, _place in pairs), [place for _one, place in pairs]


def _fold_one(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
