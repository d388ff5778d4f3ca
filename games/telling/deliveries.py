"""Sending the mails that stand in the outbox. One that is sent once more after a crash has the same
Message-ID."""

import smtplib
import time
from contextlib import suppress

import structlog
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError
from django.db.models import prefetch_related_objects

from .. import clock, metrics
from ..errors import describe
from ..models import Notice
from . import outbox, presence
from .mails.message import compose
from .memory import remembering

logger = structlog.get_logger(__name__)

ROUND = 6.0  # seconds after which other tasks get their turn
MAILS_PER_CONNECTION = 50  # servers cut off who sends too many
TOGETHER = 8  # as many as sit at a table
SERVER_IS_CLOSING = 421


class ServerTroubleError(Exception):
    """The mail server cannot be used now; trying the next mail would only wait once more."""


def deliver_due() -> int:
    """Send the mails that are due, for about a `ROUND`; returns how many were sent."""
    ends_at = time.monotonic() + ROUND
    total = 0
    while time.monotonic() < ends_at:
        count, more = _deliver_some(ends_at)
        total += count
        if not more:
            break
    return total


def _deliver_some(ends_at: float) -> tuple[int, bool]:
    """Send some mails over one connection; says how many, and whether to go on."""
    post = mail.get_connection()
    sent = tried = 0
    waiting: list[Notice] = []
    try:
        with remembering():
            while tried < MAILS_PER_CONNECTION:
                if time.monotonic() >= ends_at or not (waiting := claim()):
                    return sent, False
                while waiting and outbox.has_time(waiting[0]):
                    notice = waiting.pop(0)
                    tried += 1
                    with structlog.contextvars.bound_contextvars(**outbox.about(notice)):
                        sent += _deliver(notice, post)
                outbox.give_back(waiting)
    except ServerTroubleError:
        outbox.give_back(waiting)
        return sent, False
    finally:
        with suppress(OSError):  # of which the errors of SMTP are some; what was sent is sent
            post.close()
    return sent, True


def claim() -> list[Notice]:
    """Take the mail that is due longest, for as long as the lease, and some that say the same to
    others: that is found out once for all. None if none is due."""
    while (taken := outbox.take(Notice.Channel.MAIL, together=TOGETHER)) and not taken[0].send_at:
        with structlog.contextvars.bound_contextvars(**outbox.about(taken[0])):
            _say_given_up(taken[0])
    prefetch_related_objects(taken, "person__mail_choices")
    return taken


def _deliver(notice: Notice, post: BaseEmailBackend) -> bool:
    """Send one claimed mail and mark it; says whether it was sent. While its reader looks at the
    game, it waits."""
    if until := presence.waits_until(notice):
        outbox.settle(notice, send_at=until)
        return False
    try:
        message = None if presence.has_told(notice) else compose(notice)
        if message is None:
            outbox.settle(notice, send_at=None)
            metrics.MAIL_NEEDLESS.inc()
            logger.info("mail_needless")
            return False
        post.open()
        post.send_messages([message])
    except DatabaseError:
        raise  # nothing can be noted now; the lease runs out, and it is tried again
    except Exception as error:
        metrics.MAIL_NOT_SENT.inc()
        logger.warning("mail_not_sent", attempts=notice.attempts, error=_code(error))
        if not outbox.postpone(notice):
            _say_given_up(notice)
        if _is_the_servers(error):
            raise ServerTroubleError from None
        return False
    outbox.settle(notice, send_at=None, sent_at=clock.now())
    metrics.MAIL_SENT.inc()
    logger.info("mail_sent")
    return True


def _say_given_up(notice: Notice) -> None:
    metrics.MAIL_GIVEN_UP.inc()
    logger.warning("mail_given_up", attempts=notice.attempts)


def _is_the_servers(error: Exception) -> bool:
    """Whether the next mail would meet the same trouble: not if only this one was refused."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return SERVER_IS_CLOSING in {code for code, _text in error.recipients.values()}
    if isinstance(error, smtplib.SMTPDataError):
        return error.smtp_code == SERVER_IS_CLOSING
    return isinstance(error, OSError)  # no connection, a timeout, anything else of SMTP


def _code(error: Exception) -> str:
    """What went wrong, without the words of the error: they hold addresses and texts."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = sorted({code for code, _text in error.recipients.values()})
        return f"{type(error).__name__} {codes}"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{type(error).__name__} {error.smtp_code}"
    return describe(error)
