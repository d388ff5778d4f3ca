"""Sentences about an order sheet: what is missing in it, and what was saved of it."""

from collections.abc import Sequence

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from adjudicator.terms import PhaseType

from .. import access, wording
from ..deadlines import readiness
from ..models import Phase, Seat
from ..state import variants
from ..wording import settings
from .feedback import sheet_feedback
from .order_sheets import TextSheet
from .submission import Saved

BLANKS = {
    PhaseType.MOVEMENT: gettext_lazy("no order: it holds"),
    PhaseType.RETREAT: gettext_lazy("no order: it disbands"),
}
# Canonical texts; a page shows them in the notation of its reader.
EXAMPLES = {
    PhaseType.MOVEMENT: ("A VIE H", "A PAR - BUR", "A MAR S A PAR - BUR", "F NTH C A LON - NWY"),
    PhaseType.RETREAT: ("A BUR R GAS", "A BUR D"),
    PhaseType.ADJUSTMENT: ("A PAR B", "F STP/SC B", "A PAR D", "WAIVE"),
}


def examples(phase: Phase) -> list[str]:
    """Orders of this type of phase in the reader's notation."""
    board = variants.board_of(phase.game)
    return [wording.order_text(text, board, phase.type) for text in EXAMPLES[phase.type]]


def no_order(kind: PhaseType, *, builds: bool) -> str:
    """The choice of no order in a row of a phase of this type, with its consequence."""
    if kind in BLANKS:
        return str(BLANKS[kind])
    return _("no order: nothing is built") if builds else _("no order: the rules choose the unit")


def missing_orders(kind: PhaseType, count: int, *, builds: bool) -> str:
    """Number of missing orders, and the consequence, in words; empty if none is missing."""
    if not count:
        return ""
    if kind == PhaseType.MOVEMENT:
        text = ngettext(
            "%(count)d unit has no order: it will hold.",
            "%(count)d units have no order: they will hold.",
            count,
        )
    elif kind == PhaseType.RETREAT:
        text = ngettext(
            "%(count)d unit has no order: it will disband.",
            "%(count)d units have no order: they will disband.",
            count,
        )
    elif builds:
        text = ngettext(
            "%(count)d build is not chosen: nothing will be built for it.",
            "%(count)d builds are not chosen: nothing will be built for them.",
            count,
        )
    else:
        text = ngettext(
            "%(count)d disband is not chosen: the rules will choose the unit.",
            "%(count)d disbands are not chosen: the rules will choose the units.",
            count,
        )
    return text % {"count": count}


def due_prompts(due: int, *, builds: bool) -> list[str]:
    """Prompts while 0, 1, 2, … and at last all `due` builds or disbands are not chosen."""
    if builds:
        done = _("All builds are chosen. You can still change them.")
    else:
        done = _("All disbands are chosen. You can still change them.")
    return [done, *(_due_prompt(count, builds=builds) for count in range(1, due + 1))]


def _due_prompt(count: int, *, builds: bool) -> str:
    if builds:
        text = ngettext(
            "Build %(count)d unit: choose a marked center.",
            "Build %(count)d units: choose a marked center.",
            count,
        )
    else:
        text = ngettext(
            "Disband %(count)d unit: choose it.",
            "Disband %(count)d units: choose one.",
            count,
        )
    return text % {"count": count}


def partly_saved(saved: Saved, sheet: TextSheet) -> str:
    """Return a sentence with the numbers of orders saved and of lines refused.

    It keeps people from taking the sheet for saved as a whole.
    """
    taken, asked = len(sheet.taken), len(sheet.questions)
    wrong = len(sheet.left_over) - asked
    good = ngettext(
        "%(count)d order was saved at %(time)s.", "%(count)d orders were saved at %(time)s.", taken
    )
    sentences = [good % {"count": taken, "time": _saved_at(saved)}]
    if wrong:
        bad = ngettext(
            "%(count)d line was not saved: see below.",
            "%(count)d lines were not saved: see below.",
            wrong,
        )
        sentences.append(bad % {"count": wrong})
    if asked:
        sentences.append(questions(asked))
    return " ".join(sentences)


def nothing_saved(sheet: TextSheet) -> str:
    """Return a sentence that says why nothing of a text was saved."""
    if sheet.problem:
        return _("Nothing was saved.") + " " + sheet.problem
    if sheet.questions:
        return f"{_('Nothing was saved.')} {questions(len(sheet.questions))}"
    return _("Nothing was saved: every line needs a correction.")


def checked(sheet: TextSheet) -> str:
    """Return a sentence about a text that was only read: how many of its lines are orders."""
    return sheet.problem or f"{sheet_feedback(sheet).summary}."


def questions(count: int) -> str:
    message = ngettext(
        "%(count)d line needs your answer: answer below, then save.",
        "%(count)d lines need your answers: answer below, then save.",
        count,
    )
    return message % {"count": count}


def _saved_at(saved: Saved) -> str:
    return formats.time_format(timezone.localtime(saved.receipt.saved_at), "H:i")


def saved_message(saved: Saved) -> str:
    if not saved.receipt.text:
        return _("Saved without orders.")
    if saved.changed and saved.receipt.phase.game.practice:
        return _("Saved %(time)s – counts when the phase ends.") % {"time": _saved_at(saved)}
    if saved.changed:
        return _("Saved %(time)s – counts at the deadline.") % {"time": _saved_at(saved)}
    return _("Nothing changed. These orders were saved at %(time)s.") % {"time": _saved_at(saved)}


def end_when_ready(phase: Phase, seats: Sequence[Seat]) -> str:
    """Sentence about when `phase` ends, for the person who plays `seats`.

    It says that it waits for them alone only where everyone may see who is ready. Empty for a
    person who is ready in a practice game: the head of the page says that it waits for the bots.
    """
    if phase.game.practice:
        ready = all(seat.ready_phase_id == phase.pk for seat in seats)
        return "" if ready else _("The phase ends when you’re ready.")
    shown = access.everyone_sees_who_has_ordered(phase.game)
    if shown and readiness.is_last_awaited(phase, seats):
        return settings.when_last_ready(phase.settings)
    return settings.when_all_ready(phase.settings)


def now_ready(phase: Phase, seats: Sequence[Seat]) -> str:
    """Message after a person has said that all of their `seats` are ready."""
    done = _("You are ready.") if len(seats) == 1 else _("You’re ready with all your powers.")
    if phase.game.practice:
        return done + " " + _("The phase ends in a moment.")
    return f"{done} {settings.when_all_ready(phase.settings)}"


def entered(seats: Sequence[Seat], *, is_late: bool) -> str:
    """Message after a game master has stored the orders of `seats`."""
    names = wording.listed([wording.power(seat.power) for seat in seats])
    if is_late:
        saved = _("Saved: %(powers)s. The results will show that they came late.")
    else:
        saved = _("Saved: %(powers)s. These orders count at the deadline.")
    return saved % {"powers": names}


def not_entered(seats: Sequence[Seat]) -> str:
    """Sentence about seats whose orders a game master does not enter; empty without any."""
    if not seats:
        return ""
    names = wording.listed([wording.power(seat.power) for seat in seats])
    return _("Not entered, because their players give the orders themselves: %(powers)s.") % {
        "powers": names
    }
