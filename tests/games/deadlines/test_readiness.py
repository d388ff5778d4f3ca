"""Readiness, and the early end of a phase after a delay in which seats may change their mind."""

import datetime as dt

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import readiness
from games.models import Event, Game, Phase, Receipt, Seat
from games.orders import submission
from games.state import phases

from ... import factories
from ..orders.test_submission import submit

MINUTE = dt.timedelta(minutes=1)
NOW = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)


@pytest.fixture
def at_noon():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(at_noon: object, master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, phase_hours=48, ready_minutes=30)


def ready(seat: Seat, *, wanted: bool = True) -> None:
    phase = factories.open_phase(seat.game)
    readiness.set_ready(phase, [seat], ready=wanted, person=factories.holder(seat))


def all_ready(game: Game) -> None:
    for power, text in factories.HOLDS.items():
        submit(game, power, text)
        ready(factories.seat(game, power))


def test_the_phase_ends_half_an_hour_after_the_last_is_ready(game: Game, at_noon) -> None:
    all_ready(game)
    phase = factories.open_phase(game)
    assert phase.due_at == NOW + 30 * MINUTE
    assert phase.deadline == NOW + dt.timedelta(hours=48)
    at_noon.shift(29 * MINUTE)
    assert due_phases.resolve_due() == 0
    at_noon.shift(MINUTE)
    assert due_phases.resolve_due() == 1
    assert factories.open_phase(game).code == "F1901M"


def test_whoever_changes_their_mind_gives_all_the_whole_deadline_again(game: Game) -> None:
    all_ready(game)
    ready(factories.seat(game, "ITALY"), wanted=False)
    phase = factories.open_phase(game)
    assert phase.due_at == phase.deadline == NOW + dt.timedelta(hours=48)


def test_orders_can_be_changed_in_the_delay_and_the_phase_still_ends(game: Game, at_noon) -> None:
    all_ready(game)
    at_noon.shift(10 * MINUTE)
    submit(game, "ITALY", "A ROM - VEN")
    assert factories.open_phase(game).due_at == NOW + 30 * MINUTE


def test_whoever_takes_all_orders_back_is_ready_no_more(game: Game) -> None:
    all_ready(game)
    italy = factories.seat(game, "ITALY")
    submission.submit(factories.open_phase(game), italy, [], person=factories.holder(italy))
    phase = factories.open_phase(game)
    assert phase.due_at == phase.deadline
    italy.refresh_from_db()
    assert italy.ready_phase is None


def test_the_delay_never_moves_the_end_behind_the_deadline(game: Game, at_noon) -> None:
    at_noon.move_to(NOW + dt.timedelta(hours=47, minutes=50), tick=False)
    all_ready(game)
    phase = factories.open_phase(game)
    assert phase.due_at == phase.deadline


def test_without_a_delay_the_phase_is_over_at_once(
    at_noon: object, master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players, ready_minutes=0)
    all_ready(game)
    assert factories.open_phase(game).due_at == NOW


def test_a_power_in_civil_disorder_is_not_waited_for(game: Game) -> None:
    game.seats.filter(power="ITALY").update(disorder_since=clock.now())
    for power, text in factories.HOLDS.items():
        if power != "ITALY":
            submit(game, power, text)
            ready(factories.seat(game, power))
    assert factories.open_phase(game).due_at == NOW + 30 * MINUTE


def test_where_all_are_in_disorder_nothing_ends_early(game: Game) -> None:
    game.seats.update(disorder_since=clock.now())
    readiness.update_end(factories.open_phase(game), {"FRANCE": 3})
    assert factories.open_phase(game).due_at == NOW + dt.timedelta(hours=48)


# Retreats and adjustments


@pytest.fixture
def retreats(game: Game) -> Phase:
    return factories.set_up_position(
        game,
        "S1902R",
        units={"GERMANY": ["A BUR"], "ITALY": ["A MAR"]},
        dislodged={
            "FRANCE": [("A BUR", "MUN", ["GAS", "PAR"]), ("A MAR", "PIE", ["SPA"])],
            "RUSSIA": [("A WAR", "SIL", ["UKR"])],
        },
    )


def test_a_retreat_phase_ends_once_all_have_given_theirs(retreats: Phase, game: Game) -> None:
    submit(game, "FRANCE", "A BUR R PAR", "A MAR R SPA")
    assert factories.open_phase(game).due_at == retreats.deadline
    submit(game, "RUSSIA", "A WAR R UKR")
    assert factories.open_phase(game).due_at == NOW + 30 * MINUTE


def test_half_a_sheet_is_waited_for(retreats: Phase, game: Game) -> None:
    submit(game, "RUSSIA", "A WAR R UKR")
    submit(game, "FRANCE", "A BUR R PAR")
    assert factories.open_phase(game).due_at == retreats.deadline


def test_half_a_sheet_is_enough_from_who_says_so(retreats: Phase, game: Game) -> None:
    submit(game, "RUSSIA", "A WAR R UKR")
    submit(game, "FRANCE", "A BUR R PAR")
    ready(factories.seat(game, "FRANCE"))
    assert factories.open_phase(game).due_at == NOW + 30 * MINUTE


def test_orders_that_are_taken_back_are_waited_for_again(retreats: Phase, game: Game) -> None:
    submit(game, "RUSSIA", "A WAR R UKR")
    submit(game, "FRANCE", "A BUR R PAR", "A MAR R SPA")
    submit(game, "FRANCE", "A BUR R PAR")
    assert factories.open_phase(game).due_at == retreats.deadline


def test_without_a_delay_who_said_nothing_still_has_half_an_hour(
    at_noon: object, master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players, ready_minutes=0)
    factories.set_up_position(
        game,
        "S1902R",
        units={"GERMANY": ["A BUR"]},
        dislodged={"FRANCE": [("A BUR", "MUN", ["GAS", "PAR"])]},
    )
    submit(game, "FRANCE", "A BUR R PAR")
    assert factories.open_phase(game).due_at == NOW + 30 * MINUTE
    ready(factories.seat(game, "FRANCE"))
    assert factories.open_phase(game).due_at == NOW


def test_a_newcomer_has_decided_nothing(retreats: Phase, game: Game) -> None:
    """A receipt of the former holder does not count for the new one."""
    submit(game, "RUSSIA", "A WAR R UKR")
    russia = factories.seat(game, "RUSSIA")
    assert not phases.undecided(retreats, ["RUSSIA"]).exists()
    russia.tenures.update(until=clock.now(), ending="replaced")
    russia.tenures.create(person=factories.person(), since=clock.now())
    assert Receipt.objects.filter(phase=retreats, seat=russia).exists()
    assert phases.undecided(retreats, ["RUSSIA"]).exists()


def test_who_comes_back_is_in_disorder_no_longer(game: Game) -> None:
    game.seats.filter(power="ITALY").update(disorder_since=clock.now())
    submit(game, "ITALY", "A ROM H")
    assert factories.seat(game, "ITALY").disorder_since is None
    assert game.events.filter(kind=Event.Kind.CAME_BACK, seat__power="ITALY").count() == 1


def test_only_phases_that_saved_orders_end_warn_of_it(game: Game):
    movement = factories.open_phase(game)
    assert readiness.warn_of_saved_orders(movement) == ""
    retreats = factories.set_up_position(
        game,
        "S1902R",
        units={"GERMANY": ["A BUR"]},
        dislodged={"FRANCE": [("A BUR", "MUN", ["GAS"])]},
    )
    assert "at most 30 minutes later" in readiness.warn_of_saved_orders(retreats)
