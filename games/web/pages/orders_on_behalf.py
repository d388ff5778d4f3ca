"""The page on which a game master enters orders for players: a text, its preview, what is saved."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import structlog
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ... import access, wording
from ...board import pictures
from ...core.errors import PageOutdated, Refused, SaveFailedError
from ...models import Order, Phase, Receipt, Seat
from ...orders import feedback, on_behalf, sheet_words
from ...orders.feedback import SheetFeedback, StoredOrder
from ...orders.on_behalf import Thread, ThreadPart
from ...state import phases
from ..forms.orders_on_behalf import ThreadForm
from . import thread_words
from .order_entry import OrderEntry

logger = structlog.get_logger(__name__)

SEEN_PREFIX = "seen-"
"""Prefix of the fields with the digests of the newest receipts; the power follows."""


@dataclass(frozen=True)
class EnteredPower:
    """A power whose orders the master enters: its player, and what is saved for it."""

    seat: Seat
    power: str
    player: str
    must_order: bool
    is_ready: bool
    receipt: Receipt | None
    orders: list[StoredOrder]

    @property
    def saved_by(self) -> str:
        """The name of the master who saved the orders; empty if the player did."""
        return str(self.receipt.person) if self.receipt and self.receipt.on_behalf else ""

    @property
    def is_mailed(self) -> bool:
        """Whether a player without an account mailed them."""
        return self.receipt is not None and self.receipt.person_id is None


@dataclass(frozen=True)
class PreviewedPower:
    """The part of a text for one power, line by line, and what it leaves without an order.

    `headings` are sentences about lines that were taken for its headings by its player's name.
    """

    code: str
    power: str
    headings: list[str]
    feedback: SheetFeedback
    missing: str
    replaces: bool

    @property
    def is_settled(self) -> bool:
        """Whether none of its lines is wrong or asks anything."""
        return not self.feedback.problem and not any(
            entry.state in ("asked", "wrong") for entry in self.feedback.entries
        )


@dataclass(frozen=True)
class IgnoredLine:
    """A line that is saved with no order if the master ignores it."""

    power: str
    number: int
    text: str


class OrdersOnBehalf:
    """A text with the orders of several players, as a game master pastes it.

    `data` is the form that was sent, None for a page that is only read. A text is stored when it is
    sent a second time, unchanged, after its preview.
    """

    def __init__(
        self, phase: Phase, seats: Sequence[Seat], viewer: User, data: QueryDict | None = None
    ) -> None:
        self.phase, self.viewer, self.data = phase, viewer, data
        self.due = phases.orders_due(phase)
        self.seats = list(seats)
        self.ordering = [seat for seat in seats if seat.power in self.due]
        self.status = 200
        self.problem = ""

    @property
    def is_late(self) -> bool:
        """Whether orders that are entered now are late."""
        return self.phase.takes_late_orders(clock.now())

    @property
    def is_over(self) -> bool:
        """Whether the phase takes no orders any more, not even late ones."""
        return self.phase.is_closed and not self.is_late

    @cached_property
    def form(self) -> ThreadForm:
        if self.data is None:
            return ThreadForm(initial=self._undone and {"text": self._undone, "language": "en"})
        sent = self.data.copy()
        if not sent.get("shown"):  # the page before had no box: it stood under no preview
            sent["ready"] = "on"
        sent["shown"] = self._digest if self.is_previewed else ""
        return ThreadForm(sent)

    @property
    def offers_undone(self) -> bool:
        """Whether the text box has the orders from before the phase was opened again."""
        return self.data is None and bool(self._undone)

    @cached_property
    def _undone(self) -> str:
        """Orders of an undone phase that this one replaces, for powers without newer ones.

        They are in canonical text, under the codes of the powers. A master offers to each seat its
        own orders only: those that it enters now.
        """
        saved = {each.seat_id for each in self._receipts()}
        undone = [
            (seat.power, orders)
            for seat in self.ordering
            if seat.pk not in saved and (orders := phases.undone_text(self.phase, seat))
        ]
        return "\n\n".join(f"{power}:\n{text}" for power, text in undone)

    @cached_property
    def thread(self) -> Thread:
        """The text that was sent, as it is read."""
        if self.data is None:
            return Thread()
        form = ThreadForm(self.data)
        try:
            return on_behalf.read_thread(
                self.phase,
                self.ordering,
                form.typed,
                form.stated_language,
                form.answers,
                on_behalf.names_in_texts(self.viewer, self.phase.game),
                on_behalf.masters_in_texts(self.phase.game),
                form.answers_about_sections,
            )
        except SaveFailedError as failure:
            logger.error("orders_not_read", game=self.phase.game.slug, error=str(failure))
            self.status = 503
            return Thread(problem=_("The text couldn’t be read just now. Try again."))

    @cached_property
    def kept(self) -> Thread:
        """The text as it is stored: without the lines that the master ignores."""
        ignores = self.thread.ignorable and ThreadForm(self.data).ignores
        return self.thread.without_ignorable() if ignores else self.thread

    @property
    def ignored(self) -> list[IgnoredLine]:
        """The lines that the master may ignore."""
        if not self.thread.ignorable:
            return []
        return [
            IgnoredLine(wording.power(part.seat.power), line.read.number, line.read.text)
            for part in self.thread.parts
            for line in part.sheet.ignorable
        ]

    @property
    def skipped(self) -> list[thread_words.SkippedSection]:
        """The sections of the text that were not read, without those that a question shows."""
        asked = {number for each in self.thread.questions for number in each.lines}
        return thread_words.skipped_sections(
            each for each in self.thread.skipped if not asked.issuperset(each.lines)
        )

    @cached_property
    def questions(self) -> list[thread_words.SectionQuestion]:
        """The questions about sections of the text."""
        return [thread_words.section_question(each) for each in self.thread.questions]

    @property
    def next_step(self) -> str:
        """The question, by its field, or else the power that is to be settled first; or empty."""
        asked = (each.name for each in self.questions if not each.answer)
        powers = (each.code for each in self.parts if not each.is_settled)
        return next(asked, next(powers, ""))

    @property
    def to_do(self) -> str:
        """The numbers of questions and lines that keep the text from being saved; empty if none."""
        left_over = (line for part in self.thread.parts for line in part.sheet.left_over)
        wrong = sum(not line.asked for line in left_over)
        return thread_words.to_do(self.thread.open_questions, wrong)

    @property
    def refused(self) -> str:
        """A sentence about the powers whose orders the master does not enter; empty without any."""
        return sheet_words.not_entered(self.thread.refused)

    @cached_property
    def parts(self) -> list[PreviewedPower]:
        return [self._previewed(part) for part in self.thread.parts]

    @property
    def board(self) -> str:
        """The map with the orders of the text and, of powers that it leaves out, those saved."""
        if not self.seats:
            return ""
        read = [part.seat for part in self.thread.parts]
        saved = self.phase.orders.filter(seat__in=self.seats).exclude(seat__in=read)
        orders = list(saved.select_related("seat"))
        for part in self.thread.parts:
            orders += [
                Order(phase=self.phase, seat=part.seat, text=str(order))
                for _typed, order in part.sheet.taken
            ]
        return pictures.draw(self.phase, orders)

    def _previewed(self, part: ThreadPart) -> PreviewedPower:
        form = ThreadForm(self.data)
        entry = OrderEntry(self.phase, part.seat)
        taken = len(part.sheet.taken)
        missing = (
            ""
            if part.sheet.left_over and not self.thread.ignorable
            else sheet_words.missing_orders(
                self.phase.type,
                self.due[part.seat.power] - taken,
                builds=any(row.offers("WAIVE") for row in entry.rows),
            )
        )
        found = form.stated_language is None
        return PreviewedPower(
            code=part.seat.power,
            power=wording.power(part.seat.power),
            headings=[
                _("Line %(number)d, “%(text)s”, is read as a heading: it names the player.")
                % {"number": each.number, "text": wording.truncated(each.text)}
                for each in part.headings
            ],
            feedback=feedback.sheet_feedback(part.sheet, found=found),
            missing=missing,
            replaces=entry.has_ordered,
        )

    @cached_property
    def powers(self) -> list[EnteredPower]:
        """All powers whose orders the master enters, with what is saved for them."""
        newest = {each.seat_id: each for each in self._receipts()}
        return [
            EnteredPower(
                seat=seat,
                power=wording.power(seat.power),
                player=access.shown_name(self.viewer, seat),
                must_order=seat.power in self.due,
                is_ready=seat.ready_phase_id == self.phase.pk,
                receipt=newest.get(seat.pk),
                orders=feedback.stored_orders(self.phase, seat),
            )
            for seat in self.seats
        ]

    def _receipts(self) -> list[Receipt]:
        of_seats = phases.receipts(self.phase).filter(seat__in=self.seats)
        return list(of_seats.select_related("person").order_by("pk"))

    @property
    def seen(self) -> list[tuple[str, str]]:
        """Name and value of the field with the newest receipt of each power."""
        return [
            (f"{SEEN_PREFIX}{each.seat.power}", each.receipt.digest if each.receipt else "")
            for each in self.powers
        ]

    @property
    def is_previewed(self) -> bool:
        """Whether the page shows a text that the button “Save these orders” stores."""
        accepted = self.thread.is_accepted or bool(self.thread.ignorable)
        return self.data is not None and not self.thread.problem and accepted

    def submit(self, person: User) -> bool:
        """Store the text if its preview was shown; return whether it is stored.

        If not, the page shows the preview, or says why nothing was stored.
        """
        assert self.data is not None
        thread = self.thread
        if thread.problem or not (thread.parts or thread.questions):
            self.status = max(self.status, 422)
            self.problem = thread.problem or _(
                "Nothing was saved. This text has no orders for these powers."
            )
            return False
        if not self.kept.is_accepted:
            self.status = 422
            self.problem = (
                _(
                    "Nothing is saved yet. Some lines can’t be saved: correct them, or choose "
                    "below to ignore them."
                )
                if thread.ignorable
                else _(
                    "Nothing is saved yet. Answer the questions, and correct or delete the marked "
                    "lines."
                )
            )
            return False
        if self.data.get("shown") != self._digest:
            return False
        return self._store(person)

    def _store(self, person: User) -> bool:
        assert self.data is not None
        seen = {
            seat.power: str(self.data[name])
            for seat in self.ordering
            if (name := f"{SEEN_PREFIX}{seat.power}") in self.data
        }
        ready = self.form.is_ready
        try:
            on_behalf.store(self.phase, self.kept, person=person, seen=seen, ready=ready)
        except PageOutdated:
            self.status = 409
            self.problem = _(
                "Other orders were saved after you opened this page. Nothing is saved yet. Check "
                "them below, then save again to replace them."
            )
        except Refused as refusal:
            self.status, self.problem = 409, str(refusal)
        except SaveFailedError as failure:
            logger.error("orders_not_saved", game=self.phase.game.slug, error=str(failure))
            self.status = 503
            self.problem = _("The orders couldn’t be saved just now. Try again.")
        else:
            return True
        return False

    @cached_property
    def _digest(self) -> str:
        """The digest of what a preview depends on: the phase, the text and the answers."""
        form = ThreadForm(self.data)
        parts = [
            str(self.phase.pk),
            str(form.stated_language),
            form.typed,
            *(f"{province}={answer}" for province, answer in sorted(form.answers.items())),
            *(f"{each.key}={each.answer}" for each in self.thread.questions),
            *(part.seat.power for part in self.thread.parts),
        ]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def saved_message(entry: OrdersOnBehalf) -> str:
    """Message after the orders of a text were stored."""
    seats = [part.seat for part in entry.kept.parts]
    saved = sheet_words.entered(seats, is_late=entry.is_late)
    return f"{saved} {entry.refused}".strip()
