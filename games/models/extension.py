from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q

from .fields import new_key, one_of
from .letter import LONGEST_LETTER, Letter, Thread
from .seat import Seat


class ExtensionOutcome(models.TextChoices):
    JOINED = "joined", "all agreed"
    REFUSED = "refused", "one did not"
    LAPSED = "lapsed", "a seat changed hands before all had answered"


class Extension(models.Model):
    """The wish to let one more power into a private thread with a title. It joins when all others
    who sit there have agreed; one refusal ends it."""

    Outcome: TypeAlias = ExtensionOutcome

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="extensions")
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="+", help_text="Whom to let in."
    )
    proposer = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(
        max_length=32, unique=True, default=new_key, editable=False, help_text="Its name on pages."
    )
    words = models.TextField(
        max_length=LONGEST_LETTER, help_text="The letter that the newcomer reads first."
    )
    with_past = models.BooleanField(help_text="Whether it reads what was written before.")
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    unread_to = models.ForeignKey(
        Letter,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The newest letter that the newcomer does not read.",
    )

    class Meta:
        ordering = ["thread_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["thread"], condition=Q(closed_at=None), name="one_open_extension_a_thread"
            ),
            one_of("outcome", ["", *ExtensionOutcome.values], name="extension_outcome_known"),
            models.CheckConstraint(
                condition=Q(closed_at=None, outcome="")
                | (Q(closed_at__isnull=False) & ~Q(outcome="")),
                name="extension_ended_somehow",
            ),
            models.CheckConstraint(
                condition=Q(unread_to=None) | Q(outcome="joined", with_past=False),
                name="who_joins_with_the_past_reads_all",
            ),
        ]

    def __str__(self) -> str:
        # Never its words: they are a letter.
        return f"extension {self.pk}"


class Consent(models.Model):
    """What a seat of a thread has answered to an extension."""

    extension = models.ForeignKey(Extension, on_delete=models.PROTECT, related_name="consents")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    agrees = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["extension_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["extension", "seat"], name="one_answer_an_extension_and_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} to {self.extension_id}"
