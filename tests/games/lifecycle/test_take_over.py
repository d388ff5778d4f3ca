import datetime as dt
import uuid
from typing import Any

import pytest
import time_machine

from accounts import account_closing, clock
from accounts.models import User
from adjudicator import PhaseCode, Position, Unit
from games import access
from games.core.errors import Refused
from games.deadlines import control
from games.game_master import masters
from games.lifecycle import take_over as lifecycle_take_over
from games.models import (
    Event,
    Game,
    Mastership,
    Notification,
    Phase,
    Seat,
    SeatInvitation,
    Tenure,
)
from games.models.seat_invitation import LIFETIME
from games.seats import invitations, tenures, unplayed
from games.state import editions
from tests import factories

POSITION = Position(
    PhaseCode.parse("S1903M"),
    {"FRANCE": (Unit.parse("A PAR"), Unit.parse("F BRE")), "GERMANY": (Unit.parse("A MUN"),)},
    {"FRANCE": ("BRE", "PAR"), "GERMANY": ("MUN",)},
)


def take_over(master: User, players: dict[str, User], **fields: Any) -> Game:
    agreed = {
        "title": "From the forum",
        "request_key": uuid.uuid4(),
        "game_settings": factories.settings(),
        **fields,
    }
    return lifecycle_take_over.take_over(POSITION, players, master=master, **agreed)


def accept(game: Game, person: User) -> None:
    invitations.accept(game.seat_invitations.get(person=person), person)


def test_the_game_begins_where_it_was_with_a_whole_phase(master: User):
    clara = factories.person("Clara")
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False):
        game = take_over(master, {"FRANCE": clara})
        accept(game, clara)
    phase = factories.open_phase(game)
    assert (phase.code, phase.number, game.status) == ("S1903M", 1, Game.Status.PLAYING)
    assert phase.deadline == phase.opened_at + dt.timedelta(hours=24)
    assert sorted(str(unit) for unit in phase.units.all()) == ["A MUN", "A PAR", "F BRE"]
    assert Mastership.objects.get(game=game).person == master
    assert factories.holder(factories.seat(game, "FRANCE")) == clara


def test_a_power_is_open_until_somebody_accepts_it(master: User):
    clara = factories.person("Clara")
    game = take_over(master, {"FRANCE": clara})
    assert not Tenure.objects.filter(seat__game=game).exists()
    assert game.seats.exclude(disorder_since=None).count() == 7
    accept(game, clara)
    assert factories.seat(game, "FRANCE").disorder_since is None
    assert factories.seat(game, "GERMANY").disorder_since is not None
    assert Tenure.objects.get(seat__game=game).person == clara
    assert Seat.objects.filter(game=game).count() == 7


def test_the_players_are_told_that_they_are_invited(master: User):
    clara = factories.person("Clara")
    game = take_over(master, {"FRANCE": clara})
    told = Notification.objects.filter(channel=Notification.Channel.SITE)
    assert [(each.person, each.kind) for each in told] == [(clara, "invitation")]
    event = Event.objects.get(game=game, kind=Event.Kind.TAKEN_OVER)
    assert event.actor == master


def test_the_clock_waits_until_all_have_answered(master: User):
    clara, david = factories.person("Clara"), factories.person("David")
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False) as traveller:
        game = take_over(master, {"FRANCE": clara, "GERMANY": david})
        traveller.shift(dt.timedelta(days=10))
        accept(game, clara)
        assert factories.open_phase(game).due_at is None
        invitations.decline(SeatInvitation.objects.get(), david)
        day = dt.timedelta(days=1)
        assert factories.deadline(game) == clock.now() + day
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_the_clock_starts_by_itself_when_the_invitations_expire(master: User):
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False) as traveller:
        game = take_over(master, {"FRANCE": factories.person()})
        traveller.shift(dt.timedelta(days=14) - dt.timedelta(seconds=1))
        assert (invitations.delete_expired(), control.resume_due()) == (0, 0)
        traveller.shift(dt.timedelta(seconds=1))
        assert invitations.delete_expired() == 1
        assert factories.open_phase(game).due_at is not None
        assert control.resume_due() == 0


