"""Orders by the API: sheets as on the page, doubts as questions, readiness, votes."""

import datetime as dt

import pytest

from accounts import clock
from accounts.models import Trace
from games.lifecycle import endings
from games.models import Game, GameSettings, Order, Receipt, Vote
from tests import factories

from .conftest import Table, program


def stored(table: Table, power: str) -> list[str]:
    seat = factories.seat(table.game, power)
    return list(Order.objects.filter(seat=seat).order_by("pk").values_list("text", flat=True))


def sheet(**fields: object) -> dict[str, object]:
    return {"phase": "S1901M", **fields}


def test_a_list_is_saved_and_read_back_with_its_receipt(table: Table):
    france, path = table.programs["FRANCE"], table.seat("FRANCE") + "/orders"
    answer = france.put(path, sheet(orders=["A PAR - BUR", "F BRE - MAO"])).json()
    assert (answer["saved"], answer["changed"]) == (True, True)
    assert stored(table, "FRANCE") == ["A PAR - BUR", "F BRE - MAO"]
    read = france.get(path).json()
    assert [each["order"] for each in read["orders"]] == ["A PAR - BUR", "F BRE - MAO"]
    assert read["receipt"] == Receipt.objects.get().digest
    again = france.put(path, sheet(orders=["A PAR - BUR", "F BRE - MAO"])).json()
    assert (again["saved"], again["changed"]) == (True, False)


def test_a_wrong_order_of_a_list_keeps_all_from_being_saved(table: Table):
    france, path = table.programs["FRANCE"], table.seat("FRANCE") + "/orders"
    answer = france.put(path, sheet(orders=["A PAR - BUR", "A PAR - MOS", "gibberish"]))
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["saved"]) == (422, "lines_refused", False)
    assert [each["line"] for each in problem["lines"]] == [2, 3]
    assert stored(table, "FRANCE") == []


def test_of_a_text_the_good_lines_are_saved_as_on_the_page(table: Table):
    france, path = table.programs["FRANCE"], table.seat("FRANCE") + "/orders"
    answer = france.put(path, sheet(text="A Par-Bur\nA Mar - Moscow", language="en"))
    problem = answer.json()
    assert (answer.status_code, problem["saved"]) == (422, True)
    assert [each["state"] for each in problem["lines"]] == ["good", "wrong"]
    assert "1 order was saved" in problem["detail"]
    assert stored(table, "FRANCE") == ["A PAR - BUR"]


def test_a_text_that_is_saved_in_part_tells_which_orders_count_now(table: Table):
    france, path = table.programs["FRANCE"], table.seat("FRANCE") + "/orders"
    france.put(path, sheet(orders=["A PAR H", "F BRE - MAO"]))
    problem = france.put(path, sheet(text="A Par-Bur\nA Mar - Moscow", language="en")).json()
    assert problem["title"] == "Only a part was saved"
    assert problem["stored"] == france.get(path).json()
    counting = [each["order"] for each in problem["stored"]["orders"]]
    assert counting == ["A PAR - BUR", "F BRE - MAO"]
    nothing = france.put(path, sheet(text="A Mar - Moscow", language="en")).json()
    assert (nothing["saved"], nothing["title"]) == (False, "Something in the request is wrong")
    assert "stored" not in nothing


def test_a_doubt_is_a_question_and_its_answer_is_saved(table: Table):
    france, path = table.programs["FRANCE"], table.seat("FRANCE") + "/orders"
    doubtful = "A Par - Bur or Pic"
    problem = france.put(path, sheet(text=doubtful, language="en")).json()
    [line] = [each for each in problem["lines"] if each["state"] == "asked"]
    options = [each["order"] for each in line["question"]["options"]]
    assert "A PAR - BUR" in options
    assert stored(table, "FRANCE") == []
    answers = {line["question"]["province"]: "A PAR - BUR"}
    france.put(path, sheet(text=doubtful, language="en", answers=answers))
    assert stored(table, "FRANCE") == ["A PAR - BUR"]


def test_a_check_stores_nothing(table: Table):
    france, path = table.programs["FRANCE"], table.seat("FRANCE") + "/orders"
    answer = france.put(path, sheet(text="A Par-Bur", check=True)).json()
    assert (answer["saved"], answer["lines"][0]["state"]) == (False, "good")
    assert answer["message"] == "These orders are valid."
    [line] = answer["lines"]
    assert (line["typed"], line["order"]) == ("A Par-Bur", "A PAR - BUR")
    assert line["text"] not in ("", line["order"])
    wrong = france.put(path, sheet(text="A Par-Bur\nA Mar-Moscow", check=True)).json()
    assert wrong["detail"] == "1 order understood, 1 line not accepted."
    assert france.put(path, sheet(orders=["A PAR H"], check=True)).json()["saved"] is False
    assert stored(table, "FRANCE") == []


