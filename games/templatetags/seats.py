"""Tags for seats, for pages with another main subject."""

from typing import Any

from django import template
from django.template.context import Context

from .. import access
from ..models import Game
from ..web.pages import vacancies

register = template.Library()


@register.inclusion_tag("games/seats/_invitations.html", takes_context=True)
def seat_invitations(context: Context, game: Game) -> dict[str, Any]:
    """Invitation links to the open seats of `game`, for its master to pass on."""
    viewer = context["request"].user
    shown = game.is_running and access.is_master(viewer, game)
    return {
        "request": context["request"],
        "vacancies": vacancies.current_vacancies(viewer, game) if shown else [],
    }


@register.simple_tag(takes_context=True)
def absolute_url(context: Context, path: str) -> str:
    """The absolute URL of a path on this site."""
    return str(context["request"].build_absolute_uri(path))
