"""A game as it stands in a forum: phases one below the other, each with the orders of the powers.

A line that names a phase and nothing else begins it. What stands below are orders, read as order
sheets are, each power's under its name, or the position in which the phase begins, as
`position_text` reads it. Outcomes behind orders and tables of centers are left out: the rules tell
them. A line that begins with # gives the title. The game goes on from the phase
after the last one with orders. Quotes and lines without an order are left out, and named.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator import (
    DEFAULT_RULES,
    LANGUAGES,
    AdjudicatorError,
    IllegalOrder,
    Position,
    adjudicate,
    load_setup,
    opening,
    read_sheet,
    winner,
)
from adjudicator.notation.document import unmarked
from adjudicator.notation.headings import Date, key_of
from adjudicator.notation.sheet_reader import Line
from adjudicator.notation.sheets import Sheet
from adjudicator.notation.words import lexicon
from adjudicator.terms import PhaseCode, PhaseType, Season

from ... import wording
from ...core.errors import Refused
from ...lifecycle import position_text
from ...lifecycle.position_text.headings import read_head
from ...orders import posts, threads
from ..record import Reading
from . import report_lines
from .source_games import MOST_BETWEEN, SourceGame, SourcePhase, assemble

LONGEST = 500_000  # characters
MOST_BLOCKS = 400
MOST_ERRORS = 20  # that one refusal names
MOST_LINES = 200  # left out that the preview names
SETUP = load_setup("standard")
MARKED = re.compile(r"\s*\[[a-z]+(?:=[^\]]*)?\]", re.IGNORECASE)  # a forum's mark: [b]
TITLES = frozenset(
    map(
        key_of,
        (
            *("results", "result", "adjudication", "adjudicated", "report", "game"),
            *("resultados", "resultado", "arbitraje", "informe"),
            *("risultati", "risultato", "arbitrato", "resoconto"),
            *("резултати", "резултат", "резултатите", "отчет"),
        ),
    )
)
"""Folded words that may accompany a phase in a forum's heading."""


@dataclass
class Block:
    """The lines below a heading that names a phase; `first` is the number of its first line.

    Of results the heading says so.
    """

    heading: str
    date: Date
    first: int
    is_results: bool = False
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def read(content: bytes) -> Reading | None:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if len(text) > LONGEST or (text.lstrip()[:1] in ("{", "[") and not MARKED.match(text)):
        return None
    title, blocks, left_out = _blocks(text)
    if not blocks:
        if not left_out:
            return None
        raise Refused(
            _(
                "No line of this text names a phase and nothing else, such as “Spring 1901”. Put "
                "the phase above the orders: line %(number)d (%(text)s) is below none."
            )
            % {"number": min(left_out), "text": wording.truncated(left_out[min(left_out)])}
        )
    if len(blocks) > MOST_BLOCKS:
        raise Refused(_("This text has too many phases. Import the game in a shorter form."))
    return assemble(_source(title, blocks, left_out))


def _blocks(text: str) -> tuple[str, list[Block], dict[int, str]]:
    """The title, the blocks, and the lines that belong to none, by their numbers."""
    title, blocks, left_out = "", [], {}
    for line in posts.typed_lines(text.replace("\0", " ").splitlines(), SETUP.board, ()):
        typed = line.text
        if aside := (line.quoted.strip() or line.beside):
            left_out[line.number] = aside
        date = _date_alone(typed)
        if date is not None:
            has_results = not TITLES.isdisjoint(map(key_of, typed.split()))
            blocks.append(Block(typed, date, line.number + 1, has_results))
        elif blocks:
            blocks[-1].lines.append(typed)
        elif typed.lstrip().startswith("#"):
            title = typed.lstrip(" #\t").strip()
        elif typed.strip():
            left_out[line.number] = typed
    return title, blocks, left_out


