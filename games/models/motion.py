from typing import TypeAlias

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .fields import one_of
from .phase import Phase
from .seat import Seat

LONGEST_MOTION_DAYS = 14


class MotionKind(models.TextChoices):
    EXTEND = "extend", _("Put the deadline off")
    PAUSE = "pause", _("Stop the clock")
    RESUME = "resume", _("Start the clock again")
    DRAW = "draw", _("End the game as a draw")


class MotionOutcome(models.TextChoices):
    PASSED = "passed"
    FAILED = "failed"


class Motion(models.Model):
    """What the players of a game without a master vote on. It lapses with its phase."""

    Kind: TypeAlias = MotionKind
    Outcome: TypeAlias = MotionOutcome

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="motions")
    kind = models.CharField(max_length=10, choices=Kind)
    days = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="By how much to put off, or how long to stop."
    )
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="motions")
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)

    class Meta:
        ordering = ["phase_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["phase"], condition=Q(closed_at=None), name="one_open_motion_a_phase"
            ),
            one_of("kind", MotionKind.values, name="motion_kind_known"),
            one_of("outcome", ["", *MotionOutcome.values], name="motion_outcome_known"),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["extend", "pause"], days__gte=1, days__lte=LONGEST_MOTION_DAYS
                )
                | Q(kind__in=["resume", "draw"], days=None),
                name="motion_has_its_days",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.phase_id}"


class Ballot(models.Model):
    """The vote of a seat."""

    motion = models.ForeignKey(Motion, on_delete=models.PROTECT, related_name="ballots")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="ballots")
    in_favour = models.BooleanField()
    cast_at = models.DateTimeField()

    class Meta:
        ordering = ["motion_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["motion", "seat"], name="one_ballot_a_motion_and_seat"),
        ]

    def __str__(self) -> str:
        return f"ballot {self.pk}"
