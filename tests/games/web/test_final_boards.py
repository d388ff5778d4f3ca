"""The board of a game that was ended in an open phase, whose orders were never resolved."""

import pytest

from games.board import pictures
from games.lifecycle import endings
from games.models import Game, Phase
from games.orders import submission
from games.orders.submission import Line
from games.web.pages.game import board_with_orders
from tests import factories

pytestmark = pytest.mark.django_db


def test_only_its_own_player_sees_an_order_that_was_never_resolved(game: Game):
    france = factories.seat(game, "FRANCE")
    line = Line("", "A PAR - BUR")
    person = factories.holder(france)
    submission.submit(factories.open_phase(game), france, [line], person=person)
    endings.close(game, by=None, reason="")
    final = Phase.objects.select_related("game").get(game=game, status=Phase.Status.FINAL)
    without = pictures.draw(final, [])
    assert board_with_orders(final, [factories.seat(game, "ENGLAND")], [], None) == without
    assert board_with_orders(final, [france], [], None) != without
