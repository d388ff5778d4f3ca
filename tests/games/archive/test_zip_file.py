"""The archive of a game: its members, the same bytes each time, and what it keeps to itself."""

import json
import re
from pathlib import Path

import pytest
from django.db.models import ForeignKey, Model
from django.utils import timezone, translation

from accounts.models import User
from games.archive import document, zip_file
from games.archive.record import GAME, SETTINGS, TERMS
from games.lifecycle import endings
from games.models import (
    AmendedRule,
    Amendment,
    Game,
    GameSettings,
    Order,
    Phase,
    ReadingCorrection,
    RuleChange,
    Seat,
    Vote,
)
from games.seats import declared_players, tenures
from games.votes import voting
from tests import factories

from .conftest import (
    PRIVATE,
    SECRET_ORDER,
    archive_of,
    document_of,
    finished,
    imported,
    members,
    order,
    season,
)

pytestmark = pytest.mark.django_db
SCHEMA = Path(__file__).parents[3] / "docs" / "archive.schema.json"


def test_an_archive_has_the_document_pages_and_a_map_for_each_phase(finished_game: Game):
    names = set(members(archive_of(finished_game)))
    assert {"game.json", "index.html", "log.html", "press.html", "style.css"} <= names
    for phase in finished_game.phases.all():
        number = f"-{phase.number}" if phase.status == Phase.Status.SUPERSEDED else ""
        assert {f"phases/{phase.code}{number}.html", f"maps/{phase.code}{number}.svg"} <= names


def test_the_same_game_gives_the_same_bytes_to_every_reader(finished_game: Game):
    first = archive_of(finished_game)
    with translation.override("bg"), timezone.override("Asia/Tokyo"):
        assert archive_of(finished_game) == first


def test_an_imported_game_gives_the_same_bytes_again(finished_game: Game, master: User):
    content = archive_of(finished_game)
    copy = imported(content, master)
    assert copy.slug != finished_game.slug
    assert members(archive_of(copy)) == members(content)
    assert archive_of(copy) == content


def test_the_pages_need_neither_scripts_nor_files_from_elsewhere(finished_game: Game):
    pages = members(archive_of(finished_game))
    for name, text in pages.items():
        if name.endswith(".html"):
            assert "<script" not in text
            for address in re.findall(r'(?:src|href)="([^"]*)"', text):
                folder = name.rpartition("/")[0]
                inside = (Path("/") / folder / address).resolve().relative_to("/")
                assert str(inside) in pages, (name, address)


def test_a_running_game_gives_away_nothing_of_its_open_phase(running_game: Game):
    everything = "\n".join(members(archive_of(running_game)).values())
    assert SECRET_ORDER not in everything
    assert "A Paris - Gascony" not in everything
    opened = document_of(running_game)["phases"][-1]
    assert (opened["status"], opened["orders"]) == ("open", {})
    assert opened["deadline"]
    kinds = {event["kind"] for event in document_of(running_game)["events"]}
    assert kinds.isdisjoint({"orders_saved", "ready", "not_ready"})


def test_orders_that_were_never_resolved_stay_closed(master: User, players: list[User]):
    game = season(master, players)
    order(game, "FRANCE", SECRET_ORDER)
    game = finished(game, master)
    assert SECRET_ORDER not in "\n".join(members(archive_of(game)).values())


def test_private_press_comes_only_with_games_that_have_opened_it(
    finished_game: Game, running_game: Game
):
    assert PRIVATE in members(archive_of(finished_game))["game.json"]
    assert PRIVATE in members(archive_of(finished_game))["press.html"]
    assert PRIVATE not in "\n".join(members(archive_of(running_game)).values())


def test_private_press_stays_private_while_the_end_can_be_undone(master: User, players: list[User]):
    game = season(master, players, messages_open_at_end=True, anonymous=True)
    endings.draw(game, among=["FRANCE", "ITALY"], by=master)
    everything = "\n".join(members(archive_of(game)).values())
    assert PRIVATE not in everything
    assert [person.name for person in players if person.name in everything] == []


def test_names_of_an_anonymous_game_come_only_once_they_are_open(master: User, players: list[User]):
    game = season(master, players, anonymous=True)
    everything = "\n".join(members(archive_of(game)).values())
    assert [person.name for person in players if person.name in everything] == []
    assert master.name in everything
    names = {seat["name"] for seat in document_of(finished(game, master))["seats"]}
    assert names == {person.name for person in players}


@pytest.mark.parametrize("anonymous", [False, True])
def test_a_player_without_an_account_is_named_as_strangers_see_them(
    master: User, players: list[User], anonymous: bool
):
    game = factories.begun_game(master, players, orders_by_master=True, anonymous=anonymous)
    seat = factories.seat(game, "ENGLAND")
    tenures.resign(seat, factories.holder(seat))
    declared_players.declare(factories.seat(game, "ENGLAND"), name="Nell", email="", by=master)
    found = {each["power"]: each["name"] for each in document_of(game)["seats"]}
    assert found["ENGLAND"] == ("" if anonymous else "Nell (declared by the game master)")