def _date_alone(line: str) -> Date | None:
    """The phase that a line names, if it names one and nothing else but that it has results."""
    for _number, bare in unmarked(line):
        words = bare.strip().lstrip("#").split()
        rest = " ".join(word for word in words if key_of(word) not in TITLES)
        head = read_head(rest.strip(), SETUP)
        if head.date is not None and not head.power and not head.rest:
            return head.date if head.date.season is not None and head.date.year else None
    return None


def _source(title: str, blocks: Sequence[Block], left_out: dict[int, str]) -> SourceGame:
    walk = _Sheets(left_out)
    for block in blocks:
        walk.take(block)
    if walk.errors:
        more = ["…"] if len(walk.errors) > MOST_ERRORS else []
        raise Refused("\n".join([*walk.errors[:MOST_ERRORS], *more]))
    if not any(told.orders for told in walk.told_phases):
        raise Refused(_("This text has phases but no orders. Put the orders below each phase."))
    over = bool(winner(walk.position, SETUP.victory, None))
    told_phases = walk.told_phases
    if told_phases[-1].code != str(walk.position.phase):
        told_phases = [*told_phases, SourcePhase(None if over else str(walk.position.phase))]
    return SourceGame(
        title,
        _("Forum"),
        told_phases,
        is_over=over,
        refused=walk.void,
        left_out=list(_lines_left_out(walk.left_out)),
    )


def _lines_left_out(lines: dict[int, str]) -> Iterator[str]:
    """Sentence about lines without an order, if there are any."""
    if lines:
        message = ngettext(
            "%(number)d line is no order and is left out: %(lines)s",
            "%(number)d lines are no orders and are left out: %(lines)s",
            len(lines),
        )
        named = [
            _("line %(number)d (%(text)s)")
            % {"number": number, "text": wording.truncated(lines[number].strip())}
            for number in sorted(lines)
        ]
        more = ["…"] if len(named) > MOST_LINES else []
        listed = "\n".join(["", *named[:MOST_LINES], *more])
        yield message % {"number": len(named), "lines": listed}


