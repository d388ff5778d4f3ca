"""Corrections of a game: rolling back to an earlier phase, or another position."""

import dataclasses
import datetime as dt

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from adjudicator import PhaseCode
from games import access
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import control
from games.game_master import corrections
from games.models import Game, Phase
from games.state import positions
from tests import factories

from ..orders.test_submission import submit


@pytest.fixture
def in_fall(game: Game) -> Game:
    submit(game, "FRANCE", "A PAR - BUR")
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
    submit(game, "FRANCE", "A BUR - RUH")
    return game


def test_a_phase_opens_again_as_it_was_when_it_opened(in_fall: Game, master: User):
    spring = in_fall.phases.get(number=1)
    again = corrections.roll_back(in_fall, 1, by=master, reason="A wrong map.")
    assert (again.code, again.number, again.status) == ("S1901M", 3, Phase.Status.OPEN)
    assert positions.load(again) == positions.load(spring)
    assert not again.orders.exists()
    assert factories.deadline(in_fall) > clock.now()


def test_what_was_played_since_counts_no_more_and_stays(in_fall: Game, master: User):
    corrections.roll_back(in_fall, 1, by=master, reason="A wrong map.")
    spring, fall = in_fall.phases.superseded().order_by("number")
    assert access.may_read_orders(spring)
    assert spring.orders.get(text="A PAR - BUR").outcome
    assert not access.may_read_orders(fall)


def test_a_game_that_went_back_goes_on(in_fall: Game, master: User):
    again = corrections.roll_back(in_fall, 1, by=master, reason="A wrong map.")
    submit(in_fall, "FRANCE", "A PAR - PIC")
    with time_machine.travel(again.deadline, tick=False):
        assert due_phases.resolve_due() == 1
    fall = factories.open_phase(in_fall)
    assert (fall.code, fall.number) == ("F1901M", 4)
    assert fall.units.filter(province="PIC").exists()


@pytest.mark.parametrize("number", [2, 3, 99])
def test_one_goes_back_to_resolved_phases_alone(in_fall: Game, master: User, number: int):
    with pytest.raises(Refused, match="Choose a phase that has been resolved"):
        corrections.roll_back(in_fall, number, by=master, reason="A wrong map.")


def test_nobody_goes_back_twice_by_a_double_click(in_fall: Game, master: User):
    seen = factories.open_phase(in_fall).number
    corrections.roll_back(in_fall, 1, by=master, reason="A wrong map.", seen=seen)
    with pytest.raises(Refused, match="Another phase is open"):
        corrections.roll_back(in_fall, 1, by=master, reason="A wrong map.", seen=seen)


def test_a_position_is_corrected_in_the_open_phase(game: Game, master: User):
    before = positions.load(factories.open_phase(game))
    fewer = dataclasses.replace(
        before, units={power: units[:1] for power, units in before.units.items()}
    )
    submit(game, "FRANCE", "A PAR - BUR")
    phase = corrections.correct(game, fewer, by=master, reason="A slip.")
    assert positions.load(phase) == fewer
    assert not phase.orders.exists()


def test_a_position_of_another_phase_is_refused(game: Game, master: User):
    before = positions.load(factories.open_phase(game))
    other = dataclasses.replace(before, phase=PhaseCode.parse("F1901M"))
    with pytest.raises(Refused, match="The position must be from the open phase, S1901M"):
        corrections.correct(game, other, by=master, reason="A slip.")


def test_a_page_of_a_phase_that_is_over_corrects_nothing(in_fall: Game, master: User):
    position = positions.load(factories.open_phase(in_fall))
    with pytest.raises(Refused, match="Another phase is open"):
        corrections.correct(in_fall, position, by=master, reason="A slip.", seen=1)


def test_mending_needs_a_reason(in_fall: Game, master: User):
    position = positions.load(factories.open_phase(in_fall))
    for act in (
        lambda: corrections.roll_back(in_fall, 1, by=master, reason=" "),
        lambda: corrections.correct(in_fall, position, by=master, reason=" "),
    ):
        with pytest.raises(Refused, match="Give a reason"):
            act()


def test_a_paused_game_that_is_mended_runs_again(in_fall: Game, master: User):
    control.pause(in_fall, until=clock.now() + dt.timedelta(days=3), by=master)
    corrections.roll_back(in_fall, 1, by=master, reason="A wrong map.")
    in_fall.refresh_from_db()
    assert in_fall.status == Game.Status.PLAYING
    assert control.resume_due() == 0


def test_a_substitute_plays_as_many_phases_as_were_agreed_of_those_that_count(
    in_fall: Game, master: User
):
    france, turkey = (factories.seat(in_fall, power) for power in ("FRANCE", "TURKEY"))
    player, substitute = factories.holder(france), factories.person()
    factories.lend(france, substitute, number=2, by=master)
    resolve(in_fall)
    factories.lend(turkey, factories.person(), number=2, by=master)
    france.refresh_from_db()
    turkey.refresh_from_db()
    assert (france.lent_until, turkey.lent_until) == (3, 4)

    again = corrections.roll_back(in_fall, 2, by=master, reason="A wrong map.")
    assert again.number == 4
    france.refresh_from_db()
    turkey.refresh_from_db()
    # Turkey's substitute played only one of the two phases that were undone.
    assert (france.lent_until, turkey.lent_until) == (5, 5)
    resolve(in_fall)
    assert factories.holder(france) == substitute
    resolve(in_fall)
    assert factories.holder(france) == player


def resolve(game: Game) -> None:
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1
