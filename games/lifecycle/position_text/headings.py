"""Reads the heading at the start of a line: power, section, date, name of a player."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from adjudicator import Board, Setup
from adjudicator.notation.headings import (
    Date,
    date_in,
    key_of,
    kind_names,
    phase_code,
    season_names,
    setup_power_names,
    short_power_names,
)

from . import vocabulary
from .vocabulary import LONGEST_PHRASE, Section

LONGEST = 16
"""Words at the start of a line in which a heading is looked for."""
_WORD = re.compile(r"[^\W_]+")
_LIKE_CODE = re.compile(r"[a-z]\d+[mrab]")
_MARKS = " \t\xa0*_~"
_BEFORE_REST = re.compile(r"^[\s:=*_~|–—-]+")
_key = lru_cache(maxsize=4096)(key_of)


class _Word(NamedTuple):
    key: str
    start: int
    end: int


@dataclass
class Head:
    """The heading of a line, and the rest of the line."""

    power: str = ""
    section: Section | None = None
    heads_all: bool = False
    """Whether the section is also for the lines below: *Centers: France: Par …*."""
    date: Date | None = None
    player: str = ""
    named: str = ""
    """The text after the power, in case it is the name of a player."""
    rest: str = ""
    words: list[str] = field(default_factory=list)
    """The folded words that named the power and the section."""

    @property
    def is_empty(self) -> bool:
        return not (self.power or self.section or self.date)


def read_head(line: str, setup: Setup) -> Head:
    """The heading of a line from which list marks were removed."""
    return _Scan(line, setup).head()


class _Scan:
    """Reads the words of a line as long as they belong to a heading."""

    def __init__(self, line: str, setup: Setup) -> None:
        self.line = line
        self.setup = setup
        self.board = setup.board
        found = islice(_WORD.finditer(line), LONGEST)
        self.words = [_Word(_key(each[0]), each.start(), each.end()) for each in found]
        self.found = Head()
        self.at = 0
        self.end = 0
        """End of the last meaningful word."""
        self.dated: list[str] = []
        self.wrong_date: Date | None = None

    def head(self) -> Head:
        while self.at < len(self.words):
            if not (self._phrase() or self._dated() or self._filler()):
                break
        found = self.found
        found.date = date_in(self.dated) or self.wrong_date
        if found.date is not None and found.section is Section.DISLODGED:
            found.section = None  # “retreats” is part of the date here
        found.rest = _BEFORE_REST.sub("", self.line[self._end() :], count=1).strip()
        return found

    def _end(self) -> int:
        """The end of the heading; filler words count only before a colon or the line's end."""
        if self.at and self.words[self.at - 1].end > self.end:
            end = self.words[self.at - 1].end
            if self._gap(end) == ":" or not _WORD.search(self.line, end):
                return end
        return self.end

    def _gap(self, end: int) -> str:
        """The first character after `end` that is not a mark or space."""
        return self.line[end:].lstrip(_MARKS)[:1]

    def _phrase(self) -> bool:
        """Take a section or a power, if the next words name one."""
        for length in range(min(LONGEST_PHRASE, len(self.words) - self.at), 0, -1):
            taken = self.words[self.at : self.at + length]
            key = " ".join(word.key for word in taken)
            if (section := vocabulary.sections().get(key)) is not None:
                self.found.section = section
                self._take_name(taken)
                if key in kind_names():
                    self.dated.append(key)
                return True
            if (power := self._power(key, taken[-1].end)) and not self.found.power:
                self._take_power(power, taken)
                return True
        return False

    def _power(self, key: str, end: int) -> str:
        known = vocabulary.powers(self.board).get(key, "")
        if known or self._gap(end) not in (":", "=", "("):
            return known
        # Such a name may be that of a province, too: the mark tells them apart.
        return setup_power_names(self.setup).get(key) or short_power_names().get(key, "")

    def _take_name(self, taken: Sequence[_Word]) -> None:
        self.found.words.append(" ".join(word.key for word in taken))
        self._take(taken)

    def _take(self, taken: Sequence[_Word]) -> None:
        self.at += len(taken)
        self.end = taken[-1].end

    def _take_power(self, power: str, taken: Sequence[_Word]) -> None:
        found, before = self.found, self.line[self.end : taken[0].start]
        found.heads_all = found.section is not None and ":" in before
        found.power = power
        self._take_name(taken)
        self._take_brackets()
        found.named = _BEFORE_REST.sub("", self.line[self.end :], count=1).strip(_MARKS)
        if found.section is None and self._gap(self.end) == "=":
            found.player = found.named
            self.at, self.end = len(self.words), len(self.line)

    def _take_brackets(self) -> None:
        """“France (Anna)” names a player, “France (5 centers)” does not."""
        opened = self.line.find("(", self.end)
        closed = self.line.find(")", opened)
        if opened < 0 or closed < 0 or self._gap(self.end) != "(":
            return
        inner = self.line[opened + 1 : closed].strip()
        if not all(_is_known(_key(word), self.board) for word in _WORD.findall(inner)):
            self.found.player = inner
        self.end = closed + 1
        while self.at < len(self.words) and self.words[self.at].start < self.end:
            self.at += 1

    def _dated(self) -> bool:
        key = self.words[self.at].key
        if key in season_names() or phase_code().fullmatch(key) or key in kind_names():
            self.dated.append(key)
            self._take(self.words[self.at : self.at + 1])
            return True
        if _LIKE_CODE.fullmatch(key):
            self.wrong_date = Date(None, "")
            self._take(self.words[self.at : self.at + 1])
            return True
        if key.isdigit():
            self.dated.append(key)
            self.at += 1
            return True
        return False

    def _filler(self) -> bool:
        if self.words[self.at].key in vocabulary.fillers(self.board):
            self.at += 1
            return True
        return False


def _is_known(key: str, board: Board) -> bool:
    return (
        key.isdigit()
        or key in vocabulary.sections()
        or key in vocabulary.powers(board)
        or key in vocabulary.fillers(board)
    )
