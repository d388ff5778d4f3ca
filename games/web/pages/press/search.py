"""Search for words in the messages that the reader may read."""

import re
from dataclasses import dataclass

from django.db.models import Prefetch, Q
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from .... import access
from ....models import Message, Seat
from ....wording import markup
from ....wording.messages import quoted_name
from . import threads

MOST_FOUND = 50
MOST_WORDS = 8
LONGEST_QUESTION = 100
BEFORE, AFTER = 60, 180  # characters of a message around the first word found
READ = 2000  # characters around it whose markup is read


@dataclass(frozen=True)
class SearchHit:
    """A message that was found, the title and powers of its thread, and an extract of its text.

    `masters` names a thread with the game masters (see `threads.masters_label`).
    """

    line: threads.MessageLine
    title: str
    is_notebook: bool
    masters: str
    powers: list[threads.PowerLabel]
    extract: SafeString


def search_words(typed: str) -> list[str]:
    """The words to look for. NUL is dropped, since PostgreSQL refuses it in a parameter."""
    return typed.replace("\0", "")[:LONGEST_QUESTION].split()[:MOST_WORDS]


def search(role: access.Role, words: list[str]) -> list[SearchHit]:
    """The newest messages of a game that contain all `words`, in upper or lower case.

    There are at most `MOST_FOUND`, and none if there are no words.
    """
    if not words:
        return []
    viewer, game = role.viewer, role.game
    messages = access.messages(viewer, [game])
    for word in words:
        messages = messages.filter(_contains(word))
    seats = Prefetch("thread__seats", Seat.objects.order_by("place"))
    messages = messages.select_related("thread", "seat", "person").prefetch_related(seats)
    names_open = access.sees_names(viewer, game)
    return [
        _hit(role, message, words, names_open=names_open)
        for message in messages.order_by("-pk")[:MOST_FOUND]
    ]


def _hit(role: access.Role, message: Message, words: list[str], *, names_open: bool) -> SearchHit:
    thread, seats = message.thread, list(message.thread.seats.all())
    return SearchHit(
        threads.message_line(role.viewer, message, "", names_open=names_open),
        thread.title,
        is_notebook=len(seats) == 1 and not thread.with_masters,
        masters=threads.masters_label(role, seats) if thread.with_masters else "",
        powers=[threads.PowerLabel(seat.power) for seat in seats],
        extract=_extract(message, words),
    )


def _contains(word: str) -> Q:
    """Condition for messages that contain `word`, in upper or lower case.

    SQLite ignores case for ASCII letters only, so words with other letters are also looked for in
    their usual spellings.
    """
    cases = {word, word.lower(), word.upper(), word.capitalize()}
    found = Q(text__icontains=word)
    for each in sorted(cases) if not word.isascii() else ():
        found |= Q(text__contains=each)
    return found


def _extract(message: Message, words: list[str]) -> SafeString:
    """The words of the message around the first one found, with all those found marked."""
    pattern = re.compile("|".join(re.escape(word) for word in words), re.IGNORECASE)
    text = _words_near(pattern, message.text)
    first = pattern.search(text)
    start = max(first.start() - BEFORE, 0) if first else 0
    end = start + BEFORE + AFTER
    parts: list[str] = ["…" if start else ""]
    at = start
    for hit in pattern.finditer(text, start, min(end, len(text))):
        parts += [text[at : hit.start()], format_html("<mark>{}</mark>", hit[0])]
        at = hit.end()
    parts += [text[at:end], "…" if end < len(text) else ""]
    return format_html_join("", "{}", ((part,) for part in parts))


def _words_near(pattern: re.Pattern[str], text: str) -> str:
    """The words without markup of the part of a text that has the first hit."""
    first = pattern.search(text)
    start = max(first.start() - READ // 2, 0) if first else 0
    return markup.in_a_line(text[start : start + READ], author_name=quoted_name)
