"""Sorts the lines of a pasted text by what they list, and for which power."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from adjudicator import Setup
from adjudicator.notation.document import unmarked
from adjudicator.notation.headings import Date, key_of

from ... import wording
from ...core.errors import LineError
from . import vocabulary
from .headings import Head, read_head
from .vocabulary import Section


@dataclass(frozen=True)
class Entry:
    """A line (`number` from 1) that lists units, dislodged units or centers of a power."""

    number: int
    line: str
    section: Section
    power: str
    text: str

    def error(self, message: str) -> LineError:
        return LineError(str(self.number), self.line, message)


@dataclass
class Outline:
    """The sorted lines of a text.

    `dates` are dates of phases, each with the entry of its line; `headings` the folded words for
    powers and sections; `players` names by power.
    """

    entries: list[Entry] = field(default_factory=list)
    dates: list[tuple[Entry, Date]] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)
    errors: list[LineError] = field(default_factory=list)


def outline(text: str, setup: Setup) -> Outline:
    """Sort the lines of a text about a game of this set-up."""
    sorter = _Sorter(setup)
    for number, line in unmarked(text.replace("\0", " ")):
        if line and not line.isspace():
            sorter.take(number, line.strip())
    return sorter.found


class _Sorter:
    """Goes through the lines and keeps track of section and power.

    A section heading is for all powers below it. If its list begins without a power, the section
    belongs to the power above.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.powers = setup.powers
        self.found = Outline()
        self.power = ""
        self.is_power_known = True
        self.shared_section = self.section = Section.UNITS
        self.is_section_new = False

    def take(self, number: int, line: str) -> None:
        head = read_head(line, self.setup)
        here = Entry(number, line, self.section, self.power, head.rest)
        self.found.headings += head.words
        if head.date is not None and head.section in (None, Section.UNITS):
            self.found.dates.append((here, head.date))
        if head.is_empty and ":" in head.rest and not self._begins_unit(head.rest):
            self._unknown(here)
            return
        self._turn_to(head)
        if head.power and head.power not in self.powers:
            self.is_power_known = False
            self.found.errors.append(here.error(self._no_power(wording.power(head.power))))
        elif self.section is Section.PLAYERS or head.player:
            self._play(here, head)
        if self.section is not Section.PLAYERS and not vocabulary.is_nothing(head.rest):
            self._list(Entry(number, line, self.section, self.power, head.rest))

    def _begins_unit(self, text: str) -> bool:
        return vocabulary.begins_unit(key_of(text.split(maxsplit=1)[0]), self.setup.board)

    def _turn_to(self, head: Head) -> None:
        if head.section is not None:
            self.section = head.section
            self.is_section_new = not head.power and not head.rest
            if head.heads_all:
                self.shared_section = head.section
        elif head.power:
            if self.is_section_new:
                self.shared_section = self.section
            self.section, self.is_section_new = self.shared_section, False
        elif head.date is not None:
            self.shared_section = self.section = Section.UNITS
        if head.power:
            self.power, self.is_power_known = head.power, True

    def _unknown(self, here: Entry) -> None:
        named = here.text.partition(":")[0].strip()
        self.found.errors.append(here.error(self._no_power(named)))
        self.power, self.is_power_known = "", False

    def _no_power(self, named: str) -> str:
        message = _("“%(text)s” is not a power in this game. The powers are %(known)s.")
        known = ", ".join(map(wording.power, self.powers))
        return message % {"text": wording.truncated(named), "known": known}

    def _play(self, here: Entry, head: Head) -> None:
        name = head.player or head.named
        if not head.power:
            if head.rest and not vocabulary.is_nothing(head.rest):
                message = _("Write who plays each power, for example “%(power)s = Anna”.")
                example = wording.power(self.powers[0])
                self.found.errors.append(here.error(message % {"power": example}))
        elif (
            not vocabulary.is_nothing(name)
            and self.found.players.setdefault(head.power, name) != name
        ):
            message = _("%(power)s has two players: %(first)s and %(second)s. Keep one of them.")
            players = {"first": self.found.players[head.power], "second": name}
            named = {"power": wording.power(head.power)} | players
            self.found.errors.append(here.error(message % named))

    def _list(self, entry: Entry) -> None:
        self.is_section_new = False
        if not self.is_power_known:
            return  # the line that named the power has the error
        if entry.power:
            self.found.entries.append(entry)
        else:
            message = _(
                "This line doesn’t name a power. Begin it with one, such as "
                "“%(power)s: …”, or delete it."
            )
            example = wording.power(self.powers[0])
            self.found.errors.append(entry.error(message % {"power": example}))