def test_orders_that_were_saved_elsewhere_are_not_overwritten_unseen(table: Table):
    france, path = table.programs["FRANCE"], table.seat("FRANCE") + "/orders"
    france.put(path, sheet(orders=["A PAR H"]))
    refused = france.put(path, sheet(orders=["A PAR - BUR"], seen=""))
    assert (refused.status_code, refused.json()["code"]) == (409, "outdated")
    known = france.get(path).json()["receipt"]
    assert france.put(path, sheet(orders=["A PAR - BUR"], seen=known)).status_code == 200


def test_a_phase_that_is_over_is_refused_with_the_open_one(table: Table):
    france = table.programs["FRANCE"]
    factories.let_be_due(table.game, clock.now() - dt.timedelta(seconds=1))
    for path, body in (
        ("/orders", sheet(orders=["A PAR H"])),
        ("/ready", sheet(ready=True)),
    ):
        answer = france.put(table.seat("FRANCE") + path, body)
        assert (answer.status_code, answer.json()["open_phase"]) == (409, None)
    wrong = france.put(table.seat("FRANCE") + "/ready", {"phase": "F1950M", "ready": True})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "phase")


def test_a_game_that_is_over_has_no_open_phase_to_order_in(table: Table):
    france, path = table.programs["FRANCE"], table.seat("FRANCE")
    endings.draw(table.game, among=["FRANCE", "ITALY"], by=None)
    read = france.get(f"{path}/legal-orders").json()
    for answer in (
        france.put(f"{path}/orders", sheet(orders=["A PAR H"])),
        france.put(f"{path}/ready", sheet(ready=True)),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "no_open_phase")
        assert answer.json() == read


def test_the_seat_of_another_is_not_there(table: Table):
    italy = table.programs["ITALY"]
    path = table.seat("FRANCE")
    assert italy.get(f"{path}/orders").status_code == 404
    assert italy.get(f"{path}/legal-orders").status_code == 404
    assert italy.put(f"{path}/orders", sheet(orders=[])).status_code == 404
    assert italy.put(f"{path}/ready", sheet(ready=True)).status_code == 404
    body = {"power": "FRANCE", "kind": "draw"}
    assert italy.post(f"{table.path}/votes", body).status_code == 404


def test_legal_orders_can_all_be_saved(table: Table):
    russia = table.programs["RUSSIA"]
    rows = russia.get(table.seat("RUSSIA") + "/legal-orders").json()["rows"]
    assert len(rows) == 4
    chosen = [row["orders"][-1]["order"] for row in rows]
    path = table.seat("RUSSIA") + "/orders"
    assert russia.put(path, sheet(orders=chosen)).status_code == 200


def test_a_seat_is_ready_only_with_orders_and_may_take_it_back(table: Table):
    france, path = table.programs["FRANCE"], table.seat("FRANCE")
    refused = france.put(f"{path}/ready", sheet(ready=True))
    assert (refused.status_code, refused.json()["open_phase"]) == (409, "S1901M")
    france.put(f"{path}/orders", sheet(orders=["A PAR H"]))
    assert france.put(f"{path}/ready", sheet(ready=True)).json()["ready"] is True
    assert france.get(f"{path}/orders").json()["ready"] is True
    assert france.put(f"{path}/ready", sheet(ready=False)).status_code == 200
    assert factories.seat(table.game, "FRANCE").ready_phase is None


@pytest.mark.parametrize(
    ("code", "what_follows"),
    [("F1902R", "a unit without an order disbands"), ("W1902A", "nothing is built")],
)
def test_ready_says_what_follows_without_orders_and_an_empty_list_is_a_choice(
    game: Game, code: str, what_follows: str
):
    beaten = {"FRANCE": [("A BUR", "MUN", ["GAS"])], "ITALY": [("A TYR", "BOH", ["VEN"])]}
    factories.set_up_position(
        game,
        code,
        units={"GERMANY": ["A BUR", "A TYR"]},
        dislodged=beaten if code.endswith("R") else {},
        centers={"FRANCE": ["PAR"], "ITALY": ["ROM"], "GERMANY": ["BER", "MUN"]},
    )
    table = Table(game, {})
    france = program(factories.holder(factories.seat(game, "FRANCE")))
    path = table.seat("FRANCE")
    refused = france.put(f"{path}/ready", {"phase": code, "ready": True}).json()
    assert refused["code"] == "refused"
    assert what_follows in refused["detail"]
    assert "Hold" not in refused["detail"]
    nothing = {"phase": code, "orders": []}
    assert france.put(f"{path}/orders", nothing).json()["stored"]["ready"] is False
    assert france.put(f"{path}/ready", {"phase": code, "ready": True}).json()["ready"] is True
    assert france.put(f"{path}/orders", nothing).json()["stored"]["ready"] is True


