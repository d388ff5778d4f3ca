"""Notifications, their channels, and people's choices about them."""

from typing import TYPE_CHECKING, Self, TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .event import Event
from .fields import one_of
from .game import Game
from .phase import Phase
from .press import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_ENDPOINT = 1000
KEY_LENGTH, AUTH_LENGTH = 87, 22  # 65 and 16 bytes in base64url without its padding


class Browser(models.Model):
    """A push subscription: a browser that shows a person's notifications.

    Anyone who has `endpoint` can send to the browser, so no page shows it again. `key` and `auth`
    encrypt each message (RFC 8291). `bond` is a digest of the person's password and the site's
    push key at the time of subscribing: once either has changed, nothing more is sent. `trouble`
    is a code of `notifications.http` or the HTTP status with which the last message failed; empty
    after a success.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="browsers"
    )
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    key = models.CharField(max_length=KEY_LENGTH)
    auth = models.CharField(max_length=AUTH_LENGTH)
    bond = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    trouble = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ["person_id", "pk"]

    def __str__(self) -> str:
        return f"browser {self.pk} of {self.person_id}"


class NotificationKind(models.TextChoices):
    GAME_BEGUN = "game_begun", _("A game begins")
    YOUR_TURN = "your_turn", _("Your turn")
    REMINDER = "reminder", _("Your orders are missing")
    RESULTS = "results", _("Results of a phase")
    MESSAGE = "message", _("New message")
    GAME_OVER = "game_over", _("A game is over")
    LOBBY_EXPIRED = "lobby_expired", _("A game did not fill in time")
    REMOVED = "removed", _("Removed from a lobby")
    SET_ASIDE = "set_aside", _("A game has stopped")
    ANNOUNCEMENT = "announcement", _("Announcement from the game master")
    NEWS = "news", _("Deadlines, seats and settings of a game")
    VOTE = "vote", _("A vote")
    COMPLAINT = "complaint", _("A reported message for you to review")
    INVITATION = "invitation", _("An invitation to a seat")


class NotificationChannel(models.TextChoices):
    SITE = "site"
    MAIL = "mail"
    PUSH = "push"


class NotificationQuerySet(models.QuerySet["Notification"]):
    def on_site_of(self, person: User) -> Self:
        """The news that the site shows `person`."""
        return self.wanted_by(person).filter(channel=NotificationChannel.SITE)

    def wanted_by(self, person: User) -> Self:
        """The notifications of `person`: without invitations if they want none."""
        unwanted = Q(kind=NotificationKind.INVITATION, person__takes_invitations=False)
        return self.filter(person=person).exclude(unwanted)


class Notification(models.Model):
    """A notification for one person by one channel; these rows are the outbox.

    `key` identifies its subject, so that nobody is notified twice by one channel. The text of a
    mail or a push message is written when it is sent, from the rows that the notification refers
    to: the outbox itself stores no text. `send_at` is when to send it or to try again, null when
    nothing is left to do. A push message goes to all browsers of the person; `reached` are those
    that have received it while others still wait.
    """

    Kind: TypeAlias = NotificationKind
    Channel: TypeAlias = NotificationChannel

    # Notifications that were claimed with this one, for the same daily summary.
    summarized_with: "Sequence[Notification]" = ()

    key = models.CharField(max_length=80)
    kind = models.CharField(max_length=16, choices=Kind)
    channel = models.CharField(max_length=8, choices=Channel)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notifications"
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="notifications")
    phase = models.ForeignKey(
        Phase, null=True, blank=True, on_delete=models.PROTECT, related_name="notifications"
    )
    message = models.ForeignKey(
        Message, null=True, blank=True, on_delete=models.PROTECT, related_name="notifications"
    )
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.PROTECT, related_name="notifications"
    )
    created_at = models.DateTimeField()
    send_at = models.DateTimeField(null=True, blank=True)
    in_summary = models.BooleanField(
        default=False, db_default=False, help_text="Whether it waits for the daily summary."
    )
    # A database default too, since a worker of the previous release does not set it.
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    reached = models.ManyToManyField(Browser, related_name="+")

    objects = NotificationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["person", "-created_at"], name="games_notifications_of_person"),
            # notifications.outbox.claim
            models.Index(
                fields=["send_at"], condition=Q(send_at__isnull=False), name="games_unsent_mail"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["key", "person", "channel"], name="told_once_by_each_channel"
            ),
            one_of("kind", NotificationKind.values, name="notification_kind_known"),
            one_of("channel", NotificationChannel.values, name="notification_channel_known"),
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
    WITHOUT_TEXT = "without_text", _("at once, without the text")
    SUMMARY = "summary", _("in a daily summary")
    OFF = "off", _("never")


class MailChoice(models.Model):
    """A person's choice of mail for one kind; without a row it is sent at once."""

    How: TypeAlias = MailHow

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="mail_choices"
    )
    kind = models.CharField(max_length=16, choices=NotificationKind)
    how = models.CharField(max_length=12, choices=MailHow)

    class Meta:
        ordering = ["person_id", "kind"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind"], name="one_mail_choice_a_person_and_kind"
            ),
            one_of("kind", NotificationKind.values, name="mail_choice_kind_known"),
            one_of("how", MailHow.values, name="mail_choice_how_known"),
            models.CheckConstraint(
                condition=~Q(how="without_text") | Q(kind="message"),
                name="only_messages_have_a_text_to_leave_out",
            ),
            models.CheckConstraint(
                condition=~Q(how="summary") | ~Q(kind="reminder"), name="no_reminder_can_wait"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.person_id}: {self.how}"


class PushOptOut(models.Model):
    """A kind of notification that a person's browsers do not show."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="push_opt_outs"
    )
    kind = models.CharField(max_length=16, choices=NotificationKind)

    class Meta:
        ordering = ["person_id", "kind"]
        constraints = [
            models.UniqueConstraint(fields=["person", "kind"], name="push_is_off_once_a_kind"),
            one_of("kind", NotificationKind.values, name="push_off_kind_known"),
        ]

    def __str__(self) -> str:
        return f"no {self.kind} to the browsers of {self.person_id}"
