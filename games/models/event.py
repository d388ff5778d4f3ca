from typing import TypeAlias

from django.conf import settings
from django.db import models

from .fields import LONGEST_IMPORTED_NAME, one_of
from .game import Game
from .phase import Phase
from .seat import Seat
from .vote import Vote

# Characters of the texts that people write for events.
LONGEST_REASON, LONGEST_ANNOUNCEMENT = 500, 2000


class EventKind(models.TextChoices):
    GAME_CREATED = "game_created"
    JOINED = "joined"
    LEFT = "left"
    REMOVED = "removed"
    LOBBY_EXPIRED = "lobby_expired"
    LOBBY_FULL = "lobby_full"
    GAME_DELETED = "game_deleted"
    ALLOTMENT_CHANGED = "allotment_changed"
    PLACE_FREED = "place_freed"
    POWERS_BY_LOT = "powers_by_lot"
    POWERS_BY_WISHES = "powers_by_wishes"
    POWERS_BY_MASTER = "powers_by_master"
    POWERS_BY_DRAW = "powers_by_draw"
    GAME_BEGUN = "game_begun"
    ORDERS_SAVED = "orders_saved"
    READY = "ready"
    NOT_READY = "not_ready"
    ALL_READY = "all_ready"
    ORDERS_CLOSED = "orders_closed"
    PREVIEWED = "previewed"
    READING_CORRECTED = "reading_corrected"
    PUBLISHED = "published"
    PHASE_RESOLVED = "phase_resolved"
    NO_MOVES_RECEIVED = "no_moves_received"
    LATE_ORDERS = "late_orders"
    MISSED_TURN = "missed_turn"
    GAME_SET_ASIDE = "game_set_aside"
    GAME_RESUMED = "game_resumed"
    GAME_WON = "game_won"
    GAME_DRAWN = "game_drawn"
    GAME_ENDED = "game_ended"
    GAME_CONCEDED = "game_conceded"
    GAME_CLOSED = "game_closed"
    GAME_ABANDONED = "game_abandoned"
    GAME_REOPENED = "game_reopened"
    END_ACCEPTED = "end_accepted"
    END_FINAL = "end_final"
    GAME_RESTS = "game_rests"
    TAKEN_OVER = "taken_over"
    COIN_TOSSED = "coin_tossed"
    EXTENDED = "extended"
    SHORTENED = "shortened"
    HURRIED = "hurried"
    PAUSED = "paused"
    UNPAUSED = "unpaused"
    GRACE_GIVEN = "grace_given"
    MADE_UP = "made_up"
    SETTINGS_CHANGED = "settings_changed"
    RENAMED = "renamed"
    AMENDED = "amended"
    ANNOUNCED = "announced"
    COMMENTED = "commented"
    COMMENT_CHANGED = "comment_changed"
    NUDGED = "nudged"
    CIVIL_DISORDER = "civil_disorder"
    CAME_BACK = "came_back"
    RESIGNED = "resigned"
    INVITED = "invited"
    DECLINED = "declined"
    INVITATION_ENDED = "invitation_ended"
    REPLACED = "replaced"
    LENT = "lent"
    SEAT_RETURNED = "seat_returned"
    DECLARED = "declared"
    PLACE_DECLARED = "place_declared"
    PLACE_WITHDRAWN = "place_withdrawn"
    UNDECLARED = "undeclared"
    MASTER_ORDERS = "master_orders"
    PLAYER_ORDERS = "player_orders"
    ABSENCE = "absence"
    ABSENCE_WITHDRAWN = "absence_withdrawn"
    MASTER_JOINED = "master_joined"
    MASTER_LEFT = "master_left"
    ROLLED_BACK = "rolled_back"
    CORRECTED = "corrected"
    MAPS_SHOWN = "maps_shown"
    MAPS_HIDDEN = "maps_hidden"
    MESSAGE_HIDDEN = "message_hidden"
    MESSAGE_SHOWN = "message_shown"
    WEBHOOK_ADDED = "webhook_added"
    WEBHOOK_OFF = "webhook_off"
    VOTE_MADE = "vote_made"
    STALEMATE = "stalemate"
    VOTE_PASSED = "vote_passed"
    VOTE_FAILED = "vote_failed"
    VOTE_WITHDRAWN = "vote_withdrawn"
    LOOKED_AT = "looked_at"
    IMPORTED = "imported"


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
        help_text="The person affected, if not the actor.",
    )
    # Of events that came with an imported game: texts, never accounts. Null: nobody. Empty: a
    # person whose name the archive does not disclose.
    imported_actor = models.CharField(  # noqa: DJ001
        max_length=LONGEST_IMPORTED_NAME, null=True, blank=True
    )
    imported_subject = models.CharField(  # noqa: DJ001
        max_length=LONGEST_IMPORTED_NAME, null=True, blank=True
    )
    vote = models.ForeignKey(
        Vote, null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    due_before = models.DateTimeField(null=True, blank=True)
    due_after = models.DateTimeField(
        null=True,
        blank=True,
        help_text="The new deadline, the end of a pause, or when late orders were entered.",
    )
    text = models.TextField(blank=True, help_text="The reason, or what was announced.")

    class Meta:
        ordering = ["game_id", "pk"]
        constraints = [one_of("kind", EventKind.values, name="event_kind_known")]

    def __str__(self) -> str:
        return f"{self.kind} in {self.game_id}"
