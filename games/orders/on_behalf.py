"""Orders that a game master enters for players who send them elsewhere, from one pasted text.

The text may be a whole mail or thread with the orders of several powers under their headings. It
is read first, and stored in one transaction or not at all. Only `submission` stores orders.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from adjudicator import OrderSyntaxError

from .. import access, wording
from ..core.errors import Refused
from ..deadlines import readiness
from ..models import Game, Phase, Seat
from ..state import phases, positions
from . import order_sheets, submission
from .order_sheets import TextLine, TextSheet
from .submission import Saved
from .thread_questions import Question
from .threads import PlayersHeading, Reason, Skipped

LONGEST_THREAD = 40_000
"""Characters of the longest text that is read; each power's part is a sheet with a limit too."""


@dataclass(frozen=True)
class ThreadPart:
    """The part of a text that gives orders to one power.

    `headings` are those lines that were taken for the power's headings by its player's name.
    """

    seat: Seat
    sheet: TextSheet
    headings: Sequence[PlayersHeading] = ()


@dataclass(frozen=True)
class Thread:
    """A pasted text as it was read.

    `parts` are those for powers whose orders the master enters. `refused` are other powers to which
    the text gives orders: nothing is told or stored of these. `skipped` are the sections that were
    not read, and `questions` those about sections. A text with a `problem` has no parts.
    """

    parts: Sequence[ThreadPart] = ()
    refused: Sequence[Seat] = ()
    skipped: Sequence[Skipped] = ()
    problem: str = ""
    questions: Sequence[Question] = ()

    @property
    def open_questions(self) -> int:
        """The number of questions about sections and lines that are not answered."""
        lines = sum(len(part.sheet.questions) for part in self.parts)
        return lines + sum(not each.answer for each in self.questions)

    @property
    def is_accepted(self) -> bool:
        """Whether the text has orders, none of its lines is wrong, and no question is open."""
        wrong = any(part.sheet.left_over for part in self.parts)
        return bool(self.parts) and not wrong and all(each.answer for each in self.questions)

    @property
    def ignorable(self) -> list[TextLine]:
        """The lines that are no orders, if they are all that keeps the text from being accepted."""
        lines = [line for part in self.parts for line in part.sheet.ignorable]
        return lines if lines and self.without_ignorable().is_accepted else []

    def without_ignorable(self) -> "Thread":
        """The text without the lines that are no orders, and the powers that have no others."""
        parts = [replace(part, sheet=part.sheet.without_ignorable()) for part in self.parts]
        return replace(self, parts=[part for part in parts if part.sheet.has_orders])


def read_thread(
    phase: Phase,
    seats: Sequence[Seat],
    text: str,
    language: str | None,
    answers: Mapping[str, str],
    names: Mapping[str, str] | None = None,
    masters: Collection[str] = (),
    about_sections: Mapping[str, str] | None = None,
) -> Thread:
    """Read a pasted text for `seats`, whose orders the master enters.

    `language` and `answers` are as in `order_sheets.read_text`. `names` are those of the players
    as the master knows them, by power; `masters` are the game masters' own names. `about_sections`
    are the answers to questions about sections, by key.
    """
    if len(text) > LONGEST_THREAD:
        message = _(
            "This text is longer than %(most)d characters, so nothing was read. Paste only the "
            "messages with orders for this phase."
        )
        return Thread(problem=message % {"most": LONGEST_THREAD})
    if _is_all_quoted(text):
        message = _(
            "All lines of this text are quoted (“>”), so nothing was read. If these are new "
            "orders, delete the “>” marks."
        )
        return Thread(problem=message)
    due = phases.orders_due(phase)
    by_power = {seat.power: seat for seat in phase.game.seats.playable() if seat.power in due}
    entered = {seat.power for seat in seats}
    parts, refused = [], []
    division = order_sheets.divide_text(
        phase, list(by_power), text, language, names or {}, masters, about_sections or {}
    )
    for power, part in division.parts.items():
        seat = by_power[power]
        seat.game = phase.game
        sheet = order_sheets.read_text(phase, seat, part, language, answers)
        if sheet.problem and not sheet.is_remark:  # a date that is no heading, or too many lines
            return Thread(
                problem=sheet.problem, skipped=division.skipped, questions=division.questions
            )
        if power in entered and (sheet.has_orders or sheet.left_over):
            headings = [each for each in division.headings if each.power == power]
            parts.append(ThreadPart(seat, sheet, headings))
        elif sheet.has_orders:
            refused.append(seat)
    problem = "" if parts or refused else _only_other_phases(phase, division.skipped)
    return Thread(parts, refused, division.skipped, problem, division.questions)


def names_in_texts(master: User, game: Game) -> dict[str, str]:
    """The names by which `master` knows the players of all seats, by power."""
    seats = list(game.seats.prefetch_related("tenures__person"))
    for seat in seats:
        seat.game = game
    return {seat.power: access.name_in_texts(master, seat) for seat in seats}


def masters_in_texts(game: Game) -> list[str]:
    """The names of the game masters, who may post orders for anybody."""
    return [str(row.person) for row in game.masterships.current().select_related("person")]


def _only_other_phases(phase: Phase, skipped: Sequence[Skipped]) -> str:
    """The refusal of a text that has nothing but orders of another phase; empty for others."""
    dated = [each for each in skipped if each.reason is Reason.OTHER_PHASE]
    if not dated:
        return ""
    error = OrderSyntaxError("sheet_of_other_phase", {"text": dated[0].named, "phase": phase.code})
    return wording.refusal(error, positions.load(phase).board)


def _is_all_quoted(text: str) -> bool:
    """Whether a text is only what a mail program quotes of an earlier message."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return bool(lines) and all(line.startswith(">") for line in lines)


def store(
    phase: Phase, thread: Thread, *, person: User, seen: Mapping[str, str], ready: bool
) -> list[Saved]:
    """Store all parts of an accepted text in one transaction, or nothing.

    `seen` are the digests of the newest receipts that the master's page showed, by power. With
    `ready` the powers are ready afterwards, without it they are not. Raises what
    `submission.submit_text` raises.
    """
    if not thread.is_accepted:
        raise Refused(_("Nothing was saved. Correct the marked lines and answer the questions."))
    with transaction.atomic():
        saved = [
            submission.submit_text(
                phase, part.seat, part.sheet, person=person, seen=seen.get(part.seat.power)
            )[0]
            for part in thread.parts
        ]
        if not phase.is_closed:
            seats = [part.seat for part in thread.parts]
            readiness.set_ready(phase, seats, ready=ready, person=person)
    return saved
