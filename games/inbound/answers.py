"""Answers to mails that came in. They go to the confirmed address of their reader, and to no other.

All are written in the language, notation and time zone of their reader, which the caller has set.
"""

from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import clock
from accounts.dates import local_time_text
from accounts.mails import account_mails

from .. import wording
from ..core.errors import Refused
from ..core.links import absolute_url
from ..models import DeclaredPlayer, Game, Message, Phase, Seat
from ..notifications.mail import declared_links
from ..orders import choices, feedback, mailed_text
from ..orders.order_sheets import TextSheet
from ..orders.submission import Saved
from ..press import locations
from . import senders
from .mail import Mail
from .received import MOST_AN_HOUR
from .senders import Writer


def too_many() -> str:
    """Return the reason why a mail beyond the limit is not handled."""
    return _(
        "You sent more than %(most)d emails in an hour. Wait, or use the page of the game."
    ) % {"most": MOST_AN_HOUR}


def queue_saved(
    mail: Mail,
    phase: Phase,
    seat: Seat,
    writer: Writer,
    saved: Saved,
    sheet: TextSheet,
    *,
    to: str,
) -> None:
    """Answer a mail whose orders are saved: what is saved now, and since when it counts."""
    rows = choices.rows(phase, seat)
    context = {
        **_state(phase, seat, writer),
        "unchanged": not saved.changed,
        "saved_at": local_time_text(saved.receipt.saved_at),
        "without_order": ", ".join(row.label for row in rows if not row.chosen),
        "left_aside": [line.read.text for line in sheet.lines if line.is_remark],
        "has_attachments": mail.has_attachments,
        "failed_checks": _failed_checks(mail),
    }
    subject = _("%(game)s: orders of %(power)s saved")
    reply_to = senders.order_address(writer, seat, phase)
    _queue(mail, subject % _names(seat), "saved", context, to=to, reply_to=reply_to)


def queue_not_saved(
    mail: Mail, phase: Phase | None, seat: Seat, writer: Writer, refusal: Refused, *, to: str
) -> None:
    """Answer a mail of which nothing was saved: why, line by line, and what is saved instead."""
    sheet = getattr(refusal, "sheet", None)
    is_open = phase is not None and _takes_orders(phase)
    context = {
        **(_state(phase, seat, writer) if phase else _place(seat.game, writer) | _names(seat)),
        "reason": str(refusal),
        "lines": feedback.sheet_feedback(sheet).entries if sheet else [],
        "is_open": is_open,
        "text_url": _text_url(phase, seat, writer, mail.text) if is_open and phase else "",
        "failed_checks": _failed_checks(mail),
    }
    subject = _("%(game)s: orders of %(power)s not saved")
    reply_to = senders.order_address(writer, seat, phase)
    _queue(mail, subject % _names(seat), "not_saved", context, to=to, reply_to=reply_to)


def queue_sent(mail: Mail, message: Message, *, to: str) -> None:
    """Answer a mail whose text was sent as a message, without its attachments."""
    context = _thread(message)
    subject = _("%(game)s: message sent without attachments") % {"game": context["game"]}
    _queue(mail, subject, "sent", context, to=to)


def queue_not_sent(mail: Mail, message: Message, *, reason: str, to: str) -> None:
    """Answer a mail that did not become a message: why, and its text, so that nothing is lost."""
    context = {**_thread(message), "reason": reason, "text": mail.text}
    subject = _("%(game)s: message not sent") % {"game": context["game"]}
    _queue(mail, subject, "not_sent", context, to=to)


def queue_warning(game: Game, seat: Seat | None, writer: Writer, *, to: str) -> None:
    """Tell the owner of an address that a mail to it came from somebody else."""
    context = {
        "game": game.title,
        "power": wording.power(seat.power) if seat else "",
        "address": to,
        **_place(game, writer),
    }
    subject = _("%(game)s: an email from another sender") % {"game": game.title}
    account_mails.queue(to=to, subject=_one_line(subject), text=_text("stranger", context))


def _queue(
    mail: Mail,
    subject: str,
    template: str,
    context: dict[str, Any],
    *,
    to: str,
    reply_to: str = "",
) -> None:
    account_mails.queue(
        to=to,
        subject=_one_line(subject),
        text=_text(template, context),
        in_reply_to=mail.message_id,
        reply_to=reply_to,
    )


def _text(template: str, context: dict[str, Any]) -> str:
    whole = {**context, "site": settings.SITE_URL}
    return render_to_string(f"games/inbound/{template}.txt", whole).strip() + "\n"


def _one_line(subject: str) -> str:
    return " ".join(subject.split())


def _names(seat: Seat) -> dict[str, Any]:
    return {"game": seat.game.title, "power": wording.power(seat.power)}


def _state(phase: Phase, seat: Seat, writer: Writer) -> dict[str, Any]:
    """The orders that count now, and until when they can be changed."""
    due_at = phase.due_at if _takes_orders(phase) else None
    return {
        **_names(seat),
        **_place(seat.game, writer),
        "phase": wording.phase(phase),
        "orders": feedback.stored_orders(phase, seat) if phase.is_open else [],
        "deadline": local_time_text(due_at) if due_at else "",
    }


def _place(game: Game, writer: Writer) -> dict[str, str]:
    """The address of the game's page, and of the page that players without an account have."""
    public = game.visibility == Game.Visibility.PUBLIC
    url = absolute_url(game.get_absolute_url())
    if isinstance(writer, DeclaredPlayer):
        address_url = declared_links.address_url(writer)
        return {"url": url if public else "", "address_url": address_url}
    return {"url": url, "address_url": ""}


def _takes_orders(phase: Phase) -> bool:
    return phase.is_open and not phase.is_due(clock.now())


def _text_url(phase: Phase, seat: Seat, writer: Writer, text: str) -> str:
    """The link that opens the form with the text of the mail; without a text, the form alone.

    Empty for players without an account: no form is open to them.
    """
    if isinstance(writer, DeclaredPlayer):
        return ""
    token = mailed_text.seal(phase, seat, writer, text) if text else ""
    if token:
        return absolute_url(reverse("games:mailed_orders", args=[token]))
    form = reverse("games:orders", args=[seat.game.slug, phase.code, seat.power])
    return absolute_url(form)


def _thread(message: Message) -> dict[str, Any]:
    thread = message.thread
    circle = list(thread.seats.order_by("place"))
    place = locations.ThreadLocation(
        thread.game, circle, thread, phase=thread.phase, with_masters=thread.with_masters
    )
    return {"game": thread.game.title, "url": absolute_url(place.url)}


def _failed_checks(mail: Mail) -> str:
    """The checks of the sender that our mail server noted as failed, such as “spf=fail”."""
    return " ".join(each for each in mail.checks.split() if each.endswith("=fail"))
