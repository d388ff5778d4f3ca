"""Undoing a replacement, until the new player has acted."""

from collections.abc import Callable

import pytest

from accounts import account_closing
from accounts.models import User
from games.core.errors import Refused
from games.deadlines import control
from games.models import Event, Game, Notification, Seat, Tenure, Vote
from games.seats import substitutes, tenures, undoing, waiting_list
from games.votes import voting
from tests import factories

from ..orders.test_submission import submit
from ..press.message_helpers import texts, write


@pytest.fixture
def france(game: Game) -> Seat:
    return factories.seat(game, "FRANCE")


@pytest.fixture
def former(france: Seat) -> User:
    return factories.holder(france)


@pytest.fixture
def newcomer(france: Seat, former: User, master: User) -> User:
    """Somebody from the waiting list who has just replaced the player of France."""
    person = factories.person("Nora Newcomer")
    waiting_list.enlist(person, "")
    tenures.replace(france, person, by=master, reason="By mistake.")
    return person


def test_the_former_player_is_back_as_if_nothing_had_happened(
    game: Game, france: Seat, former: User, newcomer: User, master: User
) -> None:
    write(game, "GERMANY", "FRANCE", text="Who are you?")
    deadline = factories.deadline(game)
    undoing.undo_replacement(france, by=master)
    (tenure,) = Tenure.objects.filter(seat=france)
    assert (tenure.person, tenure.until, tenure.ending) == (former, None, "")
    assert factories.deadline(game) == deadline
    assert texts(former, game) == ["Who are you?"]
    assert texts(newcomer, game) == []
    told = Event.objects.get(kind=Event.Kind.SEAT_RETURNED)
    assert (told.actor, told.subject, told.seat) == (master, former, france)
    notified = Notification.objects.filter(event=told, kind=Notification.Kind.NEWS)
    assert {former.pk, newcomer.pk} <= set(notified.values_list("person", flat=True))


def saves_orders(game: Game) -> None:
    submit(game, "FRANCE", "A PAR H")


def writes(game: Game) -> None:
    write(game, "FRANCE", "GERMANY")


def votes(game: Game) -> None:
    seat = factories.seat(game, "FRANCE")
    phase = factories.open_phase(game)
    voting.propose(phase, seat, Vote.Kind.DRAW, person=factories.holder(seat))


@pytest.mark.parametrize("act", [saves_orders, writes, votes])
def test_once_the_new_player_has_acted_it_stands(
    game: Game, france: Seat, newcomer: User, master: User, act: Callable[[Game], None]
) -> None:
    act(game)
    with pytest.raises(Refused, match="has already saved orders, voted or written"):
        undoing.undo_replacement(france, by=master)
    assert factories.holder(france) == newcomer


def test_only_a_replacement_is_undone(game: Game, france: Seat, former: User, master: User) -> None:
    with pytest.raises(Refused, match="nothing to undo"):
        undoing.undo_replacement(france, by=master)
    tenures.resign(france, former)
    with pytest.raises(Refused, match="nothing to undo"):
        undoing.undo_replacement(france, by=master)
    tenures.take(france, factories.person())
    with pytest.raises(Refused, match="nothing to undo"):
        undoing.undo_replacement(france, by=master)


def test_a_replaced_substitute_does_not_come_back(game: Game, france: Seat, master: User) -> None:
    substitute, newcomer = factories.person(), factories.person()
    for person in (substitute, newcomer):
        waiting_list.enlist(person, "")
    substitutes.start_substitute(france, substitute, number=3, by=master)
    tenures.replace(france, newcomer, by=master)
    assert undoing.taken_over([france]) == set()
    with pytest.raises(Refused, match="nothing to undo"):
        undoing.undo_replacement(france, by=master)
    assert factories.holder(france) == newcomer


def test_nobody_comes_back_who_closes_their_account(
    game: Game, france: Seat, former: User, newcomer: User, master: User
) -> None:
    account_closing.ask(former)
    with pytest.raises(Refused, match="This account is closed"):
        undoing.undo_replacement(france, by=master)
    assert factories.holder(france) == newcomer


def test_a_phase_that_is_due_is_left_alone(
    game: Game, france: Seat, newcomer: User, master: User
) -> None:
    control.end_now(game, by=master)
    with pytest.raises(Refused, match="The deadline has passed"):
        undoing.undo_replacement(france, by=master)


def test_seats_that_were_taken_over_are_found(
    game: Game, france: Seat, newcomer: User, master: User
) -> None:
    assert undoing.taken_over(list(game.seats.all())) == {france.pk}
    undoing.undo_replacement(france, by=master)
    assert undoing.taken_over(list(game.seats.all())) == set()
