"""Closing an account ends all of a person's involvement in games in the same transaction."""

import pytest

from accounts import account_closing
from accounts.models import User
from games.core.errors import Refused
from games.game_master import masters
from games.lifecycle import lobby
from games.lifecycle.account_closing import lock_games
from games.models import Event, Game, LobbyEntry, Mastership, Tenure
from games.seats import waiting_list
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(game: Game) -> User:
    return factories.holder(factories.seat(game, "FRANCE"))


def involvements(person: User) -> list[int]:
    return [
        LobbyEntry.objects.filter(person=person, game__status=Game.Status.LOBBY).count(),
        Tenure.objects.current().filter(person=person).count(),
        Mastership.objects.current().filter(person=person).count(),
    ]


@pytest.mark.parametrize(
    "failing",
    ["lobby.leave_all", "tenures.resign_all", "masters.leave_all", "waiting_list.withdraw"],
)
def test_a_game_that_cannot_be_left_keeps_the_account_open_and_everything_in_it(
    game: Game, master: User, player: User, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    lobby.join(factories.open_game(master, title="Second"), player, house_rules_accepted=False)
    masters.join(factories.open_game(master, title="Third"), player, by=master)
    waiting_list.enlist(player, "")

    def fail(_person: User) -> None:
        raise RuntimeError(failing)

    handlers = [
        fail if f"{each.__module__}.{each.__name__}".endswith(failing) else each
        for each in account_closing.on_close
    ]
    assert fail in handlers
    monkeypatch.setattr(account_closing, "on_close", handlers)
    with pytest.raises(RuntimeError, match=failing):
        account_closing.close(player)
    player.refresh_from_db()
    assert player.closed_at is None
    assert involvements(player) == [1, 1, 1]
    assert waiting_list.entry_of(player)
    assert not Event.objects.filter(kind__in=[Event.Kind.RESIGNED, Event.Kind.LEFT]).exists()


def test_closing_ends_every_kind_of_involvement(game: Game, master: User, player: User) -> None:
    lobby.join(factories.open_game(master, title="Second"), player, house_rules_accepted=False)
    masters.join(factories.open_game(master, title="Third"), player, by=master)
    assert involvements(player) == [1, 1, 1]
    account_closing.close(player)
    assert involvements(player) == [0, 0, 0]


def test_the_check_notifications_a_game_that_was_entered_after_the_locks(
    game: Game, master: User, player: User
) -> None:
    complete = lock_games(player)
    assert complete()
    lobby.join(factories.open_game(master, title="Second"), player, house_rules_accepted=False)
    assert not complete()
    assert lock_games(player)()


def test_the_check_notifications_a_lobby_that_has_begun(master: User, players: list[User]) -> None:
    waiting = factories.open_game(master, title="Second")
    for each in players[:6]:
        lobby.join(waiting, each, house_rules_accepted=False)
    complete = lock_games(players[0])
    assert complete()
    lobby.join(waiting, players[6], house_rules_accepted=False)
    assert not complete()


def test_a_game_that_was_left_in_the_meantime_is_no_reason_to_start_again(
    game: Game, master: User, player: User
) -> None:
    second = factories.open_game(master, title="Second")
    lobby.join(second, player, house_rules_accepted=False)
    complete = lock_games(player)
    lobby.leave(second, player)
    assert complete()
    with pytest.raises(Refused):
        lobby.leave(second, player)
