"""A game as its master sees it by the API, and the clock in their hands."""

import datetime as dt
from typing import Any

import pytest

from accounts import clock
from accounts.models import User
from games.models import Event, Game, Phase
from games.seats import civil_disorder
from tests import factories

from ..orders.test_submission import submit
from ..web.views.conftest import signed_in
from .conftest import Program, program


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def path(game: Game, act: str = "") -> str:
    return f"/games/{game.slug}/master" + (f"/{act}" if act else "")


def deadline(mia: Program, game: Game) -> str:
    return str(mia.get(path(game)).json()["time"]["deadline"])


def later(**length: float) -> str:
    return (clock.now() + dt.timedelta(**length)).isoformat()


def newest(game: Game) -> dict[str, Any]:
    """The newest event of a game, and its phase, without their times and keys."""
    event = game.events.order_by("pk").last()
    assert event is not None
    assert event.due_before is not None
    assert event.due_after is not None
    phase = Phase.objects.not_superseded().filter(game=game).order_by("number").last()
    assert phase is not None
    return {
        "kind": event.kind,
        "actor": event.actor_id,
        "text": event.text,
        "seat": event.seat and event.seat.power,
        "hours": round((event.due_after - event.due_before) / dt.timedelta(hours=1)),
        "status": Game.objects.get(pk=game.pk).status,
        "runs": phase.due_at is not None,
    }


def test_the_master_sees_who_has_ordered_and_never_what(game: Game, mia: Program):
    submit(game, "FRANCE", "A PAR - PIC")
    civil_disorder.declare_disorder(factories.seat(game, "ITALY"), by=game_master(game), reason="x")
    answer = mia.get(path(game))
    powers = {each["power"]: each for each in answer.json()["powers"]}
    assert "PIC" not in answer.content.decode()
    assert [power for power, each in powers.items() if each["has_ordered"]] == ["FRANCE"]
    assert not powers["FRANCE"]["orders_missing"]
    assert powers["GERMANY"]["may_be_reminded"]
    assert powers["ITALY"]["in_civil_disorder"]
    assert {"pause", "process", "announce"} <= set(answer.json()["actions"])
    assert "resume" not in answer.json()["actions"]


def game_master(game: Game) -> User:
    return game.masterships.get().person


def test_only_masters_with_the_scope_act_as_masters(game: Game, mia: Program, players: list[User]):
    sent = {"seen": deadline(mia, game), "until": later(days=3)}
    for person in (players[0], factories.person()):
        for answer in (
            program(person).get(path(game)),
            program(person).post(path(game, "pause"), sent),
        ):
            assert answer.status_code == 404
    small = program(game_master(game), master=False)
    assert small.get(path(game)).json()["needed_scope"] == "master"
    assert small.post(path(game, "pause"), sent).status_code == 403
    assert Game.objects.get(pk=game.pk).status == Game.Status.PLAYING


def test_an_act_by_the_api_stores_what_the_page_stores(mia: Program, master: User):
    """Each act is sent to one game by the API, and to another by its page."""
    page = signed_in(master)
    minute = clock.now().replace(second=0, microsecond=0)
    moments = {name: minute + dt.timedelta(days=days) for name, days in (("to", 9), ("until", 5))}
    iso = {name: moment.isoformat() for name, moment in moments.items()}
    typed = {name: moment.strftime("%Y-%m-%dT%H:%M") for name, moment in moments.items()}
    cases: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("extend", {"days": 2}, {"how": "by", "number": 2, "unit": "days"}),
        ("pause", {"until": iso["until"]}, {"until": typed["until"]}),
    ]
    for act, body, form in cases:
        one, other = factories.begun_game(master), factories.begun_game(master)
        body |= {"seen": deadline(mia, one), "reason": "A holiday."}
        answer = mia.post(path(one, act), body)
        assert answer.status_code == 200, answer.content
        seen = factories.open_phase(other).deadline
        assert seen is not None
        form |= {"seen": seen.isoformat(), "reason": "A holiday."}
        assert page.post(f"/games/{other.slug}/master/{act}/", form).status_code == 302
        assert newest(one) == newest(other)


