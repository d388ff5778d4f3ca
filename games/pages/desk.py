"""The desk of a seat: the form in which it gives its orders, and what comes back from it."""

from collections.abc import Callable, Iterator

import structlog
from django.http import QueryDict
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from adjudicator.terms import PhaseType

from .. import phases, wording
from ..deadlines import readiness
from ..errors import PageOutdated, Refused, SaveFailedError, SheetRefused
from ..forms.orders import SheetForm, TextForm
from ..models import Phase, Seat
from ..orders import echo, options, sheets, submission
from ..orders.echo import Echo, Kept
from ..orders.sheets import TextRefused, TextSheet
from ..orders.submission import Line, Saved
from . import places

logger = structlog.get_logger(__name__)

ROW_PREFIXES = ("unit-", "adjustment-")
BLANKS = {
    PhaseType.MOVEMENT: gettext_lazy("no order: it holds"),
    PhaseType.RETREAT: gettext_lazy("no order: it disbands"),
}
# In canonical text; a reader sees them in their own notation.
EXAMPLES = {
    PhaseType.MOVEMENT: ("A VIE H", "A PAR - BUR", "A MAR S A PAR - BUR", "F NTH C A LON - NWY"),
    PhaseType.RETREAT: ("A BUR R GAS", "A BUR D"),
    PhaseType.ADJUSTMENT: ("A PAR B", "F STP/SC B", "A PAR D", "WAIVE"),
}


class Desk:
    """Where one seat gives its orders: a form of rows and a text box for the same sheet."""

    def __init__(self, phase: Phase, seat: Seat, data: QueryDict | None = None) -> None:
        self.phase = phase
        self.seat = seat
        self.power = wording.power(seat.power)
        self.mode = "text" if data is not None and data.get("mode") == "text" else "rows"
        self.data = data
        self.problem = ""
        self.said = ""  # what came of a sheet that was sent from the map
        self.status = 200
        self.echo: Echo | None = None
        self.is_apart = False  # what is stored is not what was sent, and stands beside it
        self.ready = seat.ready_phase_id == phase.pk
        self.provinces = wording.provinces()
        self.examples = [wording.written(text, phase.type) for text in EXAMPLES[phase.type]]
        self._look()

    def _look(self) -> None:
        """Look at what is stored; the forms show what was sent, if anything was."""
        phase, seat = self.phase, self.seat
        # First, or what is saved just now would count as seen and not be shown.
        self.receipt = readiness.receipts(phase).filter(seat=seat).order_by("-pk").first()
        self.rows = options.rows(phase, seat)
        self.kept = echo.of_stored(phase, seat)
        stored = "\n".join(each.order for each in self.kept)
        by_row, by_text = (self.data, None) if self.mode == "rows" else (None, self.data)
        self.missing = [row for row in self.rows if not row.chosen]
        names = f"id_{seat.power.lower()}_%s"  # who holds two powers has two desks on a page
        self.form = SheetForm(self.rows, by_row, blank=self._blank(), auto_id=names)
        self.text_form = TextForm(by_text, initial={"text": stored}, auto_id=names)

    @property
    def seen(self) -> dict[str, str]:
        """Of which receipt each form knows. One that comes back knows of no more than before,
        unless the page says what is stored now."""
        newest = self.receipt.digest if self.receipt else ""
        sent = None if self.is_apart else self._sent_seen
        return {"rows": newest, "text": newest, self.mode: newest if sent is None else sent}

    @property
    def _sent_seen(self) -> str | None:
        return None if self.data is None else self.data.get("seen")

    def _blank(self) -> str:
        if self.phase.type in BLANKS:
            return str(BLANKS[self.phase.type])
        if self._builds:
            return _("no order: nothing is built")
        return _("no order: the rules choose the unit")

    @property
    def _builds(self) -> bool:
        return any(row.offers("WAIVE") for row in self.rows)

    def lines(self) -> Iterator[Line]:
        """The form of rows as it was sent, a row for a unit that is not there included."""
        assert self.data is not None
        for key, texts in self.data.lists():
            if key.startswith(ROW_PREFIXES):
                yield from (Line(key, text) for text in map(str.strip, texts) if text)

    @property
    def lacks(self) -> str:
        """How many orders are missing and what that means, empty if none is."""
        count = len(self.missing)
        if not count:
            return ""
        if self.phase.type == PhaseType.MOVEMENT:
            text = ngettext(
                "%(count)d unit has no order: it will hold.",
                "%(count)d units have no order: they will hold.",
                count,
            )
        elif self.phase.type == PhaseType.RETREAT:
            text = ngettext(
                "%(count)d unit has no order: it will disband.",
                "%(count)d units have no order: they will disband.",
                count,
            )
        elif self._builds:
            text = ngettext(
                "%(count)d build is not chosen: nothing will be built for it.",
                "%(count)d builds are not chosen: nothing will be built for them.",
                count,
            )
        else:
            text = ngettext(
                "%(count)d removal is not chosen: the rules will choose the unit.",
                "%(count)d removals are not chosen: the rules will choose the units.",
                count,
            )
        return text % {"count": count}

    @property
    def places(self) -> dict[str, tuple[str, int, int]]:
        """Names and points for the map's script."""
        return places.places()

    @property
    def doubtful(self) -> list[Kept]:
        """The stored orders in which there is something to look at twice."""
        return [each for each in self.kept if each.warnings]

    @property
    def wants_ready(self) -> bool:
        """Whether the sheet came by “I am ready”."""
        return self.data is not None and self.data.get("then") == "ready"

    @property
    def wants_answer(self) -> bool:
        """Whether the sheet came by “Check without saving”."""
        return self.mode == "text" and self.data is not None and self.data.get("then") == "check"

    def check(self) -> None:
        """Answer the text that was sent, and store nothing."""
        self._trying(self._check)

    def submit(self, person: User) -> Saved | None:
        """Save the sheet that was sent. None if not all of it was taken: then the desk says why."""
        if self.mode == "text":
            return self._trying(lambda: self._submit_text(person))
        return self._trying(
            lambda: submission.submit(
                self.phase, self.seat, self.lines(), person=person, seen=self._sent_seen
            )
        )

    def _trying(self, act: Callable[[], Saved | None]) -> Saved | None:
        try:
            return act()
        except SheetRefused as refusal:
            self.status = 422
            self._show_errors(refusal)
        except Refused as refusal:
            self.status = 409
            self.problem = str(refusal)
            self.echo = None
            if isinstance(refusal, PageOutdated):
                self.is_apart = True
                self._look()
        except SaveFailedError as failure:
            logger.error("orders_not_saved", game=self.phase.game.slug, error=str(failure))
            self.status = 503
            self.problem = _("Your orders could not be saved just now. Please try again.")
        return None

    def _read(self) -> TextSheet:
        sheet = sheets.read_text(self.phase, self.seat, self.text_form.block, self.text_form.stated)
        self._answer(sheet)
        return sheet

    def _answer(self, sheet: TextSheet) -> None:
        self.echo = echo.of(sheet, found=self.text_form.stated is None)

    def _check(self) -> None:
        phases.must_be_open(self.phase)
        self._read()

    def _submit_text(self, person: User) -> Saved | None:
        saved, sheet = submission.submit_text(
            self.phase, self.seat, self._read(), person=person, seen=self._sent_seen
        )
        if not sheet.left_over:
            return saved
        self._answer(sheet)
        self.status = 422
        self.problem = _partly_saved(saved, sheet)
        if saved.unready:
            self.problem += " " + _("You are no longer ready.")
        elif self.wants_ready:
            self.problem += " " + _("So you are not ready yet.")
        self.ready = False
        self.is_apart = True
        self._look()
        return None

    def _show_errors(self, refusal: SheetRefused) -> None:
        """Put what is wrong beside what was chosen; beside what was typed stands the echo."""
        if isinstance(refusal, TextRefused):
            self._answer(refusal.sheet)
            self.problem = _("Nothing was saved: no line can be taken as it is.")
            if self.echo is not None and self.echo.problem:
                self.problem = _("Nothing was saved.") + " " + self.echo.problem
                self.echo = None
            return
        self.problem = _("Nothing was saved: some of these orders cannot be taken as they are.")
        for error in refusal.errors:
            if error.key in self.form.fields:
                self.form.add_error(error.key, error.message)
            else:
                words = {"line": wording.shortened(error.line), "problem": error.message}
                self.form.add_error(None, _("“%(line)s”: %(problem)s") % words)


