"""Questions about sections of a pasted thread: quotes without marks, and posts of strangers.

Such a section is not read before its question is answered.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudicator import Board

from .posts import ADDRESS, Line, names_place, plain

YES, NO = "yes", "no"
"""Answers to the question whether a player wrote the posts of somebody unknown."""


class Doubt(StrEnum):
    """Kind of a doubt about a section of a thread."""

    COPY = "copy"
    STRANGER = "stranger"


@dataclass(frozen=True)
class Question:
    """A question about the `lines` of a thread, by their numbers.

    About a quote without marks, the `answer` is the number of its lines that are quoted, from the
    first one on; about a stranger's posts, `YES` if they are read. It is empty before it is given.
    `named` is the stranger, and `powers` are those under whose headings the posts stand.
    """

    key: str
    doubt: Doubt
    lines: Mapping[int, str]
    answer: str = ""
    named: str = ""
    powers: tuple[str, ...] = ()

    @property
    def choices(self) -> list[str]:
        """The answers that can be given."""
        if self.doubt is Doubt.STRANGER:
            return [YES, NO]
        first = min(self.lines)
        return ["0", *(str(number - first + 1) for number in sorted(self.lines))]


def about_copies(
    lines: Sequence[Line], board: Board, answers: Mapping[str, str]
) -> dict[int, Question]:
    """Return a question about each quote without marks whose end is not clear, by `Line.copy`.

    It is clear if a post above has the same lines, or if the others name no province. In an
    answered quote `lines` has only those lines that are quoted.
    """
    copies: dict[int, dict[int, str]] = {}
    for line in lines:
        if line.copy:
            copies.setdefault(line.copy, {})[line.number] = line.quoted.strip()
    found = {}
    for first, copied in copies.items():
        texts = [_bare(text) for _number, text in sorted(copied.items())]
        above = [_bare(line.text or line.quoted) for line in lines[: first - 1]]
        rest = texts[_length_of_quote(texts, [text for text in above if text]) :]
        if names_place("\n".join(rest), board):
            found[first] = _question(Doubt.COPY, copied, answers, str(first), *texts)
    return found


def about_stranger(
    named: str, powers: Sequence[str], lines: Mapping[int, str], answers: Mapping[str, str]
) -> Question:
    """Return the question whether the player of some powers wrote a stranger's posts."""
    asked = _question(Doubt.STRANGER, lines, answers, named, *powers)
    return Question(asked.key, asked.doubt, lines, asked.answer, named, tuple(powers))


def _question(
    doubt: Doubt, lines: Mapping[int, str], answers: Mapping[str, str], *parts: str
) -> Question:
    key = hashlib.sha256("\n".join((doubt, *parts)).encode()).hexdigest()[:16]
    asked = Question(key, doubt, lines)
    answer = answers.get(key, "")
    return Question(key, doubt, lines, answer) if answer in asked.choices else asked


def _length_of_quote(texts: Sequence[str], above: Sequence[str]) -> int:
    """The number of the first texts that also stand above, one below the other."""
    longest = 0
    for begin in range(len(above)):
        length = 0
        while length < len(texts) and above[begin + length : begin + length + 1] == [texts[length]]:
            length += 1
        longest = max(longest, length)
    return longest


def _bare(text: str) -> str:
    """A line of a quote without marks, capitals and addresses, whose letters may name provinces."""
    return " ".join(ADDRESS.sub("", plain(text)).lower().split())
