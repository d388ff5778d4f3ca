"""Orders that a game master enters for players by the API."""

from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Order, Receipt
from games.seats import declared_players
from tests import factories

from ..orders.test_submission import submit
from .conftest import Program, program

TEXT = "FRANCE\nA PAR - BUR\n\nTURKEY\nA CON - BUL"


@pytest.fixture
def agreed(master: User) -> Game:
    """A game in which the players of France and Turkey let the master enter their orders."""
    game = factories.begun_game(master, orders_by_master=True)
    for power in ("FRANCE", "TURKEY"):
        seat = factories.seat(game, power)
        declared_players.let_master_order(seat, factories.holder(seat), allowed=True)
    return game


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def path(game: Game) -> str:
    return f"/games/{game.slug}/master/orders"


def orders(game: Game) -> set[tuple[str, str]]:
    return set(Order.objects.filter(phase__game=game).values_list("seat__power", "text"))


def test_orders_of_several_players_are_stored_at_once(agreed: Game, mia: Program, master: User):
    checked = mia.post(path(agreed), {"text": TEXT, "check": True})
    assert (checked.status_code, checked.json()["saved"], orders(agreed)) == (200, False, set())
    saved = mia.post(path(agreed), {"text": TEXT, "ready": False})
    assert (saved.status_code, saved.json()["saved"]) == (200, True), saved.content
    assert orders(agreed) == {("FRANCE", "A PAR - BUR"), ("TURKEY", "A CON - BUL")}
    assert set(Receipt.objects.values_list("on_behalf", "person")) == {(True, master.pk)}
    read = mia.get(path(agreed)).json()["powers"]
    assert [each["power"] for each in read] == ["FRANCE", "TURKEY"]
    assert {each["ready"] for each in read} == {False}


def test_the_orders_of_others_are_neither_read_nor_entered(agreed: Game, mia: Program):
    submit(agreed, "ITALY", "A VEN - TRI")
    answer = mia.post(path(agreed), {"text": f"{TEXT}\n\nITALY\nA VEN - PIE"})
    assert answer.json()["not_entered"] == ["ITALY"]
    assert ("ITALY", "A VEN - TRI") in orders(agreed)
    assert "VEN" not in mia.get(path(agreed)).content.decode()
    assert "TRI" not in answer.content.decode()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"text": "FRANCE\nA PAR - BUR\nA LON - XYZ"}, "lines_refused"),
        ({"text": "Nothing at all"}, "lines_refused"),
        ({"text": TEXT, "drafts": True}, "wrong_field"),
        ({"text": 7}, "wrong_field"),
    ],
)
def test_all_or_nothing_is_stored(agreed: Game, mia: Program, body: dict[str, Any], code: str):
    answer = mia.post(path(agreed), body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert orders(agreed) == set()


def test_orders_that_were_saved_since_are_not_overwritten(agreed: Game, mia: Program):
    submit(agreed, "FRANCE", "A PAR - PIC")
    answer = mia.post(path(agreed), {"text": TEXT, "seen": {"FRANCE": "an older receipt"}})
    assert (answer.status_code, answer.json()["code"]) == (409, "outdated")
    assert orders(agreed) == {("FRANCE", "A PAR - PIC")}


def test_there_is_nothing_where_the_game_has_not_agreed(game: Game, mia: Program):
    assert mia.get(path(game)).status_code == 404
    assert mia.post(path(game), {"text": TEXT}).status_code == 404
