"""URLs of calendars and news feeds: public ones, and those with a person's secret key."""

from django.urls import reverse

from ...core.links import absolute_url
from ...models import Game


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
