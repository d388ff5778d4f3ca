from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .fields import one_of
from .game import Game


class Seat(models.Model):
    """A power in a game. Forms, receipts and readiness belong to seats, not to people."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    power = models.CharField(max_length=20)
    place = models.PositiveSmallIntegerField(help_text="Its rank in the set-up’s list of powers.")
    ready_phase = models.ForeignKey(
        "games.Phase",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="ready_seats",
        help_text="The phase that this seat wants to end sooner.",
    )
    disorder_since = models.DateTimeField(
        null=True, blank=True, help_text="Since when nobody orders for it: civil disorder."
    )
    lent_until = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The last phase, by its number, that a stand-in plays."
    )
    shares_draw = models.BooleanField(default=False)

    class Meta:
        ordering = ["game_id", "place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "power"], name="one_seat_a_game_and_power"),
        ]
        indexes = [
            # The page of all powers in civil disorder.
            models.Index(
                fields=["disorder_since"],
                condition=Q(disorder_since__isnull=False),
                name="games_civil_disorder",
            ),
        ]

    def __str__(self) -> str:
        return self.power


class TenureEnding(models.TextChoices):
    GAME_OVER = "game_over", "the game ended"
    REPLACED = "replaced", "somebody took over"
    RESIGNED = "resigned", "gave it up"
    LENT = "lent", "a stand-in plays for some phases"
    RETURNED = "returned", "was a stand-in"


class Tenure(models.Model):
    """A person's time in a seat. What they may see of the past follows from it."""

    Ending: TypeAlias = TenureEnding

    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="tenures")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tenures"
    )
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=12, choices=Ending, blank=True)
    stands_in_for = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="To whom the seat returns.",
    )

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(until=None), name="one_open_tenure_a_seat"
            ),
            one_of("ending", ["", *TenureEnding.values], name="tenure_ending_known"),
            models.CheckConstraint(
                condition=Q(until=None, ending="") | (Q(until__isnull=False) & ~Q(ending="")),
                name="tenure_ended_somehow",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} as {self.seat_id}"

    @property
    def lasts(self) -> bool:
        """Whether the seat is held, or was when the game ended."""
        return self.until is None or self.ending == self.Ending.GAME_OVER


class Volunteer(models.Model):
    """A person on the waiting list of those who would take over a seat."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="volunteering"
    )
    since = models.DateTimeField()
    remark = models.CharField(_("what the game masters should know"), max_length=200, blank=True)

    class Meta:
        ordering = ["since", "pk"]

    def __str__(self) -> str:
        return f"{self.person_id} since {self.since}"
