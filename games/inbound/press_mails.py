"""Mails that answer the mail of a message: they become messages in its thread."""

import datetime as dt
import uuid
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from accounts import clock

from .. import access
from ..core.errors import Refused
from ..models import Message, Notification, ReceivedMail, Seat
from ..press import sending
from . import answers, received
from .mail import Mail
from .received import Outcome

NAMESPACE = uuid.UUID("5d6ac1ca-0d5c-4e39-8b1e-6a7f6b7b5c11")
"""Namespace of the keys by which a mail that is handled twice becomes one message."""
OLDEST = dt.timedelta(days=3)
"""Time after which a mail is no longer sent: nobody expects it any more."""


@sensitive_variables()
def handle(
    mail: Mail, digest: str, *, notification: Notification, to: str, is_over_limit: bool
) -> str:
    """Send the text of a mail to the thread of a message; return what became of the mail.

    It is answered if it was not sent, or if it had attachments.
    """
    person, message = notification.person, notification.message
    assert message is not None
    record = partial(
        received.record, mail, digest, writer=person, game=message.thread.game, seat=None
    )
    try:
        with transaction.atomic():
            if is_over_limit:
                raise Refused(answers.too_many())
            _send(mail, digest, notification, message)
            record(outcome=Outcome.SENT)
            if mail.has_attachments:
                answers.queue_sent(mail, message, to=to)
        return Outcome.SENT.value
    except Refused as refusal:
        with transaction.atomic():
            record(outcome=Outcome.NOT_SENT)
            answers.queue_not_sent(mail, message, reason=str(refusal), to=to)
        return Outcome.NOT_SENT.value


def _send(mail: Mail, digest: str, notification: Notification, message: Message) -> None:
    """Send the message; raises `Refused`."""
    thread, person = message.thread, notification.person
    circle = list(thread.seats.order_by("place"))
    for seat in circle:
        seat.game = thread.game
    sender = _writer(notification, message, circle)
    if mail.is_too_large:
        raise Refused(_("This email is too large. Send the text alone. Nothing was sent."))
    if mail.has_too_many_parts:
        raise Refused(_("This email has too many parts. Send the text alone. Nothing was sent."))
    _must_be_newest(mail, notification, message)
    sending.send(
        thread.game,
        circle,
        sender=sender,
        person=person,
        text=mail.text,
        request_key=_request_key(digest),
        topic=thread if thread.title else "",
        with_masters=thread.with_masters,
    )


def _request_key(digest: str) -> uuid.UUID:
    return uuid.uuid5(NAMESPACE, digest)


def _must_be_newest(mail: Mail, notification: Notification, message: Message) -> None:
    """Raise `Refused` for a mail that was written before one that was sent to the same thread.

    Also if it is old, or does not say when it was written: somebody may send it once more.
    """
    if mail.written_at is None:
        raise Refused(_("This email doesn’t say when it was written. Send it again."))
    if mail.written_at < clock.now() - OLDEST:
        raise Refused(_("You wrote this email more than three days ago. Nothing was sent."))
    newer = ReceivedMail.objects.filter(
        person=notification.person,
        game=message.thread.game_id,
        outcome=Outcome.SENT,
        written_at__gt=mail.written_at,
    )
    keys = [_request_key(digest) for digest in newer.values_list("digest", flat=True)]
    if Message.objects.filter(thread=message.thread_id, request_key__in=keys).exists():
        raise Refused(
            _("A later email of yours was already sent to this thread. Nothing was sent.")
        )


def _writer(notification: Notification, message: Message, circle: list[Seat]) -> Seat | None:
    """The seat as which a person answers a message; None for the game master.

    Raises `Refused` if they may not, or if they hold several seats there.
    """
    thread, person = message.thread, notification.person
    game = thread.game
    role = access.Role(person, game)
    among_masters = thread.with_masters and not circle
    seats = [] if among_masters else access.writing_seats(role, circle)
    as_master = role.is_master and (thread.is_public or thread.with_masters)
    readable = access.sees_game(person, game) and access.messages(person, [game]).filter(
        pk=message.pk
    )
    if not readable or not readable.exists() or not (seats or as_master):
        raise Refused(_("You can no longer write here. Nothing was sent."))
    if len(seats) > 1:
        raise Refused(
            _("You play several powers. Choose on the page which of them writes. Nothing was sent.")
        )
    return seats[0] if seats else None
