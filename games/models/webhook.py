from typing import Self, TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .event import Event
from .fields import new_key, one_of
from .game import Game
from .notification import Notification

LONGEST_ADDRESS = 500
LONGEST_SECRET = 200


class WebhookKind(models.TextChoices):
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    MATTERMOST = "mattermost", "Mattermost"
    DISCOURSE = "discourse", "Discourse"
    JSON = "json", _("a program of your own (signed JSON)")


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def active(self) -> Self:
        """The webhooks that are not switched off."""
        return self.filter(off_at=None)

    def of_person(self, person: User) -> Self:
        """The webhooks that get the notifications of `person`."""
        return self.filter(game=None, made_by=person)


class Webhook(models.Model):
    """An external address to which news is posted, starting at `since`.

    It is the news of a game or, without a game, what the site notifies `made_by` of. A webhook
    without a game is deleted when it is switched off, because no log refers to it.

    `secret` is the key that signs JSON, or the key of the forum's API. No page shows it again, nor
    `url`, which in most services is enough to post; both are deleted when the webhook is off.
    """

    Kind: TypeAlias = WebhookKind

    game = models.ForeignKey(
        Game,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="webhooks",
        help_text="Empty: it gets the notifications of the person who made it.",
    )
    kind = models.CharField(max_length=12, choices=Kind)
    url = models.CharField(max_length=LONGEST_ADDRESS)
    secret = models.CharField(max_length=LONGEST_SECRET, blank=True)
    username = models.CharField(
        max_length=60, blank=True, help_text="Who posts, where that has to be said."
    )
    topic = models.PositiveIntegerField(
        null=True, blank=True, help_text="The number of the topic in which to reply."
    )
    language = models.CharField(max_length=8, choices=settings.LANGUAGES)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    since = models.DateTimeField()
    off_at = models.DateTimeField(null=True, blank=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ["game_id", "pk"]
        indexes = [
            # notifications.webhooks.delivery._news
            models.Index(fields=["game"], condition=Q(off_at=None), name="games_webhooks_on"),
        ]
        constraints = [
            one_of("kind", WebhookKind.values, name="webhook_kind_known"),
            models.CheckConstraint(
                condition=~Q(kind="discourse", off_at=None)
                | (Q(topic__isnull=False) & ~Q(username="") & ~Q(secret="")),
                name="forum_webhook_knows_its_topic",
            ),
            models.CheckConstraint(
                condition=Q(off_at=None) | Q(url="", secret="", username=""),
                name="webhook_that_is_off_keeps_no_address",
            ),
            models.CheckConstraint(
                condition=~Q(kind="json", off_at=None) | ~Q(secret=""),
                name="json_webhook_has_its_key",
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False) | Q(off_at=None),
                name="webhook_without_a_game_is_on",
            ),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.game_id or 'a person'}"


class WebhookDelivery(models.Model):
    """The delivery of an event or a notification to a webhook, or of a test.

    Its text is written when it is sent, from the row of what it is about. `send_at` is when to send
    it or to try again, null when nothing is left to do. `status` is the HTTP status of the
    receiver's last answer, or a code of ours for what went wrong (see `webhooks.overview`); never
    the receiver's text.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.PROTECT, related_name="deliveries")
    event = models.ForeignKey(
        Event,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="deliveries",
    )
    notification = models.ForeignKey(
        Notification,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="deliveries",
        help_text="Empty, as the event is: a test.",
    )
    key = models.CharField(
        max_length=32,
        unique=True,
        default=new_key,
        editable=False,
        help_text="The same at each attempt, so that receivers know what they have.",
    )
    created_at = models.DateTimeField()
    send_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ["webhook_id", "pk"]
        indexes = [
            # notifications.webhooks.delivery.claim
            models.Index(
                fields=["send_at"],
                condition=Q(send_at__isnull=False),
                name="games_unsent_deliveries",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["webhook", "event"], name="one_delivery_a_webhook_and_event"
            ),
            models.UniqueConstraint(
                fields=["webhook", "notification"],
                name="one_delivery_a_webhook_and_notification",
            ),
            models.CheckConstraint(
                condition=Q(event=None) | Q(notification=None),
                name="delivery_is_about_one_thing",
            ),
            models.UniqueConstraint(
                fields=["webhook"],
                condition=Q(event=None, notification=None, send_at__isnull=False),
                name="one_test_of_a_webhook_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(sent_at=None) | Q(send_at=None), name="what_was_posted_waits_no_more"
            ),
        ]

    def __str__(self) -> str:
        return f"delivery {self.pk} to webhook {self.webhook_id}"

    @property
    def is_test(self) -> bool:
        return self.event_id is None and self.notification_id is None
