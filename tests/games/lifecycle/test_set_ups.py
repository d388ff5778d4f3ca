"""Games of other set-ups: powers that nobody plays, and games that begin with builds."""

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.http import Http404

from accounts.models import User
from adjudicator import SETUPS, legal_orders, load_setup
from games import access
from games.access import Role
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import readiness
from games.lifecycle import endings
from games.models import Event, Game, Phase, Seat
from games.state import phases, positions
from tests import factories

from ..orders.test_submission import submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(master: User) -> Game:
    """A game for six: nobody plays Italy."""
    return factories.begun_game(master, setup="six")


def resolve(game: Game) -> Phase:
    phase = factories.open_phase(game)
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    phase.refresh_from_db()
    return phase


@pytest.mark.parametrize("name", SETUPS)
def test_a_game_begins_as_soon_as_the_people_of_its_set_up_are_there(master: User, name: str):
    setup = load_setup(name)
    game = factories.begun_game(master, setup=name)
    assert [seat.power for seat in game.seats.order_by("place")] == list(setup.powers)
    assert {seat.power for seat in game.seats.held()} == set(setup.powers) - setup.neutral
    assert {seat.power for seat in game.seats.filter(hand=None)} == setup.neutral
    phase = factories.open_phase(game)
    assert phase.when == setup.start
    assert positions.load(phase).setup is setup


def test_nobody_holds_a_neutral_seat_and_it_is_not_open(game: Game):
    italy = factories.seat(game, "ITALY")
    assert not italy.tenures.exists()
    assert italy.disorder_since is None
    assert not access.may_take_seat(factories.person(), italy)
    assert access.shown_name(factories.person(), italy) == "nobody"


def test_nobody_waits_for_a_neutral_power_and_it_never_falls_into_disorder(game: Game):
    for power in load_setup("six").powers:
        if power != "ITALY":
            submit(game, power, f"{load_setup('six').units[power][0]} H")
    resolved = resolve(game)
    assert resolved.status == Phase.Status.RESOLVED
    assert not game.events.filter(kind=Event.Kind.NO_MOVES_RECEIVED).exists()
    assert factories.seat(game, "ITALY").disorder_since is None
    orders = resolved.orders.filter(seat__power="ITALY")
    assert {order.text for order in orders} == {"A ROM H", "A VEN H", "F NAP H"}
    assert {order.reason_code for order in orders} == {"neutral_holds"}


def test_a_phase_ends_when_all_who_play_are_ready(game: Game):
    phase = factories.open_phase(game)
    assert "ITALY" not in phases.orders_due(phase)
    for seat in game.seats.playable():
        submit(game, seat.power, f"{load_setup('six').units[seat.power][0]} H")
        readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    assert factories.open_phase(game).due_at != factories.open_phase(game).deadline


def test_a_dislodged_unit_of_a_neutral_power_leaves_the_board_without_a_retreat_phase(game: Game):
    factories.set_up_position(
        game, "S1902M", units={"FRANCE": ["A PIE", "A TUS"], "ITALY": ["A VEN"]}
    )
    submit(game, "FRANCE", "A PIE - VEN", "A TUS S A PIE - VEN")
    resolved = resolve(game)
    assert resolved.orders.get(seat__power="ITALY").fate == "destroyed"
    following = factories.open_phase(game)
    assert following.code == "F1902M"
    assert not following.units.filter(seat__power="ITALY").exists()


def test_a_neutral_power_shares_no_draw(game: Game):
    phase = factories.open_phase(game)
    assert "ITALY" not in endings.survivors(phase)
    with pytest.raises(Refused, match="A draw must be shared by at least two surviving powers"):
        endings.draw(game, among=["FRANCE", "ITALY"], by=None)


def test_nobody_writes_to_a_neutral_power(game: Game):
    france = factories.holder(factories.seat(game, "FRANCE"))
    assert len(access.circle_or_404(Role(france, game), ["FRANCE", "TURKEY"])) == 2
    with pytest.raises(Http404):
        access.circle_or_404(Role(france, game), ["FRANCE", "ITALY"])


def test_no_order_form_offers_the_move_of_a_neutral_unit(game: Game):
    position = positions.load(factories.open_phase(game))
    units = position.units["AUSTRIA"]
    offered = [str(order) for unit in units for order in legal_orders(position, unit)]
    assert "F TRI S A VEN" in offered
    assert not [text for text in offered if "A VEN -" in text]


def test_winter_1900_begins_with_builds(master: User):
    game = factories.begun_game(master, setup="winter_1900")
    phase = factories.open_phase(game)
    assert phase.code == "W1900A"
    assert phases.orders_due(phase)["RUSSIA"] == 4
    submit(game, "ITALY", "F ROM B", "A VEN B")
    resolve(game)
    following = factories.open_phase(game)
    assert following.code == "S1901M"
    units = {str(unit) for unit in following.units.filter(seat__power="ITALY")}
    assert units == {"F ROM", "A VEN"}


def test_a_neutral_seat_is_never_in_disorder_or_ready(game: Game):
    italy = Seat.objects.filter(game=game, power="ITALY")
    for wrong in ({"disorder_since": game.started_at}, {"ready_phase": factories.open_phase(game)}):
        with pytest.raises(IntegrityError), transaction.atomic():
            italy.update(**wrong)
