"""Queries for games."""

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q

from accounts import clock

from .terms import GameStatus

if TYPE_CHECKING:
    from .game import Game  # noqa: F401 - the model of the query set


class GameQuerySet(models.QuerySet["Game"]):
    def in_lobby(self) -> Self:
        return self.filter(status=GameStatus.LOBBY)

    def finished(self) -> Self:
        return self.filter(status=GameStatus.FINISHED)

    def with_open_names(self) -> Self:
        """The games in which everyone may see who plays. Compare `Game.names_are_open`."""
        return self.filter(Q(anonymous=False) | _is_final())

    def final(self) -> Self:
        """The games that are over for good. Compare `Game.is_final`."""
        return self.filter(_is_final())


def _is_final() -> Q:
    return Q(status=GameStatus.FINISHED) & (Q(final_at=None) | Q(final_at__lte=clock.now()))
