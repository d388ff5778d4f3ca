"""Administrators appoint and remove game masters; players vote while no master can act."""

import datetime as dt

import pytest
import time_machine

from accounts import clock, suspension
from accounts.models import User
from games.core.errors import Refused
from games.game_master import masters
from games.models import Event, Game, Notification, Vote
from games.votes import voting
from tests import factories


@pytest.fixture
def admin(db: None) -> User:
    return factories.person("Olga", is_staff=True, is_superuser=True)


def propose_extension(game: Game) -> Vote:
    seat, phase = factories.seat(game, "FRANCE"), factories.open_phase(game)
    return voting.propose(phase, seat, Vote.Kind.EXTEND, days=2, person=factories.holder(seat))


def test_a_master_is_removed_with_a_reason_and_all_are_told(
    game: Game, master: User, players: list[User], admin: User
) -> None:
    masters.remove(game, master, by=admin, reason="Nobody has heard of them.")
    assert not game.masterships.current().exists()
    event = game.events.get(kind=Event.Kind.MASTER_LEFT)
    assert (event.actor, event.subject, event.text) == (admin, master, "Nobody has heard of them.")
    told = Notification.objects.filter(event=event, channel=Notification.Channel.SITE)
    assert set(told.values_list("person", flat=True)) == {each.pk for each in [*players, master]}
    with pytest.raises(Refused, match="is no longer a game master"):
        masters.remove(game, master, by=admin, reason="Once more.")


def test_an_administrator_becomes_master_unless_they_play_or_played(
    game: Game, players: list[User], admin: User
) -> None:
    masters.join(game, admin, by=admin)
    assert game.masterships.current().filter(person=admin).exists()
    with pytest.raises(Refused, match="plays or has played"):
        masters.join(game, players[0], by=admin)


def test_players_vote_again_while_their_only_master_is_suspended(
    game: Game, master: User, admin: User
) -> None:
    with pytest.raises(Refused, match="ask them"):
        propose_extension(game)
    suspension.suspend(master, by=admin, reason="Insults.")
    assert propose_extension(game).days == 2
    suspension.lift(master, by=admin, reason="Apologies.")
    with pytest.raises(Refused, match="ask them"):
        propose_extension(game)


def test_a_master_decides_again_when_the_suspension_ends_by_itself(
    game: Game, master: User, admin: User
) -> None:
    suspension.suspend(master, by=admin, reason="Insults.", days=2)
    assert game.masterships.current().exists()
    assert not game.masterships.present().exists()
    with time_machine.travel(clock.now() + dt.timedelta(days=2, minutes=1), tick=False):
        assert game.masterships.present().exists()
