from django.conf import settings
from django.db import models
from django.db.models import Q

from .fields import new_key
from .game import Game
from .phase import Phase
from .seat import Seat

LONGEST_LETTER = 20_000
LONGEST_TITLE = 80


class Thread(models.Model):
    """Letters among some seats of a game, or among all who may see the game.

    `circle` names the seats by their places (“0.2.5”); it is empty for public threads, and names
    one seat alone for a notebook. The same seats always write in the same thread, but for those to
    which somebody gave a title, and those about the report of a `phase`: its title is their own.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="threads")
    circle = models.CharField(max_length=40, blank=True)
    title = models.CharField(max_length=LONGEST_TITLE, blank=True, db_default="")
    key = models.CharField(  # noqa: DJ001 - none where the seats say which thread it is
        max_length=32, unique=True, null=True, editable=False, help_text="Its name on pages."
    )
    seats = models.ManyToManyField(Seat, related_name="threads", blank=True)
    phase = models.OneToOneField(
        Phase,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="discussion",
        help_text="Whose report its letters are about.",
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


class Letter(models.Model):
    """What a seat, or the game master, wrote in a thread."""

    # Whether its reader has muted who signs it, where that was asked for.
    muted: bool | None = False

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="letters")
    seat = models.ForeignKey(
        Seat,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="letters",
        help_text="Empty: the game master.",
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="letters"
    )
    key = models.CharField(
        max_length=32,
        unique=True,
        default=new_key,
        editable=False,
        help_text="Its name on pages: its number would count what others write in private.",
    )
    text = models.TextField(max_length=LONGEST_LETTER)
    unsigned = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its readers are not told which power wrote it.",
    )
    sent_at = models.DateTimeField()
    hidden_at = models.DateTimeField(
        null=True, blank=True, help_text="A public letter may be hidden by a game master."
    )
    request_key = models.UUIDField(
        unique=True, help_text="Comes with the form that sends the letter: sent twice, it is one."
    )

    class Meta:
        ordering = ["thread_id", "pk"]

    def __str__(self) -> str:
        # Never the text: letters are for their readers alone, log lines included.
        return f"letter {self.pk}"


class Mute(models.Model):
    """A person reads the letters that a power signs no more, unless they ask for one."""

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
    """How far a person has read a thread."""

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="bookmarks")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bookmarks"
    )
    letter = models.ForeignKey(
        Letter, on_delete=models.PROTECT, related_name="+", help_text="The newest one read."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["thread", "person"], name="one_bookmark_a_thread_and_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.thread_id}"
