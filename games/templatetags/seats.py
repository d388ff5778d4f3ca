"""Seats as other pages show them."""

from typing import Any

from django import template
from django.template.context import Context

from .. import access
from ..models import Game
from ..seats import vacancies

register = template.Library()


@register.inclusion_tag("games/_seat_invitations.html", takes_context=True)
def seat_invitations(context: Context, game: Game) -> dict[str, Any]:
    """The links by which the open seats of `game` may be taken, for its master to hand around."""
    viewer = context["request"].user
    shown = game.is_running and access.is_master(viewer, game)
    return {
        "request": context["request"],
        "vacancies": vacancies.now(viewer, game) if shown else [],
    }


@register.simple_tag(takes_context=True)
def absolute(context: Context, path: str) -> str:
    """The whole address of a path on this site."""
    return str(context["request"].build_absolute_uri(path))
