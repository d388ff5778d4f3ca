"""Finding the news for the webhooks of games and people, and delivering it.

Deliveries are claimed in a short transaction and sent outside of any (see `leases`). One that is
sent again after a crash has the same key. The deliveries of a webhook are sent in the order of
their events: one that cannot be sent delays those after it, but no other webhook's.
"""

import datetime as dt
import time

import structlog
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q

from accounts import clock, reader_locale

from ...core import metrics
from ...core.errors import describe
from ...models import Webhook, WebhookDelivery
from ...wording.event_kinds import NEWS_KINDS
from .. import leases
from ..http import Answer, Request, call
from . import content, formats, personal

logger = structlog.get_logger(__name__)

LEASE = dt.timedelta(minutes=2)  # longer than one request may take: see `http`
ROUND = 8.0  # seconds after which no request is begun: mails wait for the same worker
# A game that ended longer ago has no more news, so its events are not read.
AFTER_THE_END = dt.timedelta(days=30)
NEEDLESS = Answer("needless")  # nothing was sent, because there was nothing left to tell
RELATED = (
    "webhook__made_by",
    "webhook__game",
    "event__phase",
    "event__seat",
    "event__actor",
    "event__subject",
)


def post_due() -> int:
    """Find news and send due deliveries, for about a `ROUND`; return how many arrived."""
    ends_at = time.monotonic() + ROUND
    plan()
    sent = 0
    while time.monotonic() < ends_at and (delivery := claim()) is not None:
        with structlog.contextvars.bound_contextvars(**_log_context(delivery)):
            sent += _post(delivery)
    return sent


def plan() -> int:
    """Store a delivery for each piece of news that a webhook does not have yet; return how many.

    Any number of workers may do this at once: a piece that two of them find becomes one row.
    """
    now = clock.now()
    rows = [
        WebhookDelivery(webhook_id=webhook, event_id=event, created_at=now, send_at=now)
        for webhook, event in _news()
    ]
    rows += [
        WebhookDelivery(webhook_id=webhook, notification_id=about, created_at=now, send_at=now)
        for webhook, about in personal.news()
    ]
    try:
        WebhookDelivery.objects.bulk_create(rows, ignore_conflicts=True)
    except IntegrityError:  # a webhook or a notification was deleted meanwhile: the next round
        logger.info("deliveries_not_planned")
        return 0
    return len(rows)


def _news() -> list[tuple[int, int]]:
    """Pairs of webhook and event, by primary key.

    The events are those since the webhook was added that have no delivery to it.
    """
    awake = Q(game__ended_at=None) | Q(game__ended_at__gt=clock.now() - AFTER_THE_END)
    webhooks = (
        Webhook.objects.active()
        .filter(awake)
        .annotate(event=F("game__events"), what=F("game__events__kind"), at=F("game__events__at"))
    )
    posted = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), event=OuterRef("event"))
    news = webhooks.filter(
        ~Exists(posted), what__in=[str(kind) for kind in NEWS_KINDS], at__gte=F("since")
    )
    return list(news.order_by("event").values_list("pk", "event"))


def claim() -> WebhookDelivery | None:
    """Claim a delivery with the fewest attempts, and among those the one due longest.

    None if none is due. Deliveries beyond the limits of `leases` are given up.
    """
    while (delivery := _claim()) is not None and delivery.send_at is None:
        with structlog.contextvars.bound_contextvars(**_log_context(delivery)):
            _log_given_up(delivery)
    return delivery


def _claim() -> WebhookDelivery | None:
    before = Q(event_id__lt=OuterRef("event_id")) | Q(
        notification_id__lt=OuterRef("notification_id")
    )
    earlier = WebhookDelivery.objects.filter(
        before, webhook=OuterRef("webhook"), send_at__isnull=False
    )
    with transaction.atomic():
        due = leases.due(WebhookDelivery.objects.filter(~Exists(earlier), webhook__off_at=None))
        delivery = due.select_related(*RELATED).order_by("attempts", "send_at", "pk").first()
        if delivery is not None:
            leases.take([delivery], lease=LEASE)
    return delivery


def _log_context(delivery: WebhookDelivery) -> dict[str, str | int]:
    """The fields of every log line about a delivery; never its address."""
    webhook = delivery.webhook
    return {
        "delivery": delivery.pk,
        "webhook": webhook.pk,
        "kind": webhook.kind,
        "game": webhook.game.slug if webhook.game else "",
    }


def _post(delivery: WebhookDelivery) -> bool:
    """Send a claimed delivery and store the result; return whether it arrived."""
    answer = _answer(delivery)
    if answer == NEEDLESS:
        leases.settle(delivery, send_at=None, status=answer.status)
        return False
    if answer.is_good:
        leases.settle(delivery, send_at=None, sent_at=clock.now(), status=answer.status)
        metrics.DELIVERY_SENT.inc()
        logger.info("delivery_sent", status=answer.status)
        return True
    metrics.DELIVERY_NOT_SENT.inc()
    logger.warning("delivery_not_sent", status=answer.status, attempts=delivery.attempts)
    _postpone(delivery, answer)
    return False


def _postpone(delivery: WebhookDelivery, answer: Answer) -> None:
    """Try a delivery again later, or give it up. A test is tried once."""
    is_test = delivery.is_test
    wait = dt.timedelta(seconds=answer.wait)
    again = None if is_test else leases.next_attempt(delivery, wait=wait)
    leases.settle(delivery, send_at=again, status=answer.status)
    if again is None and not is_test:
        _log_given_up(delivery)


def _log_given_up(delivery: WebhookDelivery) -> None:
    metrics.DELIVERY_GIVEN_UP.inc()
    logger.warning("delivery_given_up", attempts=delivery.attempts)


def _answer(delivery: WebhookDelivery) -> Answer:
    try:
        return call(_request(delivery))
    except personal.NothingToTell:
        return NEEDLESS
    except DatabaseError:
        raise  # nothing can be stored now; the lease runs out, and it is tried again
    except Exception as error:
        logger.error("delivery_not_written", error=describe(error))
        return Answer("not written")


def _request(delivery: WebhookDelivery) -> Request:
    """The request for a delivery, in the language of its webhook."""
    with reader_locale.override(None, language=delivery.webhook.language):
        return formats.write(_item(delivery), delivery)


def _item(delivery: WebhookDelivery) -> content.NewsItem:
    game, event = delivery.webhook.game, delivery.event
    if game is None:
        return personal.item(delivery)
    if event is None:
        return content.trial_item(game, delivery.created_at)
    event.game = game
    return content.news_item(event)
