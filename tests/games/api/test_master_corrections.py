"""Returning to an earlier phase and correcting the position by the API."""

from typing import Any

import pytest
import time_machine
from django.urls import reverse

from accounts.models import User
from games.adjudication import due_phases
from games.models import Game, Phase
from games.state import positions
from tests import factories

from ..orders.test_submission import submit
from ..web.views.conftest import signed_in
from .conftest import Program, program


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def path(game: Game, act: str) -> str:
    return f"/games/{game.slug}/master/{act}"


@pytest.fixture
def later(game: Game) -> Game:
    """A game in its second phase."""
    submit(game, "FRANCE", "A PAR - BUR")
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
    assert factories.open_phase(game).code == "F1901M"
    return game


def counting(game: Game) -> list[tuple[str, str]]:
    return list(game.phases.order_by("number").values_list("code", "status"))


def test_a_game_goes_back_once_what_counts_no_more_is_confirmed(later: Game, mia: Program):
    sent: dict[str, Any] = {"to": "S1901M", "reason": "A wrong map."}
    asked = mia.post(path(later, "back"), sent).json()
    assert (asked["code"], asked["phase"]) == ("needs_confirmation", "F1901M")
    assert asked["superseded"] == ["S1901M"]
    assert "A PAR" in asked["position"]
    stale = mia.post(path(later, "back"), sent | {"seen": "S1901M", "confirmed": True})
    assert (stale.status_code, stale.json()["code"]) == (409, "outdated")
    confirmed = sent | {"seen": asked["seen"], "confirmed": True}
    assert mia.post(path(later, "back"), confirmed).status_code == 200
    superseded, opened = Phase.Status.SUPERSEDED, Phase.Status.OPEN
    assert counting(later) == [("S1901M", superseded), ("F1901M", superseded), ("S1901M", opened)]
    unresolved = mia.post(path(later, "back"), confirmed)
    assert (unresolved.status_code, unresolved.json()["field"]) == (422, "to")


def test_a_position_that_is_corrected_is_that_of_the_page(later: Game, mia: Program, master: User):
    other = factories.begun_game(master)
    with time_machine.travel(factories.deadline(other), tick=False):
        due_phases.resolve_due()
    read = mia.get(path(later, "position")).json()
    text = read["position"].replace("A BUR", "A GAS")
    assert text != read["position"]
    asked = mia.post(path(later, "correct"), {"position": text, "reason": "A slip."}).json()
    assert (asked["code"], asked["position"]) == ("needs_confirmation", text)
    sent = {"position": text, "reason": "A slip.", "seen": asked["seen"], "confirmed": True}
    assert mia.post(path(later, "correct"), sent).status_code == 200
    page, address = signed_in(master), reverse("games:master_correct", args=[other.slug])
    shown = page.get(address).context["form"].initial["seen"]
    form = {"position": text, "reason": "A slip.", "seen": shown}
    preview = page.post(address, form).context["form"]
    assert page.post(address, form | {"shown": preview.digest}).status_code == 302
    one, two = (positions.load(factories.open_phase(each)) for each in (later, other))
    assert one == two


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_correction_that_is_sent_twice_leaves_the_orders_given_since(game: Game, mia: Program):
    sent = {"position": mia.get(path(game, "position")).json()["position"], "reason": "A slip."}
    asked = mia.post(path(game, "correct"), sent).json()
    confirmed = sent | {"seen": asked["seen"], "confirmed": True}
    assert mia.post(path(game, "correct"), confirmed).status_code == 200
    submit(game, "FRANCE", "A PAR - BUR")
    assert refusal(mia.post(path(game, "correct"), confirmed)) == (409, "outdated")
    closing = {"reason": "Over.", "seen": asked["seen"], "confirmed": True}
    assert refusal(mia.post(path(game, "close"), closing)) == (409, "outdated")
    superseded, opened = Phase.Status.SUPERSEDED, Phase.Status.OPEN
    assert counting(game) == [("S1901M", superseded), ("S1901M", opened)]
    assert factories.open_phase(game).orders.exists()


def test_what_is_corrected_is_what_was_previewed(later: Game, mia: Program):
    with time_machine.travel(factories.deadline(later), tick=False):
        due_phases.resolve_due()
    asked = mia.post(path(later, "back"), {"to": "F1901M", "reason": "A slip."}).json()
    other = {"to": "S1901M", "reason": "A slip.", "seen": asked["seen"], "confirmed": True}
    assert refusal(mia.post(path(later, "back"), other)) == (409, "outdated")
    text = mia.get(path(later, "position")).json()["position"]
    asked = mia.post(path(later, "correct"), {"position": text, "reason": "A slip."}).json()
    sent = {"reason": "A slip.", "seen": asked["seen"], "confirmed": True}
    changed = {"position": text.replace("F BRE", "F GAS")}
    assert changed["position"] != text
    assert refusal(mia.post(path(later, "correct"), sent | changed)) == (409, "outdated")
    spaced = {"position": f"{text}\n"}  # the same units and centers
    assert mia.post(path(later, "correct"), sent | spaced).status_code == 200


def test_each_wrong_line_of_a_position_is_named(game: Game, mia: Program):
    text = mia.get(path(game, "position")).json()["position"]
    wrong = text.replace("A PAR", "A ATL").replace("F BRE", "F XYZ")
    answer = mia.post(path(game, "correct"), {"position": wrong, "reason": "A slip."})
    assert (answer.status_code, answer.json()["field"]) == (422, "position")
    assert "XYZ" in "".join(each["detail"] for each in answer.json()["errors"])
    assert game.phases.count() == 1
