"""Sending of the mails about accounts, whose texts `accounts.mails.account_mails` has stored.

A row is deleted with its text once the mail was sent or given up. One that is sent again after a
crash has the same Message-ID.
"""

import time
from contextlib import suppress

import structlog
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from accounts.mails import refusals
from accounts.models import AccountMail

from ...core import metrics
from .. import leases, outbox
from . import declared_addresses, failures
from .compose import message_id

logger = structlog.get_logger(__name__)


def deliver_some(ends_at: float) -> tuple[int, bool]:
    """Send due mails over one connection until `ends_at`, a time of `time.monotonic()`.

    Returns how many were sent, and False if the mail server cannot be used now.
    """
    waiting = claim()
    if waiting is None:
        return 0, True
    sent = tried = 0
    connection = mail.get_connection()
    try:
        while waiting is not None:
            with structlog.contextvars.bound_contextvars(account_mail=waiting.pk):
                sent += _deliver(waiting, connection)
            tried += 1
            full = tried == failures.MAILS_PER_CONNECTION or time.monotonic() >= ends_at
            waiting = None if full else claim()
    except failures.ServerTroubleError:
        return sent, False
    finally:
        with suppress(OSError):  # SMTP's errors included: the mails are sent already
            connection.close()
    return sent, True


def claim() -> AccountMail | None:
    """Claim the mail that is due longest; None if none is due.

    Mails beyond the limits of `leases` are deleted, and so are those without an address.
    """
    while True:
        with transaction.atomic():
            waiting = leases.due(AccountMail.objects.order_by("send_at", "pk")).first()
            if waiting is None:
                return None
            leases.take([waiting], lease=outbox.LEASE)
            if waiting.to and waiting.send_at:
                return waiting
            _held(waiting).delete()
        if waiting.to:
            _log_given_up(waiting)


def _deliver(waiting: AccountMail, connection: BaseEmailBackend) -> bool:
    """Send a claimed mail and store the result; return whether it was sent."""
    try:
        connection.open()
        connection.send_messages([_compose(waiting)])
    except DatabaseError:
        raise  # nothing can be stored now; the lease runs out, and it is tried again
    except Exception as error:
        metrics.MAIL_NOT_SENT.inc()
        logger.warning(
            "mail_not_sent", attempts=waiting.attempts, error=failures.description(error)
        )
        if code := failures.refusal_code(error):
            refusals.record(waiting.to, code)
        _postpone(waiting, refused=code is not None)
        if failures.is_server_trouble(error):
            raise failures.ServerTroubleError from None
        return False
    refusals.forget(waiting.to)
    _held(waiting).delete()
    metrics.MAIL_SENT.inc()
    logger.info("mail_sent")
    return True


def _compose(waiting: AccountMail) -> EmailMessage:
    # Primary keys may come again when a backup is restored.
    name = f"account.{waiting.pk}.{waiting.created_at.isoformat()}"
    headers = {"Message-ID": message_id(name), "Auto-Submitted": "auto-generated"}
    if answered := waiting.in_reply_to:
        headers |= {"In-Reply-To": answered, "References": answered}
        headers["Auto-Submitted"] = "auto-replied"
    reply_to = [waiting.reply_to] if waiting.reply_to else None
    return EmailMessage(
        waiting.subject, waiting.text, to=[waiting.to], headers=headers, reply_to=reply_to
    )


def _postpone(waiting: AccountMail, *, refused: bool) -> None:
    """Try a claimed mail again later, or give it up.

    At a player without an account it is given up at once if the server `refused` the address.
    """
    again = leases.next_attempt(waiting, refused=refused)
    if refused and declared_addresses.refuse(waiting.to):
        again = None
    if again is None:
        _held(waiting).delete()
        _log_given_up(waiting)
    else:
        _held(waiting).update(send_at=again)


def _held(waiting: AccountMail) -> QuerySet[AccountMail]:
    """The row, unless its lease ran out and another worker has it now."""
    return AccountMail.objects.filter(pk=waiting.pk, send_at=waiting.send_at)


def _log_given_up(waiting: AccountMail) -> None:
    metrics.MAIL_GIVEN_UP.inc()
    logger.warning("mail_given_up", attempts=waiting.attempts)
