"""Addresses in a report: whole ones, that stay good and open without signing in."""

from django.conf import settings
from django.urls import reverse

from ..models import Game, Phase


def page(phase: Phase) -> str:
    return f"{settings.SITE_URL}{phase.get_absolute_url()}"


def picture(phase: Phase) -> str:
    """The map of a resolved phase; empty where strangers see none. It has no query, which some
    forums refuse."""
    game = phase.game
    if game.visibility == Game.Visibility.PUBLIC:
        path = reverse("games:picture", args=[game.slug, phase.code])
    elif game.map_key is not None:
        path = reverse("games:shared_picture", args=[game.slug, phase.code, game.map_key])
    else:
        return ""
    return f"{settings.SITE_URL}{path}"
