"""The desk of a seat: the form in which it gives its orders, and what comes back from it."""

from collections.abc import Iterator

import structlog
from django.http import QueryDict
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from adjudicator.terms import PhaseType

from . import options, orders, wording
from .errors import Refused, SaveFailedError, SheetRefused
from .forms import SheetForm, TextForm
from .models import Phase, Receipt, Seat
from .orders import Line, Saved

logger = structlog.get_logger(__name__)

ROW_PREFIXES = ("unit-", "adjustment-")
BLANKS = {
    PhaseType.MOVEMENT: gettext_lazy("no order: it holds"),
    PhaseType.RETREAT: gettext_lazy("no order: it disbands"),
}


class Desk:
    """Where one seat gives its orders: a form of rows and a text box for the same sheet."""

    def __init__(self, phase: Phase, seat: Seat, data: QueryDict | None = None) -> None:
        self.phase = phase
        self.seat = seat
        self.power = wording.power(seat.power)
        self.mode = "text" if data is not None and data.get("mode") == "text" else "rows"
        self.rows = options.rows(phase, seat)
        self.data = data
        self.problem = ""
        self.status = 200
        stored = "\n".join(phase.orders.filter(seat=seat).values_list("text", flat=True))
        by_row = data if self.mode == "rows" else None
        self.missing = sum(not row.chosen for row in self.rows)
        self.form = SheetForm(self.rows, by_row, blank=self._blank())
        self.text_form = TextForm(data if self.mode == "text" else None, initial={"text": stored})
        self.receipt = Receipt.objects.filter(phase=phase, seat=seat).order_by("-pk").first()
        self.ready = seat.ready_phase_id == phase.pk
        self.provinces = wording.provinces()

    def _blank(self) -> str:
        if self.phase.type in BLANKS:
            return str(BLANKS[self.phase.type])
        if any(
            text == "WAIVE" for row in self.rows for _h, group in row.groups for text, _w in group
        ):
            return _("no order: nothing is built")
        return _("no order: the rules choose the unit")

    def lines(self) -> Iterator[Line]:
        """The sheet as it was sent, a row for a unit that is not there included."""
        assert self.data is not None
        if self.mode == "text":
            for number, text in enumerate(self.data.get("text", "").splitlines(), start=1):
                if text.strip():
                    yield Line(f"line-{number}", text.strip())
            return
        for key, texts in self.data.lists():
            if key.startswith(ROW_PREFIXES):
                yield from (Line(key, text) for text in map(str.strip, texts) if text)

    @property
    def wants_ready(self) -> bool:
        """Whether the sheet came by “Save and be ready”."""
        return self.data is not None and self.data.get("then") == "ready"

    def submit(self, person: User) -> Saved | None:
        """Save the sheet that was sent. None if it was refused: then the desk says why."""
        try:
            return orders.submit(self.phase, self.seat, self.lines(), person=person)
        except SheetRefused as refusal:
            self.status = 422
            self._show_errors(refusal)
        except Refused as refusal:
            self.status = 409
            self.problem = str(refusal)
        except SaveFailedError as failure:
            logger.error("orders_not_saved", game=self.phase.game.slug, error=str(failure))
            self.status = 503
            self.problem = _("Your orders could not be saved just now. Please try again.")
        return None

    def _show_errors(self, refusal: SheetRefused) -> None:
        """Put what is wrong beside what was typed."""
        self.problem = _("Nothing was saved: some of these orders cannot be taken as they are.")
        for error in refusal.errors:
            if self.mode == "text":
                number = error.key.removeprefix("line-")
                message = _("Line %(number)s, “%(line)s”: %(message)s") % {
                    "number": number,
                    "line": error.line,
                    "message": error.message,
                }
                self.text_form.add_error("text", message)
            elif error.key in self.form.fields:
                self.form.add_error(error.key, error.message)
            else:
                self.form.add_error(None, f"“{error.line}”: {error.message}")


def saved_message(saved: Saved) -> str:
    if not saved.receipt.text:
        return _("Saved without any order.")
    at = formats.time_format(timezone.localtime(saved.receipt.saved_at), "H:i")
    if saved.changed:
        return _("Saved %(time)s – counts at the deadline.") % {"time": at}
    return _("Nothing changed: these orders are saved since %(time)s.") % {"time": at}