@pytest.mark.parametrize("how", ["seat taken", "person seated", "account closed", "expired"])
def test_the_clock_starts_however_the_last_invitation_ends(master: User, how: str):
    clara, other = factories.person("Clara"), factories.person("Olga Other")
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False) as traveller:
        game = take_over(master, {"FRANCE": clara})
        seat = factories.seat(game, "FRANCE")
        if how == "seat taken":
            tenures.take(seat, other)
        elif how == "person seated":
            tenures.take(factories.seat(game, "GERMANY"), clara)
        elif how == "account closed":
            account_closing.close(clara)
        else:
            traveller.shift(LIFETIME)
            invitations.invite(seat, other, by=master)
        assert factories.deadline(game) == clock.now() + dt.timedelta(days=1)
    assert not SeatInvitation.objects.filter(person=clara).exists()
    assert game.events.filter(kind=Event.Kind.INVITATION_ENDED, actor=None, subject=None).exists()
    told = Notification.objects.filter(person=master, event__kind=Event.Kind.INVITATION_ENDED)
    assert told.filter(channel=Notification.Channel.SITE).count() == 1


def test_the_clock_starts_when_the_master_who_invited_leaves(master: User):
    game = take_over(master, {"FRANCE": factories.person()})
    masters.leave(game, master)
    assert not SeatInvitation.objects.exists()
    assert factories.open_phase(game).due_at is not None


def test_the_master_starts_the_clock_sooner_and_a_later_pause_stays(master: User):
    clara = factories.person("Clara")
    game = take_over(master, {"FRANCE": clara})
    control.resume(game, by=master)
    assert factories.open_phase(game).due_at is not None
    control.pause(game, until=clock.now() + dt.timedelta(days=2), by=master)
    accept(game, clara)
    assert factories.open_phase(game).due_at is None


def test_without_players_nobody_waits(master: User):
    assert factories.open_phase(take_over(master, {})).due_at is not None


def test_strangers_do_not_take_the_seat_of_an_invited_player(master: User):
    game = take_over(master, {"FRANCE": factories.person()})
    stranger = factories.person()
    seats = {power: factories.seat(game, power) for power in ("FRANCE", "GERMANY")}
    assert not access.may_take_seat(stranger, seats["FRANCE"])
    assert access.may_take_seat(stranger, seats["GERMANY"])
    assert [seat.power for seat in unplayed.open_seats(stranger)] == ["GERMANY"]
    invitations.withdraw(SeatInvitation.objects.get(), by=master)
    assert access.may_take_seat(stranger, seats["FRANCE"])
    assert unplayed.open_seats(stranger).count() == 2


def test_the_same_form_sent_twice_makes_one_game(master: User):
    key, clara = uuid.uuid4(), factories.person("Clara")
    first = take_over(master, {"FRANCE": clara}, request_key=key)
    assert take_over(master, {"FRANCE": clara}, request_key=key) == first
    assert Phase.objects.count() == 1


def test_its_master_cannot_play_in_it(master: User):
    with pytest.raises(Refused, match="A game master can’t play in their own game"):
        take_over(master, {"FRANCE": master})
    assert not Game.objects.exists()


def test_it_is_played_by_the_agreed_changes_of_the_rules(master: User):
    field = "removal_spares_units_on_centers"
    other = {"yes": "no", "no": "yes"}[editions.edition_answer("2000", field)]
    game = take_over(master, {}, rules="2000", changes={field: other})
    assert editions.stored_changes(game) == {field: other}


def test_its_powers_were_given_by_the_master(master: User):
    assert take_over(master, {}).allotment == Game.Allotment.MASTER
