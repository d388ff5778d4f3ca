from typing import Self, TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .declared_player import DeclaredPlayer
from .fields import LONGEST_IMPORTED_NAME, one_of
from .game import Game


class SeatQuerySet(models.QuerySet["Seat"]):
    def held(self) -> Self:
        """The seats that somebody holds now, with an account or without."""
        return self.filter(_has_tenure() | _is_declared())

    def with_account(self) -> Self:
        """The seats that somebody with an account holds now."""
        return self.filter(_has_tenure())

    def without_account(self) -> Self:
        """The seats that a declared player holds now."""
        return self.filter(_is_declared())

    def entered_by_master(self) -> Self:
        """The seats whose orders a game master enters, in games that have agreed to it.

        They are those of declared players, and those whose players have switched it on.
        """
        return self.filter(_has_tenure(lets_master_order=True) | _is_declared())

    def held_by(self, person: User) -> Self:
        """The seats that `person` holds now."""
        current = Tenure.objects.current().filter(seat=OuterRef("pk"), person=person)
        return self.filter(Exists(current))

    def playable(self) -> Self:
        """The seats of powers that somebody may play: all but neutral ones."""
        return self.filter(hand__isnull=False)

    def in_hand_with(self, seat: "Seat") -> Self:
        """The seats that one person plays together with `seat`, itself included."""
        return self.filter(game=seat.game_id, hand=seat.hand)

    def played(self) -> Self:
        """The seats that somebody holds now and that are not in civil disorder."""
        return self.held().filter(disorder_since=None)


def _has_tenure(**fields: object) -> Exists:
    return Exists(Tenure.objects.current().filter(seat=OuterRef("pk"), **fields).order_by())


def _is_declared() -> Exists:
    declared = DeclaredPlayer.objects.current()
    here = declared.filter(game=OuterRef("game"), hand=OuterRef("hand"))
    return Exists(here.order_by())


class SeatResult(models.TextChoices):
    WON = "won", "won the game"
    DREW = "drew", "shares a draw"


class Seat(models.Model):
    """A power in a game. Orders, receipts and readiness belong to seats, not to people."""

    Result: TypeAlias = SeatResult

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    power = models.CharField(max_length=20)
    place = models.PositiveSmallIntegerField(help_text="Its rank in the set-up’s list of powers.")
    hand = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="The rank of the person’s powers in the set-up. Empty: nobody plays this power.",
    )
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
    result = models.CharField(
        max_length=10,
        choices=Result,
        blank=True,
        help_text="Empty while the game goes on, and for the powers that lost.",
    )

    # Null: nobody. Empty: a person whose name the archive does not disclose.
    imported_name = models.CharField(  # noqa: DJ001
        max_length=LONGEST_IMPORTED_NAME,
        null=True,
        blank=True,
        help_text="The last player of an imported game: a text, never an account.",
    )
    accepts_end = models.BooleanField(
        default=False,
        help_text="Whether its player waives the time in which the end can be undone.",
    )

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["game_id", "place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "power"], name="one_seat_a_game_and_power"),
            models.CheckConstraint(
                condition=Q(hand__isnull=False) | Q(disorder_since=None, ready_phase=None),
                name="neutral_seat_has_nothing_to_order",
            ),
            one_of("result", ["", *SeatResult.values], name="seat_result_known"),
        ]
        indexes = [
            # seats.civil_disorder.seats_in_disorder
            models.Index(
                fields=["disorder_since"],
                condition=Q(disorder_since__isnull=False),
                name="games_civil_disorder",
            ),
        ]

    def __str__(self) -> str:
        return self.power

    @property
    def neutral(self) -> bool:
        """Whether nobody plays the power: its units only hold."""
        return self.hand is None


class TenureEnding(models.TextChoices):
    GAME_OVER = "game_over", "the game ended"
    REPLACED = "replaced", "somebody took over"
    RESIGNED = "resigned", "gave it up"
    LENT = "lent", "a stand-in plays for some phases"
    RETURNED = "returned", "was a stand-in"


# Press goes on after the end: the last holder of a seat may read and write its messages for good.
LASTING = Q(until=None) | Q(ending=TenureEnding.GAME_OVER)


class TenureQuerySet(models.QuerySet["Tenure"]):
    def current(self) -> Self:
        """The tenures that have not ended."""
        return self.filter(until=None)

    def lasting(self) -> Self:
        """The tenures that have not ended, or ended with the game. Compare `Tenure.lasts`."""
        return self.filter(LASTING)


class Tenure(models.Model):
    """A person's time in a seat. It determines which earlier messages they may read."""

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
        help_text="The person to whom the seat returns.",
    )
    lets_master_order = models.BooleanField(
        default=False, help_text="Whether the person lets a game master enter the orders."
    )

    objects = TenureQuerySet.as_manager()

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
        """Whether the person holds the seat, or held it when the game ended."""
        return self.until is None or self.ending == self.Ending.GAME_OVER


class Volunteer(models.Model):
    """A person on the waiting list of people who are ready to take over a seat."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="volunteering"
    )
    since = models.DateTimeField()
    remark = models.CharField(_("note for the game masters"), max_length=200, blank=True)

    class Meta:
        ordering = ["since", "pk"]

    def __str__(self) -> str:
        return f"{self.person_id} since {self.since}"
