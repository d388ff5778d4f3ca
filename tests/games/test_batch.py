"""Many rows written by one statement, with the types that their columns have."""

import pytest
from django.db import DatabaseError, transaction

from games import batch, clock
from games.models import Game, Order, Phase

from .. import factories
from .orders.test_submission import submit


def test_each_row_gets_its_own_values(game: Game) -> None:
    submit(game, "FRANCE", "A PAR H", "A MAR H")
    first, second = Order.objects.order_by("pk")
    first.outcome, first.reason_params = "succeeds", {"by": "A BUR"}
    second.outcome, second.reason_params = "fails", {}
    batch.update_each([first, second], ["outcome", "reason_params"])
    stored = Order.objects.order_by("pk").values_list("outcome", "reason_params")
    assert list(stored) == [("succeeds", {"by": "A BUR"}), ("fails", {})]


@pytest.mark.parametrize("name", ["excused_at", "resolved_at"])
def test_a_column_may_get_nothing_but_null(game: Game, name: str) -> None:
    Phase.objects.update(**{name: clock.now()})
    phases = list(Phase.objects.all())
    for phase in phases:
        setattr(phase, name, None)
    batch.update_each(phases, [name])
    assert not Phase.objects.exclude(**{name: None}).exists()


def test_a_text_that_is_too_long_is_not_cut(game: Game) -> None:
    """A cast to varchar(80) would."""
    title = game.title = "x" * 500
    try:
        with transaction.atomic():
            batch.update_each([game], ["title"])
    except DatabaseError:
        return  # PostgreSQL minds
    game.refresh_from_db()
    assert game.title == title  # SQLite does not


def test_a_row_that_is_gone_is_an_error(game: Game) -> None:
    phase = factories.open_phase(game)
    gone = Phase(pk=phase.pk + 1000, due_at=clock.now())
    with pytest.raises(DatabaseError, match="1 of 2 rows"), transaction.atomic():
        batch.update_each([phase, gone], ["due_at"])
