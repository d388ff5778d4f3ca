from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.orders import submission
from tests import factories

from .conftest import signed_in, words


def listed(client: Client, query: str = "") -> str:
    return words(client.get(reverse("games:index") + query))


def test_private_games_are_listed_for_those_who_are_in_them(game: Game, players: list[User]):
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    assert "The Balkan table" not in listed(Client())
    assert "The Balkan table" not in listed(signed_in(factories.person()))
    assert "The Balkan table" in listed(signed_in(players[0]))
    front = reverse("games:front")
    assert "The Balkan table" not in words(Client().get(front))
    assert "The Balkan table" not in words(signed_in(factories.person()).get(front))
    assert "The Balkan table" in words(signed_in(players[0]).get(front))


def test_the_first_page_says_where_orders_are_missing(game: Game):
    france = factories.seat(game, "FRANCE")
    reader = signed_in(factories.holder(france))
    for page in ("games:front", "games:mine"):
        assert "Orders missing" in words(reader.get(reverse(page)))
    submission.submit(
        factories.open_phase(game),
        france,
        [submission.Line("x", "A PAR - BUR")],
        person=factories.holder(france),
    )
    assert "Orders saved, not ready" in words(reader.get(reverse("games:mine")))


def test_my_games_and_what_happened_in_them(game: Game, players: list[User]):
    page = words(signed_in(players[0]).get(reverse("games:mine")))
    assert "“The Balkan table” has begun." in page
    assert "You aren’t in any games yet" in words(
        signed_in(factories.person()).get(reverse("games:mine"))
    )


def test_only_masters_are_told_that_they_master_a_game(
    game: Game, master: User, players: list[User]
):
    england = factories.seat(game, "ENGLAND")
    former = factories.holder(england)
    factories.replace(england, factories.person(), by=master)
    mine = reverse("games:mine")
    assert "You’re the game master." in words(signed_in(master).get(mine))
    page = words(signed_in(former).get(mine))
    assert "You have no seat in this game now." in page
    assert "You’re the game master." not in page


def test_my_games_are_for_those_who_signed_in(client: Client, db: None):
    answer = client.get(reverse("games:mine"))
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/games/mine/")


def test_what_was_removed_from_a_private_game_is_told_without_a_dead_link(master: User):
    game = factories.open_game(master, visibility="private")
    person = factories.person()
    entry = game.entries.create(person=person, joined_at=game.created_at)
    signed_in(master).post(reverse("games:remove", args=[game.slug, entry.pk]))
    client = signed_in(person)
    page = client.get(reverse("games:mine"))
    assert "You were removed from “The Balkan table”." in words(page)
    assert f'href="{game.get_absolute_url()}"' not in page.content.decode()
