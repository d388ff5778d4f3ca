"""The front page: a board in its present state, games to join, first steps of a new site."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.lifecycle import endings, lobby
from games.models import Game, Phase
from games.orders import submission
from games.seats import tenures
from tests import factories

from .conftest import signed_in, words
from .test_game_list import hide, leave_open

URL = reverse("games:front")


def board(client: Client) -> str:
    """The title of the board on the front page."""
    match = re.search(
        r'<svg class="board"[^>]*>\s*<title>(.*?)</title>', client.get(URL).content.decode()
    )
    return match[1] if match else ""


@pytest.mark.usefixtures("db")
def test_an_empty_site_tells_a_stranger_what_will_be_here(client: Client):
    assert board(client) == "Standard: Spring 1901, movement"
    page = words(client.get(URL))
    assert "No public games yet" in page
    assert "sign up and open a game for your friends" in page
    assert "Your site is ready" not in page
    assert "Your site is ready" not in words(signed_in(factories.person()).get(URL))


@pytest.mark.usefixtures("db")
def test_an_empty_site_tells_its_operator_what_to_do_first(settings):
    settings.ADMIN_SECOND_FACTOR = False
    client = signed_in(factories.person(is_superuser=True))
    page = words(client.get(URL))
    assert "Your site is ready" in page
    for step in ("Open a new game", "check that they arrive", "Invite", "docs/operations.md"):
        assert step in page, step
    settings.EMAIL_BACKEND = "accounts.mails.folder_backend.FolderBackend"
    settings.EMAIL_FILE_PATH = "/var/lib/entente/mail"
    assert "Set up a mail server." in words(client.get(URL))


def test_a_private_game_does_not_fill_a_site(client: Client, game: Game, players: list[User]):
    hide(game)
    for reader in (client, signed_in(factories.person())):
        page = words(reader.get(URL))
        assert "No public games yet" in page
        assert game.title not in page
    assert board(client).startswith("Standard:")
    assert game.title in words(signed_in(players[0]).get(URL))


def test_strangers_see_the_board_of_the_game_that_went_on_last(client: Client, game: Game):
    assert board(client) == "The Balkan table: Spring 1901, movement"
    older = factories.begun_game(title="Older")
    newer = factories.begun_game(title="Newer")
    now = clock.now()
    for hours, each in ((3, older), (2, newer)):
        moment = now - dt.timedelta(hours=hours)
        Phase.objects.filter(game=each).update(number=3, code="S1902M", opened_at=moment)
    assert board(client) == "Newer: Spring 1902, movement", "the game that just began says little"
    page = client.get(URL).content.decode()
    assert f'href="{newer.get_absolute_url()}" aria-label="Open “Newer”: Spring 1902' in page
    hide(newer)
    assert board(client) == "Older: Spring 1902, movement"


def test_the_board_of_an_open_phase_shows_no_orders(client: Client, game: Game):
    seat = factories.seat(game, "FRANCE")
    lines = [submission.Line("x", "A PAR - BUR")]
    submission.submit(factories.open_phase(game), seat, lines, person=factories.holder(seat))
    page = client.get(URL).content.decode()
    assert "Army Paris (France)" in page
    assert "A PAR - BUR" not in page
    assert "data-order" not in page


def test_without_running_games_the_last_finished_one_is_shown(client: Client, game: Game):
    endings.close(game, by=None, reason="")
    assert board(client).startswith("The Balkan table: ")
    assert "Finished The Balkan table" not in words(client.get(URL)), "it is shown above"


def test_strangers_find_games_to_join_and_to_watch_once(client: Client, game: Game):
    factories.open_game(factories.person(), title="Come in")
    full = factories.open_game(factories.person(), title="Full", allotment="master")
    for _ in range(7):
        lobby.join(full, factories.person(), house_rules_accepted=True)
    other = factories.begun_game(title="Another one")
    Phase.objects.filter(game=other).update(opened_at=clock.now() - dt.timedelta(days=1))
    page = words(client.get(URL))
    assert "Waiting for players Come in 0 of 7 players 7 seats free" in page
    assert "Full" not in page
    assert "In progress Another one Spring 1901, movement" in page
    assert page.count("The Balkan table") == 2  # the title of the board, and its caption
    for link in (reverse("account_signup"), "/games/?status=lobby"):
        assert f'href="{link}"' in client.get(URL).content.decode()


def test_people_are_led_to_what_waits_for_them(game: Game, players: list[User]):
    leave_open(factories.begun_game(title="Needs a player"))
    page = words(signed_in(players[0]).get(URL))
    assert "Waiting for you 1 All my games" in page
    assert "Orders missing" in page
    assert page.count("The Balkan table") == 2  # the link to the orders names its game too
    assert "Play now: 1 open seat " in page
    assert "<svg" not in signed_in(players[0]).get(URL).content.decode().partition("<main")[2]
    assert "Find a game" in words(signed_in(factories.person()).get(URL))


def test_the_powers_of_one_person_are_one_open_seat_here_and_in_the_list(client: Client, db: None):
    for title in ("One", "Two"):
        game = factories.begun_game(title=title, setup="four")
        seat = factories.seat(game, "FRANCE")
        tenures.resign(seat, factories.holder(seat))
        assert game.seats.exclude(disorder_since=None).count() == 2  # Austria too
    [listed, _other] = re.findall(r"\d seats? free", words(client.get(reverse("games:index"))))
    assert listed == "1 seat free"
    page = words(signed_in(factories.person()).get(URL))
    assert "Play now: 2 open seats" in page
