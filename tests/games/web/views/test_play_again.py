"""Playing again with the same people and settings: what is filled in, and what stays secret."""

import datetime as dt
import html
import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts import account_closing, clock
from accounts.models import User
from games.lifecycle import endings
from games.models import Game, LobbyInvitation
from games.notifications import preferences
from games.web.forms.game_initial import next_title
from tests import factories

from .conftest import signed_in, words


def finished(master: User, players: list[User], **fields: object) -> Game:
    game = factories.begun_game(master, players, **fields)
    endings.close(game, by=master, reason="That was it.")
    game.refresh_from_db()
    return game


def url_of(game: Game) -> str:
    return f"{reverse('games:new')}?again={game.slug}"


def page_of(game: Game, person: User) -> str:
    answer = signed_in(person).get(url_of(game))
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def names_on(page: str) -> list[str]:
    found = re.search(r'<textarea name="names"[^>]*>\s*(.*?)</textarea>', page, re.S)
    assert found
    return found[1].splitlines()


@pytest.fixture
def ended(master: User, players: list[User]) -> Game:
    weekly = {"weekdays": 1 << 1, "at": dt.time(21), "zone": "Asia/Tokyo", "least_hours": 24}
    return finished(
        master,
        players,
        **weekly,
        title="Tokyo table",
        press="public",
        house_rules="Be kind.",
        visibility="private",
        changes={"order_repeated": "first"},
        draw_shared_by="named",
    )


def test_the_form_has_the_settings_of_the_finished_game(ended: Game, players: list[User]):
    page = page_of(ended, players[0])
    assert 'value="Tokyo table 2"' in page
    for name, value in {
        "pace": "own",
        "weekdays": "1",
        "press": "public",
        "visibility": "private",
        "draw_shared_by": "named",
        "rule-order_repeated": "first",
        "role": "player",
    }.items():
        assert re.search(rf'name="{name}"[^>]* value="{value}"[^>]* checked', page), name
    assert "Be kind.</textarea>" in page
    assert "Every Tuesday at 21:00, Tokyo time." in page


def test_the_others_are_named_and_the_reader_is_not(ended: Game, master: User, players: list[User]):
    assert sorted(names_on(page_of(ended, players[0]))) == sorted(map(str, players[1:]))
    page = page_of(ended, master)
    assert sorted(names_on(page)) == sorted(map(str, players))
    assert re.search(r'name="role"[^>]* value="master"[^>]* checked', page)


def test_sending_the_form_invites_them_and_seats_nobody(ended: Game, master: User):
    page = page_of(ended, master)
    sheet = dict(re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', page))
    sheet |= dict(re.findall(r'name="([\w-]+)"[^>]* value="([^"]*)"[^>]* checked', page))
    sheet |= dict(re.findall(r'type="(?:text|number|time)" name="(\w+)" value="([^"]*)"', page))
    zone = {"zone": "Asia/Tokyo", "language": "en", "length_unit": "days", "short_unit": "days"}
    sheet |= {**zone, "names": "\n".join(names_on(page))}
    answer = signed_in(master).post(url_of(ended), sheet)
    game = Game.objects.exclude(pk=ended.pk).get()
    assert answer["Location"] == game.get_absolute_url()
    assert (LobbyInvitation.objects.filter(game=game).count(), game.entries.count()) == (7, 0)
    assert game.settings is not None
    assert (game.settings.weekdays, game.settings.zone) == (1 << 1, "Asia/Tokyo")


def test_hidden_names_are_not_filled_in_before_they_are_open(master: User, players: list[User]):
    game = finished(master, players, anonymous=True, provisional_days=2)
    assert not game.names_are_open
    page = page_of(game, players[0])
    assert names_on(page) == []
    assert "Its players’ names are still hidden" in page
    assert not [each for each in players[1:] if str(each) in page]
    with time_machine.travel(clock.now() + dt.timedelta(days=3), tick=False):
        assert sorted(names_on(page_of(game, players[0]))) == sorted(map(str, players[1:]))


def test_closed_accounts_are_left_out_and_said(ended: Game, players: list[User]):
    account_closing.close(players[1])
    page = page_of(ended, players[0])
    assert len(names_on(page)) == 5
    assert "1 player can’t be invited, because the account is closed." in page


def test_nobody_can_tell_who_wants_no_invitations(ended: Game, players: list[User]):
    before = page_of(ended, players[0])
    preferences.refuse_invitations(players[1])
    after = page_of(ended, players[0])
    assert names_on(after) == names_on(before)
    assert str(players[1]) in names_on(after)


def test_strangers_former_players_and_running_games_get_nothing(
    ended: Game, game: Game, players: list[User]
):
    stranger = factories.person("Otto")
    assert signed_in(stranger).get(url_of(ended)).status_code == 404
    france = factories.holder(factories.seat(game, "FRANCE"))
    assert signed_in(france).get(url_of(game)).status_code == 404
    assert Client().get(url_of(ended)).status_code == 302


def test_the_page_of_a_finished_game_leads_there_for_its_people_only(
    ended: Game, master: User, players: list[User]
):
    public = finished(factories.person("Mo"), players)
    for person, game in ((players[0], ended), (master, ended), (players[0], public)):
        page = signed_in(person).get(game.get_absolute_url()).content.decode()
        assert f'href="{url_of(game)}"' in page
    assert "Play again" not in words(signed_in(master).get(public.get_absolute_url()))
    assert "Play again" not in words(Client().get(public.get_absolute_url()))


@pytest.mark.parametrize(
    ("title", "following"),
    [
        ("Our table", "Our table 2"),
        ("Our table 9", "Our table 10"),
        ("1901", "1901 2"),
        ("W" * 80, "W" * 78 + " 2"),
    ],
)
def test_the_title_counts_on(title: str, following: str):
    assert next_title(title) == following
