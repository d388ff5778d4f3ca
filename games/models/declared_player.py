from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from .game import Game

if TYPE_CHECKING:
    from .seat import Seat

LONGEST_NAME = 40


class DeclaredPlayerQuerySet(models.QuerySet["DeclaredPlayer"]):
    def current(self) -> Self:
        """The players who still have their places, or had them when the game ended."""
        return self.filter(until=None)

    def holding(self, seat: "Seat") -> Self:
        """The current player of `seat`, and of all that the person plays too; or none."""
        return self.current().filter(game=seat.game_id, hand=seat.hand)

    def reached(self) -> Self:
        """The current players whose addresses their owners have confirmed."""
        return self.current().filter(confirmed_at__isnull=False).exclude(email="")


class DeclaredPlayer(models.Model):
    """A player without an account: a game master's declaration that somebody holds a place.

    It is no account and no tenure: nobody signs in, reads or writes messages by it. `hand` is what
    the person plays, as in `Seat.hand`; it is null in a lobby, unless the master has given a power.
    The name and the address are deleted when their owner asks for it, and when the declaration ends
    before the game. `owner_digest` keeps the owner's link valid after the address was deleted.
    Only an address whose owner has confirmed it gets mails about the game, and may send orders.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="declared_players")
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(max_length=LONGEST_NAME, blank=True, help_text="Empty: removed.")
    email = models.EmailField(blank=True)
    owner_digest = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text="A keyed hash of the last address: its owner may remove the name at any time.",
    )
    asked_at = models.DateTimeField(
        null=True, blank=True, help_text="When the address was last asked to confirm itself."
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    told_phase = models.PositiveSmallIntegerField(
        default=0, help_text="The last resolved phase, by its number, whose results were sent."
    )
    addresses_renewed = models.PositiveSmallIntegerField(
        default=0,
        editable=False,
        help_text="How often the owner of the address got new addresses for orders.",
    )
    invitation_key = models.CharField(  # noqa: DJ001 - null until a master creates it
        max_length=32,
        null=True,
        unique=True,
        editable=False,
        help_text="In the link by which the person takes the seat with an account.",
    )
    declared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    objects = DeclaredPlayerQuerySet.as_manager()

    class Meta:
        ordering = ["since", "pk"]
        indexes = [
            # notifications.mail.declared_addresses.refuse
            models.Index(
                fields=["email"], condition=~Q(email=""), name="games_declared_by_address"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "hand"],
                condition=Q(until=None, hand__isnull=False),
                name="one_declared_player_a_hand",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at=None) | ~Q(email=""),
                name="only_an_address_is_confirmed",
            ),
        ]

    def __str__(self) -> str:
        return f"declared player {self.pk}"


class AddressRequest(models.Model):
    """A mail that asked an address to confirm itself, or the refusal of its owner.

    `digest` is a keyed hash: the address itself is not kept. An address that was `refused` once, by
    its owner or by its mail server, is never written to again.
    """

    digest = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The game master who asked. Empty: refused.",
    )
    refused = models.BooleanField(default=False)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(refused=True, by=None) | Q(refused=False, by__isnull=False),
                name="address_request_is_of_somebody_or_refused",
            ),
        ]

    def __str__(self) -> str:
        return f"address request {self.pk}"