def answer(phase: Phase, seat: Seat, data: QueryDict) -> tuple[Echo, int]:
    """What is said to a text while it is typed, and the status of the answer. Nothing is stored."""
    try:
        phases.must_be_open(phase)
        form = TextForm(data)
        sheet = sheets.read_text(phase, seat, form.block, form.stated)
        return echo.of(sheet, found=form.stated is None), 200
    except Refused as refusal:
        return Echo([], str(refusal)), 409
    except SaveFailedError as failure:
        logger.error("orders_not_read", game=phase.game.slug, error=str(failure))
        return Echo([], _("Your orders could not be checked just now.")), 503


def _partly_saved(saved: Saved, sheet: TextSheet) -> str:
    """How many orders were saved and how many lines were not, in words that nobody takes for
    “saved”."""
    taken, wrong = len(sheet.taken), len(sheet.left_over)
    good = ngettext(
        "%(count)d order was saved at %(time)s.", "%(count)d orders were saved at %(time)s.", taken
    )
    bad = ngettext(
        "%(count)d line was not saved: see below.",
        "%(count)d lines were not saved: see below.",
        wrong,
    )
    at = _time(saved)
    return f"{good % {'count': taken, 'time': at}} {bad % {'count': wrong}}"


def _time(saved: Saved) -> str:
    return formats.time_format(timezone.localtime(saved.receipt.saved_at), "H:i")


def saved_message(saved: Saved) -> str:
    if not saved.receipt.text:
        return _("Saved without any order.")
    if saved.changed:
        return _("Saved %(time)s – counts at the deadline.") % {"time": _time(saved)}
    return _("Nothing changed: these orders are saved since %(time)s.") % {"time": _time(saved)}
