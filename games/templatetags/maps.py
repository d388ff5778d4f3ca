"""Tag for the small map of a game in a list."""

from typing import Any

from django import template
from django.template.context import Context

from accounts import appearance

from ..board import small_map_urls
from ..models import Game

register = template.Library()


@register.inclusion_tag("games/board/_small_map.html", takes_context=True)
def small_map(context: Context, game: Game) -> dict[str, Any]:
    """The small map of a game with the columns of a list, in the theme of the reader's browser."""
    request = context.get("request")
    look = appearance.chosen(request) if request else {}
    number = getattr(game, "phase_number", None)
    if "map" in look:  # high contrast is the same in both themes
        contrast = small_map_urls.url_of(game, number, theme="contrast")
        return {"light": contrast, "theme": "light"}
    return {
        "light": small_map_urls.url_of(game, number, theme="light"),
        "dark": small_map_urls.url_of(game, number, theme="dark"),
        "theme": look.get("theme", "system"),
    }
