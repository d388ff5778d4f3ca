"""Letters in which some words stand, among those that the reader may read."""

import re
from dataclasses import dataclass

from django.db.models import Prefetch, Q
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from .. import access
from ..models import Game, Letter, Seat
from . import threads

MOST_FOUND = 50
MOST_WORDS = 8
LONGEST_QUESTION = 100
BEFORE, AFTER = 60, 180  # characters of a letter around what was found first


@dataclass(frozen=True)
class Found:
    """A letter, the place where it stands, and its text around the first of the words."""

    line: threads.LetterLine
    title: str
    powers: list[threads.Power]
    extract: SafeString


def words_of(typed: str) -> list[str]:
    """What is looked for: each word by itself. PostgreSQL takes no NUL."""
    return typed.replace("\0", "")[:LONGEST_QUESTION].split()[:MOST_WORDS]


def search(viewer: access.Viewer, game: Game, words: list[str]) -> list[Found]:
    """The newest letters of `game` in which all `words` stand, whatever their case, `MOST_FOUND` at
    most; none without words."""
    if not words:
        return []
    letters = access.letters(viewer, [game])
    for word in words:
        letters = letters.filter(_holds(word))
    seats = Prefetch("thread__seats", Seat.objects.order_by("place"))
    letters = letters.select_related("thread", "seat", "person").prefetch_related(seats)
    names_open = access.sees_names(viewer, game)
    return [
        Found(
            threads.line(viewer, letter, "", names_open=names_open),
            letter.thread.title,
            [threads.Power(seat.power) for seat in letter.thread.seats.all()],
            _extract(letter, words),
        )
        for letter in letters.order_by("-pk")[:MOST_FOUND]
    ]


def _holds(word: str) -> Q:
    """SQLite takes no other letters for the same than those of ASCII, so it is asked for each way
    in which the others are usually written."""
    cases = {word, word.lower(), word.upper(), word.capitalize()}
    found = Q(text__icontains=word)
    for each in sorted(cases) if not word.isascii() else ():
        found |= Q(text__contains=each)
    return found


def _extract(letter: Letter, words: list[str]) -> SafeString:
    pattern = re.compile("|".join(re.escape(word) for word in words), re.IGNORECASE)
    first = pattern.search(letter.text)
    start = max(first.start() - BEFORE, 0) if first else 0
    end = start + BEFORE + AFTER
    parts: list[str] = ["…" if start else ""]
    at = start
    for hit in pattern.finditer(letter.text, start, min(end, len(letter.text))):
        parts += [letter.text[at : hit.start()], format_html("<mark>{}</mark>", hit[0])]
        at = hit.end()
    parts += [letter.text[at:end], "…" if end < len(letter.text) else ""]
    return format_html_join("", "{}", ((part,) for part in parts))
