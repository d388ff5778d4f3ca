"""URLs of calendars and news feeds: public ones, and those with a person's secret key."""

import secrets

from django.urls import reverse

from accounts.models import User

from ...core.links import absolute_url
from ...models import Game

KEY_BYTES = 16  # 128 bits cannot be guessed


def renew_key(person: User) -> None:
    """Give `person` a new key. URLs with the old key stop working."""
    _set_key(person, secrets.token_hex(KEY_BYTES))


def revoke_key(person: User) -> None:
    """Remove the key of `person` for good."""
    _set_key(person, None)


def _set_key(person: User, key: str | None) -> None:
    person.feed_key = key
    # The account may have been closed meanwhile: then it gets no key.
    User.objects.not_closed().filter(pk=person.pk).update(feed_key=key)


def calendar_url(game: Game, key: str | None = None) -> str:
    return _game_url("calendar", game, key)


def news_url(game: Game, key: str | None = None) -> str:
    return _game_url("news", game, key)


def own_calendar_url(key: str) -> str:
    return absolute_url(reverse("games:own_calendar", args=[key]))


def _game_url(name: str, game: Game, key: str | None) -> str:
    if key is None:
        return absolute_url(reverse(f"games:{name}", args=[game.slug]))
    return absolute_url(reverse(f"games:keyed_{name}", args=[game.slug, key]))
