import datetime as dt
from typing import Self, TypeAlias

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .fields import one_of
from .phase import Phase
from .seat import Seat

LONGEST_VOTE_DAYS = 14


class VoteKind(models.TextChoices):
    EXTEND = "extend", _("Extend the deadline")
    PAUSE = "pause", _("Pause the game")
    RESUME = "resume", _("Resume the game")
    DRAW = "draw", _("Draw")
    CONCEDE = "concede", _("Concede to a power")
    AMEND = "amend", _("Amend the house rules")


class VoteOutcome(models.TextChoices):
    PASSED = "passed"
    FAILED = "failed"
    WITHDRAWN = "withdrawn"


# The kinds on which the players vote in every game that lets them, and which can be secret.
ENDING_KINDS = (VoteKind.DRAW, VoteKind.CONCEDE)
# The kinds that are decided at the latest when a phase ends.
COUNTED_AT_END = (*ENDING_KINDS, VoteKind.AMEND)


class VoteQuerySet(models.QuerySet["Vote"]):
    def undecided(self) -> Self:
        return self.filter(closed_at=None)

    def on_the_end(self) -> Self:
        return self.filter(kind__in=ENDING_KINDS)

    def counted_at_end(self) -> Self:
        return self.filter(kind__in=COUNTED_AT_END)

    def discard(self, now: dt.datetime) -> None:
        """Close votes that count no more, without their ballots and proposers; tell nobody."""
        Ballot.objects.filter(vote__in=self.values("pk")).delete()
        self.update(seat=None, closed_at=now, outcome=VoteOutcome.FAILED)


class Vote(models.Model):
    """A vote of the players of a game, made in a phase.

    `seat` made it. It is null where the site or a master made it, and once a secret vote is closed.
    """

    Kind: TypeAlias = VoteKind
    Outcome: TypeAlias = VoteOutcome

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="votes")
    kind = models.CharField(max_length=10, choices=Kind)
    days = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="By how much to put off, or how long to stop."
    )
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="votes"
    )
    winner = models.ForeignKey(
        Seat,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The power to which all others concede the game.",
    )
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)

    objects = VoteQuerySet.as_manager()

    class Meta:
        ordering = ["phase_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["phase", "seat"],
                condition=Q(closed_at=None),
                name="one_open_vote_a_phase_and_seat",
            ),
            one_of("kind", VoteKind.values, name="vote_kind_known"),
            one_of("outcome", ["", *VoteOutcome.values], name="vote_outcome_known"),
            models.CheckConstraint(
                condition=Q(kind__in=["extend", "pause"], days__gte=1, days__lte=LONGEST_VOTE_DAYS)
                | Q(kind__in=["resume", "draw", "concede", "amend"], days=None),
                name="vote_has_its_days",
            ),
            models.CheckConstraint(
                condition=Q(kind="concede", winner__isnull=False)
                | (~Q(kind="concede") & Q(winner=None)),
                name="concession_has_its_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.phase_id}"


class Sharer(models.Model):
    """A power that shares the draw of a vote, where the vote names them."""

    vote = models.ForeignKey(Vote, on_delete=models.PROTECT, related_name="sharers")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["vote_id", "seat__place"]
        constraints = [
            models.UniqueConstraint(fields=["vote", "seat"], name="one_sharer_a_vote_and_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} shares {self.vote_id}"


class Ballot(models.Model):
    """The vote cast by a seat. Those of a secret vote are deleted when it is closed."""

    vote = models.ForeignKey(Vote, on_delete=models.PROTECT, related_name="ballots")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="ballots")
    in_favour = models.BooleanField()
    cast_at = models.DateTimeField()

    class Meta:
        ordering = ["vote_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["vote", "seat"], name="one_ballot_a_vote_and_seat"),
        ]

    def __str__(self) -> str:
        return f"ballot {self.pk}"
