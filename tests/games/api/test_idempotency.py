"""Requests that create something and are sent again with their `Idempotency-Key`."""

import json
from typing import Any

import pytest
import time_machine

from accounts import account_closing, clock
from accounts.api_keys import idempotency
from accounts.models import IdempotencyKey, User
from games.models import Game, GameSettings, Message
from games.tasks import delete_expired
from tests import factories
from tests.threads import in_threads

from ..web.views.test_take_over import SHORT
from .conftest import Program, Table, program
from .test_press import PRIVATE

LOBBY: dict[str, Any] = {"title": "Once", "pace": "daily", "lobby_days": 5}


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def opened(mia: Program, sent: dict[str, Any] | bytes = LOBBY, key: str = "a key") -> Any:
    return mia.post("/games", sent, Idempotency_Key=key)


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def test_a_game_is_found_again_after_its_settings_have_changed(mia: Program):
    slug = opened(mia).json()["slug"]
    GameSettings.objects.update(ready_minutes=11)
    again = opened(mia)
    assert (again.status_code, again.json()["slug"]) == (201, slug)
    assert Game.objects.count() == 1


@pytest.mark.parametrize("other", [{"lobby_days": 6}, {"names": ["Clara"]}, {"role": "player"}])
def test_any_other_field_makes_another_request(mia: Program, other: dict[str, Any]):
    factories.person("Clara")
    opened(mia)
    assert code(opened(mia, LOBBY | other)) == (422, "idempotency_key_reused")
    assert Game.objects.count() == 1


def test_spaces_and_the_order_of_fields_make_no_difference(mia: Program):
    opened(mia)
    turned = json.dumps(dict(reversed(LOBBY.items())), indent=2).encode()
    assert opened(mia, turned).status_code == 201
    assert Game.objects.count() == 1


def test_a_refused_request_can_be_corrected_with_its_key(mia: Program):
    assert code(opened(mia, LOBBY | {"zone": "Atlantis"})) == (422, "wrong_field")
    assert opened(mia).status_code == 201


def test_the_same_key_of_somebody_else_or_at_another_address_is_another(mia: Program, table: Table):
    opened(mia)
    assert opened(program(factories.person())).status_code == 201
    france = table.programs["FRANCE"]
    for thread in (PRIVATE, PRIVATE.replace("GERMANY", "ITALY")):
        sent = france.post(table.path + thread, {"text": "Hello."}, Idempotency_Key="a key")
        assert sent.status_code == 201, sent.content
    assert Message.objects.count() == 2


def test_a_message_is_answered_again_when_no_more_can_be_sent(table: Table):
    france = table.programs["FRANCE"]
    sent = {"text": "Hello."}
    first = france.post(table.path + PRIVATE, sent, Idempotency_Key="a key").json()
    Game.objects.update(press=Game.Press.NONE)
    assert france.post(table.path + PRIVATE, sent).status_code == 409
    again = france.post(table.path + PRIVATE, sent, Idempotency_Key="a key")
    assert (again.status_code, again.json()) == (201, first)


def test_keys_are_forgotten_after_their_time_and_with_the_account(mia: Program, master: User):
    opened(mia)
    delete_expired()
    assert code(opened(mia, LOBBY | {"title": "Anew"})) == (422, "idempotency_key_reused")
    with time_machine.travel(clock.now() + idempotency.KEPT, tick=False):
        delete_expired()
    assert opened(mia, LOBBY | {"title": "Anew"}).json()["title"] == "Anew"
    account_closing.ask(master)
    account_closing.close(master)
    assert not IdempotencyKey.objects.exists()


@pytest.mark.parametrize("role", ["master", "player"])
def test_a_game_that_one_has_left_is_not_read_by_sending_it_again(
    mia: Program, master: User, role: str
):
    sent = LOBBY | {"role": role, "visibility": "private"}
    slug = opened(mia, sent).json()["slug"]
    game = Game.objects.get()
    game.masterships.update(until=clock.now())
    game.entries.all().delete()
    assert mia.get(f"/games/{slug}").status_code == 404
    assert code(opened(mia, sent)) == (404, "not_found")


def test_a_game_that_was_taken_over_is_found_when_its_people_have_other_names(mia: Program):
    people = [factories.person(name) for name in ("Clara", "David")]
    sent = {"position": SHORT, "game": {"title": "From the forum", "pace": "daily"}}
    first = mia.post("/take-over", sent, Idempotency_Key="a key").json()
    assert first["players"] == {"FRANCE": "Clara", "GERMANY": "David"}
    people[0].name = "Claire"
    people[0].save()
    again = mia.post("/take-over", sent, Idempotency_Key="a key")
    assert (again.status_code, again.json()["game"]["slug"]) == (201, first["game"]["slug"])
    assert again.json()["players"] == {"FRANCE": "Claire", "GERMANY": "David"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("title", "answers"), [("Once", [201, 201]), ("Twice", [201, 422])])
def test_of_two_requests_at_once_with_one_key_one_is_done(title: str, answers: list[int]):
    mia = program(factories.person("Mia Master"))
    got: list[int] = []
    in_threads(
        lambda: got.append(opened(mia).status_code),
        lambda: got.append(opened(mia, LOBBY | {"title": title}).status_code),
    )
    assert (sorted(got), Game.objects.count()) == (answers, 1)
