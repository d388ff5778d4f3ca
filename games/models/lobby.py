"""People who wait in a lobby or are invited to it, and the powers that they wish for."""

import datetime as dt
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from .game import Game
from .terms import GameStatus


class LobbyEntry(models.Model):
    """A person who waits in the lobby of a game and has accepted its house rules.

    `hand` is what a game master has given them: the number of a hand of the set-up, which lists
    the powers that one person plays. `here_at` is when the person was last seen in the lobby of a
    live game.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries"
    )
    joined_at = models.DateTimeField()
    hand = models.PositiveSmallIntegerField(null=True, editable=False)
    here_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "person"], name="one_entry_a_person_and_game"),
            models.UniqueConstraint(
                fields=["game", "hand"],
                condition=Q(hand__isnull=False),
                name="one_entry_a_game_and_hand",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.game_id}"


class PowerWish(models.Model):
    """A hand of the set-up that a person in a lobby wishes for; rank 1 is their first choice.

    Only this person ever reads it. It is deleted when the game begins, when the lobby expires, and
    with the entry.
    """

    entry = models.ForeignKey(LobbyEntry, on_delete=models.CASCADE, related_name="wishes")
    hand = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["entry_id", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "hand"], name="one_wish_an_entry_and_hand"),
            models.UniqueConstraint(fields=["entry", "rank"], name="one_wish_an_entry_and_rank"),
            models.CheckConstraint(condition=Q(rank__gte=1), name="wish_ranks_from_one"),
        ]

    def __str__(self) -> str:
        return f"a wish of entry {self.entry_id}"


class LobbyInvitationQuerySet(models.QuerySet["LobbyInvitation"]):
    def open_at(self, moment: dt.datetime) -> Self:
        """The unanswered invitations whose lobbies people can still join."""
        lobby = {"game__status": GameStatus.LOBBY, "game__lobby_closes_at__gt": moment}
        return self.filter(answered_at=None, **lobby)


class LobbyInvitation(models.Model):
    """An invitation of one person to a game that has not begun. It reserves no seat.

    The row is deleted when the lobby closes: until then nobody who has answered is invited again.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="lobby_invitations")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="lobby_invitations"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField()
    answered_at = models.DateTimeField(
        null=True, editable=False, help_text="When the person joined or declined."
    )

    objects = LobbyInvitationQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "person"], name="one_lobby_invitation_a_game_and_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} to {self.game_id}"
