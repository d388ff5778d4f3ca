from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q

from .fields import LONGEST_IMPORTED_NAME, new_key, one_of
from .game import Game
from .phase import Phase
from .seat import Seat

LONGEST_MESSAGE = 20_000
LONGEST_TITLE = 80
MASTERS = "gm"  # begins the circles of threads with the game masters


class Thread(models.Model):
    """Messages among some seats of a game, or among all who may see the game.

    `circle` names the seats by their places (“0.2.5”); it is empty for a public thread and names a
    single seat for a notebook. The same seats have one thread without a title and any number with
    one. A thread about the report of a `phase` has a title too.

    A player and the game masters share a thread “gm2”, which names the first seat that the player
    has; the masters alone share “gm”.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="threads")
    circle = models.CharField(max_length=40, blank=True)
    title = models.CharField(max_length=LONGEST_TITLE, blank=True, db_default="")
    key = models.CharField(  # noqa: DJ001 - null without a title: the seats identify it
        max_length=32, unique=True, null=True, editable=False, help_text="Its name on pages."
    )
    seats = models.ManyToManyField(Seat, related_name="threads", blank=True)
    phase = models.OneToOneField(
        Phase,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="discussion",
        help_text="The phase whose report its messages discuss.",
    )
    opened_at = models.DateTimeField()

    class Meta:
        ordering = ["game_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "circle"],
                condition=Q(title=""),
                name="one_untitled_thread_a_game_and_circle",
            ),
            models.CheckConstraint(
                condition=Q(title="", key=None) | (~Q(title="") & Q(key__isnull=False)),
                name="titled_thread_has_its_key",
            ),
            models.CheckConstraint(
                condition=Q(phase=None) | (Q(circle="") & ~Q(title="")),
                name="reports_are_discussed_in_public",
            ),
        ]

    def __str__(self) -> str:
        return f"thread {self.pk}"

    @property
    def is_public(self) -> bool:
        return not self.circle

    @property
    def with_masters(self) -> bool:
        """Whether the game masters read and write in it, with one player or alone."""
        return self.circle.startswith(MASTERS)


class Message(models.Model):
    """A message of a seat, or of the game master, in a thread."""

    # Annotated by `muting.mark_muted`: whether the reader has muted the power that signs it.
    muted: bool | None = False

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="messages")
    seat = models.ForeignKey(
        Seat,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="messages",
        help_text="Empty: the game master.",
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="messages",
        help_text="Empty: it came with an imported game.",
    )
    # A text, never an account. Empty: the archive does not disclose the name.
    imported_author = models.CharField(max_length=LONGEST_IMPORTED_NAME, blank=True, db_default="")
    key = models.CharField(
        max_length=32,
        unique=True,
        default=new_key,
        editable=False,
        help_text="Its name on pages: its number would count what others write in private.",
    )
    text = models.TextField(max_length=LONGEST_MESSAGE)
    unsigned = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its readers are not told which power wrote it.",
    )
    sent_at = models.DateTimeField()
    hidden_at = models.DateTimeField(
        null=True, blank=True, help_text="A public message may be hidden by a game master."
    )
    request_key = models.UUIDField(
        unique=True, help_text="Comes with the form that sends the message: sent twice, it is one."
    )

    class Meta:
        ordering = ["thread_id", "pk"]

    def __str__(self) -> str:
        # Never the text: this may be logged, and only its readers may know it.
        return f"message {self.pk}"


class Draft(models.Model):
    """The text that a person has typed for a thread and has not sent.

    The thread may not exist yet. A draft belongs to the person, not to the seat: a successor in the
    seat cannot read it. All code reads drafts through `access.own_drafts`.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="drafts"
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="drafts")
    seat = models.ForeignKey(
        Seat,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="drafts",
        help_text="The seat by which the person may write there. Empty: the game master.",
    )
    location = models.CharField(
        max_length=60, blank=True, help_text="The thread: `press.locations.location_name`."
    )
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    text = models.TextField(max_length=LONGEST_MESSAGE)
    unsigned = models.BooleanField(default=False)
    saved_at = models.DateTimeField()
    request_key = models.UUIDField(help_text="That of the form in which it was typed.")

    class Meta:
        ordering = ["-saved_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "game", "location"], name="one_draft_a_person_and_thread"
            ),
        ]
        indexes = [
            # press.drafts.delete_expired
            models.Index(fields=["saved_at"], name="games_old_drafts"),
        ]

    def __str__(self) -> str:
        # Never the text: this may be logged, and only its writer may know it.
        return f"draft {self.pk}"

    @property
    def version(self) -> str:
        """Name of this state of the draft, which the form that begins with it sends back."""
        return self.saved_at.isoformat()


