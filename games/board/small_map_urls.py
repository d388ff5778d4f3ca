"""Addresses of small maps. Their content never changes, so that browsers keep them."""

from django.urls import reverse
from django.utils.http import urlencode

from ..models import Game
from ..state import variants
from . import Theme, small_map


def url_of(game: Game, number: int | None, *, theme: Theme) -> str:
    """The address of the small map of a phase, by its number; without one, of the start position.

    It names the phase, the theme, and the version of the drawing.
    """
    question = {"v": small_map.version(variants.board_of(game).name)}
    if theme != "light":
        question["theme"] = theme
    if number is None:
        path = reverse("games:small_start_map", args=[game.setup])
    else:
        path = reverse("games:small_map", args=[game.slug, number])
    return f"{path}?{urlencode(question)}"


def is_current(setup: str, version: str) -> bool:
    """Whether an address names the version in which the small maps of a set-up are drawn now."""
    return version == small_map.version(variants.start_position(setup).board.name)
