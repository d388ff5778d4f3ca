"""Sending of the mails of the outbox.

A mail that is sent again after a crash has the same Message-ID.
"""

import smtplib
import time
from contextlib import suppress

import structlog
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError
from django.db.models import prefetch_related_objects

from ...core import clock, metrics
from ...core.errors import describe
from ...models import Notification
from .. import outbox, presence
from ..round_cache import remembering
from .compose import compose

logger = structlog.get_logger(__name__)

ROUND = 6.0  # seconds after which other tasks get their turn
MAILS_PER_CONNECTION = 50  # servers cut off clients that send too many
TOGETHER = 8  # seven players and a master
SERVER_IS_CLOSING = 421


class ServerTroubleError(Exception):
    """The mail server cannot be used now: the next mail would fail as well."""


def deliver_due() -> int:
    """Send the mails that are due, for about a `ROUND`; return how many were sent."""
    ends_at = time.monotonic() + ROUND
    total = 0
    while time.monotonic() < ends_at:
        count, more = _deliver_some(ends_at)
        total += count
        if not more:
            break
    return total


def _deliver_some(ends_at: float) -> tuple[int, bool]:
    """Send some mails over one connection; returns how many, and whether to go on."""
    connection = mail.get_connection()
    sent = tried = 0
    waiting: list[Notification] = []
    try:
        with remembering():
            while tried < MAILS_PER_CONNECTION:
                if time.monotonic() >= ends_at or not (waiting := claim()):
                    return sent, False
                while waiting and outbox.has_time(waiting[0]):
                    notification = waiting.pop(0)
                    tried += 1
                    with structlog.contextvars.bound_contextvars(
                        **outbox.log_context(notification)
                    ):
                        sent += _deliver(notification, connection)
                outbox.give_back(waiting)
    except ServerTroubleError:
        outbox.give_back(waiting)
        return sent, False
    finally:
        with suppress(OSError):  # SMTP's errors included: the mails are sent already
            connection.close()
    return sent, True


def claim() -> list[Notification]:
    """Claim the mail that is due longest, and some with the same text for other people.

    The text of these is then looked up once. Returns an empty list if none is due.
    """
    while (taken := outbox.claim(Notification.Channel.MAIL, together=TOGETHER)) and not taken[
        0
    ].send_at:
        with structlog.contextvars.bound_contextvars(**outbox.log_context(taken[0])):
            _log_given_up(taken[0])
    prefetch_related_objects(taken, "person__mail_choices")
    return taken


def _deliver(notification: Notification, connection: BaseEmailBackend) -> bool:
    """Send a claimed mail and store the result; return whether it was sent.

    The mail waits while its reader looks at the game.
    """
    if until := presence.waits_until(notification):
        outbox.settle(notification, send_at=until)
        return False
    try:
        message = None if presence.has_seen(notification) else compose(notification)
        if message is None:
            outbox.settle(notification, send_at=None)
            metrics.MAIL_NEEDLESS.inc()
            logger.info("mail_needless")
            return False
        connection.open()
        connection.send_messages([message])
    except DatabaseError:
        raise  # nothing can be stored now; the lease runs out, and it is tried again
    except Exception as error:
        metrics.MAIL_NOT_SENT.inc()
        logger.warning("mail_not_sent", attempts=notification.attempts, error=_description(error))
        if not outbox.postpone(notification):
            _log_given_up(notification)
        if _is_server_trouble(error):
            raise ServerTroubleError from None
        return False
    outbox.settle(notification, send_at=None, sent_at=clock.now())
    metrics.MAIL_SENT.inc()
    logger.info("mail_sent")
    return True


def _log_given_up(notification: Notification) -> None:
    metrics.MAIL_GIVEN_UP.inc()
    logger.warning("mail_given_up", attempts=notification.attempts)


def _is_server_trouble(error: Exception) -> bool:
    """Whether the next mail would fail as well; False if the server refused only this one."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return SERVER_IS_CLOSING in {code for code, _text in error.recipients.values()}
    if isinstance(error, smtplib.SMTPDataError):
        return error.smtp_code == SERVER_IS_CLOSING
    return isinstance(error, OSError)  # no connection, a timeout, any other error of SMTP


def _description(error: Exception) -> str:
    """The error for a log, without its message, which may hold addresses and texts."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = sorted({code for code, _text in error.recipients.values()})
        return f"{type(error).__name__} {codes}"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{type(error).__name__} {error.smtp_code}"
    return describe(error)
