"""Mails with orders. All lines of a mail are saved, or none: in doubt it is answered by a question.

What counts is the moment of saving, as on pages: a mail that was sent in time and comes too late
saves nothing.
"""

import datetime as dt
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from accounts import notation

from .. import wording
from ..core.errors import Refused
from ..deadlines import open_phase
from ..models import DeclaredPlayer, Phase, Receipt, Seat
from ..orders import order_sheets, submission
from ..orders.order_sheets import TextSheet
from ..orders.submission import Saved
from ..state import phases
from . import answers, own_words, received
from .mail import Mail
from .received import Outcome
from .senders import Writer

PRECISION = dt.timedelta(seconds=1)
"""Mails state their time in whole seconds."""


class MailRefused(Refused):
    """Error for a mail from which nothing is saved.

    `sheet` is its text as it was read; None if it was not.
    """

    def __init__(self, reason: str, sheet: TextSheet | None = None) -> None:
        super().__init__(reason)
        self.sheet = sheet


@sensitive_variables()
def handle(
    mail: Mail,
    digest: str,
    *,
    seat: Seat,
    number: int | None,
    writer: Writer,
    to: str,
    is_over_limit: bool,
) -> str:
    """Save the orders of a mail, and answer it; return what became of it.

    `number` is that of the phase for which they are; None if the mail does not say.

    The mail, the orders and the answer are stored in one transaction.
    """
    mail = replace(mail, text=own_words.without_name(mail.text, [mail.name, writer.name]))
    phase = phases.current(seat.game)
    if phase is not None:
        phase.game = seat.game
    try:
        if is_over_limit:
            raise MailRefused(answers.too_many())
        phase = _phase_meant(phase, number)
        sheet = _read(mail, phase, seat, writer)
        with transaction.atomic():
            saved = _save(mail, phase, seat, sheet, writer)
            received.record(
                mail, digest, writer=writer, game=seat.game, seat=seat,
                outcome=Outcome.SAVED, receipt=saved.receipt,
            )  # fmt: skip
            answers.queue_saved(mail, phase, seat, writer, saved, sheet, to=to)
        return Outcome.SAVED.value
    except Refused as refusal:
        with transaction.atomic():
            received.record(
                mail, digest, writer=writer, game=seat.game, seat=seat, outcome=Outcome.NOT_SAVED
            )
            answers.queue_not_saved(mail, phase, seat, writer, refusal, to=to)
        return Outcome.NOT_SAVED.value


def _phase_meant(phase: Phase | None, number: int | None) -> Phase:
    """Return the open phase; raises `Refused` without one, or if another one is meant."""
    if phase is None:
        raise Refused(_("This game isn’t in progress."))
    open_phase.must_be_open(phase)
    if number not in (None, phase.number):
        message = _(
            "You answered an email about an earlier phase. The open one is another (%(phase)s)."
        )
        raise Refused(message % {"phase": wording.phase(phase)})
    return phase


def _read(mail: Mail, phase: Phase, seat: Seat, writer: Writer) -> TextSheet:
    """Read the text of a mail; raises `Refused` if nothing can be saved."""
    if mail.is_too_large:
        raise MailRefused(_("This email is too large to be read. Send the orders alone, as text."))
    if mail.has_too_many_parts:
        raise MailRefused(_("This email has too many parts. Send the orders alone, as text."))
    if not mail.text and mail.has_attachments:
        raise MailRefused(
            _("This email has no text. Attachments aren’t read: write the orders in the email.")
        )
    sheet = read_orders(phase, seat, mail.text)
    if not mail.text or sheet.is_remark:
        raise MailRefused(_("There are no orders in this email. Nothing has changed."))
    if sheet.problem:
        raise MailRefused(sheet.problem)
    if sheet.questions:
        raise MailRefused(_("Some lines can be read in several ways."), sheet)
    if sheet.left_over or not sheet.taken:
        raise MailRefused(_("Some lines aren’t orders that can be saved."), sheet)
    if seat.game.confirms_mail and isinstance(writer, DeclaredPlayer):
        raise MailRefused(
            _("In this game, orders by email need an account. Send yours to the game master."),
            sheet,
        )
    if seat.game.confirms_mail:
        raise MailRefused(
            _("In this game, orders by email count once you confirm them on the site."), sheet
        )
    return sheet


def read_orders(phase: Phase, seat: Seat, text: str) -> TextSheet:
    """Read a text in its writer's notation.

    If no line of it is an order there, it is read in the notation that is recognized from it. A
    doubt between several orders in the writer's own notation is never decided by another.
    """
    sheet = order_sheets.read_text(phase, seat, text, notation.current())
    doubtful = any(len(line.asked) > 1 for line in sheet.questions)
    if sheet.left_over and not sheet.taken and not doubtful:
        other = order_sheets.read_text(phase, seat, text, None)
        if not other.problem and not other.left_over:
            return other
    return sheet


def _save(mail: Mail, phase: Phase, seat: Seat, sheet: TextSheet, writer: Writer) -> Saved:
    open_phase.lock_open(phase)
    _must_be_newest(mail, phase, seat)
    saved, _sheet = submission.submit_text(phase, seat, sheet, person=writer)
    return saved


def _must_be_newest(mail: Mail, phase: Phase, seat: Seat) -> None:
    """Raise `MailRefused` unless a mail was written after all that it would replace.

    A mail that was under way for long, or that somebody sends once more, must not undo what its
    writer has done since. Called with the phase locked.
    """
    if mail.written_at is None:
        raise MailRefused(_("This email doesn’t say when it was written. Send it again."))
    written_at = mail.written_at + PRECISION
    if written_at < phase.opened_at:
        message = _("You wrote this email before the open phase began (%(phase)s). Send it again.")
        raise MailRefused(message % {"phase": wording.phase(phase)})
    last = _last_receipt(phase, seat)
    if last is not None and written_at < received.written_at(last):
        raise MailRefused(
            _("Other orders were saved after you wrote this email. They still count.")
        )


def _last_receipt(phase: Phase, seat: Seat) -> Receipt | None:
    return phases.receipts(phase).filter(seat=seat).order_by("-pk").first()
