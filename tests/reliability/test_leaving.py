"""Closing an account while joining a game or coming back, at the same moment.

No closed account gets a seat, and nobody who came back is closed.

Threads with their own connections use the database of the tests.
"""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from accounts import account_closing
from accounts.models import User
from games.core.errors import Refused
from games.game_master import masters
from games.lifecycle import lobby
from games.models import Game, LobbyEntry, Mastership, Tenure

from .. import factories
from ..threads import Act, is_waited_for

ROUNDS = 8


def at_once(*acts: Callable[[], object]) -> list[Exception]:
    """Call all `acts` at the same moment in threads; return their errors, except refusals."""
    start = threading.Barrier(len(acts))
    errors: list[Exception] = []

    def run(act: Callable[[], object]) -> None:
        try:
            start.wait(10)
            act()
        except Refused:
            pass
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return errors


def join(game: Game, person: User) -> Callable[[], object]:
    return partial(lobby.join, game, person, house_rules_accepted=True)


@pytest.mark.parametrize("leave", [account_closing.ask, account_closing.close])
@pytest.mark.django_db(transaction=True)
def test_whoever_closes_their_account_while_joining_is_in_no_lobby(
    leave: Callable[[User], object],
) -> None:
    game = factories.open_game(factories.person())
    for _ in range(ROUNDS):
        person = factories.person()
        assert at_once(join(game, person), partial(leave, person)) == []
        person.refresh_from_db()
        assert person.is_leaving
        assert not LobbyEntry.objects.filter(person=person).exists()


@pytest.mark.django_db(transaction=True)
def test_closing_an_account_and_the_seventh_join_do_not_wait_for_each_other() -> None:
    for _ in range(ROUNDS):
        leaver, last, *others = factories.PersonFactory.create_batch(7)
        game = factories.open_game(factories.person())
        for person in (leaver, *others):
            lobby.join(game, person, house_rules_accepted=True)
        assert at_once(join(game, last), partial(account_closing.close, leaver)) == []
        leaver.refresh_from_db()
        assert leaver.closed_at
        # Either the game began and the leaver gave up the seat, or it still waits for a player.
        held = Tenure.objects.filter(person=leaver).exists()
        assert not Tenure.objects.current().filter(person=leaver).exists()
        waits = LobbyEntry.objects.filter(person=leaver).exists()
        assert held == waits
        game.refresh_from_db()
        assert held == (game.status == Game.Status.PLAYING)


def close_both() -> list[Exception]:
    """Close the accounts of two people who master each other's game, at the same moment.

    The notification of each refers to the row that the other locks. Return the errors.
    """
    games = [factories.begun_game(factories.person()) for _ in range(2)]
    pair = [factories.holder(factories.seat(game, "FRANCE")) for game in games]
    masters.join(games[0], pair[1], by=pair[1])
    masters.join(games[1], pair[0], by=pair[0])
    errors = at_once(*(partial(account_closing.close, person) for person in pair))
    closed = [person for person in pair if User.objects.get(pk=person.pk).closed_at]
    assert len(closed) + len(errors) == 2
    assert not Tenure.objects.current().filter(person__in=closed).exists()
    assert not Mastership.objects.current().filter(person__in=closed).exists()
    return errors


@pytest.mark.django_db(transaction=True)
def test_two_who_play_in_each_others_games_may_close_their_accounts_at_the_same_moment() -> None:
    for _ in range(3):  # each test begins two games, which takes long
        assert close_both() == []


@pytest.mark.skipif(connection.vendor == "sqlite", reason="one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_without_the_locks_on_their_games_they_would_wait_for_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(account_closing, "lockers", [])
    for _ in range(5 * ROUNDS):
        if errors := close_both():
            break
    assert "deadlock detected" in str(errors[0])


def due_to_be_closed() -> User:
    person = factories.person()
    account_closing.ask(person)
    User.objects.filter(pk=person.pk).update(closing_at=timezone.now())
    return person


@pytest.mark.django_db(transaction=True)
def test_who_comes_back_while_accounts_are_closed_has_the_account_or_is_told() -> None:
    for _ in range(ROUNDS):
        person = due_to_be_closed()
        told: list[bool] = []
        assert (
            at_once(
                lambda: told.append(account_closing.keep(person)),  # noqa: B023 - ends in this round
                account_closing.close_due,
                account_closing.close_due,
            )
            == []
        )
        row = User.objects.get(pk=person.pk)
        assert told == [row.closed_at is None]
        assert row.closing_at is None
        assert (row.email == person.email) == (row.closed_at is None)


@pytest.mark.django_db(transaction=True)
def test_who_comes_back_just_before_the_closing_has_the_lock_is_not_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person = due_to_be_closed()

    def come_back(user: User) -> Callable[[], bool]:
        assert account_closing.keep(user)
        return lambda: True

    monkeypatch.setattr(account_closing, "lockers", [come_back])
    assert account_closing.close_due() == 0
    assert User.objects.get(pk=person.pk).closed_at is None


@pytest.mark.django_db(transaction=True)
def test_who_comes_back_while_the_closing_has_the_lock_waits_and_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person = due_to_be_closed()
    returning: list[Act] = []

    def come_back(user: User) -> None:
        returning.append(Act(partial(account_closing.keep, User.objects.get(pk=user.pk))))
        while not is_waited_for():
            pass

    monkeypatch.setattr(account_closing, "on_close", [come_back])
    assert account_closing.close_due() == 1
    returning[0].join(30)
    assert (returning[0].result, returning[0].error) == (False, None)
    assert User.objects.get(pk=person.pk).closed_at
