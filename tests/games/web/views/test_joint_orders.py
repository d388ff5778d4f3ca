"""The orders of a person who plays several powers, on one page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.errors import SaveFailedError
from games.models import Game, Order
from games.orders import order_sheets
from tests import factories

from ...orders.test_submission import submit
from .conftest import Answer, alerts, signed_in, words

pytestmark = pytest.mark.django_db

PAIR = ["AUSTRIA", "FRANCE"]
BOTH = (
    "Austria:\nA Vie-Tri\nA Bud-Ser\nF Tri-Alb\n\nFrance:\nA Par-Bur\nA Mar S A Par-Bur\nF Bre-Mid"
)


@pytest.fixture
def game(master: User) -> Game:
    """A game for four people: one has Austria and France."""
    return factories.begun_game(master, setup="four")


@pytest.fixture
def client(game: Game) -> Client:
    return signed_in(factories.holder(factories.seat(game, "FRANCE")))


def address(game: Game, name: str = "joint_orders") -> str:
    return reverse(f"games:{name}", args=[game.slug, factories.open_phase(game).code])


def send(client: Client, game: Game, text: str, **more: str) -> Answer:
    return client.post(address(game), {"mode": "text", "text": text, "language": "en", **more})


def stored(game: Game) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for order in Order.objects.filter(phase__game=game).select_related("seat"):
        found.setdefault(order.seat.power, set()).add(order.text)
    return found


def test_the_page_of_the_game_has_the_forms_of_all_powers_and_one_text(game: Game, client: Client):
    submit(game, "FRANCE", "A PAR - BUR")
    page = client.get(game.get_absolute_url()).content.decode()
    for power in PAIR:
        assert page.count(f'id="orders-{power}"') == 1
    assert page.count("<textarea") == 1
    assert "Austria:\n\nFrance:\nA PAR - BUR</textarea>" in page
    assert "Austria and France" in words(client.get(address(game)))


def test_one_text_with_headings_gives_the_orders_of_all_powers(game: Game, client: Client):
    answer = send(client, game, BOTH)
    assert answer["Location"] == game.get_absolute_url()
    assert stored(game) == {
        "AUSTRIA": {"A VIE - TRI", "A BUD - SER", "F TRI - ALB"},
        "FRANCE": {"A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"},
    }


def test_without_headings_each_order_goes_to_the_power_of_its_unit(game: Game, client: Client):
    send(client, game, "A Par-Bur\nA Vie-Tri\nF Bre H")
    assert stored(game) == {"AUSTRIA": {"A VIE - TRI"}, "FRANCE": {"A PAR - BUR", "F BRE H"}}


def test_a_power_that_the_text_does_not_name_keeps_its_orders(game: Game, client: Client):
    send(client, game, BOTH)
    send(client, game, "France:\nA Par H")
    assert len(stored(game)["AUSTRIA"]) == 3
    assert stored(game)["FRANCE"] == {"A PAR H"}


def test_a_heading_without_orders_takes_the_orders_of_its_power_back(game: Game, client: Client):
    send(client, game, BOTH)
    answer = send(client, game, "Austria:\n\nFrance:\nA Par H")
    assert answer.status_code == 302
    assert stored(game) == {"FRANCE": {"A PAR H"}}


def test_a_line_that_is_no_order_comes_back_with_its_reason_and_the_others_are_saved(
    game: Game, client: Client
):
    answer = send(client, game, BOTH.replace("A Bud-Ser", "A Bud-Par"))
    assert answer.status_code == 422
    assert "Austria: 2 orders were saved" in alerts(answer)
    assert "A Bud-Par" in answer.content.decode()
    assert len(stored(game)["FRANCE"]) == 3
    assert stored(game)["AUSTRIA"] == {"A VIE - TRI", "F TRI - ALB"}


def test_an_order_under_the_heading_of_another_power_is_not_guessed(game: Game, client: Client):
    answer = send(client, game, "Austria:\nA Par-Bur")
    assert answer.status_code == 422
    assert "belongs to France" in words(answer)
    assert stored(game) == {}


def test_a_corrected_text_is_saved_although_a_part_of_it_was_saved_before(
    game: Game, client: Client
):
    page = send(
        client,
        game,
        BOTH.replace("A Par-Bur", "A Par-Mos"),
        **{"seen-AUSTRIA": "", "seen-FRANCE": ""},
    )
    assert "Saved: Austria." in alerts(page)
    seen = dict(re.findall(r'name="(seen-\w+)" value="(\w*)"', page.content.decode()))
    assert seen.keys() == {"seen-AUSTRIA", "seen-FRANCE"}
    answer = send(client, game, BOTH.replace("A Vie-Tri", "A Vie-Gal"), **seen)
    assert answer.status_code == 302
    assert "A VIE - GAL" in stored(game)["AUSTRIA"]
    assert "A PAR - BUR" in stored(game)["FRANCE"]


def test_a_heading_without_orders_decides_nothing_in_retreats(game: Game, client: Client):
    factories.set_up_position(
        game,
        "F1903R",
        units={"GERMANY": ["A GAS", "A BOH"]},
        dislodged={
            "FRANCE": [("A GAS", "BUR", ["SPA"])],
            "AUSTRIA": [("A BOH", "TYR", ["VIE"])],
        },
        centers={"FRANCE": ["PAR"], "AUSTRIA": ["VIE"], "GERMANY": ["BER"]},
    )
    send(client, game, "Austria:\nA Boh-Vie\n\nFrance:")
    assert stored(game) == {"AUSTRIA": {"A BOH R VIE"}}
    assert not game.phases.latest("number").receipts.filter(seat__power="FRANCE").exists()
    answer = client.post(address(game, "joint_ready"), {"ready": "yes"}, follow=True)
    assert "Save the orders of France before saying you’re ready" in words(answer)


def test_a_power_without_orders_holds_if_the_question_named_it(game: Game, client: Client):
    submit(game, "FRANCE", "A PAR - BUR")
    question = client.post(address(game, "joint_ready"), {"ready": "yes"})
    assert "Austria has no orders." in words(question)
    sent = {"ready": "yes", "number": factories.open_phase(game).number}
    again = client.post(address(game, "joint_ready"), {**sent, "hold": "FRANCE"})
    assert "Austria has no orders." in words(again)  # not named: it is asked about
    assert "AUSTRIA" not in stored(game)
    client.post(address(game, "joint_ready"), {**sent, "hold": "AUSTRIA"})
    assert stored(game) == {"AUSTRIA": {"A VIE H", "A BUD H", "F TRI H"}, "FRANCE": {"A PAR - BUR"}}
    assert factories.seat(game, "AUSTRIA").ready_phase == factories.open_phase(game)


def test_a_failure_is_told_and_loses_no_text(
    game: Game, client: Client, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_args: object) -> None:
        raise SaveFailedError("the disk is full")

    monkeypatch.setattr(order_sheets, "split_text", fail)
    answer = send(client, game, BOTH)
    assert answer.status_code == 503
    assert "couldn’t be saved just now" in alerts(answer)
    assert "A Bud-Ser" in answer.content.decode()
    answer = client.post(address(game, "joint_feedback"), {"text": BOTH})
    assert answer.status_code == 503


def test_who_has_nothing_to_order_is_told_so(game: Game, client: Client):
    factories.set_up_position(
        game, "S1903M", units={"GERMANY": ["A BUR"]}, centers={"GERMANY": ["BER"]}
    )
    for name in ("joint_orders", "joint_ready"):
        answer = client.post(address(game, name), {"text": "A Par H", "ready": "yes"}, follow=True)
        assert "You have no orders to give in this phase." in words(answer)
    answer = client.post(address(game, "joint_feedback"), {"text": "A Par H"})
    assert answer.status_code == 200


def test_a_text_for_none_of_the_powers_is_refused(game: Game, client: Client):
    answer = send(client, game, "   ")
    assert answer.status_code == 422
    assert "names none of your powers" in alerts(answer)
    answer = send(client, game, "Russia:\nA Mos-Ukr")
    assert answer.status_code == 422
    assert stored(game) == {}


def test_checking_saves_nothing(game: Game, client: Client):
    answer = send(client, game, BOTH, then="check")
    assert "6 orders understood" in words(answer)
    answer = client.post(address(game, "joint_feedback"), {"text": BOTH, "language": "en"})
    assert "6 orders understood" in words(answer)
    assert stored(game) == {}


def test_a_text_of_an_older_page_replaces_nothing(game: Game, client: Client):
    submit(game, "FRANCE", "A PAR - BUR")
    answer = send(client, game, BOTH, **{"seen-FRANCE": "", "seen-AUSTRIA": ""})
    assert answer.status_code == 409
    assert "France: Your orders were changed in another window" in alerts(answer)
    assert stored(game)["FRANCE"] == {"A PAR - BUR"}
    assert len(stored(game)["AUSTRIA"]) == 3


def test_one_button_makes_all_powers_ready_and_takes_it_back(game: Game, client: Client):
    client.post(address(game, "joint_ready"), {"ready": "yes"})
    assert not game.seats.exclude(ready_phase=None).exists()
    send(client, game, BOTH)
    answer = client.post(address(game, "joint_ready"), {"ready": "yes"}, follow=True)
    assert "You’re ready with all your powers." in words(answer)
    assert [seat.power for seat in game.seats.exclude(ready_phase=None)] == PAIR
    client.post(address(game, "joint_ready"), {"ready": "no"})
    assert not game.seats.exclude(ready_phase=None).exists()


def test_who_plays_one_power_has_no_page_for_several(game: Game):
    for person in (factories.holder(factories.seat(game, "ENGLAND")), factories.person()):
        assert signed_in(person).get(address(game)).status_code == 404


def test_in_1914_an_order_into_italy_is_refused_with_its_reason(master: User):
    game = factories.begun_game(master, setup="two")
    client = signed_in(factories.holder(factories.seat(game, "AUSTRIA")))
    answer = send(client, game, "A Vie-Tyr\nF Tri-Ven")
    assert answer.status_code == 422
    assert "No unit can enter VEN before 1915, because Italy is neutral." in words(answer)
    assert stored(game) == {"AUSTRIA": {"A VIE - TYR"}}
