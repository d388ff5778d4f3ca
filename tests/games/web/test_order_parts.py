"""Parts of pages that are made of stored orders belong to these orders only."""

from collections.abc import Iterable
from unittest.mock import Mock

import pytest
from django.utils import translation

from accounts.models import User
from games.models import Game, Order, Phase
from games.orders import feedback
from games.web.pages.order_parts import order_part
from tests import factories

from ..orders.test_submission import submit

pytestmark = pytest.mark.django_db


def made(phase: Phase, orders: Iterable[Order], name: str = "text") -> bool:
    """Whether a page has to make a part."""
    make = Mock(return_value="made")
    assert order_part(name, phase, orders, make) == "made"
    return bool(make.called)


@pytest.fixture
def phase(game: Game) -> Phase:
    return factories.open_phase(game)


def orders_of(phase: Phase, power: str) -> list[Order]:
    return feedback.orders_of(phase, factories.seat(phase.game, power))


def test_a_part_is_made_once(game: Game, phase: Phase):
    submit(game, "FRANCE", "A PAR - BUR")
    assert made(phase, orders_of(phase, "FRANCE"))
    assert not made(phase, orders_of(phase, "FRANCE"))
    assert made(phase, orders_of(phase, "FRANCE"), "another part")


def test_other_orders_have_another(game: Game, phase: Phase):
    submit(game, "FRANCE", "A PAR - BUR")
    assert made(phase, orders_of(phase, "FRANCE"))
    submit(game, "FRANCE", "A PAR - PIC")
    assert made(phase, orders_of(phase, "FRANCE"))
    submit(game, "FRANCE", "A PAR - BUR")
    assert not made(phase, orders_of(phase, "FRANCE"))


def test_each_phase_has_its_own(master: User, players: list[User], phase: Phase):
    other = factories.open_phase(factories.begun_game(master, players))
    assert made(phase, [])
    assert made(other, [])


def test_each_language_has_its_own(game: Game, phase: Phase):
    submit(game, "FRANCE", "A PAR - BUR")
    assert made(phase, orders_of(phase, "FRANCE"))
    with translation.override("bg"):
        assert made(phase, orders_of(phase, "FRANCE"))
