"""Press by the API: threads, messages, sending once, and rules as on the pages."""

import pytest

from games.models import Game, GameSettings, Message
from tests import factories

from .conftest import Table, program

PRIVATE = "/threads/FRANCE.GERMANY/messages"


def test_a_private_message_is_read_by_its_powers_alone(table: Table):
    france, germany, italy = (table.programs[each] for each in ("FRANCE", "GERMANY", "ITALY"))
    sent = france.post(table.path + PRIVATE, {"text": "Burgundy stays empty."})
    assert sent.status_code == 201, sent.content
    assert sent.json()["thread"] == "FRANCE.GERMANY"
    [read] = germany.get(table.path + PRIVATE).json()["messages"]
    assert (read["power"], read["mine"], read["text"]) == ("FRANCE", False, "Burgundy stays empty.")
    assert italy.get(table.path + PRIVATE).status_code == 404
    assert italy.post(table.path + PRIVATE, {"text": "And I?"}).status_code == 404
    assert italy.get(f"{table.path}/threads").json()["threads"] == []
    [thread] = germany.get(f"{table.path}/threads").json()["threads"]
    assert (thread["id"], thread["powers"]) == ("FRANCE.GERMANY", ["FRANCE", "GERMANY"])


def test_a_message_that_is_sent_again_with_its_key_is_one(table: Table):
    france = table.programs["FRANCE"]
    for _time in range(2):
        answer = france.post(table.path + PRIVATE, {"text": "Once."}, Idempotency_Key="first")
        assert answer.status_code == 201
    thread = f"/api/v1{table.path}/threads/FRANCE.GERMANY/messages"
    assert answer.headers["Location"] == thread
    france.post(table.path + PRIVATE, {"text": "Once."}, Idempotency_Key="second")
    assert Message.objects.count() == 2


def test_a_key_that_was_used_for_another_message_is_refused(table: Table, settings):
    settings.ACCOUNT_RATE_LIMITS = {"messages": "1/m/user"}
    france, key = table.programs["FRANCE"], "first"
    france.post(table.path + PRIVATE, {"text": "Once."}, Idempotency_Key=key)
    refused = france.post(table.path + PRIVATE, {"text": "Twice."}, Idempotency_Key=key)
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")
    assert Message.objects.count() == 1
    again = france.post(table.path + PRIVATE, {"text": "Once."}, Idempotency_Key=key)
    assert again.status_code == 201  # what is sent again counts no further
    assert france.post(table.path + PRIVATE, {"text": "New."}).status_code == 429


def test_pages_of_messages_go_back_to_the_first(table: Table):
    france = table.programs["FRANCE"]
    for number in range(5):
        france.post(table.path + PRIVATE, {"text": f"Message {number}"})
    texts: list[str] = []
    path = table.path + PRIVATE + "?limit=2"
    cursor = ""
    while cursor is not None:
        page = france.get(path + (f"&cursor={cursor}" if cursor else "")).json()
        texts += [each["text"] for each in page["messages"]]
        cursor = page["next_cursor"]
    assert texts == [f"Message {number}" for number in reversed(range(5))]


def test_a_thread_with_a_title_begins_with_a_message(table: Table):
    france = table.programs["FRANCE"]
    sent = france.post(
        f"{table.path}/threads/public/messages", {"text": "Peace.", "title": "A proposal"}
    )
    thread = sent.json()["thread"]
    assert thread.startswith("topic.")
    again = france.post(f"{table.path}/threads/{thread}/messages", {"text": "Really."})
    assert again.json()["thread"] == thread
    listed = table.programs["ITALY"].get(f"{table.path}/threads").json()["threads"]
    assert [each["title"] for each in listed] == ["A proposal"]


def test_an_unsigned_message_names_its_power_to_its_author_alone(table: Table):
    Game.objects.filter(pk=table.game.pk).update(unsigned_messages=True)
    public = f"{table.path}/threads/public/messages"
    table.programs["FRANCE"].post(public, {"text": "Guess.", "unsigned": True})
    [read] = table.programs["ITALY"].get(public).json()["messages"]
    assert (read["power"], read["author"], read["unsigned"]) == (None, "", True)
    [own] = table.programs["FRANCE"].get(public).json()["messages"]
    assert own["power"] == "FRANCE"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": "Hello", "sender": "ITALY"}, "sender"),
        ({"text": "Hello", "colour": "red"}, "colour"),
        ({"text": 5}, "text"),
        ({}, "text"),
    ],
)
def test_a_wrong_field_is_named(table: Table, body: dict[str, object], field: str):
    answer = table.programs["FRANCE"].post(table.path + PRIVATE, body)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert not Message.objects.exists()


def test_press_rules_and_settings_refuse_as_on_the_pages(table: Table):
    france = table.programs["FRANCE"]
    Game.objects.filter(pk=table.game.pk).update(press=Game.Press.PUBLIC)
    refused = france.post(table.path + PRIVATE, {"text": "Hello"})
    assert refused.status_code == 409
    assert "only public messages" in refused.json()["detail"]
    GameSettings.objects.update(press_by_key=False)
    public = f"{table.path}/threads/public/messages"
    refused = france.post(public, {"text": "Hello"})
    assert (refused.status_code, refused.json()["code"]) == (403, "game_refuses_keys")
    assert not Message.objects.exists()


def test_a_key_without_press_reads_and_sends_nothing(table: Table):
    person = factories.seat(table.game, "FRANCE").tenures.get().person
    reader = program(person, press=False)
    assert reader.get(table.path + PRIVATE).status_code == 200
    refused = reader.post(table.path + PRIVATE, {"text": "Hello"})
    assert (refused.status_code, refused.json()["needed_scope"]) == (403, "press")


def test_a_key_writes_as_game_master_only_with_the_scope_for_it(table: Table):
    person = table.game.masterships.get().person
    public = f"{table.path}/threads/public/messages"
    presser, master = program(person, master=False), program(person, press=False)
    for body in ({"text": "Hello"}, {"text": "Hello", "sender": "master"}):
        refused = presser.post(public, body)
        assert (refused.status_code, refused.json()["needed_scope"]) == (403, "master")
    assert not Message.objects.exists()
    assert master.post(public, {"text": "Hello"}).json()["message"]["by_master"] is True


def test_what_cannot_be_unsigned_is_not_sent_signed(table: Table):
    public = f"{table.path}/threads/public/messages"
    asked = {"text": "Guess.", "unsigned": True}
    refused = table.programs["FRANCE"].post(public, asked)
    assert (refused.status_code, refused.json()["field"]) == (422, "unsigned")
    Game.objects.filter(pk=table.game.pk).update(unsigned_messages=True)
    assert table.programs["FRANCE"].post(table.path + PRIVATE, asked).status_code == 422
    assert not Message.objects.exists()


def test_a_stranger_writes_nowhere(table: Table):
    stranger = program(factories.person("Boris"))
    refused = stranger.post(f"{table.path}/threads/public/messages", {"text": "Hello"})
    assert (refused.status_code, refused.json()["code"]) == (403, "cannot_write")


def test_masters_have_their_threads(table: Table):
    master = program(table.game.masterships.get().person)
    path = f"{table.path}/threads/master.FRANCE/messages"
    sent = master.post(path, {"text": "Your orders are missing."})
    assert (sent.status_code, sent.json()["message"]["by_master"]) == (201, True)
    [read] = table.programs["FRANCE"].get(path).json()["messages"]
    assert read["text"] == "Your orders are missing."
    assert table.programs["ITALY"].get(path).status_code == 404
