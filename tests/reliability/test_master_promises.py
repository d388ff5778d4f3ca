"""Each check in `master_promises` reports its violation."""

import datetime as dt
from collections.abc import Callable

import pytest

from accounts import clock
from games.adjudication import due_phases
from games.core import audit
from games.deadlines import control
from games.models import Event, Game, Order, Phase
from games.orders import submission
from games.orders.submission import Line
from tests import factories

from . import master_promises
from .actions import ACTIONS, Action, Actor
from .crowd import Answer, Sheet

A_DAY = dt.timedelta(days=1)


@pytest.fixture
def game(db: None) -> Game:
    """A game in its second phase, without missed turns."""
    game = factories.begun_game()
    resolve(game)
    game.seats.update(disorder_since=None)
    return game


def resolve(game: Game) -> None:
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1


def do(game: Game, what: str) -> Action:
    actor = Actor(game.masterships.get().person, factories.seat(game, "FRANCE"))
    return actor.do(what, factories.open_phase(game))


@pytest.mark.parametrize("what", [name for name in ACTIONS if name != "get ready"])
def test_what_a_master_does_breaks_no_promise(game: Game, what: str) -> None:
    action = do(game, what)
    assert action.answer == Answer.SAVED
    assert list(master_promises.broken([action])) == []


def resolve_early(game: Game) -> None:
    control.extend(game, to=None, by=None)
    resolve(game)


def resolve_in_a_pause(game: Game) -> None:
    control.pause(game, until=clock.now() + A_DAY, by=None)
    resolve(game)


def extend_what_is_over(game: Game) -> None:
    over = game.phases.get(status=Phase.Status.RESOLVED)
    audit.log(Event.Kind.EXTENDED, game=game, phase=over, due_after=clock.now() - 2 * A_DAY)


def resume_again(game: Game) -> None:
    control.pause(game, until=clock.now() + A_DAY, by=None)
    control.resume(game, by=None)
    phase = factories.open_phase(game)
    audit.log(Event.Kind.UNPAUSED, game=game, phase=phase, due_after=phase.deadline)


def give_a_seat_away_with_its_orders(game: Game) -> None:
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    submission.submit(phase, seat, [Line("1", "A PAR - BUR")], person=factories.holder(seat))
    kept = Order.objects.get(phase=phase, seat=seat)
    factories.replace(seat, factories.person(), by=game.masterships.get().person)
    kept.pk = None
    kept.save(force_insert=True)


def lose_orders(game: Game) -> None:
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    submission.submit(phase, seat, [Line("1", "A PAR - BUR")], person=factories.holder(seat))
    Order.objects.filter(phase=phase, seat=seat).delete()


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (resolve_early, ", before "),
        (resolve_in_a_pause, "resolved while its clock stood still"),
        (extend_what_is_over, "which was over"),
        (resume_again, "of 1 pauses the clock was started 2 times"),
        (give_a_seat_away_with_its_orders, "; replaced"),
        (lose_orders, "; not replaced"),
    ],
)
def test_a_broken_promise_is_named(game: Game, harm: Callable[[Game], None], words: str) -> None:
    harm(game)
    assert any(words in line for line in master_promises.broken([])), list(
        master_promises.broken([])
    )


def test_an_action_that_stands_twice_or_not_at_all_is_named(game: Game) -> None:
    action = do(game, "extend")
    again = Event.objects.get(text=action.reason)
    again.pk = None
    again.save(force_insert=True)
    lost = Action("extend", action.phase, "nobody's", Answer.SAVED, 0, 0)
    broken = list(master_promises.every_action_answered_done_stands_once([action, lost]))
    assert broken == [f"{action} stands 2 times", f"{lost} stands 0 times"]


def test_a_sheet_without_its_receipt_is_named(game: Game) -> None:
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    submission.submit(phase, seat, [Line("1", "A PAR - BUR")], person=factories.holder(seat))
    sheets = [
        Sheet(game.slug, phase.code, "FRANCE", (text,), Answer.SAVED)
        for text in ("A PAR - BUR", "A PAR - PIC")
    ]
    assert list(master_promises.every_sheet_answered_saved_has_its_receipts(sheets[:1])) == []
    assert len(list(master_promises.every_sheet_answered_saved_has_its_receipts(sheets))) == 1