def test_a_text_that_is_saved_in_part_says_that_the_seat_is_no_longer_ready(table: Table):
    france, path = table.programs["FRANCE"], table.seat("FRANCE")
    france.put(f"{path}/orders", sheet(orders=["A PAR H"]))
    france.put(f"{path}/ready", sheet(ready=True))
    problem = france.put(f"{path}/orders", sheet(text="A PAR - BUR\nA MOS H")).json()
    assert (problem["saved"], problem["ready"]) == (True, False)
    assert problem["detail"].endswith("You’re no longer ready.")
    assert france.get(f"{path}/orders").json()["ready"] is False


def test_orders_leave_a_trace_of_the_network_and_no_cookie(table: Table):
    france, path = table.programs["FRANCE"], f"{table.seat('FRANCE')}/orders"
    france.put(path, sheet(orders=["A PAR H"], check=True))
    assert not Trace.objects.exists()
    answer = france.put(path, sheet(orders=["A PAR H"]))
    trace = Trace.objects.get()
    assert (trace.kind, trace.person) == (
        Trace.Kind.NETWORK, factories.holder(factories.seat(table.game, "FRANCE")),
    )  # fmt: skip
    assert not answer.cookies


def test_an_error_in_a_check_quotes_no_orders(table: Table, monkeypatch: pytest.MonkeyPatch):
    def fail(*_args: object) -> None:
        raise RuntimeError("A PAR - BUR")

    monkeypatch.setattr("games.orders.submission.read_sheet", fail)
    path = f"{table.seat('FRANCE')}/orders"
    answer = table.programs["FRANCE"].put(path, sheet(orders=["A PAR - BUR"], check=True))
    assert (answer.status_code, answer.json()["code"]) == (503, "failed")


@pytest.mark.parametrize("method", ["orders", "ready", "votes"])
def test_a_game_may_refuse_programs(table: Table, method: str):
    GameSettings.objects.update(orders_by_key=False)
    france, path = table.programs["FRANCE"], table.seat("FRANCE")
    answer = {
        "orders": lambda: france.put(f"{path}/orders", sheet(orders=["A PAR H"])),
        "ready": lambda: france.put(f"{path}/ready", sheet(ready=True)),
        "votes": lambda: france.post(f"{table.path}/votes", {"power": "FRANCE", "kind": "draw"}),
    }[method]()
    assert (answer.status_code, answer.json()["code"]) == (403, "game_refuses_keys")
    assert france.get(f"{path}/orders").status_code == 200
    assert not Order.objects.exists()


def test_a_draw_is_proposed_voted_and_ends_the_game_only_if_that_is_meant(table: Table):
    Game.objects.filter(pk=table.game.pk).update(votes_on_end=True, secret_votes=False)
    france = table.programs["FRANCE"]
    made = france.post(f"{table.path}/votes", {"power": "FRANCE", "kind": "draw"})
    assert made.status_code == 201, made.content
    vote = made.json()
    assert str(Vote.objects.get().pk) != vote["id"]
    again = france.post(f"{table.path}/votes", {"power": "FRANCE", "kind": "draw"})
    assert again.json()["id"] == vote["id"]
    [listed] = france.get(f"{table.path}/votes").json()["votes"]
    assert {each["power"] for each in listed["votes"] if each["in_favour"]} == {"FRANCE"}
    path = f"{table.path}/votes/{vote['id']}"
    *others, last = [power for power in table.programs if power != "FRANCE"]
    for power in others:
        yes = {"power": power, "in_favour": True}
        assert table.programs[power].put(path, yes).status_code == 200
    yes = {"power": last, "in_favour": True}
    asked = table.programs[last].put(path, yes)
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
    assert asked.json()["title"] == "Please confirm"
    assert table.programs[last].put(path, {**yes, "confirmed": True}).status_code == 200
    table.game.refresh_from_db()
    assert table.game.status == Game.Status.FINISHED
    assert france.get(f"{table.path}/votes").status_code == 409


def test_a_key_that_only_reads_saves_nothing(table: Table):
    person = factories.seat(table.game, "FRANCE").tenures.get().person
    reader = program(person, orders=False)
    path = table.seat("FRANCE")
    assert reader.get(f"{path}/orders").status_code == 200
    for answer in (
        reader.put(f"{path}/orders", sheet(orders=["A PAR H"])),
        reader.put(f"{path}/ready", sheet(ready=True)),
        reader.post(f"{table.path}/votes", {"power": "FRANCE", "kind": "draw"}),
    ):
        assert (answer.status_code, answer.json()["needed_scope"]) == (403, "orders")
    assert not Order.objects.exists()
