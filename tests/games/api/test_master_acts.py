"""Seats, lobby, results and the game in the hands of a master by the API."""

import uuid
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.adjudication import due_phases
from games.lifecycle import endings, lobby
from games.models import Event, Game, Seat, SeatInvitation, Tenure
from games.press import sending
from games.seats import waiting_list
from tests import factories

from ..orders.test_submission import submit
from ..web.views.conftest import signed_in
from .conftest import Program, program

POWERS = ["FRANCE", "TURKEY"]


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def path(game: Game, act: str) -> str:
    return f"/games/{game.slug}/master/{act}"


def rows(game: Game, power: str) -> dict[str, Any]:
    """The rows of a seat after an act, as far as they do not differ from game to game."""
    seat = Seat.objects.get(game=game, power=power)
    events = game.events.filter(seat=seat).order_by("pk")
    tenures = Tenure.objects.filter(seat=seat).order_by("pk")
    return {
        "in_disorder": seat.disorder_since is not None,
        "events": list(events.values_list("kind", "text", "actor")),
        "tenures": [(each.ending, each.until is None) for each in tenures],
        "invited": list(SeatInvitation.objects.filter(seat=seat).values("reason", "phases")),
    }


def test_civil_disorder_by_the_api_stores_what_the_page_stores(mia: Program, master: User):
    one, other = factories.begun_game(master), factories.begun_game(master)
    answer = mia.post(path(one, "seats/FRANCE/disorder"), {"reason": "Gone.", "confirmed": True})
    assert answer.status_code == 200, answer.content
    page = f"/games/{other.slug}/seats/FRANCE/disorder/"
    assert signed_in(master).post(page, {"reason": "Gone."}).status_code == 302
    assert rows(one, "FRANCE") == rows(other, "FRANCE")
    again = mia.post(path(one, "seats/FRANCE/disorder"), {"reason": "Gone.", "confirmed": True})
    assert (again.status_code, again.json()["code"]) == (409, "refused")


@pytest.mark.parametrize("listed", [False, True])
def test_replacing_by_the_api_stores_what_the_page_stores(mia: Program, master: User, listed: bool):
    one, other = factories.begun_game(master), factories.begun_game(master)
    newcomers = [factories.person(), factories.person()]
    volunteers = [waiting_list.enlist(each, "") for each in newcomers] if listed else []
    sent = {"name": newcomers[0].name, "reason": "Gone.", "waiting_list": listed}
    asked = mia.post(path(one, "seats/FRANCE/replace"), sent)
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
    answer = mia.post(path(one, "seats/FRANCE/replace"), sent | {"confirmed": True})
    assert answer.status_code == 200, answer.content
    form = {"term": "good", "reason": "Gone.", "confirmed": "yes"}
    form |= {"volunteer": str(volunteers[1].pk)} if listed else {"name": newcomers[1].name}
    page = signed_in(master).post(f"/games/{other.slug}/seats/FRANCE/replace/", form)
    assert page.status_code == 302
    assert rows(one, "FRANCE") == rows(other, "FRANCE")
    assert SeatInvitation.objects.count() == (0 if listed else 2)


def test_nobody_is_chosen_who_may_not_play(game: Game, mia: Program, players: list[User]):
    seat = path(game, "seats/FRANCE/replace")
    for name in ("Nobody at all", players[3].name):
        sent = {"name": name, "reason": "Gone.", "confirmed": True}
        answer = mia.post(seat, sent)
        assert (answer.status_code, answer.json()["field"]) == (422, "name")


def test_an_invitation_is_withdrawn_and_a_replacement_undone(game: Game, mia: Program):
    person = factories.person()
    sent = {"name": person.name, "reason": "Gone.", "confirmed": True}
    assert mia.post(path(game, "seats/FRANCE/replace"), sent).status_code == 200
    asked = mia.post(path(game, "seats/FRANCE/withdraw"), {})
    assert asked.json()["code"] == "needs_confirmation"
    assert SeatInvitation.objects.exists()
    sure = {"confirmed": True}
    assert mia.post(path(game, "seats/FRANCE/withdraw"), sure).status_code == 200
    gone = mia.post(path(game, "seats/FRANCE/withdraw"), sure)
    assert (gone.status_code, gone.json()["code"]) == (409, "refused")
    waiting_list.enlist(person, "")
    sent["waiting_list"] = True
    assert mia.post(path(game, "seats/FRANCE/replace"), sent).status_code == 200
    undone = mia.post(path(game, "seats/FRANCE/undo"), {"confirmed": True})
    assert undone.status_code == 200, undone.content
    assert factories.holder(factories.seat(game, "FRANCE")) != person


