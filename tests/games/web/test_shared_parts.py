"""Parts of a game's page are kept for the version of the game that they were made from."""

from unittest.mock import Mock

import pytest
from django.utils import timezone, translation

from games.models import Game
from games.state import versions
from games.web.pages.shared_parts import SharedParts

pytestmark = pytest.mark.django_db


def made(game: Game, name: str = "text", *, keep: bool = True) -> bool:
    """Whether a page has to make a part."""
    make = Mock(return_value="made")
    parts = SharedParts(game)
    assert parts.part(name, make) == "made"
    if keep:
        parts.keep()
    return bool(make.called)


def test_a_part_is_made_once(game: Game):
    assert made(game)
    assert not made(game)
    assert made(game, "another")
    assert not made(game)


def test_it_is_made_again_when_the_game_has_changed(game: Game):
    made(game)
    Game.objects.filter(pk=game.pk).update(title="Another title")
    assert made(game)
    assert not made(game)


def test_nothing_is_kept_of_a_page_during_which_the_game_has_changed(game: Game):
    parts = SharedParts(game)
    Game.objects.filter(pk=game.pk).update(title="Another title")
    parts.part("text", lambda: "of a page that began before")
    parts.keep()
    assert made(game)


def test_a_part_is_made_from_the_game_as_it_is_now(game: Game):
    read_before = Game.objects.get(pk=game.pk)
    Game.objects.filter(pk=game.pk).update(title="Another title")
    parts = SharedParts(read_before)
    assert parts.part("title", lambda: read_before.title) == "Another title"
    parts.keep()
    assert SharedParts(game).part("title", lambda: "made again") == "Another title"


def test_nothing_is_kept_of_a_page_that_failed(game: Game):
    assert made(game, keep=False)
    assert made(game)


def test_each_game_language_and_zone_has_its_own(game: Game):
    made(game)
    other = Game.objects.create(
        title="Another",
        slug="another",
        request_key="00000000-0000-0000-0000-000000000001",
        lobby_closes_at=game.lobby_closes_at,
        created_at=game.created_at,
    )
    assert made(other)
    with translation.override("bg"):
        assert made(game)
    with timezone.override("Europe/Sofia"):
        assert made(game)
    assert not made(game)


def test_a_cache_that_forgets_or_fails_only_costs_time(
    game: Game, monkeypatch: pytest.MonkeyPatch, settings
):
    made(game)
    settings.CACHES = settings.CACHES | {
        "game_parts": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    }
    assert made(game)
    assert made(game)
    monkeypatch.setattr(versions, "version", lambda _game: "of nothing")
    assert made(game)
