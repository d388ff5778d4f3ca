"""The order forms of a seat, and the answer to the sheet that was sent with one of them."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import structlog
from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from adjudicator.terms import PhaseType

from ... import wording
from ...core import inbound_address
from ...core.errors import PageOutdated, Refused, SaveFailedError, SheetRefused
from ...deadlines import open_phase, readiness
from ...models import Order, Phase, Receipt, Seat
from ...orders import feedback, order_sheets, sheet_words, submission
from ...orders.feedback import SheetFeedback, StoredOrder
from ...orders.order_sheets import TextRefused, TextSheet
from ...orders.submission import Line, Saved
from ...state import phases, variants
from ..forms.orders import SheetForm, TextForm, text_box
from .order_choices import OrderChoices
from .order_parts import order_part
from .order_rows import SheetRow, all_in_brief, are_builds, auto_id, rows_with_orders, sheet_form
from .shared_parts import SharedParts

logger = structlog.get_logger(__name__)

ROW_PREFIXES = ("unit-", "adjustment-")


@dataclass(frozen=True)
class _Stored:
    """The orders that a seat has stored, and the form rows in which they are chosen."""

    receipt: Receipt | None
    given: Sequence[Order]
    rows: list[SheetRow]
    orders: list[StoredOrder]


class OrderEntry:
    """The order forms of one seat: a form with rows, and a text box for the same orders.

    The form has a row for each unit. `data` is the sheet that was sent, None for a page that is
    only read. Stored orders and forms are loaded when they are first used: a sheet that is saved
    ends in a redirect, which shows none of them.

    `status` and `problem` are the page's answer to a sheet that was not, or only partly, accepted.
    `status_message` is the answer to a sheet that the map's script sent. With `stored_differs` the
    page lists the stored orders, because they are not those that were sent. `parts` are those that
    all readers of the game share, if the page has them; `saved` is the sheet if it was just saved.
    """

    def __init__(
        self,
        phase: Phase,
        seat: Seat,
        data: QueryDict | None = None,
        *,
        parts: SharedParts | None = None,
        saved: Saved | None = None,
    ) -> None:
        self.phase = phase
        self.parts = parts
        self.seat = seat
        self.choices = OrderChoices(phase, seat, parts)
        self.data = data
        self.mode = "text" if data is not None and data.get("mode") == "text" else "rows"
        self.ready = seat.ready_phase_id == phase.pk
        self.problem = ""
        self.status = 200
        self.status_message = ""
        self._answered: TextSheet | None = None
        self.stored_differs = False
        self._stored: _Stored | None = None
        if saved is not None and saved.changed:
            self._stored = self._stored_as(saved.receipt, saved.orders)
        if data is None:
            self.read_stored()

    @property
    def power(self) -> str:
        return wording.power(self.seat.power)

    @cached_property
    def url(self) -> str:
        """The address to which the forms are sent."""
        where = [self.phase.game.slug, self.phase.code, self.seat.power]
        return reverse("games:orders", args=where)

    def read_stored(self) -> _Stored:
        """Return the stored orders and rows; they are read once.

        A view calls this before it draws the board, so that the receipt on the page is never newer
        than the orders beside it.
        """
        if self._stored is None:
            # The receipt is read first: if other orders are saved between these queries, the page
            # shows them and its receipt is out of date, which is noticed. The other way round they
            # would count as seen without having been shown.
            receipt = phases.newest_receipt(self.phase, self.seat)
            given = feedback.orders_of(self.phase, self.seat)
            self._stored = self._stored_as(receipt, given)
        return self._stored

    def _stored_as(self, receipt: Receipt | None, given: Sequence[Order]) -> _Stored:
        phase, seat = self.phase, self.seat
        orders = order_part(
            f"stored orders of {seat.power}",
            phase,
            given,
            lambda: feedback.stored_orders(phase, seat, given),
        )
        rows = rows_with_orders(self.choices.rows, phase, seat, given)
        return _Stored(receipt, given, rows, orders)

    def _forget_stored(self) -> None:
        """Let the page show what is stored now; the form that was sent keeps its own content."""
        self._stored = None
        for name in ("form", "text_form"):
            self.__dict__.pop(name, None)

    @property
    def receipt(self) -> Receipt | None:
        """The newest receipt of the seat in this phase."""
        return self.read_stored().receipt

    @property
    def entered_by(self) -> str:
        """The name of the game master who saved the orders for the player; empty otherwise."""
        receipt = self.receipt
        return str(receipt.person) if receipt is not None and receipt.on_behalf else ""

    @cached_property
    def undone_text(self) -> str:
        """Orders that this player gave before the phase was opened again, as their sheet has them.

        Empty once the player has saved a sheet.
        """
        return "" if self.receipt else phases.undone_text(self.phase, self.seat)

    @property
    def undone_orders(self) -> list[str]:
        """The orders of `undone_text` in the reader's notation."""
        board, kind = variants.board_of(self.phase.game), self.phase.type
        return [wording.order_text(line, board, kind) for line in self.undone_text.splitlines()]

    @property
    def given(self) -> Sequence[Order]:
        """The stored orders, for the map."""
        return self.read_stored().given

    @property
    def rows(self) -> list[SheetRow]:
        return self.read_stored().rows

    @property
    def rows_html(self) -> SafeString:
        return mark_safe("".join(row.html for row in self.rows))  # noqa: S308 - of HTML alone

    @property
    def rows_in_brief(self) -> SafeString:
        """The rows with the stored orders as their only choices."""
        name = f"rows of {self.seat.power} in brief"
        return order_part(name, self.phase, self.given, lambda: all_in_brief(self.rows))

    @property
    def stored_orders(self) -> list[StoredOrder]:
        return self.read_stored().orders

    @property
    def takes_mail(self) -> bool:
        """Whether these orders can also come by mail."""
        return self.phase.is_open and inbound_address.is_on()

    @property
    def end_when_ready(self) -> str:
        return sheet_words.end_when_ready(self.phase, [self.seat])

    @property
    def ends_when_saved(self) -> str:
        return readiness.warn_of_saved_orders(self.phase)

    @property
    def has_ordered(self) -> bool:
        return bool(self.stored_orders)

    @property
    def sends_rows(self) -> bool:
        """Whether the sheet was sent with the rows: then the form has its content and errors."""
        return self.data is not None and self.mode == "rows"

    @cached_property
    def form(self) -> SheetForm:
        """The form with rows; it contains the sheet that was sent if that had rows."""
        return sheet_form(self.phase, self.seat, self.rows, self.data if self.sends_rows else None)

    @cached_property
    def text_form(self) -> TextForm:
        """The text box, with the text that was sent, else with the stored orders."""
        data = self.data if self.mode == "text" else None
        return TextForm(data, initial={"text": self._stored_text}, auto_id=auto_id(self.seat))

    @property
    def text_box(self) -> SafeString:
        """The text box as HTML."""
        if self.mode == "text":
            return SafeString(self.text_form["text"])
        return text_box(self._stored_text, auto_id(self.seat))

    @property
    def _stored_text(self) -> str:
        return "\n".join(each.order for each in self.stored_orders)

    @property
    def feedback(self) -> SheetFeedback | None:
        """The answer to each line of the text that was sent; None if the page shows none."""
        if self._answered is None:
            return None
        found = self.text_form.stated_language is None
        return feedback.sheet_feedback(self._answered, found=found)

    @property
    def units_asked_about(self) -> list[str]:
        """The units whose lines wait for an answer, in the reader's notation."""
        questions = self._answered.questions if self._answered else []
        return [
            wording.unit_in_short(line.asked[0].unit) for line in questions if line.asked[0].unit
        ]

    @property
    def examples(self) -> list[str]:
        """Orders of this type of phase in the reader's notation."""
        return sheet_words.examples(self.phase)

    @property
    def seen(self) -> dict[str, str]:
        """The digest of the receipt that each form knows, by mode; empty if it knows none.

        The form that was sent keeps the digest that came with it, unless the page lists the orders
        that are stored now: then the form knows their receipt.
        """
        newest = self.receipt.digest if self.receipt else ""
        sent = None if self.stored_differs else self._sent_digest
        return {"rows": newest, "text": newest, self.mode: newest if sent is None else sent}

    @property
    def _sent_digest(self) -> str | None:
        return None if self.data is None else self.data.get("seen")

    @property
    def _builds(self) -> bool:
        return are_builds(self.phase.type, self.rows)

    def _sent_lines(self) -> Iterator[Line]:
        """The orders in the rows that were sent, including rows of units that do not exist."""
        assert self.data is not None
        for key, texts in self.data.lists():
            if key.startswith(ROW_PREFIXES):
                yield from (Line(key, text) for text in map(str.strip, texts) if text)

    @property
    def rows_without_order(self) -> list[SheetRow]:
        return [row for row in self.rows if not row.chosen]

    @property
    def coverage(self) -> str:
        """Number of units with orders, in words; empty if all have one or none has."""
        numbers = {"given": len(self.rows) - len(self.rows_without_order), "all": len(self.rows)}
        if not 0 < numbers["given"] < numbers["all"]:
            return ""
        if self.phase.type == PhaseType.MOVEMENT:
            return _("%(given)d of %(all)d units have orders; the others hold.") % numbers
        if self.phase.type == PhaseType.RETREAT:
            return _("%(given)d of %(all)d units have orders; the others disband.") % numbers
        return ""  # the map's prompt has the number

    @property
    def missing_summary(self) -> str:
        """Number of missing orders, and the consequence, in words; empty if none is missing."""
        missing = len(self.rows_without_order)
        return sheet_words.missing_orders(self.phase.type, missing, builds=self._builds)

    @property
    def due_prompts(self) -> str:
        """Prompts of the map while 0, 1, 2, … builds or disbands are not chosen, as JSON."""
        if self.phase.type != PhaseType.ADJUSTMENT:
            return ""
        return json.dumps(sheet_words.due_prompts(len(self.rows), builds=self._builds))

    @property
    def orders_with_warnings(self) -> list[StoredOrder]:
        """The stored orders that their player should look at again."""
        return [each for each in self.stored_orders if each.warnings]

    @property
    def wants_ready(self) -> bool:
        """Whether the sheet was sent with the button “I am ready”."""
        return self.data is not None and self.data.get("then") == "ready"

    @property
    def wants_check(self) -> bool:
        """Whether the sheet was sent with the button “Check without saving”."""
        return self.mode == "text" and self.data is not None and self.data.get("then") == "check"

    def check(self) -> None:
        """Answer the text that was sent line by line, and store nothing."""
        self._report_refusals(self._check)

    def submit(self, person: User) -> Saved | None:
        """Save the sheet that was sent.

        Returns None if not all of it was accepted: then the page says why.
        """
        if self.mode == "text":
            return self._report_refusals(lambda: self._submit_text(person))
        return self._report_refusals(
            lambda: submission.submit(
                self.phase, self.seat, self._sent_lines(), person=person, seen=self._sent_digest
            )
        )

    def _report_refusals(self, act: Callable[[], Saved | None]) -> Saved | None:
        """Call `act`; if it is refused or fails, set `status` and say why on the page."""
        try:
            return act()
        except SheetRefused as refusal:
            self.status = 422
            self._show_errors(refusal)
        except Refused as refusal:
            self.status = 409
            self.problem = str(refusal)
            self._answered = None
            if isinstance(refusal, PageOutdated):
                self.stored_differs = True
                self._forget_stored()
        except SaveFailedError as failure:
            logger.error("orders_not_saved", game=self.phase.game.slug, error=str(failure))
            self.status = 503
            self.problem = _("Your orders couldn’t be saved just now. Try again.")
        return None

    def _read_text(self) -> TextSheet:
        form = self.text_form
        sheet = order_sheets.read_text(
            self.phase, self.seat, form.typed, form.stated_language, form.answers
        )
        self._answered = sheet
        return sheet

    def _check(self) -> None:
        open_phase.must_be_open(self.phase)
        self._read_text()

    def _submit_text(self, person: User) -> Saved | None:
        saved, sheet = submission.submit_text(
            self.phase, self.seat, self._read_text(), person=person, seen=self._sent_digest
        )
        if not sheet.left_over:
            return saved
        self._answered = sheet
        self.status = 422
        self.problem = sheet_words.partly_saved(saved, sheet)
        if saved.unready:
            self.problem += " " + _("You’re no longer ready.")
        elif self.wants_ready:
            self.problem += " " + _("You’re not ready yet.")
        self.ready = False
        self.stored_differs = True
        self._forget_stored()
        return None

    def _show_errors(self, refusal: SheetRefused) -> None:
        """Put each error at its row; errors in a text are shown in its feedback."""
        if isinstance(refusal, TextRefused):
            self._answered = refusal.sheet
            self.problem = sheet_words.nothing_saved(refusal.sheet)
            if refusal.sheet.problem:
                self._answered = None
            return
        self.problem = _("Nothing was saved: some of these orders need a correction.")
        for error in refusal.errors:
            if error.key in self.form.fields:
                self.form.add_error(error.key, error.message)
            else:
                words = {"line": wording.truncated(error.line), "problem": error.message}
                self.form.add_error(None, _("“%(line)s”: %(problem)s") % words)
