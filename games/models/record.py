from typing import TYPE_CHECKING, TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .browser import Browser
from .fields import one_of
from .game import Game
from .letter import Letter
from .motion import Motion
from .phase import Phase
from .seat import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence


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
    GAME_DRAWN = "game_drawn"
    GAME_CLOSED = "game_closed"
    TAKEN_OVER = "taken_over"
    EXTENDED = "extended"
    HURRIED = "hurried"
    PAUSED = "paused"
    UNPAUSED = "unpaused"
    GRACE_GIVEN = "grace_given"
    MADE_UP = "made_up"
    SETTINGS_CHANGED = "settings_changed"
    ANNOUNCED = "announced"
    CIVIL_DISORDER = "civil_disorder"
    CAME_BACK = "came_back"
    RESIGNED = "resigned"
    REPLACED = "replaced"
    LENT = "lent"
    SEAT_RETURNED = "seat_returned"
    ABSENCE = "absence"
    ABSENCE_WITHDRAWN = "absence_withdrawn"
    MASTER_JOINED = "master_joined"
    MASTER_LEFT = "master_left"
    ROLLED_BACK = "rolled_back"
    CORRECTED = "corrected"
    MAPS_SHOWN = "maps_shown"
    MAPS_HIDDEN = "maps_hidden"
    LETTER_HIDDEN = "letter_hidden"
    LETTER_SHOWN = "letter_shown"
    HOOK_ADDED = "hook_added"
    HOOK_OFF = "hook_off"
    MOTION_MADE = "motion_made"
    MOTION_PASSED = "motion_passed"
    MOTION_FAILED = "motion_failed"
    LOOKED_AT = "looked_at"


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
    motion = models.ForeignKey(
        Motion, null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    due_before = models.DateTimeField(null=True, blank=True)
    due_after = models.DateTimeField(
        null=True, blank=True, help_text="Where the act moved a deadline, or when a pause ends."
    )
    text = models.TextField(blank=True, help_text="The reason, or what was announced.")

    class Meta:
        ordering = ["game_id", "pk"]
        constraints = [one_of("kind", EventKind.values, name="event_kind_known")]

    def __str__(self) -> str:
        return f"{self.kind} in {self.game_id}"


class NoticeKind(models.TextChoices):
    GAME_BEGUN = "game_begun", _("A game begins")
    YOUR_TURN = "your_turn", _("Your turn")
    REMINDER = "reminder", _("Your orders are missing")
    RESULTS = "results", _("Results of a phase")
    LETTER = "letter", _("New letter")
    GAME_OVER = "game_over", _("A game is over")
    LOBBY_EXPIRED = "lobby_expired", _("A game did not fill in time")
    REMOVED = "removed", _("Removed from a lobby")
    SET_ASIDE = "set_aside", _("A game was set aside")
    ANNOUNCEMENT = "announcement", _("An announcement of the game master")
    NEWS = "news", _("Deadlines, seats and settings of a game")
    VOTE = "vote", _("A vote")
    COMPLAINT = "complaint", _("A reported letter, where you look after it")


class NoticeChannel(models.TextChoices):
    SITE = "site"
    MAIL = "mail"
    PUSH = "push"


class Notice(models.Model):
    """Something to tell someone by some channel: the outbox. `key` says what, for uniqueness.

    A mail, or what a browser says, is written when it is sent, from the rows that the notice names,
    so that the outbox itself holds no words. `send_at` is when to send it or to try again; it is
    empty when nothing is left to do. By push it goes to all browsers of the person; `reached` are
    those that have it while others are still to be told.
    """

    Kind: TypeAlias = NoticeKind
    Channel: TypeAlias = NoticeChannel

    # Those that were claimed with it, to go in the same summary.
    beside: "Sequence[Notice]" = ()

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
    letter = models.ForeignKey(
        Letter, null=True, blank=True, on_delete=models.PROTECT, related_name="notices"
    )
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.PROTECT, related_name="notices"
    )
    created_at = models.DateTimeField()
    send_at = models.DateTimeField(null=True, blank=True)
    in_summary = models.BooleanField(
        default=False, db_default=False, help_text="Whether it waits for the daily summary."
    )
    # In the database too: a worker of the release before knows nothing of it.
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    reached = models.ManyToManyField(Browser, related_name="+")

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["person", "-created_at"], name="games_notices_of_person"),
            # telling.outbox
            models.Index(
                fields=["send_at"], condition=Q(send_at__isnull=False), name="games_unsent_mail"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["key", "person", "channel"], name="told_once_by_each_channel"
            ),
            one_of("kind", NoticeKind.values, name="notice_kind_known"),
            one_of("channel", NoticeChannel.values, name="notice_channel_known"),
            models.CheckConstraint(
                condition=~Q(channel="site") | Q(send_at=None, sent_at=None, attempts=0),
                name="what_the_site_says_is_not_sent",
            ),
            models.CheckConstraint(
                condition=Q(channel="mail") | Q(in_summary=False), name="only_mail_is_summed_up"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} to {self.person_id} by {self.channel}"


class MailHow(models.TextChoices):
    AT_ONCE = "at_once", _("at once")
    WITHOUT_TEXT = "without_text", _("at once, without its text")
    SUMMARY = "summary", _("in a daily summary")
    OFF = "off", _("never")


class MailChoice(models.Model):
    """How a person wants mail of one kind. Without a row: at once."""

    How: TypeAlias = MailHow

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="mail_choices"
    )
    kind = models.CharField(max_length=16, choices=NoticeKind)
    how = models.CharField(max_length=12, choices=MailHow)

    class Meta:
        ordering = ["person_id", "kind"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind"], name="one_mail_choice_a_person_and_kind"
            ),
            one_of("kind", NoticeKind.values, name="mail_choice_kind_known"),
            one_of("how", MailHow.values, name="mail_choice_how_known"),
            models.CheckConstraint(
                condition=~Q(how="without_text") | Q(kind="letter"),
                name="only_letters_have_a_text_to_leave_out",
            ),
            models.CheckConstraint(
                condition=~Q(how="summary") | ~Q(kind="reminder"), name="no_reminder_can_wait"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.person_id}: {self.how}"


class PushOff(models.Model):
    """A kind of notices of which a person's browsers say nothing."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="push_offs"
    )
    kind = models.CharField(max_length=16, choices=NoticeKind)

    class Meta:
        ordering = ["person_id", "kind"]
        constraints = [
            models.UniqueConstraint(fields=["person", "kind"], name="push_is_off_once_a_kind"),
            one_of("kind", NoticeKind.values, name="push_off_kind_known"),
        ]

    def __str__(self) -> str:
        return f"no {self.kind} to the browsers of {self.person_id}"