def test_an_act_that_is_sent_twice_is_refused(game: Game, mia: Program):
    sent = {"seen": deadline(mia, game), "days": 1}
    done = mia.post(path(game, "extend"), sent)
    assert done.json()["time"]["deadline"] == deadline(mia, game) != sent["seen"]
    again = mia.post(path(game, "extend"), sent)
    assert (again.status_code, again.json()["code"]) == (409, "outdated")
    assert game.events.filter(kind=Event.Kind.EXTENDED).count() == 1


def test_a_paused_game_is_not_paused_again_and_the_sentence_is_the_callers(
    game: Game, mia: Program
):
    sent = {"seen": deadline(mia, game), "until": later(days=3)}
    paused = mia.post(path(game, "pause"), sent).json()
    assert (paused["status"], paused["time"]["due_at"]) == ("paused", None)
    assert paused["paused_until"] is not None
    again = mia.post(path(game, "pause"), sent)
    assert (again.status_code, again.json()["code"]) == (409, "refused")
    spanish = mia.post(path(game, "pause"), sent, Accept_Language="es")
    assert spanish.json()["detail"] != again.json()["detail"]
    assert mia.get(path(game)).json()["paused_until"] is not None
    assert mia.post(path(game, "resume"), {}).status_code == 200
    assert mia.get(path(game)).json()["paused_until"] is None


@pytest.mark.parametrize(
    ("act", "body", "field"),
    [
        ("extend", {"days": 1}, "seen"),
        ("extend", {"days": 1, "hours": 3}, "to"),
        ("extend", {"days": "1"}, "days"),
        ("pause", {"until": "tomorrow"}, "until"),
        ("pause", {"until": 1900000000}, "until"),
        ("pause", {"until": "2099-01-01T00:00:00"}, "until"),
        ("pause", {"until": "2099-01-01T00:00:00Z", "reason": "x" * 501}, "reason"),
        ("pause", {"until": "2099-01-01T00:00:00Z", "reason": "a\0b"}, "reason"),
        ("pause", {"until": "2099-01-01T00:00:00Z", "for": "me"}, "for"),
    ],
)
def test_a_wrong_field_is_named(
    game: Game, mia: Program, act: str, body: dict[str, Any], field: str
):
    seen = {} if field == "seen" else {"seen": deadline(mia, game)}
    answer = mia.post(path(game, act), body | seen)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_a_phase_ends_at_once_for_the_powers_that_were_named(game: Game, mia: Program):
    submit(game, "FRANCE", "A PAR - PIC")
    sent: dict[str, Any] = {"seen": deadline(mia, game)}
    asked = mia.post(path(game, "process"), sent)
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
    missing = asked.json()["consequences"]
    assert {each["power"] for each in missing} == set(factories.HOLDS) - {"FRANCE"}
    codes = [each["code"] for each in missing]
    assert "AUSTRIA.civil_disorder" in codes
    fewer = mia.post(path(game, "process"), sent | {"confirmed": codes[1:]})
    assert (fewer.status_code, fewer.json()["code"]) == (409, "needs_confirmation")
    assert fewer.json()["consequences"] == missing
    assert mia.post(path(game, "process"), sent | {"confirmed": codes}).status_code == 200
    assert factories.open_phase(game).is_due(clock.now())


def test_an_extension_is_undone_no_further_than_it_went(game: Game, mia: Program):
    mia.post(path(game, "extend"), {"seen": deadline(mia, game), "days": 5})
    read = mia.get(path(game)).json()
    sent = {"seen": read["time"]["deadline"], "to": later(minutes=5)}
    refused = mia.post(path(game, "shorten"), sent)
    assert (refused.status_code, refused.json()["code"]) == (409, "refused")
    sent["to"] = read["earliest_deadline"]
    assert mia.post(path(game, "shorten"), sent).status_code == 200
