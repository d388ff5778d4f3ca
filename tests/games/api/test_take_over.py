"""Games from elsewhere that go on here, taken over by the API."""

from typing import Any

import pytest

from accounts import rate_limits
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


def test_also_a_check_refuses_an_idempotency_key_that_is_too_long(mia: Program):
    for checked in (True, False):
        answer = mia.post("/take-over", sent() | {"check": checked}, Idempotency_Key="k" * 201)
        assert (answer.status_code, answer.json()["field"]) == (422, "Idempotency-Key")


def test_a_key_takes_over_one_game_with_the_same_content(
    mia: Program, monkeypatch: pytest.MonkeyPatch
):
    clara = factories.person("Clara")
    factories.person("David")
    with_key = {"Idempotency_Key": "one"}
    first = mia.post("/take-over", sent(), **with_key).json()["game"]["slug"]
    others = [
        sent(title="Another"),
        sent(pace="weekly"),
        sent(SHORT.replace("A PAR,", "A PIC,")),
        sent(SHORT.replace(" (David)", "")),
        sent(SHORT.replace("(David)", "(Clara)").replace("(Clara)", "(David)", 1)),
        sent(SHORT + "\nPlayers\nITALY: Emma\n"),
    ]
    factories.person("Emma")
    for other in others:
        reused = mia.post("/take-over", other, **with_key)
        assert reused.json()["code"] == "idempotency_key_reused", other
    [line] = program(clara).get("/me/invitations").json()["seats"]
    accepted = program(clara).post(
        f"/me/invitations/seats/{line['key']}/accept", {"confirmed": True}
    )
    assert accepted.status_code == 200, accepted.content
    monkeypatch.setattr(rate_limits, "exceeds_limit", lambda *_arguments: True)
    again = mia.post("/take-over", sent(), **with_key)
    assert (again.status_code, again.json()["game"]["slug"]) == (201, first), again.content
    checked = mia.post("/take-over", sent() | {"check": True}, **with_key)
    assert checked.status_code == 429  # with whichever key, it is no form sent again
    assert Game.objects.count() == 1


def test_wrong_lines_are_refused(mia: Program):
    wrong = mia.post("/take-over", sent(SHORT.replace("A MUN", "A XXX")))
    assert (wrong.status_code, wrong.json()["field"]) == (422, "position")
    problems = wrong.json()["lines"]
    assert any("XXX" in each["text"] for each in problems)
    assert any("Clara" in each["problem"] for each in problems)  # no account has the name
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"names": ["Clara"]}, "names"),
        ({"club": "ours"}, "club"),
        ({"allotment": "lot"}, "allotment"),
        ({"pace": "live"}, "pace"),
        ({"deadlines": {"live_minutes": 10, "live_window_minutes": 5}}, "deadlines.live_minutes"),
        ({"deadlines": {"phase_hours": 24, "at": "10:00"}}, "deadlines.at"),
        ({"pace": "weekly", "zone": "Atlantis"}, "zone"),
        ({"solo_centers": 99}, "solo_centers"),
    ],
)
def test_a_wrong_term_is_named_by_its_place(mia: Program, terms: dict[str, Any], field: str):
    game = {"title": "From the forum"} | terms
    refused = mia.post("/take-over", {"position": SHORT, "game": game})
    assert (refused.status_code, refused.json()["field"]) == (422, f"game.{field}")
    assert not Game.objects.exists()
