"""Absolute URLs of pages of this site; nothing else joins an address to `SITE_URL`."""

from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from ..models import Game, Phase


def absolute_url(path: str) -> str:
    """The full address of a path of this site."""
    return f"{settings.SITE_URL}{path}"


def site_host() -> str:
    """The site's host name, for identifiers that must be unique in the world (of mails, say)."""
    return (urlsplit(settings.SITE_URL).hostname or "localhost").replace(":", ".")


def phase_url(phase: Phase) -> str:
    return absolute_url(phase.get_absolute_url())


def picture_url(phase: Phase) -> str:
    """The map of a resolved phase; empty if only members of the game may see it.

    It has no query string, which some forums refuse in an image's address.
    """
    game = phase.game
    if game.visibility == Game.Visibility.PUBLIC:
        path = reverse("games:picture", args=[game.slug, phase.code])
    elif game.map_key is not None:
        path = reverse("games:shared_picture", args=[game.slug, phase.code, game.map_key])
    else:
        return ""
    return absolute_url(path)
