import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lifecycle import endings
from games.models import Game
from games.seats import tenures
from tests import factories

from .conftest import signed_in, words

URL = "/games/disorder/"


@pytest.fixture
def admin(db: None) -> User:
    return factories.person("Ada Admin", is_superuser=True, is_staff=True)


def leave(game: Game, *powers: str) -> Game:
    for power in powers:
        seat = factories.seat(game, power)
        tenures.resign(seat, factories.holder(seat))
    return game


def test_the_page_shows_every_power_with_its_state_and_a_link_to_replace(master: User, admin: User):
    public = leave(factories.begun_game(master, title="Open table"), "FRANCE")
    hidden = factories.begun_game(master, title="Secret", visibility=Game.Visibility.PRIVATE)
    leave(hidden, "RUSSIA")
    answer = signed_in(admin).get(URL)
    text, page = words(answer), answer.content.decode()
    assert "France Choose a player (France, Open table) Open table Spring 1901, movement" in text
    assert "Russia Choose a player (Russia, Secret) Secret private" in text
    assert text.count("Mia Master") == 2
    for game, power in ((public, "FRANCE"), (hidden, "RUSSIA")):
        assert reverse("games:replace", args=[game.slug, power]) in page


def test_games_in_which_the_admin_has_a_part_are_not_there_at_all(master, players, admin):
    own = factories.begun_game(master, [admin, *players[1:]], title="Played by Ada")
    leave(own, *own.seats.exclude(tenures__person=admin).values_list("power", flat=True)[:1])
    former = factories.begun_game(master, title="Left by Ada")
    seat = factories.seat(former, "FRANCE")
    factories.replace(seat, admin, by=master)
    tenures.resign(seat, admin)
    text = words(signed_in(admin).get(URL))
    assert "by Ada" not in text
    assert "Every power has a player" in text


def test_games_that_are_over_are_not_listed(master: User, admin: User):
    game = leave(factories.begun_game(master), "FRANCE")
    endings.close(game, by=master, reason="enough")
    assert "Every power has a player" in words(signed_in(admin).get(URL))


def test_many_powers_take_as_many_queries_as_one(
    master: User, admin: User, django_assert_num_queries
):
    client = signed_in(admin)
    leave(factories.begun_game(master), "FRANCE")
    with django_assert_num_queries(6):
        client.get(URL)
    for _number in range(2):
        leave(factories.begun_game(master), "FRANCE", "ITALY", "TURKEY")
    with django_assert_num_queries(6):
        assert words(client.get(URL)).count("Choose a player") == 7


def test_nobody_else_opens_the_page_or_finds_it_in_the_menu(
    game: Game, master: User, client: Client
):
    clerk = factories.person(is_staff=True)
    for person in (master, clerk, factories.person()):
        assert signed_in(person).get(URL).status_code == 404
        assert URL not in signed_in(person).get("/games/").content.decode()
    assert client.get(URL)["Location"].startswith("/accounts/login/")


def test_the_menu_of_an_administrator_links_to_the_page(admin: User):
    assert f'href="{URL}"' in signed_in(admin).get("/games/").content.decode()


def test_a_suspended_administrator_does_not_open_the_page(admin: User):
    client = signed_in(admin)
    User.objects.filter(pk=admin.pk).update(is_active=False)
    assert client.get(URL).status_code == 302