class Mute(models.Model):
    """A power whose signed messages a person has muted: shown to them only on request."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="mutes"
    )
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="mutes")
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "seat"], name="one_mute_a_person_and_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} to {self.person_id}"


class Bookmark(models.Model):
    """The newest message of a thread that a person has read."""

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="bookmarks")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bookmarks"
    )
    message = models.ForeignKey(
        Message, on_delete=models.PROTECT, related_name="+", help_text="The newest one read."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["thread", "person"], name="one_bookmark_a_thread_and_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.thread_id}"


LONGEST_REMARK = 500


class Complaint(models.Model):
    """A message that one of its readers has reported.

    `text` is a copy of the message: those who handle the complaint may not read the private thread
    itself, and the reader who reports the message discloses its text to them.
    """

    message = models.ForeignKey(Message, on_delete=models.PROTECT, related_name="complaints")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="complaints",
        help_text="Who reported it: no page says so.",
    )
    reason = models.CharField(max_length=LONGEST_REMARK)
    text = models.TextField()
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    remark = models.CharField(max_length=LONGEST_REMARK, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["made_at"], condition=Q(closed_at=None), name="games_open_complaints"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["message", "person"], name="one_complaint_a_message_and_person"
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None, closed_by=None, remark="")
                | (Q(closed_at__isnull=False, closed_by__isnull=False) & ~Q(remark="")),
                name="closed_complaint_says_by_whom_and_why",
            ),
        ]

    def __str__(self) -> str:
        # Neither the text nor the reporter: this may be logged.
        return f"complaint {self.pk}"


class MemberProposalOutcome(models.TextChoices):
    JOINED = "joined", "all agreed"
    REFUSED = "refused", "one did not"
    LAPSED = "lapsed", "a seat changed hands before all had answered"


class MemberProposal(models.Model):
    """A proposal to add one more power to a private thread with a title.

    The power joins when all seats of the thread have agreed; one refusal ends the proposal.
    """

    Outcome: TypeAlias = MemberProposalOutcome

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="proposals")
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="+", help_text="The seat that would join."
    )
    proposer = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(
        max_length=32, unique=True, default=new_key, editable=False, help_text="Its name on pages."
    )
    words = models.TextField(
        max_length=LONGEST_MESSAGE, help_text="The message that the newcomer reads first."
    )
    with_past = models.BooleanField(help_text="Whether it reads what was written before.")
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    unread_to = models.ForeignKey(
        Message,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The newest message that the newcomer does not read.",
    )

    class Meta:
        ordering = ["thread_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["thread"], condition=Q(closed_at=None), name="one_open_proposal_a_thread"
            ),
            one_of("outcome", ["", *MemberProposalOutcome.values], name="proposal_outcome_known"),
            models.CheckConstraint(
                condition=Q(closed_at=None, outcome="")
                | (Q(closed_at__isnull=False) & ~Q(outcome="")),
                name="proposal_ended_somehow",
            ),
            models.CheckConstraint(
                condition=Q(unread_to=None) | Q(outcome="joined", with_past=False),
                name="who_joins_with_the_past_reads_all",
            ),
        ]

    def __str__(self) -> str:
        # Never `words`: they are a message, and this may be logged.
        return f"proposal {self.pk}"


class MemberAnswer(models.Model):
    """The answer of a seat of a thread to a proposal."""

    proposal = models.ForeignKey(MemberProposal, on_delete=models.PROTECT, related_name="answers")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    agrees = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["proposal_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "seat"], name="one_answer_a_proposal_and_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} to {self.proposal_id}"
