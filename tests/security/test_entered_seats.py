"""Access to seats whose orders a game master enters, and to players without an account."""

import pytest
from django.http import Http404

from accounts import clock, suspension
from accounts.models import User
from games import access
from games.game_master import masters
from games.models import DeclaredPlayer, Game, Tenure
from games.seats import declared_players, tenures
from tests import factories

pytestmark = pytest.mark.django_db
KEY = "k" * 32


@pytest.fixture
def master(db: None) -> User:
    return factories.person("Mia Master")


@pytest.fixture
def players(db: None) -> list[User]:
    return factories.PersonFactory.create_batch(7)


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    """A game in which England has no account, and France lets the master enter orders."""
    game = factories.begun_game(master, players, orders_by_master=True)
    england, france = factories.seat(game, "ENGLAND"), factories.seat(game, "FRANCE")
    tenures.resign(england, factories.holder(england))
    declared_players.declare(england, name="Nell", email="", by=master)
    declared_players.let_master_order(france, factories.holder(france), allowed=True)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def nell(game: Game) -> DeclaredPlayer:
    DeclaredPlayer.objects.filter(game=game).update(invitation_key=KEY)
    return game.declared_players.get()


def entered(viewer: User, game: Game) -> set[str]:
    return {seat.power for seat in access.seats_entered_by(viewer, game)}


def refused(found: object, *arguments: object) -> bool:
    assert callable(found)
    try:
        found(*arguments)
    except Http404:
        return True
    return False


def test_a_master_enters_the_orders_of_seats_that_agreed_alone(
    game: Game, master: User, players: list[User]
):
    assert entered(master, game) == {"ENGLAND", "FRANCE"}
    for viewer in (*players, factories.person()):
        assert entered(viewer, game) == set()
    masters.join(game, factories.person(), by=master)
    masters.leave(game, master)
    assert entered(master, game) == set()


def test_no_master_enters_orders_in_a_game_that_has_not_agreed(game: Game, master: User):
    Game.objects.filter(pk=game.pk).update(orders_by_master=False)
    assert Tenure.objects.filter(lets_master_order=True).exists()
    assert entered(master, Game.objects.get(pk=game.pk)) == set()


def test_only_running_games_that_agreed_are_entered(game: Game, master: User):
    assert access.entered_game_or_404(master, game.slug) == game
    assert refused(access.entered_game_or_404, factories.person(), game.slug)
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED, ending=Game.Ending.CLOSED, ended_at=clock.now()
    )
    assert refused(access.entered_game_or_404, master, game.slug)
    other = factories.begun_game(master)
    assert refused(access.entered_game_or_404, master, other.slug)


def test_a_master_finds_the_very_player_who_is_declared_now(
    game: Game, master: User, nell: DeclaredPlayer
):
    italy = factories.seat(game, "ITALY")
    tenures.resign(italy, factories.holder(italy))
    otto = declared_players.declare(italy, name="Otto", email="", by=master)
    for player in (nell, otto):
        assert access.declared_player_or_404(master, game.slug, player.pk) == player
    assert refused(access.declared_player_or_404, master, game.slug, otto.pk + 99)
    assert refused(access.declared_player_or_404, factories.person(), game.slug, nell.pk)
    DeclaredPlayer.objects.filter(pk=nell.pk).update(until=clock.now())
    assert refused(access.declared_player_or_404, master, game.slug, nell.pk)


def test_a_link_opens_the_seat_of_its_own_game_while_it_is_declared(
    game: Game, nell: DeclaredPlayer
):
    other = factories.begun_game(factories.person())
    assert access.declared_by_key_or_404(game.slug, KEY) == nell
    assert refused(access.declared_by_key_or_404, other.slug, KEY)
    assert refused(access.declared_by_key_or_404, game.slug, KEY[:-1])
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED, ending=Game.Ending.CLOSED, ended_at=clock.now()
    )
    assert refused(access.declared_by_key_or_404, game.slug, KEY)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.PLAYING, ending="", ended_at=None)
    DeclaredPlayer.objects.filter(pk=nell.pk).update(until=clock.now())
    assert refused(access.declared_by_key_or_404, game.slug, KEY)


def test_house_rules_are_amended_by_masters_and_by_players_without_one(game: Game, master: User):
    france = factories.seat(game, "FRANCE")
    player = factories.holder(france)
    assert access.amended_game_or_404(master, game.slug) == (game, None)
    assert refused(access.amended_game_or_404, player, game.slug)
    lobby = factories.open_game(master)
    assert refused(access.amended_game_or_404, master, lobby.slug)
    masters.leave(game, master)
    assert access.amended_game_or_404(player, game.slug) == (game, france)
    assert refused(access.amended_game_or_404, factories.person(), game.slug)


def test_a_master_alone_sees_which_present_players_are_suspended(
    game: Game, master: User, players: list[User]
):
    france, italy = factories.seat(game, "FRANCE"), factories.seat(game, "ITALY")
    turkey = factories.seat(game, "TURKEY")
    admin = factories.person(is_superuser=True, is_staff=True)
    gone, closed, out = (factories.holder(seat) for seat in (italy, turkey, france))
    tenures.resign(italy, gone)
    for person in (gone, closed, out):
        suspension.suspend(person, by=admin, reason="Insults.")
    User.objects.filter(pk=closed.pk).update(closed_at=clock.now())
    other = factories.begun_game(
        factories.person(), [out, *factories.PersonFactory.create_batch(6)]
    )
    assert other.seats.exists()
    assert access.suspended_seats(master, game) == {france.pk}
    for viewer in (*players, admin):
        assert access.suspended_seats(viewer, game) == set()
