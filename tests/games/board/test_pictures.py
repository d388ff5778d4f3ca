"""The picture of a phase as it is stored."""

import pytest

from games.board import pictures
from games.models import Game, Order
from tests import factories

DAMAGED = [
    "",
    "A PAR",
    "A PAR - XXX",
    "A XXX H",
    "A PAR S F",
    "Q PAR H",
    "A PAR - BUR - MAR",
    "A PAR S A XXX",
    "F NTH C A XXX - YYY",
    "<script>",
    "A " * 30,
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_stored_order_that_cannot_be_read_is_left_out(game: Game, text: str):
    phase = factories.set_up_position(game, "S1901M", units={"FRANCE": ["A PAR"]})
    plain = pictures.draw(phase)
    order = Order(phase=phase, seat=factories.seat(game, "FRANCE"), text=text, outcome="fails")
    assert pictures.draw(phase, [order]) == plain


def test_a_stored_order_that_can_be_read_is_drawn(game: Game):
    phase = factories.set_up_position(game, "S1901M", units={"FRANCE": ["A PAR"]})
    order = Order(phase=phase, seat=factories.seat(game, "FRANCE"), text="A PAR - BUR")
    assert 'data-order="A PAR - BUR"' in pictures.draw(phase, [order])
