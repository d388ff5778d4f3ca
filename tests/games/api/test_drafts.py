"""Drafts, read marks, muting and reports by the API."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import clock
from games.adjudication import due_phases
from games.models import Bookmark, Complaint, Draft, Game, GameSettings, Message, Mute
from tests import factories

from .conftest import Table, program

CIRCLE = "FRANCE.GERMANY"


def draft_path(table: Table, thread: str = CIRCLE) -> str:
    return f"{table.path}/threads/{thread}/draft"


def said(table: Table, text: str = "Burgundy stays empty.", **more: Any) -> str:
    """The key of a message of Germany to France."""
    sent = table.programs["GERMANY"].post(
        f"{table.path}/threads/{more.pop('thread', CIRCLE)}/messages", {"text": text, **more}
    )
    assert sent.status_code == 201, sent.content
    return str(sent.json()["message"]["key"])


def test_a_draft_is_saved_read_by_its_writer_alone_and_deleted(table: Table):
    france, germany = table.programs["FRANCE"], table.programs["GERMANY"]
    saved = france.put(draft_path(table), {"text": "Perhaps"})
    assert saved.status_code == 200, saved.content
    [found] = france.get(f"{table.path}/drafts").json()["drafts"]
    assert (found["thread"], found["text"], found["sender"]) == (CIRCLE, "Perhaps", "FRANCE")
    assert germany.get(f"{table.path}/drafts").json() == {"drafts": []}
    assert table.programs["ITALY"].put(draft_path(table), {"text": "And I?"}).status_code == 404
    assert france.send("DELETE", draft_path(table)).status_code == 200
    assert not Draft.objects.exists()
    assert not Message.objects.exists()


def test_a_draft_by_key_has_the_row_of_one_by_the_page(table: Table):
    fields = ("seat__power", "location", "title", "text", "unsigned")
    france = table.programs["FRANCE"]
    france.put(draft_path(table), {"text": "Perhaps"})
    by_key = Draft.objects.values_list(*fields).get()
    browser = Client()
    browser.force_login(factories.holder(factories.seat(table.game, "FRANCE")))
    Draft.objects.all().delete()
    page = reverse("games:thread", args=[table.game.slug, ["FRANCE", "GERMANY"]])
    form = {"text": "Perhaps", "draft": "save", "request_key": "0" * 32, "draft_version": ""}
    browser.post(page, form)
    assert Draft.objects.values_list(*fields).get() == by_key


def test_a_draft_that_was_changed_elsewhere_comes_back(table: Table):
    france = table.programs["FRANCE"]
    first = france.put(draft_path(table), {"text": "One"}).json()["draft"]["version"]
    again = france.put(draft_path(table), {"text": "Two", "seen": first}).json()
    assert again["replaced"] == ""
    assert france.put(draft_path(table), {"text": "Three"}).json()["replaced"] == "Two"


def test_drafts_of_new_threads_and_of_reports_keep_their_places(table: Table):
    france = table.programs["FRANCE"]
    france.put(draft_path(table, "public"), {"text": "Hear", "title": "Peace"})
    france.put(draft_path(table, "public"), {"text": "Hello"})
    found = france.get(f"{table.path}/drafts").json()["drafts"]
    assert {(each["thread"], each["title"], each["text"]) for each in found} == {
        ("public", "Peace", "Hear"),
        ("public", None, "Hello"),
    }
    france.send("DELETE", draft_path(table, "public") + "?titled=true")
    assert [each["text"] for each in france.get(f"{table.path}/drafts").json()["drafts"]] == [
        "Hello"
    ]
    unresolved = france.put(draft_path(table, "report.S1901M"), {"text": "Well"})
    assert unresolved.status_code == 404
    factories.let_be_due(table.game, clock.now())
    due_phases.resolve_due()
    assert france.put(draft_path(table, "report.S1901M"), {"text": "Well"}).status_code == 200
    listed = france.get(f"{table.path}/drafts").json()["drafts"]
    assert "report.S1901M" in [each["thread"] for each in listed]


def test_a_stranger_has_no_drafts_and_a_key_without_press_writes_none(table: Table):
    stranger = program(factories.person())
    assert stranger.get(f"{table.path}/drafts").json() == {"drafts": []}
    assert stranger.put(draft_path(table, "public"), {"text": "I"}).json()["code"] == "cannot_write"
    person = factories.holder(factories.seat(table.game, "FRANCE"))
    refused = program(person, press=False).put(draft_path(table), {"text": "Perhaps"})
    assert refused.json()["needed_scope"] == "press"
    assert not Draft.objects.exists()


def test_a_game_without_press_of_programs_takes_no_drafts_of_powers(table: Table):
    france, master = table.programs["FRANCE"], program(table.game.masterships.get().person)
    france.put(draft_path(table), {"text": "Perhaps"})
    GameSettings.objects.update(press_by_key=False)
    refused = france.put(draft_path(table), {"text": "Surely"})
    assert (refused.status_code, refused.json()["code"]) == (403, "game_refuses_keys")
    assert Draft.objects.get().text == "Perhaps"
    assert master.put(draft_path(table, "public"), {"text": "Hear"}).status_code == 200
    assert france.send("DELETE", draft_path(table)).status_code == 200


def test_a_draft_of_the_game_master_needs_the_scope_of_masters(table: Table):
    person = table.game.masterships.get().person
    public = draft_path(table, "public")
    refused = program(person, master=False).put(public, {"text": "Hear"})
    assert (refused.status_code, refused.json()["needed_scope"]) == (403, "master")
    assert not Draft.objects.exists()
    assert program(person).put(public, {"text": "Hear"}).json()["draft"]["sender"] == "master"


def test_a_thread_is_unread_until_it_is_marked(table: Table):
    france, keys = table.programs["FRANCE"], [said(table, f"Line {n}") for n in range(3)]
    read = f"{table.path}/threads/{CIRCLE}/read"

    def unread() -> int:
        [thread] = france.get(f"{table.path}/threads").json()["threads"]
        return int(thread["unread"])

    assert unread() == 3
    assert france.put(read, {"message": keys[1]}).status_code == 200
    assert unread() == 1
    france.put(read, {"message": keys[0]})
    assert unread() == 1
    assert france.put(read, {"message": "0" * 32}).status_code == 404
    assert table.programs["ITALY"].put(read, {"message": keys[2]}).status_code == 404
    stranger, public = program(factories.person()), f"{table.path}/threads/public"
    spoken = said(table, thread="public")
    assert stranger.put(f"{public}/read", {"message": spoken}).status_code == 409
    assert Bookmark.objects.count() == 1


def test_a_power_is_muted_by_its_message_but_never_by_an_unsigned_one(table: Table):
    france, key = table.programs["FRANCE"], said(table)
    path = f"{table.path}/messages/{key}/mute"
    assert france.put(path, {"muted": True}).status_code == 200
    [read] = france.get(f"{table.path}/threads/{CIRCLE}/messages").json()["messages"]
    assert read["muted"] is True
    assert Mute.objects.get().seat.power == "GERMANY"
    assert france.put(path, {"muted": False}).status_code == 200
    assert not Mute.objects.exists()
    Game.objects.filter(pk=table.game.pk).update(unsigned_messages=True)
    hidden = said(table, thread="public", unsigned=True)
    assert france.put(f"{table.path}/messages/{hidden}/mute", {"muted": True}).status_code == 404
    assert table.programs["ITALY"].put(path, {"muted": True}).status_code == 404


@pytest.mark.parametrize("reason", ["", " \x00 "])
def test_a_report_needs_a_reason(table: Table, reason: str):
    path = f"{table.path}/messages/{said(table)}/report"
    refused = table.programs["FRANCE"].post(path, {"reason": reason, "confirmed": True})
    assert (refused.status_code, refused.json()["field"]) == (422, "reason")


def test_a_report_is_made_once_its_writer_knows_who_reads_it(table: Table):
    factories.person("Root", is_staff=True, is_superuser=True)
    path = f"{table.path}/messages/{said(table)}/report"
    asked = table.programs["FRANCE"].post(path, {"reason": "Rude."})
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
    assert asked.json()["detail"].startswith("This message is private.")
    assert not Complaint.objects.exists()
    done = table.programs["FRANCE"].post(path, {"reason": "Rude.", "confirmed": True})
    assert done.status_code == 200, done.content
    assert Complaint.objects.get().text == "Burgundy stays empty."
    again = table.programs["FRANCE"].post(path, {"reason": "Rude.", "confirmed": True})
    assert again.json()["detail"] == "You’ve already reported this message."
    assert table.programs["ITALY"].post(path, {"reason": "I", "confirmed": True}).status_code == 404
