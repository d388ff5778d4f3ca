"""A game as it stands in a forum: phases one below the other, each with the orders of the powers.

A line that names a phase and nothing else begins it. What stands below are orders, read as order
sheets are, each power's under its name, or the position in which the phase begins, as
`position_text` reads it. A line that begins with # gives the title. The game goes on from the phase
after the last one with orders.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from adjudicator import (
    DEFAULT_RULES,
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
from adjudicator.notation.headings import Date
from adjudicator.notation.joint_sheets import split_sheet
from adjudicator.terms import PhaseCode, PhaseType, Season

from ... import wording
from ...core.errors import Refused
from ...lifecycle import position_text
from ...lifecycle.position_text.headings import read_head
from ..record import Reading
from .source_games import MOST_BETWEEN, SourceGame, SourcePhase, assemble

LONGEST = 500_000  # characters
MOST_BLOCKS = 400
MOST_ERRORS = 5  # that one refusal names
SETUP = load_setup("standard")


@dataclass
class Block:
    """The lines below a heading that names a phase; `first` is the number of its first line."""

    heading: str
    date: Date
    first: int
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def read(content: bytes) -> Reading | None:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if len(text) > LONGEST or text.lstrip()[:1] in ("{", "["):
        return None
    title, blocks = _blocks(text)
    if not blocks:
        return None
    if len(blocks) > MOST_BLOCKS:
        raise Refused(_("This text has too many phases. Import the game in a shorter form."))
    return assemble(_source(title, blocks))


def _blocks(text: str) -> tuple[str, list[Block]]:
    title, blocks = "", []
    for number, line in enumerate(text.replace("\0", " ").splitlines(), start=1):
        date = _date_alone(line)
        if date is not None:
            blocks.append(Block(line, date, number + 1))
        elif blocks:
            blocks[-1].lines.append(line)
        elif line.lstrip().startswith("#"):
            title = line.lstrip(" #\t").strip()
    return title, blocks


def _date_alone(line: str) -> Date | None:
    """The phase that a line names, if it names one and nothing else."""
    for _number, bare in unmarked(line):
        head = read_head(bare.strip().lstrip("#").strip(), SETUP)
        if head.date is not None and not head.power and not head.rest:
            return head.date if head.date.season is not None and head.date.year else None
    return None


def _source(title: str, blocks: Sequence[Block]) -> SourceGame:
    walk = _Sheets()
    for block in blocks:
        walk.take(block)
    if walk.errors:
        named = " ".join(walk.errors[:MOST_ERRORS])
        more = " …" if len(walk.errors) > MOST_ERRORS else ""
        raise Refused(f"{named}{more}")
    if not any(told.orders for told in walk.told_phases):
        raise Refused(_("This text has phases but no orders. Put the orders below each phase."))
    over = bool(winner(walk.position, SETUP.victory, None))
    told_phases = walk.told_phases
    if told_phases[-1].code != str(walk.position.phase):
        told_phases = [*told_phases, SourcePhase(None if over else str(walk.position.phase))]
    return SourceGame(title, _("Forum"), told_phases, is_over=over, refused=walk.void)


class _Sheets:
    """Goes through the blocks and keeps the position, by our usual edition.

    `errors` are sentences about lines that cannot be read, `void` orders that cannot be given.
    """

    def __init__(self) -> None:
        self.position = opening(SETUP)
        self.told_phases: list[SourcePhase] = []
        self.errors: list[str] = []
        self.void: list[str] = []

    def take(self, block: Block) -> None:
        stated = position_text.read(f"{block.heading}\n{block.text}", SETUP).position
        if stated is not None:
            self._state(stated)
            return
        code = self._code(block.date)
        self._go_to(code)
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

    def _orders(self, block: Block) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for power, part in split_sheet(block.text, self.position, SETUP.powers).items():
            sheet = read_sheet(part, self.position, power)
            if sheet.problem is not None:
                self._refuse(block.first, power, wording.refusal(sheet.problem, SETUP.board))
            for line in sheet.lines:
                if isinstance(line.error, IllegalOrder):
                    self.void.append(f"{self.position.phase} {power}: {line.text[:40]}")
                elif line.error is not None:
                    reason = wording.refusal(line.error, SETUP.board)
                    self._refuse(block.first + line.number - 1, line.text, reason)
            if sheet.orders:
                found[power] = list(map(str, sheet.orders))
        return found

    def _refuse(self, number: int, text: str, reason: str) -> None:
        message = _("Line %(number)d (%(text)s): %(reason)s")
        named = {"number": number, "text": wording.truncated(text), "reason": reason}
        self.errors.append(message % named)
