"""Sending what browsers are to be told: claimed as mails are, and called as hooks are.

A browser gives the address at which it is told, and it could name any: see `hooks.guarding`. Which
browsers have a notice already is kept until the last of them has it. So one that cannot be reached
costs the others no second message, and after a crash at most one gets its message again.
"""

import datetime as dt
import time
from collections.abc import Iterable, Iterator, Sequence

import structlog
from django.db import DatabaseError, transaction

from ... import clock, metrics
from ...errors import describe
from ...hooks.calling import Answer, call
from ...models import Browser, Notice
from .. import outbox, presence
from . import browsers, switch
from .content import Content, compose

logger = structlog.get_logger(__name__)

ROUND = 8.0  # seconds after which no message is begun: mails wait for the same worker
LATER = Answer("later")  # not tried: there was no time left
GONE = {"404", "410"}  # the browser takes no messages any more


def push_due() -> int:
    """Tell browsers what is due, for some seconds; returns how many messages arrived."""
    ends_at = time.monotonic() + ROUND
    arrived = 0
    while switch.is_on() and time.monotonic() < ends_at and (notice := claim()) is not None:
        with structlog.contextvars.bound_contextvars(**outbox.about(notice)):
            arrived += _push(notice, ends_at)
    return arrived


def claim() -> Notice | None:
    """Take the notice that was tried least, for as long as the lease; none if none is due."""
    while (taken := outbox.take(Notice.Channel.PUSH)) and taken[0].send_at is None:
        with structlog.contextvars.bound_contextvars(**outbox.about(taken[0])):
            _give_up(taken[0])
    return taken[0] if taken else None


def _push(notice: Notice, ends_at: float) -> int:
    """Tell each browser of its person that has not been told, and mark the notice. While they look
    at the game, it waits. Returns how many messages arrived."""
    if until := presence.waits_until(notice):
        outbox.settle(notice, send_at=until)
        return 0
    try:
        content = None if presence.has_told(notice) else compose(notice)
    except DatabaseError:
        raise  # nothing can be noted now; the lease runs out, and it is tried again
    except Exception as error:
        logger.error("push_not_written", error=describe(error))
        if not outbox.postpone(notice):
            _give_up(notice)
        return 0
    browsers.forget_unbound(notice.person)
    waiting = browsers.of(notice.person).exclude(pk__in=notice.reached.values("pk"))
    # Those in trouble last: else one that takes long could keep the others waiting for ever.
    ordered = waiting.order_by("trouble", "pk")
    answers = [*_answers(notice, content, ordered, ends_at)] if content else []
    _mark(notice, answers)
    return sum(answer.is_good for answer in answers)


def _mark(notice: Notice, answers: Sequence[Answer]) -> None:
    """Write what became of it, now that each browser that had to be told has been asked."""
    failed = [answer for answer in answers if not answer.is_good]
    if failed:
        wait = dt.timedelta(seconds=max(answer.wait for answer in failed))
        if not outbox.postpone(notice, wait=wait):
            _give_up(notice)
        return
    sent = bool(answers) or notice.reached.exists()
    if not sent:
        metrics.PUSH_NEEDLESS.inc()
        logger.info("push_needless")
    if outbox.settle(notice, send_at=None, sent_at=clock.now() if sent else None):
        notice.reached.clear()


def _answers(
    notice: Notice, content: Content, to: Iterable[Browser], ends_at: float
) -> Iterator[Answer]:
    """What came of telling each browser; of one that is there no more, nothing."""
    for browser in to:
        if time.monotonic() >= ends_at:
            yield LATER
            continue
        answer = _answer(content, browser)
        if answer.status in GONE:
            logger.info("browser_gone", browser=browser.pk, status=answer.status)
            browser.delete()
            continue
        _note(notice, browser, answer)
        yield answer


def _answer(content: Content, browser: Browser) -> Answer:
    from .request import written  # needs a library that only the switch knows to be there

    try:
        request = written(content, browser)
    except ValueError as error:
        logger.error("push_not_written", browser=browser.pk, error=describe(error))
        return Answer("not written")
    return call(request)


def _note(notice: Notice, browser: Browser, answer: Answer) -> None:
    """Keep what came of it, unless the browser was taken away meanwhile."""
    if answer.is_good:
        metrics.PUSH_SENT.inc()
        logger.info("push_sent", browser=browser.pk, status=answer.status)
    else:
        metrics.PUSH_NOT_SENT.inc()
        logger.warning(
            "push_not_sent", browser=browser.pk, status=answer.status, attempts=notice.attempts
        )
    trouble = "" if answer.is_good else answer.status
    with transaction.atomic():
        if Browser.objects.filter(pk=browser.pk).update(trouble=trouble) and answer.is_good:
            notice.reached.add(browser)


def _give_up(notice: Notice) -> None:
    notice.reached.clear()
    metrics.PUSH_GIVEN_UP.inc()
    logger.warning("push_given_up", attempts=notice.attempts)
