"""What stands at the head of a line: a power, a section, a date, the name of a player."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from adjudicator.notation.headings import (
    Date,
    date_in,
    key_of,
    kind_names,
    phase_code,
    season_names,
    short_power_names,
)

from . import words
from .words import LONGEST_PHRASE, Section

LONGEST = 16
"""Words of a line that are looked at for its head."""
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
    """The head of a line, and what is left of the line below it."""

    power: str = ""
    section: Section | None = None
    heads_all: bool = False
    """Whether the section is that of the lines below too: *Centers: France: Par …*."""
    date: Date | None = None
    player: str = ""
    named: str = ""
    """All that follows the power, as the name of a player."""
    rest: str = ""
    words: list[str] = field(default_factory=list)
    """The folded words for power and section."""

    @property
    def is_empty(self) -> bool:
        return not (self.power or self.section or self.date)


def read_head(line: str) -> Head:
    """The head of a line without marks."""
    return _Scan(line).head()


class _Scan:
    """Takes the words of a line as long as they are a heading's."""

    def __init__(self, line: str) -> None:
        self.line = line
        found = islice(_WORD.finditer(line), LONGEST)
        self.words = [_Word(_key(each[0]), each.start(), each.end()) for each in found]
        self.found = Head()
        self.at = 0
        self.end = 0
        """Where the last word ends that means something."""
        self.dated: list[str] = []
        self.wrong_date: Date | None = None

    def head(self) -> Head:
        while self.at < len(self.words):
            if not (self._phrase() or self._dated() or self._filler()):
                break
        found = self.found
        found.date = date_in(self.dated) or self.wrong_date
        if found.date is not None and found.section is Section.DISLODGED:
            found.section = None  # the retreats of a date are its kind of phase
        found.rest = _BEFORE_REST.sub("", self.line[self._end() :], count=1).strip()
        return found

    def _end(self) -> int:
        """Words that mean nothing belong to the head only where a colon or nothing follows them."""
        if self.at and self.words[self.at - 1].end > self.end:
            end = self.words[self.at - 1].end
            if self._gap(end) == ":" or not _WORD.search(self.line, end):
                return end
        return self.end

    def _gap(self, end: int) -> str:
        """The first sign after a place that is more than a mark or a space."""
        return self.line[end:].lstrip(_MARKS)[:1]

    def _phrase(self) -> bool:
        """Take a section or a power, if the next words name one."""
        for length in range(min(LONGEST_PHRASE, len(self.words) - self.at), 0, -1):
            taken = self.words[self.at : self.at + length]
            key = " ".join(word.key for word in taken)
            if (section := words.sections().get(key)) is not None:
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
        known = words.powers().get(key, "")
        if not known and self._gap(end) in (":", "=", "("):
            return short_power_names().get(key, "")
        return known

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
        if not all(_is_known(_key(word)) for word in _WORD.findall(inner)):
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
        if self.words[self.at].key in words.fillers():
            self.at += 1
            return True
        return False


def _is_known(key: str) -> bool:
    return (
        key.isdigit() or key in words.sections() or key in words.powers() or key in words.fillers()
    )
