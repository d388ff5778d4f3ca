"""Addresses of calendars and news: those that all may read, and those with a person's key."""

import secrets
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from accounts.models import User

from ..models import Game

KEY_BYTES = 16  # 128 bits: nobody guesses it


def renew(person: User) -> None:
    """Give `person` a new key; the addresses that have the old one open nothing any more."""
    _set(person, secrets.token_hex(KEY_BYTES))


def revoke(person: User) -> None:
    """Take the key of `person` back, for good."""
    _set(person, None)


def _set(person: User, key: str | None) -> None:
    person.feed_key = key
    # Not of an account that was closed meanwhile.
    User.objects.filter(pk=person.pk, closed_at=None).update(feed_key=key)


def calendar(game: Game, key: str | None = None) -> str:
    return _of_game("calendar", game, key)


def news(game: Game, key: str | None = None) -> str:
    return _of_game("news", game, key)


def own_calendar(key: str) -> str:
    return whole(reverse("games:own_calendar", args=[key]))


def _of_game(name: str, game: Game, key: str | None) -> str:
    if key is None:
        return whole(reverse(f"games:{name}", args=[game.slug]))
    return whole(reverse(f"games:keyed_{name}", args=[game.slug, key]))


def whole(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def host() -> str:
    """The name of the site, which makes the names of what it tells its own."""
    return (urlsplit(settings.SITE_URL).hostname or "localhost").replace(":", ".")
