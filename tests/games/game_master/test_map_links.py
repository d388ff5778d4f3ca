"""Public addresses of a private game's maps: created and revoked by its master."""

import re

import pytest

from accounts.models import User
from games.core.errors import Refused
from games.game_master import map_links
from games.models import Event, Game, Notification
from games.wording import events


@pytest.fixture
def private(game: Game) -> Game:
    game.visibility = Game.Visibility.PRIVATE
    game.save(update_fields=["visibility"])
    return game


def key_of(game: Game) -> str | None:
    return Game.objects.get(pk=game.pk).map_key


def test_a_game_has_no_key_until_somebody_makes_it(private: Game, master: User):
    assert key_of(private) is None
    map_links.show(private, by=master)
    assert re.fullmatch("[0-9a-f]{32}", str(key_of(private)))


def test_it_is_made_once_and_revoked_once(private: Game, master: User):
    with pytest.raises(Refused, match="no addresses"):
        map_links.hide(private, by=master)
    map_links.show(private, by=master)
    first = key_of(private)
    with pytest.raises(Refused, match="already"):
        map_links.show(private, by=master)
    assert key_of(private) == first
    map_links.hide(private, by=master)
    assert key_of(private) is None


def test_a_public_game_needs_none(game: Game, master: User):
    with pytest.raises(Refused, match="This game is public: everyone can see its maps"):
        map_links.show(game, by=master)
    assert key_of(game) is None


def test_the_log_says_who_did_it_and_the_players_are_told_but_nobody_the_key(
    private: Game, master: User, players: list[User]
):
    map_links.show(private, by=master)
    key = str(key_of(private))
    map_links.hide(private, by=master)
    shown, hidden = private.events.filter(actor=master).order_by("pk").reverse()[:2][::-1]
    assert (shown.kind, hidden.kind) == (Event.Kind.MAPS_SHOWN, Event.Kind.MAPS_HIDDEN)
    for event in (shown, hidden):
        assert events.author(event, names_open=False) == "Mia Master"
        assert key not in events.sentence(event, names_open=True)
        told = Notification.objects.filter(event=event, channel=Notification.Channel.SITE)
        assert set(told.values_list("person", flat=True)) == {each.pk for each in players}
