"""Sending what stands in the outbox.

A mail is claimed in one short transaction and sent outside of any: no mail server, however slow,
keeps a lock that a deadline waits for. The claim is a lease. A worker that dies between the mail
server's “taken” and our own mark leaves a mail that another one sends once more when the lease has
run out, with the same Message-ID.
"""

import datetime as dt
import smtplib
import time
from contextlib import suppress

import structlog
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError, connection, transaction

from .. import clock, metrics
from ..errors import describe
from ..models import Notice
from . import presence
from .mails.memory import remembering
from .mails.message import compose

logger = structlog.get_logger(__name__)

# Longer than a mail can take: a dozen answers of the server, EMAIL_TIMEOUT (10 s) for each.
LEASE = dt.timedelta(minutes=5)
FIRST_PAUSE, LONGEST_PAUSE = dt.timedelta(minutes=1), dt.timedelta(minutes=30)
# Both: of a site that was down for days, no mail was really tried.
GIVEN_UP_AFTER, FEWEST_ATTEMPTS = dt.timedelta(days=3), 10
MOST_ATTEMPTS = 32_767  # what the column holds
ROUND = 60.0  # seconds after which other tasks get their turn
MAILS_PER_CONNECTION = 50  # servers cut off who sends too many
MOST_IN_A_SUMMARY = 200  # the rest goes with the next one, at once
SERVER_IS_CLOSING = 421


class ServerTroubleError(Exception):
    """The mail server cannot be used now; trying the next mail would only wait once more."""


def deliver_due() -> int:
    """Send the mails that are due, for about a minute; returns how many were sent."""
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
    sent = 0
    try:
        with remembering():
            for _number in range(MAILS_PER_CONNECTION):
                if time.monotonic() >= ends_at or (notice := claim()) is None:
                    return sent, False
                with structlog.contextvars.bound_contextvars(**_about(notice)):
                    sent += _deliver(notice, post)
    except ServerTroubleError:
        return sent, False
    finally:
        with suppress(OSError):  # of which the errors of SMTP are some; what was sent is sent
            post.close()
    return sent, True


def claim() -> Notice | None:
    """Take the mail that is due longest, for as long as the lease; none if none is due.

    One that is too old is given up: perhaps it kills each worker that sends it, or can never be
    written, so that nobody else comes to count its attempts.
    """
    while (notice := _claim()) is not None and notice.send_at is None:
        with structlog.contextvars.bound_contextvars(**_about(notice)):
            metrics.MAIL_GIVEN_UP.inc()
            logger.warning("mail_given_up", attempts=notice.attempts)
    return notice


def _claim() -> Notice | None:
    with transaction.atomic():
        waiting = Notice.objects.select_for_update(
            of=("self",), skip_locked=connection.features.has_select_for_update_skip_locked
        )
        due = waiting.filter(send_at__lte=clock.now())
        due = due.select_related("person", "game", "phase").order_by("send_at", "pk")
        notice = due.first()
        if notice is not None:
            if notice.in_summary:
                same = due.filter(person=notice.person_id, in_summary=True)
                notice.beside = list(same.exclude(pk=notice.pk)[:MOST_IN_A_SUMMARY])
            for each in (notice, *notice.beside):
                _lease(each)
    return notice


def _lease(notice: Notice) -> None:
    """Take a mail for as long as it may last to send it, or give it up."""
    if _is_hopeless(notice, clock.now()):
        notice.send_at = None
    else:
        notice.send_at = clock.now() + LEASE
        notice.attempts = min(notice.attempts + 1, MOST_ATTEMPTS)
    notice.save(update_fields=["send_at", "attempts"])


def _is_hopeless(notice: Notice, when: dt.datetime) -> bool:
    old = when - notice.created_at > GIVEN_UP_AFTER
    return old and notice.attempts >= FEWEST_ATTEMPTS


def _about(notice: Notice) -> dict[str, str | int]:
    """What every line of the log says while a mail is sent."""
    phase = {"phase": notice.phase.code} if notice.phase else {}
    return {"notice": notice.pk, "kind": notice.kind, "game": notice.game.slug, **phase}


def _deliver(notice: Notice, post: BaseEmailBackend) -> bool:
    """Send one claimed mail and mark it; says whether it was sent. While its reader looks at the
    game, it waits."""
    if until := presence.waits_until(notice):
        _settle(notice, send_at=until)
        return False
    try:
        message = None if presence.has_told(notice) else compose(notice)
        if message is None:
            _settle(notice, send_at=None)
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
        _postpone(notice)
        if _is_the_servers(error):
            raise ServerTroubleError from None
        return False
    _settle(notice, send_at=None, sent_at=clock.now())
    metrics.MAIL_SENT.inc()
    logger.info("mail_sent")
    return True


def _settle(notice: Notice, **fields: dt.datetime | None) -> None:
    """Write what became of a mail, and of those beside it, unless the lease ran out and somebody
    else has it now."""
    for each in (notice, *notice.beside):
        Notice.objects.filter(pk=each.pk, send_at=each.send_at, sent_at=None).update(**fields)


def _postpone(notice: Notice) -> None:
    """Try again after 1, 2, 4 … minutes, at most 30, and for three days or ten attempts."""
    doubled = FIRST_PAUSE * 2 ** min(notice.attempts - 1, 10)
    again = clock.now() + min(doubled, LONGEST_PAUSE)
    if _is_hopeless(notice, again):
        _settle(notice, send_at=None)
        metrics.MAIL_GIVEN_UP.inc()
        logger.warning("mail_given_up", attempts=notice.attempts)
    else:
        _settle(notice, send_at=again)


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
