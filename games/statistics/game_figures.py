"""The figures of a game from its rows: those of its page, and of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.core.cache import caches

from ..models import Game
from ..state import versions
from . import figures
from .played import played_game

if TYPE_CHECKING:
    from .figures import PowerFigures, YearFigures


class GameFigures(NamedTuple):
    """The powers of a game in their order, their years, and the deeds of those that had orders."""

    powers: list[str]
    years: list[YearFigures]
    deeds: dict[str, PowerFigures]


def figures_of(game: Game) -> GameFigures | None:
    """The figures of a game that has begun; None if the rules cannot read one of its positions."""
    played = played_game(game)
    if played is None:
        return None
    hands = dict(game.seats.order_by("place").values_list("power", "hand"))
    done = figures.powers(played.phases, hands)
    return GameFigures(
        powers=list(hands),
        years=figures.years(played.positions, is_over=game.status == Game.Status.FINISHED),
        deeds={power: done[power] for power in hands if power in done},
    )


def kept_figures_of(game: Game) -> GameFigures | None:
    """The same, which each process keeps for the version of the game."""
    key, version = f"figures:{game.pk}", versions.version(game.pk)
    kept_version, found = caches["statistics"].get(key, ("", None))
    if kept_version != version:
        game.refresh_from_db()  # it was read before its version
        found = figures_of(game)
        if versions.version(game.pk) == version:
            caches["statistics"].set(key, (version, found))
    kept: GameFigures | None = found
    return kept
