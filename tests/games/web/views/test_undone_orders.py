"""Orders of a phase that was opened again are offered to the player who gave them alone."""

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.adjudication import due_phases
from games.game_master import corrections
from games.models import Game, Order
from games.seats import tenures, waiting_list
from games.state import positions
from tests import factories

from ...orders.test_submission import submit
from .conftest import OrderForm, signed_in, words

AGAIN = "This phase was opened again. Before that, you had ordered:"


@pytest.fixture
def rolled_back(game: Game, master: User) -> Game:
    submit(game, "FRANCE", "A PAR - BUR", "A MAR H")
    submit(game, "GERMANY", "A MUN - RUH")
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
    corrections.roll_back(game, 1, by=master, reason="A wrong map.")
    return game


def page_of(game: Game, power: str) -> str:
    person = factories.holder(factories.seat(game, power))
    return words(signed_in(person).get(game.get_absolute_url()))


def standing(game: Game) -> set[str]:
    rows = Order.objects.filter(phase=factories.open_phase(game), typed__isnull=False)
    return set(rows.values_list("text", flat=True))


def test_each_player_is_offered_their_own_orders_and_they_count_once_saved(rolled_back: Game):
    france, italy = page_of(rolled_back, "FRANCE"), page_of(rolled_back, "ITALY")
    assert f"{AGAIN} A PAR - BUR A MAR H Save these orders again" in france
    assert "A MUN - RUH" not in france
    assert AGAIN not in italy
    assert AGAIN not in words(Client().get(rolled_back.get_absolute_url()))
    assert standing(rolled_back) == set()
    form = OrderForm(rolled_back, "FRANCE")
    page = form.client.get(rolled_back.get_absolute_url()).content.decode()
    assert 'name="text" value="A PAR - BUR\nA MAR H"' in page
    answer = form.client.post(
        form.url, {"mode": "text", "language": "en", "seen": "", "text": "A PAR - BUR\nA MAR H"}
    )
    assert answer.status_code == 302
    assert standing(rolled_back) == {"A PAR - BUR", "A MAR H"}
    assert AGAIN not in page_of(rolled_back, "FRANCE")


def test_orders_that_nobody_read_come_back_to_their_player_alone(game: Game, master: User):
    submit(game, "FRANCE", "A PAR - BUR")
    position = positions.load(factories.open_phase(game))
    corrections.correct(game, position, by=master, reason="A wrong map.")
    assert f"{AGAIN} A PAR - BUR" in page_of(game, "FRANCE")
    seat, heir = factories.seat(game, "FRANCE"), factories.person()
    waiting_list.enlist(heir, "")
    tenures.replace(seat, heir, by=master)
    assert AGAIN not in page_of(game, "FRANCE")
    assert AGAIN not in words(signed_in(master).get(game.get_absolute_url()))


def test_the_newest_sheet_is_offered_in_the_notation_of_the_reader(game: Game, master: User):
    position = positions.load(factories.open_phase(game))
    for order in ("A PAR - BUR", "A PAR - GAS"):
        submit(game, "FRANCE", order)
        corrections.correct(game, position, by=master, reason="A wrong map.")
    person = factories.holder(factories.seat(game, "FRANCE"))
    User.objects.filter(pk=person.pk).update(language="es", notation="es")
    page = page_of(game, "FRANCE")
    assert "E Par-Gas" in page
    assert "Bor" not in page.partition("E Par-Gas")[0][-80:]
