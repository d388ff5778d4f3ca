"""Tag for the small map of a game in a list."""

from typing import Any

from django import template
from django.template.context import Context

from accounts import appearance

from ..board import pictures
from ..models import Game

register = template.Library()


@register.inclusion_tag("games/board/_small_map.html", takes_context=True)
def small_map(context: Context, game: Game) -> dict[str, Any]:
    """The small map of a game with the columns of a list, in the theme of the reader's browser."""
    request = context.get("request")
    theme = appearance.chosen(request).get("theme", "system") if request else "system"
    number = getattr(game, "phase_number", None)
    return {
        "light": pictures.small_map_url(game, number, dark=False),
        "dark": pictures.small_map_url(game, number, dark=True),
        "theme": theme,
    }
