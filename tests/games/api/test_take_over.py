"""Games from elsewhere that go on here, taken over by the API."""

from typing import Any

import pytest

from accounts.models import User
from games.models import Game, SeatInvitation
from tests import factories

from ..web.views.test_take_over import SHORT
from .conftest import Program, program

TERMS = {"title": "From the forum", "pace": "daily"}


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def sent(position: str = SHORT, **terms: Any) -> dict[str, Any]:
    return {"position": position, "game": TERMS | terms}


def test_a_position_is_checked_and_then_goes_on_once(mia: Program):
    clara = factories.person("Clara")
    factories.person("David")
    checked = mia.post("/take-over", sent() | {"check": True})
    assert (checked.status_code, checked.json()["game"]) == (200, None), checked.content
    assert not Game.objects.exists()
    position = checked.json()["position"]  # it can be sent again
    first, again = (
        mia.post("/take-over", sent(position), Idempotency_Key="one") for _time in range(2)
    )
    assert (first.status_code, again.status_code) == (201, 201), first.content
    assert first.json()["game"]["slug"] == again.json()["game"]["slug"]
    game = Game.objects.get()
    assert (game.phases.get().code, game.rated) == ("S1903M", False)
    invited = SeatInvitation.objects.get(person=clara)
    assert invited.seat.power == "FRANCE"
    [line] = program(clara).get("/me/invitations").json()["seats"]
    assert line["powers"] == ["FRANCE"]


def test_wrong_lines_and_terms_of_a_lobby_are_refused(mia: Program):
    wrong = mia.post("/take-over", sent(SHORT.replace("A MUN", "A XXX")))
    assert (wrong.status_code, wrong.json()["field"]) == (422, "position")
    problems = wrong.json()["lines"]
    assert any("XXX" in each["text"] for each in problems)
    assert any("Clara" in each["problem"] for each in problems)  # no account has the name
    for terms in ({"names": ["Clara"]}, {"pace": "live"}, {"allotment": "lot"}):
        refused = mia.post("/take-over", sent(**terms))
        [name] = terms
        assert (refused.status_code, refused.json()["field"]) == (422, f"game.{name}")
    assert not Game.objects.exists()
