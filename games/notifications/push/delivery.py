"""Sending of push messages: claimed from the outbox as mails are, and sent by `http`.

The URL of a push service comes from the browser and could be any URL, so `ssrf_guard` checks it.
The browsers that have received a notification are stored until all have it: one that cannot be
reached causes no second message in the others, and after a crash at most one gets its message
again.
"""

import datetime as dt
import time
from collections.abc import Iterable, Iterator, Sequence

import structlog
from django.db import DatabaseError, transaction

from accounts import clock

from ...core import metrics
from ...core.errors import describe
from ...models import Browser, Notification
from .. import outbox, presence
from ..http import Answer, call
from . import browsers, keys
from .content import Content, compose

logger = structlog.get_logger(__name__)

ROUND = 8.0  # seconds after which no message is begun: mails wait for the same worker
LATER = Answer("later")  # not tried: there was no time left
GONE = {"404", "410"}  # the subscription has ended


def push_due() -> int:
    """Send push messages that are due, for about a `ROUND`; returns how many arrived."""
    ends_at = time.monotonic() + ROUND
    arrived = 0
    while keys.is_on() and time.monotonic() < ends_at and (notification := claim()) is not None:
        with structlog.contextvars.bound_contextvars(**outbox.log_context(notification)):
            arrived += _push(notification, ends_at)
    return arrived


def claim() -> Notification | None:
    """Claim the notification with the fewest attempts; None if none is due.

    Notifications beyond the limits of `leases` are given up.
    """
    while (taken := outbox.claim(Notification.Channel.PUSH)) and taken[0].send_at is None:
        with structlog.contextvars.bound_contextvars(**outbox.log_context(taken[0])):
            _give_up(taken[0])
    return taken[0] if taken else None


def _push(notification: Notification, ends_at: float) -> int:
    """Send a claimed notification to each browser that does not have it yet, and store the results.

    Returns how many messages arrived. The notification waits while the person looks at the game.
    """
    if until := presence.waits_until(notification):
        outbox.settle(notification, send_at=until)
        return 0
    try:
        content = None if presence.has_seen(notification) else compose(notification)
    except DatabaseError:
        raise  # nothing can be stored now; the lease runs out, and it is tried again
    except Exception as error:
        logger.error("push_not_written", error=describe(error))
        if not outbox.postpone(notification):
            _give_up(notification)
        return 0
    browsers.forget_invalid(notification.person)
    unreached = browsers.valid_browsers(notification.person).exclude(
        pk__in=notification.reached.values("pk")
    )
    # Those in trouble last: otherwise a slow one could keep the others waiting for ever.
    ordered = unreached.order_by("trouble", "pk")
    answers = [*_answers(notification, content, ordered, ends_at)] if content else []
    _settle(notification, answers)
    return sum(answer.is_good for answer in answers)


def _settle(notification: Notification, answers: Sequence[Answer]) -> None:
    """Store the result for a notification.

    `answers` are those for all browsers that did not have it yet.
    """
    failed = [answer for answer in answers if not answer.is_good]
    if failed:
        wait = dt.timedelta(seconds=max(answer.wait for answer in failed))
        if not outbox.postpone(notification, wait=wait):
            _give_up(notification)
        return
    sent = bool(answers) or notification.reached.exists()
    if not sent:
        metrics.PUSH_NEEDLESS.inc()
        logger.info("push_needless")
    if outbox.settle(notification, send_at=None, sent_at=clock.now() if sent else None):
        notification.reached.clear()


def _answers(
    notification: Notification, content: Content, to: Iterable[Browser], ends_at: float
) -> Iterator[Answer]:
    """Send to each browser and yield the answers.

    A browser whose subscription has ended is deleted and yields nothing.
    """
    for browser in to:
        if time.monotonic() >= ends_at:
            yield LATER
            continue
        answer = _answer(content, browser)
        if answer.status in GONE:
            logger.info("browser_gone", browser=browser.pk, status=answer.status)
            browser.delete()
            continue
        _store_answer(notification, browser, answer)
        yield answer


def _answer(content: Content, browser: Browser) -> Answer:
    from .vapid import push_request  # needs optional libraries: see `keys.is_on`

    try:
        request = push_request(content, browser)
    except ValueError as error:
        logger.error("push_not_written", browser=browser.pk, error=describe(error))
        return Answer("not written")
    return call(request)


def _store_answer(notification: Notification, browser: Browser, answer: Answer) -> None:
    """Store the answer for a browser, unless its subscription was ended meanwhile."""
    if answer.is_good:
        metrics.PUSH_SENT.inc()
        logger.info("push_sent", browser=browser.pk, status=answer.status)
    else:
        metrics.PUSH_NOT_SENT.inc()
        logger.warning(
            "push_not_sent",
            browser=browser.pk,
            status=answer.status,
            attempts=notification.attempts,
        )
    trouble = "" if answer.is_good else answer.status
    with transaction.atomic():
        if Browser.objects.filter(pk=browser.pk).update(trouble=trouble) and answer.is_good:
            notification.reached.add(browser)


def _give_up(notification: Notification) -> None:
    notification.reached.clear()
    metrics.PUSH_GIVEN_UP.inc()
    logger.warning("push_given_up", attempts=notification.attempts)