def test_a_substitute_plays_until_the_seat_is_returned(game: Game, mia: Program):
    person = factories.person()
    waiting_list.enlist(person, "")
    sent = {"name": person.name, "reason": "Away.", "waiting_list": True, "phases": 2}
    mia.post(path(game, "seats/FRANCE/replace"), sent | {"confirmed": True})
    assert factories.holder(factories.seat(game, "FRANCE")) == person
    assert mia.post(path(game, "seats/FRANCE/return"), {"confirmed": True}).status_code == 200
    assert factories.holder(factories.seat(game, "FRANCE")) != person


def test_a_player_is_reminded_once_a_day(game: Game, mia: Program):
    assert mia.post(path(game, "seats/FRANCE/remind"), {}).status_code == 200
    again = mia.post(path(game, "seats/FRANCE/remind"), {})
    assert (again.status_code, again.json()["code"]) == (409, "refused")


def test_a_message_is_hidden_and_shown_and_an_announcement_made(
    game: Game, mia: Program, master: User
):
    message = sending.send(
        game, [], sender=None, person=master, text="Hm.", request_key=uuid.uuid4()
    )
    for act, body in (("hide", {"reason": "A slip.", "confirmed": True}), ("show", {})):
        answer = mia.post(path(game, f"messages/{message.key}/{act}"), body)
        assert answer.status_code == 200, answer.content
        message.refresh_from_db()
        assert (message.hidden_at is not None) == (act == "hide")
    assert mia.post(path(game, "announce"), {"text": "We go on."}).status_code == 200
    assert mia.post(path(game, "announce"), {"text": "We go on."}).status_code == 409
    assert game.events.filter(kind=Event.Kind.ANNOUNCED, text="We go on.").count() == 1


def test_a_game_ends_only_once_the_end_is_confirmed_and_not_twice(game: Game, mia: Program):
    sent: dict[str, Any] = {"powers": POWERS, "reason": "Agreed."}
    asked = mia.post(path(game, "draw"), sent)
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
    confirmed = {"seen": asked.json()["seen"], "confirmed": True}
    one = mia.post(path(game, "draw"), sent | {"powers": ["FRANCE"]} | confirmed)
    assert (one.status_code, one.json()["code"]) == (409, "refused")
    assert mia.post(path(game, "draw"), sent | confirmed).status_code == 200
    drawn = game.seats.filter(result=Seat.Result.DREW)
    assert sorted(drawn.values_list("power", flat=True)) == POWERS
    late = mia.post(path(game, "close"), {"reason": "Again.", "confirmed": True})
    assert (late.status_code, late.json()["code"]) == (409, "refused")


def test_the_end_is_undone_as_long_as_it_is_not_final(master: User, mia: Program):
    game = factories.begun_game(master, provisional_days=3)
    endings.close(game, by=master, reason="A mistake.")
    asked = mia.post(path(game, "reopen"), {"reason": "We go on."})
    assert asked.json()["code"] == "needs_confirmation"
    sent = {"reason": "We go on.", "seen": asked.json()["seen"], "confirmed": True}
    answer = mia.post(path(game, "reopen"), sent)
    assert answer.status_code == 200, answer.content
    assert Game.objects.get(pk=game.pk).is_running


