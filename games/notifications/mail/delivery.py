"""Sending of the mails of the outbox.

A mail that is sent again after a crash has the same Message-ID.
"""

import itertools
import time
from collections.abc import Collection
from contextlib import suppress

import structlog
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError
from django.db.models import prefetch_related_objects

from accounts import clock
from accounts.mails import refusals

from ...core import metrics
from ...models import Notification
from .. import outbox, presence
from ..round_cache import remembering
from . import account_mails, failures
from .compose import compose

logger = structlog.get_logger(__name__)

ROUND = 6.0  # seconds after which other tasks get their turn
TOGETHER = 8  # seven players and a master


def deliver_due() -> int:
    """Send the mails that are due, for about a `ROUND`; return how many were sent.

    Those about accounts go first: somebody waits for each of them.
    """
    ends_at = time.monotonic() + ROUND
    total = 0
    for deliver_some in itertools.cycle((account_mails.deliver_some, _deliver_some)):
        count, more = deliver_some(ends_at)
        total += count
        if not more or time.monotonic() >= ends_at:
            break
    return total


def _deliver_some(ends_at: float) -> tuple[int, bool]:
    """Send some mails over one connection; returns how many, and whether to go on."""
    connection = mail.get_connection()
    sent = tried = 0
    waiting: list[Notification] = []
    refusing = refusals.addresses()
    try:
        with remembering():
            while tried < failures.MAILS_PER_CONNECTION:
                if time.monotonic() >= ends_at or not (waiting := claim()):
                    return sent, False
                while waiting and outbox.has_time(waiting[0]):
                    notification = waiting.pop(0)
                    tried += 1
                    with structlog.contextvars.bound_contextvars(
                        **outbox.log_context(notification)
                    ):
                        sent += _deliver(notification, connection, refusing)
                outbox.give_back(waiting)
    except failures.ServerTroubleError:
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


def _deliver(
    notification: Notification, connection: BaseEmailBackend, refusing: Collection[str]
) -> bool:
    """Send a claimed mail and store the result; return whether it was sent.

    The mail waits while its reader looks at the game. `refusing` are the addresses that have
    refused mail before.
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
        logger.warning(
            "mail_not_sent", attempts=notification.attempts, error=failures.description(error)
        )
        if code := failures.refusal_code(error):
            refusals.record(notification.person.email, code)
        if not outbox.postpone(notification, refused=code is not None):
            _log_given_up(notification)
        if failures.is_server_trouble(error):
            raise failures.ServerTroubleError from None
        return False
    if notification.person.email in refusing:
        refusals.forget(notification.person.email)
    outbox.settle(notification, send_at=None, sent_at=clock.now())
    metrics.MAIL_SENT.inc()
    logger.info("mail_sent")
    return True


def _log_given_up(notification: Notification) -> None:
    metrics.MAIL_GIVEN_UP.inc()
    logger.warning("mail_given_up", attempts=notification.attempts)
