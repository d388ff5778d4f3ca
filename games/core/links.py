"""URLs of pages of this site: absolute ones, and the words that no game's slug may be.

Nothing else joins an address to `SITE_URL`.
"""

from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver, get_script_prefix, reverse

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


def words_beside_games() -> frozenset[str]:
    """The words that addresses of other pages have where those of a game have its slug.

    They are read from the URL patterns, so that a new page reserves its word by itself.
    """
    parent = reverse("games:game", args=["-"]).removeprefix(get_script_prefix()).removesuffix("-/")
    return frozenset(
        route.removeprefix(parent).partition("/")[0]
        for route in _routes(get_resolver().url_patterns)
        if route.startswith(parent)
    )


def _routes(patterns: Iterable[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    """The whole route of each URL pattern, through all that is included."""
    for pattern in patterns:
        route = f"{prefix}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        else:
            yield route
