"""Sending what hooks are to be told: claimed as mails are, in one short transaction, and sent
outside of any.

The claim is a lease: a worker that dies between the receiver's answer and our own mark leaves a
posting that goes out once more when the lease has run out, with the same key. The news of a hook
go one after the other: one that cannot be sent keeps those behind it waiting, and no other hook's.
"""

import datetime as dt
import time

import structlog
from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, OuterRef

from accounts import reading

from .. import clock, metrics
from ..errors import describe
from ..models import Posting
from . import formats, pieces, planning
from .calling import Answer, Request, call

logger = structlog.get_logger(__name__)

# Longer than one request may take: see `calling`.
LEASE = dt.timedelta(minutes=2)
FIRST_PAUSE, LONGEST_PAUSE = dt.timedelta(minutes=1), dt.timedelta(minutes=30)
# Both: of a site that was down for days, nothing was really tried.
GIVEN_UP_AFTER, FEWEST_ATTEMPTS = dt.timedelta(days=3), 10
MOST_ATTEMPTS = 32_767  # what the column holds
ROUND = 8.0  # seconds after which no request is begun: mails wait for the same worker
AT_HAND = ("hook__game", "event__phase", "event__seat", "event__actor", "event__subject")


def post_due() -> int:
    """Look for news, and send what is due, for some seconds; returns how many arrived."""
    ends_at = time.monotonic() + ROUND
    planning.plan()
    sent = 0
    while time.monotonic() < ends_at and (posting := claim()) is not None:
        with structlog.contextvars.bound_contextvars(**_about(posting)):
            sent += _post(posting)
    return sent


def claim() -> Posting | None:
    """Take the posting that was tried least, and of those the one due longest, for as long as the
    lease; none if none is due. One that is too old is given up."""
    while (posting := _claim()) is not None and posting.send_at is None:
        with structlog.contextvars.bound_contextvars(**_about(posting)):
            _say_given_up(posting)
    return posting


def _claim() -> Posting | None:
    earlier = Posting.objects.filter(
        hook=OuterRef("hook"), event_id__lt=OuterRef("event_id"), send_at__isnull=False
    )
    with transaction.atomic():
        waiting = Posting.objects.select_for_update(
            of=("self",), skip_locked=connection.features.has_select_for_update_skip_locked
        )
        due = waiting.filter(~Exists(earlier), send_at__lte=clock.now(), hook__off_at=None)
        found = due.select_related(*AT_HAND).order_by("attempts", "send_at", "pk")
        posting = found.first()
        if posting is not None:
            if _is_hopeless(posting, clock.now()):
                posting.send_at = None
            else:
                posting.send_at = clock.now() + LEASE
                posting.attempts = min(posting.attempts + 1, MOST_ATTEMPTS)
            posting.save(update_fields=["send_at", "attempts"])
    return posting


def _is_hopeless(posting: Posting, when: dt.datetime) -> bool:
    old = when - posting.created_at > GIVEN_UP_AFTER
    return old and posting.attempts >= FEWEST_ATTEMPTS


def _about(posting: Posting) -> dict[str, str | int]:
    """What every line of the log says of a posting; never its address."""
    hook = posting.hook
    return {"posting": posting.pk, "hook": hook.pk, "kind": hook.kind, "game": hook.game.slug}


def _post(posting: Posting) -> bool:
    """Send one claimed posting and mark it; says whether it arrived."""
    answer = _answer(posting)
    if answer.is_good:
        _settle(posting, send_at=None, sent_at=clock.now(), status=answer.status)
        metrics.POSTING_SENT.inc()
        logger.info("posting_sent", status=answer.status)
        return True
    metrics.POSTING_NOT_SENT.inc()
    logger.warning("posting_not_sent", status=answer.status, attempts=posting.attempts)
    _postpone(posting, answer)
    return False


def _answer(posting: Posting) -> Answer:
    try:
        return call(_written(posting))
    except DatabaseError:
        raise  # nothing can be noted now; the lease runs out, and it is tried again
    except Exception as error:
        logger.error("posting_not_written", error=describe(error))
        return Answer("not written")


def _written(posting: Posting) -> Request:
    hook, event = posting.hook, posting.event
    with reading.of(None, language=hook.language):
        if event is None:
            piece = pieces.trial(hook.game, posting.created_at)
        else:
            event.game = hook.game
            piece = pieces.of(event)
        return formats.write(piece, posting)


def _settle(posting: Posting, **fields: dt.datetime | str | None) -> None:
    """Write what became of it, unless the lease ran out and somebody else has it now."""
    Posting.objects.filter(pk=posting.pk, send_at=posting.send_at, sent_at=None).update(**fields)


def _postpone(posting: Posting, answer: Answer) -> None:
    """Try again after 1, 2, 4 … minutes, or as much later as the receiver asks, at most 30; for
    three days or ten attempts. A test is tried once."""
    doubled = FIRST_PAUSE * 2 ** min(posting.attempts - 1, 10)
    asked = dt.timedelta(seconds=answer.wait)
    again = clock.now() + min(max(doubled, asked), LONGEST_PAUSE)
    if posting.event is None:
        _settle(posting, send_at=None, status=answer.status)
    elif _is_hopeless(posting, again):
        _settle(posting, send_at=None, status=answer.status)
        _say_given_up(posting)
    else:
        _settle(posting, send_at=again, status=answer.status)


def _say_given_up(posting: Posting) -> None:
    metrics.POSTING_GIVEN_UP.inc()
    logger.warning("posting_given_up", attempts=posting.attempts)
