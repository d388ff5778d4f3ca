"""Answers of the order form to the script of the map: HTML for one seat and nothing of others."""

import datetime as dt
import re

import pytest
import time_machine
from django.utils import translation

from games.models import Game, Order, Phase
from games.orders import choices

from .... import factories

MAP = {"HTTP_X_REQUESTED_WITH": "map"}


def send(order_form, *texts: str):
    sheet = {f"unit-{text.split()[1].partition('/')[0]}": text for text in texts}
    return order_form.client.post(order_form.url, {"mode": "rows", **sheet}, **MAP)


def said(answer) -> str:
    found = re.search(r'data-status-message="([^"]*)"', answer.content.decode())
    assert found
    return found[1]


def test_what_the_map_sends_is_saved_and_answered_with_what_changes_on_the_page(
    game: Game, order_form
):
    france = order_form()
    answer = send(france, "A PAR - BUR")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert list(Order.objects.values_list("text", flat=True)) == ["A PAR - BUR"]
    assert said(answer).endswith("counts at the deadline.")
    assert "1 of 3 units have orders; the others hold." in page
    assert page.count('<section class="order-entry"') == page.count('<svg class="board"') == 1
    assert 'data-order="A PAR - BUR"' in page
    assert "<html" not in page
    assert "<select" not in page
    assert "data-province" not in page
    again = france.client.get(game.get_absolute_url()).content.decode()
    assert "notification--success" not in again, "the map has said it already"


def test_the_answer_has_the_orders_of_no_other_seat(game: Game, order_form):
    order_form("GERMANY").rows("A MUN - RUH", "F KIE - DEN")
    for answer in (send(order_form(), "A PAR - BUR"), send(order_form(), "A PAR - MOS")):
        page = answer.content.decode()
        assert "MUN - RUH" not in page
        assert "Mun-Ruh" not in page
        assert 'data-order="F KIE' not in page


def test_what_cannot_be_saved_is_answered_with_the_reason_and_what_still_counts(
    game: Game, order_form
):
    france = order_form()
    send(france, "A PAR - BUR")
    answer = send(france, "A PAR - MOS")
    assert answer.status_code == 422
    assert said(answer).startswith("Nothing was saved")
    assert "The orders you saved earlier still count" in answer.content.decode()
    assert 'data-order="A PAR - BUR"' in answer.content.decode()


def test_after_the_deadline_the_map_is_told_so(game: Game, order_form):
    france = order_form()
    with time_machine.travel(factories.deadline(game) + dt.timedelta(seconds=1)):
        answer = send(france, "A PAR - BUR")
    assert answer.status_code == 409
    assert "has passed" in said(answer)
    assert not Order.objects.exists()


def test_too_many_orders_in_a_minute_are_told_to_the_map(game: Game, order_form, settings):
    settings.ACCOUNT_RATE_LIMITS = {"orders": "1/m/user"}
    france = order_form()
    send(france, "A PAR - BUR")
    answer = send(france, "A PAR - PIC")
    assert answer.status_code == 429
    assert "Wait a minute" in said(answer)


LACKING = [
    ("S1902M", {"units": {"FRANCE": ["A PAR", "A MAR"]}}, "2 units have no order: they will hold."),
    (
        "S1902R",
        {"units": {}, "dislodged": {"FRANCE": [("A PAR", "BUR", ["GAS"])]}},
        "1 unit has no order: it will disband.",
    ),
    (
        "W1902A",
        {"units": {}, "centers": {"FRANCE": ["PAR", "MAR"]}},
        "2 builds are not chosen: nothing will be built for them.",
    ),
    (
        "W1902A",
        {"units": {"FRANCE": ["A PAR", "A MAR"]}, "centers": {"FRANCE": ["PAR"]}},
        "1 disband is not chosen: the rules will choose the unit.",
    ),
]


@pytest.mark.parametrize(("code", "position", "says"), LACKING, ids=[says for *_, says in LACKING])
def test_ready_says_what_is_missing_and_can_be_said_all_the_same(
    game: Game, order_form, code: str, position, says: str
):
    phase = factories.set_up_position(game, code, **position)
    france = order_form(phase=phase)
    page = france.client.get(game.get_absolute_url()).content.decode()
    assert says in page
    assert "Ready anyway" in page


def test_ready_has_nothing_to_say_once_every_unit_has_its_order(game: Game, order_form):
    france = order_form()
    france.rows("A PAR H", "A MAR H", "F BRE H")
    page = france.client.get(game.get_absolute_url()).content.decode()
    assert "no order: they" not in page
    assert ">Ready</button>" in page


def test_what_is_chosen_is_saved_with_ready(game: Game, order_form):
    france = order_form()
    france.rows("A PAR - BUR", then="ready")
    assert list(Order.objects.values_list("text", flat=True)) == ["A PAR - BUR"]
    assert factories.seat(game, "FRANCE").ready_phase == france.phase


def test_the_options_say_what_the_map_needs(game: Game):
    units = {"ENGLAND": ["A LON", "F NTH"], "FRANCE": ["A BEL"]}
    phase: Phase = factories.set_up_position(game, "S1902M", units=units)
    with translation.override("es"):
        rows = {row.key: row for row in choices.rows(phase, factories.seat(game, "ENGLAND"))}
    notes = rows["unit-LON"].notes
    assert notes["A LON - WAL"] == {
        "data-short": "E Lon-Gal",
        "data-sea": False,
        "data-foreign": False,
        "data-type": "move",
        "data-unit": "A LON",
        "data-target": "WAL",
        "data-via": False,
    }
    assert notes["A LON - YOR VIA"]["data-via"] is True
    assert notes["A LON - NWY"]["data-sea"] is True
    assert notes["A LON - YOR VIA"]["data-sea"] is True
    assert rows["unit-NTH"].province == "NTH"
