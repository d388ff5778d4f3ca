"""An outdated order form never replaces newer orders without a warning."""

import re

import pytest

from games.models import Game, Receipt
from tests import factories

from .conftest import Answer, OrderForm, alerts, nothing_changes, words
from .test_play import chosen, stored, typed_text


def seen(answer: Answer) -> list[str]:
    """The receipts that the forms of a page are based on."""
    return re.findall(r'name="seen" value="([0-9a-f]*)"', answer.content.decode())


def page(order_form: OrderForm) -> Answer:
    return order_form.client.get(order_form.url)


def newest() -> str:
    return Receipt.objects.latest("pk").digest


def send(order_form: OrderForm, mode: str, known: str, *texts: str, **more: str) -> Answer:
    if mode == "rows":
        return order_form.rows(*texts, seen=known, **more)
    form = {"mode": "text", "text": "\n".join(texts), "seen": known, **more}
    return order_form.client.post(order_form.url, form)


BOTH = pytest.mark.parametrize("mode", ["rows", "text"])


def test_both_forms_know_of_the_newest_receipt(game: Game, order_form):
    france = order_form()
    assert seen(page(france)) == ["", ""]
    for order in ("A PAR - BUR", "A PAR - PIC"):
        france.rows(order)
        assert seen(page(france)) == [newest(), newest()]
    assert seen(page(order_form("GERMANY"))) == ["", ""]


@BOTH
def test_an_old_page_is_told_what_is_stored_and_replaces_it_once_it_says_so_again(
    game: Game, order_form, mode: str
):
    france = order_form()
    france.rows("A MAR - SPA")
    with nothing_changes():
        answer = send(france, mode, "", "A PAR - BUR")
    assert answer.status_code == 409
    assert "changed in another window" in alerts(answer)
    assert "count at the deadline: A MAR - SPA" in words(answer)
    assert seen(answer) == [newest(), newest()]
    if mode == "rows":
        assert chosen(answer, "unit-PAR") == "A PAR - BUR"
        assert chosen(answer, "unit-MAR") == ""
    else:
        assert typed_text(answer) == "A PAR - BUR"
    assert send(france, mode, seen(answer)[0], "A PAR - BUR").status_code == 302
    assert stored(game) == ["A PAR - BUR"]


@BOTH
def test_an_old_page_that_sends_what_is_stored_is_told_that_nothing_changed(
    game: Game, order_form, mode: str
):
    france = order_form()
    france.rows("A PAR - BUR")
    with nothing_changes():
        assert send(france, mode, "", "A PAR - BUR").status_code == 302


def test_an_old_page_is_told_that_orders_were_taken_back_elsewhere(game: Game, order_form):
    france = order_form()
    france.rows("A PAR - BUR")
    old = newest()
    france.rows()
    answer = send(france, "rows", old, "A PAR - PIC")
    assert "Saved without orders." in words(answer)
    assert stored(game) == []


def test_a_part_of_a_text_from_an_old_page_is_not_saved_either(game: Game, order_form):
    france = order_form()
    france.rows("A PAR - BUR")
    with nothing_changes():
        answer = send(france, "text", "", "A Par-Pic\nA Mar-Brgndy")
    assert answer.status_code == 409


def test_nobody_gets_ready_from_an_old_page(game: Game, order_form):
    france = order_form()
    france.rows("A PAR - BUR")
    with nothing_changes():
        answer = send(france, "rows", "", "A PAR - PIC", then="ready")
    assert answer.status_code == 409
    assert factories.seat(game, "FRANCE").ready_phase is None


@pytest.mark.parametrize(("mode", "text"), [("rows", "A PAR - MOS"), ("text", "A Par-Brgndy")])
def test_a_form_refused_for_something_else_knows_no_more_than_before(
    game: Game, order_form, mode: str, text: str
):
    france = order_form()
    france.rows("A PAR - BUR")
    answer = send(france, mode, "", text)
    assert answer.status_code == 422
    by_form = dict(
        zip(
            re.findall(r'name="mode" value="(\w+)"', answer.content.decode()),
            seen(answer),
            strict=True,
        )
    )
    other = "text" if mode == "rows" else "rows"
    assert by_form == {mode: "", other: newest()}


def test_the_forms_know_of_the_part_that_was_saved(game: Game, order_form):
    answer = send(order_form(), "text", "", "A Par-Bur\nA Mar-Brgndy")
    assert answer.status_code == 422
    assert seen(answer) == [newest(), newest()]
