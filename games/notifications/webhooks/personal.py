"""Notifications of a person, posted to webhooks of their own.

Who is notified of what is decided by `notify`: a webhook gets what the site shows its owner, in the
same words, and facts of the game that they may see anyway. No text of a message and no order is in
it.
"""

import datetime as dt

from django.db.models import Exists, F, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ... import access
from ...core.links import absolute_url
from ...core.plain_text import xml_safe
from ...models import Notification, Webhook, WebhookDelivery
from ...reports.layout import one_line
from ...state import phases
from ...wording.notifications import notification_sentence, notification_url
from ..content import may_know
from .content import TEST, NewsItem, PersonalFacts

MOST_AGE = dt.timedelta(days=30)  # older notifications are not read: they are no news
OF_EVENT = ("phase", "seat", "actor", "subject", "vote")
ABOUT = ("game", "phase", "person", *(f"event__{name}" for name in OF_EVENT))


class NothingToTell(Exception):  # noqa: N818 - a normal answer, not a fault
    """The owner of a webhook may not know a piece of news now, or wants no such news."""


def news() -> list[tuple[int, int]]:
    """Pairs of webhook and notification, by primary key, for which there is no delivery yet."""
    webhooks = (
        Webhook.objects.active()
        .filter(game=None, made_by__in=User.objects.taking_part())
        .annotate(
            notification=F("made_by__notifications"),
            channel=F("made_by__notifications__channel"),
            at=F("made_by__notifications__created_at"),
        )
    )
    posted = WebhookDelivery.objects.filter(
        webhook=OuterRef("pk"), notification=OuterRef("notification")
    )
    found = webhooks.filter(
        ~Exists(posted),
        channel=Notification.Channel.SITE,
        at__gte=F("since"),
        at__gt=clock.now() - MOST_AGE,
    )
    return list(found.order_by("notification").values_list("pk", "notification"))


def item(delivery: WebhookDelivery) -> NewsItem:
    """The news of a delivery to a person's webhook. Raises `NothingToTell`.

    The rows are read as they are now: a person who was suspended or has left gets nothing more.
    """
    owner = delivery.webhook.made_by
    if not User.objects.taking_part().filter(pk=owner.pk).exists():
        raise NothingToTell
    if delivery.is_test:
        return _trial(delivery.created_at)
    shown = Notification.objects.on_site_of(owner).filter(deliveries=delivery)
    notification = shown.select_related(*ABOUT).first()
    if notification is None or not may_know(notification):
        raise NothingToTell
    return _item(notification)


def _item(notification: Notification) -> NewsItem:
    sees = access.sees_game(notification.person, notification.game)
    return NewsItem(
        game=notification.game if sees else None,
        event=None,
        at=notification.created_at,
        title=one_line(xml_safe(notification_sentence(notification))),
        text="",
        author="",
        url=absolute_url(notification_url(notification)),
        personal=_facts(notification) if sees else PersonalFacts(notification.kind),
    )


def _facts(notification: Notification) -> PersonalFacts:
    game = notification.game
    held = access.held_seats(notification.person, game).order_by("place")
    opened = phases.current(game)
    return PersonalFacts(
        kind=notification.kind,
        phase=notification.phase.code if notification.phase else None,
        powers=tuple(held.values_list("power", flat=True)),
        due_at=opened.due_at if opened else None,
    )


def _trial(at: dt.datetime) -> NewsItem:
    """The test that people can send to their webhooks."""
    return NewsItem(
        game=None,
        event=None,
        at=at,
        title=_("Test"),
        text=_("News of your games will appear here."),
        author="",
        url=absolute_url(reverse("games:own_webhooks")),
        personal=PersonalFacts(TEST),
    )
