"""Queries for games."""

from typing import TYPE_CHECKING, Self

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef, Q

from accounts import clock

from .terms import GameAllotment, GameStatus

if TYPE_CHECKING:
    from .game import Game  # noqa: F401 - the model of the query set


class GameQuerySet(models.QuerySet["Game"]):
    def in_lobby(self) -> Self:
        return self.filter(status=GameStatus.LOBBY)

    def among_people(self) -> Self:
        """The games that count for people: no practice games."""
        return self.filter(practice=False)

    def finished(self) -> Self:
        return self.filter(status=GameStatus.FINISHED)

    def with_open_names(self) -> Self:
        """The games in which everyone may see who plays. Compare `Game.names_are_open`.

        Those of a round of a tournament open their names together: who is not at one table plays at
        another.
        """
        alone = ~Q(allotment=GameAllotment.DRAW)
        return self.filter(Q(anonymous=False) | is_final() & (alone | ~_goes_on_beside()))

    def final(self) -> Self:
        """The games that are over for good. Compare `Game.is_final`."""
        return self.filter(is_final())


def is_final(prefix: str = "") -> Q:
    """The condition of `final` for rows from which `prefix` leads to the game."""
    moment = f"{prefix}final_at"
    over = Q(**{moment: None}) | Q(**{f"{moment}__lte": clock.now()})
    return Q(**{f"{prefix}status": GameStatus.FINISHED}) & over


def _goes_on_beside() -> Exists:
    """Whether another game of the same round of a tournament is not over for good."""
    tables = apps.get_model("games", "Table")._default_manager
    beside = tables.filter(round__tables__game=OuterRef("pk")).exclude(is_final("game__"))
    return Exists(beside.order_by())
