from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .fields import new_key, one_of
from .game import Game
from .record import Event

LONGEST_ADDRESS = 500
LONGEST_SECRET = 200


class HookKind(models.TextChoices):
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    MATTERMOST = "mattermost", "Mattermost"
    DISCOURSE = "discourse", "Discourse"
    JSON = "json", _("a program of your own (signed JSON)")


class Hook(models.Model):
    """A place elsewhere to which the news of a game goes by itself, since `since`.

    `secret` is the key that signs JSON, or the key to the forum's API. With the address, which lets
    its bearer post in most places, it is nobody's to read again, and gone once the hook is off.
    """

    Kind: TypeAlias = HookKind

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="hooks")
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

    class Meta:
        ordering = ["game_id", "pk"]
        indexes = [
            # hooks.planning
            models.Index(fields=["game"], condition=Q(off_at=None), name="games_hooks_on"),
        ]
        constraints = [
            one_of("kind", HookKind.values, name="hook_kind_known"),
            models.CheckConstraint(
                condition=~Q(kind="discourse", off_at=None)
                | (Q(topic__isnull=False) & ~Q(username="") & ~Q(secret="")),
                name="forum_hook_knows_its_topic",
            ),
            models.CheckConstraint(
                condition=Q(off_at=None) | Q(url="", secret="", username=""),
                name="hook_that_is_off_keeps_no_address",
            ),
            models.CheckConstraint(
                condition=~Q(kind="json", off_at=None) | ~Q(secret=""), name="json_hook_has_its_key"
            ),
        ]

    def __str__(self) -> str:
        return f"hook {self.pk} of {self.game_id}"


class Posting(models.Model):
    """A piece of news on its way to a hook, or a test.

    It is written when it is sent, from the row of its event. `send_at` is when to send it or to try
    again; it is empty when nothing is left to do. `status` is that of the receiver's last answer,
    or a word of `hooks.calling` for what went wrong; never the receiver's words.
    """

    hook = models.ForeignKey(Hook, on_delete=models.PROTECT, related_name="postings")
    event = models.ForeignKey(
        Event,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="postings",
        help_text="Empty: a test.",
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
        ordering = ["hook_id", "pk"]
        indexes = [
            # hooks.posting.claim
            models.Index(
                fields=["send_at"],
                condition=Q(send_at__isnull=False),
                name="games_unsent_postings",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["hook", "event"], name="one_posting_a_hook_and_event"),
            models.UniqueConstraint(
                fields=["hook"],
                condition=Q(event=None, send_at__isnull=False),
                name="one_test_of_a_hook_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(sent_at=None) | Q(send_at=None), name="what_was_posted_waits_no_more"
            ),
        ]

    def __str__(self) -> str:
        return f"posting {self.pk} to hook {self.hook_id}"