def test_nobody_learns_who_wrote_an_unsigned_message(finished_game: Game):
    messages = [m for thread in document_of(finished_game)["threads"] for m in thread["messages"]]
    (unsigned,) = (message for message in messages if message["unsigned"])
    assert (unsigned["power"], unsigned["author"]) == (None, None)


def test_secret_votes_do_not_say_who_proposed_them(master: User, players: list[User]):
    game = factories.begun_game(master, players, secret_votes=True)
    seat = factories.seat(game, "FRANCE")
    phase = factories.open_phase(game)
    voting.propose(phase, seat, Vote.Kind.DRAW, person=factories.holder(seat))
    assert [vote["power"] for vote in document_of(game)["votes"]] == [None]


# The description


def test_the_schema_in_the_documentation_is_that_of_the_code():
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(json.dumps(document.schema()))


# Columns that no archive has, and why.
LEFT_OUT = {
    Game: {
        "id": "a key", "slug": "a key", "invitation_key": "a secret", "map_key": "a secret",
        "request_key": "a key", "lobby_closes_at": "the lobby is over",
        "starts_at": "the lobby is over", "error": "for the site's own operators",
        "settings": "the last of the settings", "imported_at": "of this site",
        "imported_from": "the origin", "club": "of this site",
        "rated": "an imported game is rated nowhere", "practice": "of this site",
    },
    GameSettings: {
        "id": "a key",
        "game": "a key",
        "bots_in_disorder": "bots play on this site; their orders are in the archive",
        "orders_by_key": "how orders reach this site, not how the game went",
        "press_by_key": "how messages reach this site, not how the game went",
    },
    Seat: {
        "id": "a key", "game": "a key", "place": "of the set-up", "hand": "of the set-up",
        "ready_phase": "secret while it matters", "disorder_since": "nobody plays it elsewhere",
        "lent_until": "of people", "accepts_end": "of people", "imported_name": "the name",
    },
    Phase: {
        "id": "a key", "game": "a key", "due_at": "the deadline", "was_due_at": "the deadline",
        "revised_at": "for calendars", "revision": "whether it took orders",
        "excused_at": "of its deadline", "remind_at": "of its deadline",
        "closed_at": "of its deadline", "previewed_at": "of its deadline",
    },
    Order: {
        "id": "a key", "phase": "where it stands", "seat": "where it stands", "kind": "its text",
        "unit": "its text", "province": "its text", "number": "its place",
        "typed": "private; only whether it was given", "entered_by": "of people, or a bot’s name",
    },
    ReadingCorrection: {
        "id": "a key", "phase": "its number", "seat": "its power", "by": "a name",
        "imported_by": "a name",
    },
    RuleChange: {"id": "a key", "game": "a key"},
    Amendment: {"id": "a key", "vote": "where it stands"},
    AmendedRule: {"id": "a key", "amendment": "where it stands"},
}  # fmt: skip
IN_RECORDS = {
    Seat: {"power", "result"},
    Phase: {"number", "code", "status", "opened_at", "deadline", "resolved_at", "settings"},
    Order: {"text", "outcome", "fate", "reason_code", "reason_params"},
    ReadingCorrection: {"typed", "before", "after", "reason", "at"},
    RuleChange: {"field", "value", "since"},
    Amendment: {"house_rules", "house_rules_before", "since"},
    AmendedRule: {"field", "before", "value"},
}


@pytest.mark.parametrize("model", LEFT_OUT)
def test_each_column_is_in_the_archive_or_left_out_for_a_reason(model: type[Model]):
    written = {
        name for columns in (GAME, TERMS, SETTINGS) if columns.model is model
        for name in columns.names
    }  # fmt: skip
    written |= IN_RECORDS.get(model, set())
    fields = {field.name for field in model._meta.concrete_fields}
    assert written | set(LEFT_OUT[model]) == fields
    assert written.isdisjoint(LEFT_OUT[model])
    columns = [field for field in model._meta.concrete_fields if field.name in written]
    assert all(field.name == "settings" or not isinstance(field, ForeignKey) for field in columns)


def test_no_more_than_one_map_is_in_memory(finished_game: Game, monkeypatch):
    drawn: list[str] = []

    def draw(phase: Phase) -> str:
        drawn.append(phase.code)
        return "<svg/>"

    monkeypatch.setattr(zip_file, "_map", draw)
    before = [len(drawn) for part in zip_file.stream(finished_game) if b"maps/" in part]
    assert before[: len(drawn)] == list(range(1, len(drawn) + 1))


def test_the_context_of_the_reader_is_left_between_the_parts(finished_game: Game):
    Game.objects.filter(pk=finished_game.pk).update(language="bg")
    finished_game.refresh_from_db()
    with translation.override("it"):
        parts = zip_file.stream(finished_game)
        assert next(parts)
        assert translation.get_language() == "it"
        parts.close()


def test_the_pages_are_dark_for_readers_who_want_that(finished_game: Game):
    assert "prefers-color-scheme: dark" in members(archive_of(finished_game))["style.css"]
