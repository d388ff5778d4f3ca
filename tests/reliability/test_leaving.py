"""Closing an account races with joining a game: nobody is dealt a seat after they left.

Threads with connections of their own, on the database that the tests run on.
"""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from accounts import closing
from accounts.models import User
from games import lobby
from games.errors import Refused
from games.models import Entry, Game, Tenure

from .. import factories

ROUNDS = 8


def at_once(*acts: Callable[[], object]) -> list[Exception]:
    """Do all of `acts` at the same moment; returns what went wrong, refusals aside."""
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


@pytest.mark.django_db(transaction=True)
def test_whoever_closes_their_account_while_joining_is_in_no_lobby() -> None:
    game = factories.open_game(factories.person())
    for _ in range(ROUNDS):
        person = factories.person()
        assert at_once(join(game, person), partial(closing.close, person)) == []
        person.refresh_from_db()
        assert person.closed_at
        assert not Entry.objects.filter(person=person).exists()


@pytest.mark.django_db(transaction=True)
def test_closing_an_account_and_the_seventh_join_do_not_wait_for_each_other() -> None:
    for _ in range(ROUNDS):
        leaver, last, *others = factories.PersonFactory.create_batch(7)
        game = factories.open_game(factories.person())
        for person in (leaver, *others):
            lobby.join(game, person, house_rules_accepted=True)
        assert at_once(join(game, last), partial(closing.close, leaver)) == []
        leaver.refresh_from_db()
        assert leaver.closed_at
        # Either the game began with the leaver in it, who gave up the seat, or it waits without.
        held = Tenure.objects.filter(person=leaver).exists()
        assert not Tenure.objects.filter(person=leaver, until=None).exists()
        waits = Entry.objects.filter(person=leaver).exists()
        assert held == waits
        game.refresh_from_db()
        assert held == (game.status == Game.Status.PLAYING)