def test_a_lobby_is_filled_by_hand_and_begins(master: User, mia: Program):
    game = factories.open_game(master, allotment=Game.Allotment.MASTER)
    people = factories.PersonFactory.create_batch(7)
    for each in people:
        lobby.join(game, each, house_rules_accepted=True)
    read = mia.get(f"/games/{game.slug}/master").json()
    assert sorted(read["lobby"]["waiting"]) == sorted(each.name for each in people)
    wrong = mia.post(path(game, "powers"), {"powers": {"Nobody": "FRANCE"}})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "powers")
    sent = {"powers": {people[0].name: "FRANCE"}, "rest_at_random": True, "begin": True}
    assert mia.post(path(game, "powers"), sent).status_code == 200
    assert factories.holder(factories.seat(game, "FRANCE")) == people[0]


def test_a_declared_player_is_given_a_power_by_the_plain_name(master: User, mia: Program):
    game = factories.open_game(master, allotment=Game.Allotment.MASTER, orders_by_master=True)
    longest = "Maximilian Mustermann von und zu Musters"
    for name in (longest, "Jo", "Jo"):
        lobby.declare(game, name=name, email="", by=master)
    read = mia.get(f"/games/{game.slug}/master", Accept_Language="es").json()
    assert read["lobby"]["without_account"] == [longest, "Jo", "Jo"]
    given = mia.post(path(game, "powers"), {"declared": {longest: "FRANCE"}}, Accept_Language="it")
    assert given.status_code == 200, given.content
    assert [each.hand is not None for each in game.declared_players.order_by("pk")] == [
        each == longest for each in (longest, "Jo", "Jo")
    ]
    two = mia.post(path(game, "powers"), {"declared": {"Jo": "TURKEY"}})
    assert (two.status_code, two.json()["field"]) == (422, "declared")
    assert "Several players are called Jo" in two.json()["detail"]


def test_a_person_is_removed_the_link_renewed_and_the_game_deleted(master: User, mia: Program):
    game, person = factories.open_game(master), factories.person()
    lobby.join(game, person, house_rules_accepted=True)
    link = mia.get(f"/games/{game.slug}/master").json()["lobby"]["invitation"]
    for act, body in (("remove", {"name": person.name}), ("invitation", {}), ("delete", {})):
        asked = mia.post(path(game, act), body)
        assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
        assert mia.post(path(game, act), body | {"confirmed": True}).status_code == 200
        if act == "remove":
            assert mia.get(f"/games/{game.slug}/master").json()["lobby"]["invitation"] != link
    assert Game.objects.get(pk=game.pk).status == Game.Status.DELETED


def test_results_are_published_as_they_were_seen(master: User, mia: Program):
    game = factories.begun_game(master, publish_hours=24)
    submit(game, "FRANCE", "A PAR - PIC")
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
        unseen = mia.post(path(game, "results/publish"), {"seen": "0" * 64})
        assert (unseen.status_code, unseen.json()["code"]) == (409, "outdated")
        shown = mia.post(path(game, "results/preview"), {}).json()
        assert "A PAR - PIC" in {each["order"] for each in shown["results"]["FRANCE"]}
        assert game.events.filter(kind=Event.Kind.PREVIEWED).count() == 1
        done = mia.post(path(game, "results/publish"), {"seen": shown["seen"]})
        assert done.status_code == 200, done.content
        assert game.events.filter(kind=Event.Kind.PUBLISHED).count() == 1


def test_a_master_is_added_steps_down_and_proposes_rules(game: Game, mia: Program):
    other = factories.person("Otto Other")
    assert mia.post(path(game, "masters"), {"name": "Nobody"}).json()["field"] == "name"
    assert (
        mia.post(path(game, "masters"), {"name": other.name, "confirmed": True}).status_code == 200
    )
    wrong = mia.post(path(game, "amendment"), {"rules": {"surplus_builds": "x"}}).json()
    assert wrong["field"] == "rules.surplus_builds"
    assert "Possible: “first”, “last”, “none”." in wrong["detail"]
    assert mia.post(path(game, "amendment"), {"house_rules": "Be kind."}).status_code == 200
    assert mia.post(path(game, "amendment/withdraw"), {}).status_code == 200
    assert mia.post(path(game, "leave"), {"confirmed": True}).status_code == 200
    assert mia.get(f"/games/{game.slug}/master").status_code == 404
    assert program(other).get(f"/games/{game.slug}/master").json()["masters"] == [other.name]
