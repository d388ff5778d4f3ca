"""Questions to game masters before an act: by the API as on the pages."""

import html
import re
import uuid
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.adjudication import due_phases
from games.api.routes import master_results
from games.core.errors import SaveFailedError
from games.lifecycle import endings, lobby
from games.models import Event, Game, Phase, Seat
from games.press import sending
from games.seats import civil_disorder, declared_players
from tests import factories

from ..orders.test_submission import submit
from ..web.views.conftest import signed_in
from .conftest import Program, program

ON_A_PAGE = re.compile(r'<p(?: class="notice notice--warning")?>(.*?)</p>', re.DOTALL)


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def path(game: Game, act: str) -> str:
    return f"/games/{game.slug}/master/{act}"


def asked_by_page(person: User, address: str) -> list[str]:
    """The text and the warning on the page of an action."""
    page = signed_in(person).get(address).content.decode()
    form = page.partition('<form class="card')[2].partition("</form>")[0]
    return [html.unescape(text.strip()) for text in ON_A_PAGE.findall(form)]


def question(answer: Any) -> str:
    """The question in an answer that asks for confirmation."""
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "needs_confirmation")
    detail: str = problem["detail"]
    return detail


def declare(game: Game, power: str, by: User) -> None:
    seat = factories.seat(game, power)
    civil_disorder.declare_disorder(seat, by=by, reason="Gone.")
    declared_players.declare(Seat.objects.get(pk=seat.pk), name="Jo", email="", by=by)


@pytest.mark.parametrize(
    ("act", "sent"), [("draw", {"powers": ["FRANCE", "TURKEY"]}), ("close", {"reason": "Over."})]
)
def test_an_end_that_was_confirmed_in_another_phase_is_refused(
    game: Game, mia: Program, act: str, sent: dict[str, Any]
):
    asked = mia.post(path(game, act), sent)
    assert question(asked)
    assert asked.json()["phase"] == "S1901M"
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
    confirmed = sent | {"seen": asked.json()["seen"], "confirmed": True}
    late = mia.post(path(game, act), confirmed)
    assert (late.status_code, late.json()["code"]) == (409, "outdated")
    assert late.json()["open_phase"] == "F1901M"
    assert mia.post(path(game, act), sent | {"confirmed": True}).json()["code"] == "outdated"
    anew = {"seen": mia.post(path(game, act), sent).json()["seen"]}
    assert mia.post(path(game, act), confirmed | anew).status_code == 200


def test_an_end_is_not_undone_that_nobody_was_asked_about(master: User, mia: Program):
    game = factories.begun_game(master, provisional_days=3)
    endings.close(game, by=master, reason="Over.")
    asked = mia.post(path(game, "reopen"), {"reason": "We go on."}).json()
    sent = {"reason": "We go on.", "confirmed": True}
    for wrong in ({}, {"seen": asked["phase"]}):
        answer = mia.post(path(game, "reopen"), sent | wrong)
        assert (answer.status_code, answer.json()["code"]) == (409, "outdated")
    assert mia.post(path(game, "reopen"), sent | {"seen": asked["seen"]}).status_code == 200


@pytest.mark.parametrize(
    ("act", "sent", "page"),
    [
        ("seats/FRANCE/disorder", {"reason": "Gone."}, "seats/FRANCE/disorder"),
        ("messages/{key}/hide", {"reason": "Rude."}, "press/{key}/hide"),
        ("masters", {"name": "Otto Other"}, "master/add"),
    ],
)
def test_an_act_is_asked_about_as_on_its_page(
    game: Game, master: User, mia: Program, act: str, sent: dict[str, Any], page: str
):
    factories.person("Otto Other")
    message = sending.send(
        game, [], sender=None, person=master, text="Hm.", request_key=uuid.uuid4()
    )
    asked = question(mia.post(path(game, act.format(key=message.key)), sent))
    address = f"/games/{game.slug}/{page.format(key=message.key)}/"
    assert [asked] == [each for each in asked_by_page(master, address) if each != "Hm."]


def test_a_preview_says_who_misses_the_turn_as_the_page_does(master: User, mia: Program):
    game = factories.begun_game(master, publish_hours=24)
    submit(game, "FRANCE", "A PAR - PIC")
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
        shown = mia.post(path(game, "results/preview"), {}).json()
        page = signed_in(master).get(f"/games/{game.slug}/master/publish/")
    form = page.context["form"]
    assert [each["power"] for each in shown["missed"]] == [
        seat.power for seat in game.seats.order_by("place") if seat.power != "FRANCE"
    ]
    assert shown["missed"] == [
        {"power": each.code, "text": each.text} for each in form.consequences
    ]
    assert "No moves received (NMR) from: Austria" in shown["warning"]
    assert shown["warning"] == form.warning


def test_a_preview_that_fails_leaves_no_trace(
    master: User, mia: Program, monkeypatch: pytest.MonkeyPatch
):
    game = factories.begun_game(master, publish_hours=24)

    def fail(_phase: Phase) -> None:
        raise SaveFailedError

    monkeypatch.setattr(master_results, "preview", fail)
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
        assert mia.post(path(game, "results/preview"), {}).status_code == 503
    assert factories.open_phase(game).previewed_at is None
    assert not game.events.filter(kind=Event.Kind.PREVIEWED).exists()


def test_a_lobby_is_left_only_once_that_is_confirmed(master: User):
    game, person = factories.open_game(master), factories.person()
    lobby.join(game, person, house_rules_accepted=True)
    bot, address = program(person), f"/games/{game.slug}/lobby/leave"
    assert [question(bot.post(address, {}))] == asked_by_page(person, f"/games/{game.slug}/leave/")
    assert game.entries.count() == 1
    assert bot.post(address, {"confirmed": True}).status_code == 200
    assert game.entries.count() == 0


def test_a_master_who_steps_down_reads_who_loses_a_seat(master: User, mia: Program):
    game = factories.begun_game(master, orders_by_master=True)
    declare(game, "FRANCE", master)
    asked = question(mia.post(path(game, "leave"), {}))
    assert "Players without an account lose their seats" in asked
    assert asked == " ".join(asked_by_page(master, f"/games/{game.slug}/master/leave/"))
