import datetime as dt
from typing import Self, TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import User

from .fields import new_key, one_of
from .game import Game
from .seat import Seat

LIFETIME = dt.timedelta(days=14)


class InvitationKind(models.TextChoices):
    REPLACE = "replace", "to play a power for good"
    LEND = "lend", "to play a power for some phases"
    TAKE_OVER = "take_over", "to go on with a game that was begun elsewhere"


class SeatInvitationQuerySet(models.QuerySet["SeatInvitation"]):
    def valid_at(self, moment: dt.datetime) -> Self:
        """The invitations that can still be accepted at `moment`."""
        return self.filter(created_at__gt=moment - LIFETIME)

    def keeping_seats(self, moment: dt.datetime) -> Self:
        """The valid invitations whose seats nobody else may take: of games that were taken over.

        A stranger must not come before the people who have played the game so far.
        """
        return self.valid_at(moment).filter(kind=InvitationKind.TAKE_OVER)

    def concerning(self, seat: Seat, person: User) -> Self:
        """The invitations that no other one of `person` to `seat` may stand beside."""
        return self.filter(Q(seat=seat) | Q(game=seat.game_id, person=person.pk))

    def expired_at(self, moment: dt.datetime) -> Self:
        return self.exclude(created_at__gt=moment - LIFETIME)


class SeatInvitation(models.Model):
    """An invitation of one person to one seat, which has not been answered yet.

    The seat stays as it is until the person accepts. The row is deleted when the invitation is
    answered, withdrawn or expired, when somebody else gets the seat, and when the game ends.
    """

    Kind: TypeAlias = InvitationKind

    key = models.CharField(max_length=32, unique=True, default=new_key)
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.OneToOneField(Seat, on_delete=models.PROTECT, related_name="invitation")
    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        related_name="seat_invitations",
        help_text="The game of the seat, for the constraint.",
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seat_invitations"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    phases = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="For how many phases a stand-in is to play."
    )
    reason = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()

    objects = SeatInvitationQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "pk"]
        indexes = [models.Index(fields=["created_at"], name="games_invitations_by_age")]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "person"], name="one_seat_invitation_a_game_and_person"
            ),
            one_of("kind", InvitationKind.values, name="seat_invitation_kind_known"),
            models.CheckConstraint(
                condition=Q(kind="lend", phases__isnull=False)
                | (~Q(kind="lend") & Q(phases__isnull=True)),
                name="only_stand_ins_are_invited_for_phases",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} to {self.seat_id}"

    @property
    def expires_at(self) -> dt.datetime:
        return self.created_at + LIFETIME