class _Sheets:
    """Goes through the blocks and keeps the position, by our usual edition.

    `errors` are sentences about lines that cannot be read, `void` orders that cannot be given, and
    `left_out` the lines without an order, by their numbers.
    """

    def __init__(self, left_out: dict[int, str]) -> None:
        self.left_out = left_out
        self.position = opening(SETUP)
        self.told_phases: list[SourcePhase] = []
        self.errors: list[str] = []
        self.void: list[str] = []

    def take(self, block: Block) -> None:
        stated = position_text.read(f"{block.heading}\n{block.text}", SETUP).position
        if stated is not None and not report_lines.name_builds(block.lines, SETUP.board):
            self._state(stated)
            return
        try:
            code = self._code(block.date)
            if block.is_results and self._knows(code, block.date):
                self._leave_out(block)
                return
            if code.type is not PhaseType.MOVEMENT and report_lines.is_empty(block.lines):
                self._leave_out(block)
                return
            self._go_to(code)
        except Refused as refusal:
            raise Refused(_named_line(block.first - 1, block.heading, str(refusal))) from None
        orders = self._orders(block)
        if (
            self.told_phases
            and self.told_phases[-1].code == str(code)
            and not self.told_phases[-1].orders
        ):
            self.told_phases[-1].orders = orders
        else:
            self.told_phases.append(SourcePhase(str(code), orders))
        self.position = adjudicate(self.position, orders, DEFAULT_RULES).next

    def _state(self, stated: Position) -> None:
        """Take the position that a block states, which is compared with ours."""
        self.position = stated
        dislodged = {
            power: {str(each.unit): list(each.retreats) for each in several}
            for power, several in stated.dislodged.items()
        }
        self.told_phases.append(
            SourcePhase(
                str(stated.phase),
                units={power: list(map(str, units)) for power, units in stated.units.items()},
                dislodged=dislodged,
                centers=stated.centers,
            )
        )

    def _code(self, date: Date) -> PhaseCode:
        """The phase of a heading; without its type the one that our rules expect, if it fits."""
        assert date.season is not None
        year = int(date.year)
        if len(date.year) == 2:
            year += SETUP.start.year // 100 * 100
        expected = self.position.phase
        kind = date.type or PhaseType.MOVEMENT
        if date.type is None and date.season is Season.WINTER:
            kind = PhaseType.ADJUSTMENT
        elif date.type is None and (year, date.season) == (expected.year, expected.season):
            kind = expected.type
        try:
            return PhaseCode(year, date.season, kind)
        except AdjudicatorError:
            message = _("“%(text)s” is not a phase. Write it as S1901M, F1901R or W1901A.")
            raise Refused(message % {"text": f"{date.season} {date.year}"[:20]}) from None

    def _go_to(self, code: PhaseCode) -> None:
        """Pass over phases in which nobody gave an order."""
        for _each in range(MOST_BETWEEN):
            if not self.position.phase < code:
                break
            self.position = adjudicate(self.position, {}, DEFAULT_RULES).next
        if self.position.phase != code:
            message = _("%(phase)s can’t follow here: the next phase is %(expected)s.")
            raise Refused(message % {"phase": code, "expected": self.position.phase})

    def _knows(self, code: PhaseCode, date: Date) -> bool:
        """Whether orders for a phase, or for another of a turn without a type, were read before."""
        known = [str(told.code) for told in self.told_phases if told.orders]
        turn = f"{code}"[:-1]
        return any(each == str(code) or (not date.type and each[:-1] == turn) for each in known)

    def _leave_out(self, block: Block) -> None:
        """Leave out results of a phase whose orders are known, or a phase without orders."""
        for number, line in enumerate([block.heading, *block.lines], start=block.first - 1):
            if line.strip():
                self.left_out[number] = line

    def _orders(self, block: Block) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        lines = list(map(report_lines.without_outcomes, block.lines))
        for place in report_lines.lines_of_tables(lines, SETUP):
            self.left_out[block.first + place] = lines[place]
            lines[place] = ""
        division = threads.divide("\n".join(lines), self.position, SETUP.powers)
        for skipped in division.skipped:
            for number, text in skipped.lines.items():
                self.left_out[block.first + number - 1] = text
        for power, part in division.parts.items():
            sheet = self._sheet(block, power, part)
            if sheet.problem is not None:
                self._refuse(block.first, power, wording.refusal(sheet.problem, SETUP.board))
            for line in sheet.lines:
                if isinstance(line.error, IllegalOrder):
                    self.void.append(f"{self.position.phase} {power}: {line.text[:40]}")
                elif line.error is not None and not _is_chat(line):
                    reason = wording.refusal(line.error, SETUP.board)
                    self._refuse(block.first + line.number - 1, line.text, reason)
            if sheet.orders:
                found[power] = list(map(str, sheet.orders))
        return found

    def _sheet(self, block: Block, power: str, part: str) -> Sheet:
        """The sheet of a power, read without the lines that have no order in them."""
        sheet = read_sheet(part, self.position, power)
        chat = {line.number for line in sheet.lines if _is_chat(line)}
        chat -= {line.number for line in sheet.lines if not _is_chat(line)}
        if not chat:
            return sheet
        lines = part.splitlines()
        for number in chat:
            self.left_out[block.first + number - 1] = lines[number - 1]
            lines[number - 1] = ""
        return read_sheet("\n".join(lines), self.position, power)

    def _refuse(self, number: int, text: str, reason: str) -> None:
        self.errors.append(_named_line(number, text, reason))


def _named_line(number: int, text: str, reason: str) -> str:
    message = _("Line %(number)d (%(text)s): %(reason)s")
    return message % {"number": number, "text": wording.truncated(text.strip()), "reason": reason}


def _is_chat(line: Line) -> bool:
    """Whether a line that is no order does not even begin as one does, in any language."""
    if line.error is None or line.order is not None or line.readings:
        return False
    for known in (lexicon(code, SETUP.board) for code in LANGUAGES):
        names_unit = known.begins(line.text, "UYBDE") and (
            "-" in line.text or known.may_name_place(line.text)
        )
        if names_unit or known.begins(line.text, "PW"):
            return False
    return True
