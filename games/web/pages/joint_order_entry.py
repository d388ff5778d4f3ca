"""The order forms of a person who plays several powers: one for each, and a text box for all."""

from collections.abc import Sequence
from functools import cached_property

import structlog
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User

from ... import wording
from ...core.errors import SaveFailedError
from ...models import Phase, Seat
from ...orders import order_sheets, sheet_words
from ...orders.feedback import SheetFeedback, joined
from ...state import phases
from ..forms.orders import TextForm
from .order_entry import OrderEntry
from .shared_parts import SharedParts
from .typing_feedback import typing_feedback

logger = structlog.get_logger(__name__)

SEEN_PREFIX = "seen-"
"""Prefix of the fields with the digests of the newest receipts; the power follows."""


class JointOrderEntry:
    """The order forms of several seats of one person, and a text box for the orders of all.

    `data` is the text that was sent, None for a page that is only read. The text gives orders to
    the powers that it names, under their headings or by their units; the others keep theirs.
    """

    def __init__(
        self,
        phase: Phase,
        seats: Sequence[Seat],
        data: QueryDict | None = None,
        *,
        parts: SharedParts | None = None,
    ) -> None:
        self.phase = phase
        self._parts = parts
        self.data = data
        self.status = 200
        self.problem = ""
        self.saved: list[str] = []
        self._answers: list[SheetFeedback | None] = []
        sent: dict[str, QueryDict] = {}
        if data is not None:
            try:
                sent = _parts(phase, seats, data)
            except SaveFailedError as failure:
                logger.error("orders_not_read", game=phase.game.slug, error=str(failure))
                self.status = 503
                self.problem = _("Your orders couldn’t be saved just now. Try again.")
        self.entries = [
            OrderEntry(phase, seat, sent.get(seat.power), parts=parts) for seat in seats
        ]

    @property
    def sent(self) -> list[OrderEntry]:
        """The entries of the powers to which the text gives orders."""
        return [entry for entry in self.entries if entry.data is not None]

    @property
    def powers(self) -> str:
        """The names of the powers, such as “Austria and France”."""
        return wording.listed([entry.power for entry in self.entries])

    @property
    def ready(self) -> bool:
        """Whether all powers are ready."""
        return all(entry.ready for entry in self.entries)

    @property
    def end_when_ready(self) -> str:
        return sheet_words.end_when_ready(self.phase, [entry.seat for entry in self.entries])

    @property
    def missing(self) -> str:
        """The names of the powers with missing orders; empty if none are missing."""
        return ", ".join(entry.power for entry in self.entries if entry.rows_without_order)

    @cached_property
    def text_form(self) -> TextForm:
        """The text box, with the text that was sent, else with the stored orders."""
        if self.data is not None:
            return TextForm(self.data, auto_id="id_all_%s")
        blocks = [
            "\n".join([f"{entry.power}:", *(each.order for each in entry.stored_orders)])
            for entry in self.entries
        ]
        return TextForm(initial={"text": "\n\n".join(blocks)}, auto_id="id_all_%s")

    @property
    def seen(self) -> list[tuple[str, str]]:
        """Name and value of the field with the newest receipt of each power."""
        return [(f"{SEEN_PREFIX}{entry.seat.power}", entry.seen["text"]) for entry in self.entries]

    @property
    def feedback(self) -> SheetFeedback | None:
        """The answer to each line of the text that was sent; None if the page shows none."""
        answers = [*self._answers, *(entry.feedback for entry in self.sent)]
        return joined([answer for answer in answers if answer is not None])

    @property
    def wants_check(self) -> bool:
        """Whether the text was sent with the button “Check without saving”."""
        return self.data is not None and self.data.get("then") == "check"

    def check(self) -> None:
        """Answer the text that was sent line by line, and store nothing."""
        for entry in self.sent:
            entry.check()
        self._collect()

    def submit(self, person: User) -> bool:
        """Save the text that was sent, each power's part for itself; return whether all is saved.

        If not, the page says why.
        """
        if self.problem:
            return False
        if not self.sent:
            self.status = 422
            self.problem = _("Nothing was saved. This text names none of your powers.")
            return False
        for place, entry in enumerate(self.entries):
            if entry.data is not None and entry.submit(person) is not None:
                self.saved.append(entry.power)
                self._answers.append(entry.feedback)
                # With its new receipt.
                self.entries[place] = OrderEntry(self.phase, entry.seat, parts=self._parts)
        self._collect()
        return not self.sent

    def _collect(self) -> None:
        """Take over the problems of the powers' entries."""
        wrong = [entry for entry in self.sent if entry.problem]
        self.status = max((entry.status for entry in wrong), default=200)
        said = [f"{entry.power}: {entry.problem}" for entry in wrong]
        if wrong and self.saved:
            said.insert(0, _("Saved: %(powers)s.") % {"powers": ", ".join(self.saved)})
        self.problem = " ".join(said)


def joint_entry(
    phase: Phase, held: Sequence[Seat], *, parts: SharedParts | None = None
) -> JointOrderEntry | None:
    """The order forms of those seats of a person that have something to order, if several have."""
    due = phases.orders_due(phase) if phase.is_open and len(held) > 1 else {}
    ordering = [seat for seat in held if seat.power in due]
    return JointOrderEntry(phase, ordering, parts=parts) if len(ordering) > 1 else None


def _parts(phase: Phase, seats: Sequence[Seat], data: QueryDict) -> dict[str, QueryDict]:
    """The form that each power would have sent with its part of the text, by power.

    A heading without orders takes back what is saved for its power. Where nothing is saved it means
    nothing: to order nothing in retreats and adjustments is a choice that each power makes itself.
    """
    form = TextForm(data)
    powers = [seat.power for seat in seats]
    stored = set(phase.orders.filter(seat__in=seats).values_list("seat__power", flat=True))
    split = order_sheets.split_text(phase, powers, form.typed, form.stated_language)
    parts = {}
    for power, text in split.items():
        if text or power in stored:
            parts[power] = data.copy()
            parts[power]["mode"] = "text"
            parts[power]["text"] = text
            if (seen := data.get(f"{SEEN_PREFIX}{power}")) is not None:
                parts[power]["seen"] = seen
    return parts


def joint_typing_feedback(
    phase: Phase, seats: Sequence[Seat], data: QueryDict
) -> tuple[SheetFeedback, int]:
    """Return the feedback on a text for several powers, and the status of the answer.

    Nothing is stored.
    """
    try:
        parts = _parts(phase, seats, data)
    except SaveFailedError as failure:
        logger.error("orders_not_read", game=phase.game.slug, error=str(failure))
        return SheetFeedback([], _("Your orders couldn’t be checked just now. Try again.")), 503
    answers = [
        typing_feedback(phase, seat, parts[seat.power]) for seat in seats if seat.power in parts
    ]
    feedback = joined([answer for answer, _status in answers]) or SheetFeedback([])
    return feedback, max((status for _answer, status in answers), default=200)
