import datetime as dt
import uuid
from typing import Any

import pytest
import time_machine

from accounts.models import User
from adjudicator import PhaseCode, Position, Unit
from games.core.errors import Refused
from games.lifecycle import take_over as lifecycle_take_over
from games.models import Event, Game, Mastership, Notification, Phase, Seat, Tenure
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


def test_the_game_begins_where_it_was_with_a_whole_phase(master: User):
    clara = factories.person("Clara")
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False):
        game = take_over(master, {"FRANCE": clara})
    phase = factories.open_phase(game)
    assert (phase.code, phase.number, game.status) == ("S1903M", 1, Game.Status.PLAYING)
    assert phase.deadline == phase.opened_at + dt.timedelta(hours=24)
    assert sorted(str(unit) for unit in phase.units.all()) == ["A MUN", "A PAR", "F BRE"]
    assert Mastership.objects.get(game=game).person == master
    assert factories.holder(factories.seat(game, "FRANCE")) == clara


def test_a_power_without_a_player_is_open_and_one_with_a_player_is_not(master: User):
    game = take_over(master, {"FRANCE": factories.person()})
    assert factories.seat(game, "FRANCE").disorder_since is None
    assert factories.seat(game, "GERMANY").disorder_since is not None
    assert Tenure.objects.filter(seat__game=game).count() == 1
    assert Seat.objects.filter(game=game).count() == 7


def test_the_players_are_told_that_it_has_begun(master: User):
    clara = factories.person("Clara")
    game = take_over(master, {"FRANCE": clara})
    told = Notification.objects.filter(
        kind=Notification.Kind.GAME_BEGUN, channel=Notification.Channel.SITE
    )
    assert [notification.person for notification in told] == [clara]
    event = Event.objects.get(game=game, kind=Event.Kind.TAKEN_OVER)
    assert event.actor == master


def test_the_same_form_sent_twice_makes_one_game(master: User):
    key, clara = uuid.uuid4(), factories.person("Clara")
    first = take_over(master, {"FRANCE": clara}, request_key=key)
    assert take_over(master, {"FRANCE": clara}, request_key=key) == first
    assert Phase.objects.count() == 1


def test_its_master_cannot_play_in_it(master: User):
    with pytest.raises(Refused, match="Who masters a game cannot play in it"):
        take_over(master, {"FRANCE": master})
    assert not Game.objects.exists()


def test_it_is_played_by_the_agreed_changes_of_the_rules(master: User):
    field = "removal_spares_units_on_centers"
    other = {"yes": "no", "no": "yes"}[editions.edition_answer("2000", field)]
    game = take_over(master, {}, rules="2000", changes={field: other})
    assert editions.stored_changes(game) == {field: other}
