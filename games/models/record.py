from typing import TypeAlias

from django.conf import settings
from django.db import models

from .fields import one_of
from .game import Game
from .phase import Phase
from .seat import Seat


class EventKind(models.TextChoices):
    GAME_CREATED = "game_created"
    JOINED = "joined"
    LEFT = "left"
    REMOVED = "removed"
    LOBBY_EXPIRED = "lobby_expired"
    GAME_BEGUN = "game_begun"
    ORDERS_SAVED = "orders_saved"
    READY = "ready"
    NOT_READY = "not_ready"
    ALL_READY = "all_ready"
    PHASE_RESOLVED = "phase_resolved"
    NO_MOVES_RECEIVED = "no_moves_received"
    GAME_SET_ASIDE = "game_set_aside"
    GAME_RESUMED = "game_resumed"
    GAME_WON = "game_won"


class Event(models.Model):
    """An act of a person or of the system. Append-only by a database trigger (see `audit`)."""

    Kind: TypeAlias = EventKind

    kind = models.CharField(max_length=20, choices=Kind)
    at = models.DateTimeField()
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events")
    phase = models.ForeignKey(
        Phase, null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="acts",
        help_text="Empty: the system.",
    )
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Whom it was done to, where that is not the actor.",
    )

    class Meta:
        ordering = ["game", "pk"]
        constraints = [one_of("kind", EventKind.values, name="event_kind_known")]

    def __str__(self) -> str:
        return f"{self.kind} in {self.game_id}"


class NoticeKind(models.TextChoices):
    GAME_BEGUN = "game_begun"
    RESULTS = "results"
    GAME_OVER = "game_over"
    SET_ASIDE = "set_aside"
    LOBBY_EXPIRED = "lobby_expired"
    REMOVED = "removed"


class NoticeChannel(models.TextChoices):
    SITE = "site"


class Notice(models.Model):
    """Something to tell someone by some channel: the outbox. `key` says what, for uniqueness."""

    Kind: TypeAlias = NoticeKind
    Channel: TypeAlias = NoticeChannel

    key = models.CharField(max_length=80)
    kind = models.CharField(max_length=16, choices=Kind)
    channel = models.CharField(max_length=8, choices=Channel)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notices"
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="notices")
    phase = models.ForeignKey(
        Phase, null=True, blank=True, on_delete=models.PROTECT, related_name="notices"
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["person", "-created_at"], name="games_notices_of_person")]
        constraints = [
            models.UniqueConstraint(
                fields=["key", "person", "channel"], name="told_once_by_each_channel"
            ),
            one_of("kind", NoticeKind.values, name="notice_kind_known"),
            one_of("channel", NoticeChannel.values, name="notice_channel_known"),
        ]

    def __str__(self) -> str:
        return f"{self.key} to {self.person_id} by {self.channel}"
