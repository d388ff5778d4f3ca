"""The client and the examples on a running site, which all tests of this file share."""

import contextlib
import datetime as dt
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, Literal

import player
import pytest
from django.test import override_settings
from entente_client import ApiError, Client, transport

from accounts import clock
from accounts.api_keys import keys
from accounts.models import User
from games.models import Game
from tests import factories
from tests import settings as quick
from tests.reliability import play
from tests.site import ROOT, Site, running, until

from . import stub

pytestmark = [pytest.mark.processes, pytest.mark.timeout(240)]

PROGRAMS = ROOT / "clients" / "python"
LIVE_MINUTES = 20  # longer than any of these tests
SECONDS = 60  # a busy machine is slow
# Discord answers so.
POSTED = stub.Answer(204, b"")


@pytest.fixture(scope="module")
def site(tmp_path_factory: Any, django_db_blocker: Any) -> Iterator[Site]:
    with (
        running(tmp_path_factory.mktemp("clients"), ENTENTE_RESOLVE_SECONDS="1") as site,
        play.looking_into(site, django_db_blocker),
        override_settings(PASSWORD_HASHERS=quick.PASSWORD_HASHERS),  # nobody signs in
    ):
        yield site


def players_of(game: Game) -> dict[str, User]:
    return {seat.power: factories.holder(seat) for seat in game.seats.all()}


def key_of(person: User, *scopes: Literal["orders", "press"]) -> str:
    """A new key with these scopes beside `read`."""
    orders, press = "orders" in scopes, "press" in scopes
    return keys.make(person, name="Program", orders=orders, press=press)[1]


def clients_of(site: Site, game: Game) -> dict[str, Client]:
    """A client for each power, with a key that may order and write."""
    return {
        power: Client(site.url, key_of(person, "orders", "press"), language="en")
        for power, person in players_of(game).items()
    }


def live_game() -> Game:
    """A game whose news are asked for every few seconds, and whose phases end by readiness."""
    people = [factories.person() for _each in factories.HOLDS]
    return factories.live_game(people, live_minutes=LIVE_MINUTES)


@contextlib.contextmanager
def program(name: str, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run an example in a process of its own until the end of the block."""
    process = subprocess.Popen(
        [sys.executable, PROGRAMS / name, *arguments],
        env={"PATH": os.environ["PATH"], **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def await_phase(client: Client, slug: str, after: str) -> str:
    """Wait until the phase `after` is resolved; return the code of the next."""
    until(lambda: client.phase(slug, after)["next"], seconds=SECONDS, what=f"{after} is resolved")
    return client.phase(slug, after)["next"] or ""


def refusal(call: Any, *arguments: Any, **more: Any) -> ApiError:
    with pytest.raises(ApiError) as refused:
        call(*arguments, **more)
    return refused.value


def test_a_program_saves_orders_that_count_at_the_deadline(site: Site):
    game = factories.begun_game(title="The northern table")
    slug, france = game.slug, clients_of(site, game)["FRANCE"]
    [listed] = france.games(mine=True)
    assert (listed["title"], listed["phase"]) == ("The northern table", "S1901M")
    assert france.game(slug)["my_powers"] == ["FRANCE"]
    assert "A PAR - BUR" in [
        order["order"] for row in france.legal_orders(slug, "FRANCE")["rows"]
        for order in row["orders"]
    ]  # fmt: skip
    saved = france.save_orders(slug, "FRANCE", "S1901M", "Paris - Burgundy", language="en")
    assert saved["changed"]
    stored = france.orders(slug, "FRANCE")
    assert [each["order"] for each in stored["orders"]] == ["A PAR - BUR"]
    factories.let_be_due(game, clock.now())
    assert await_phase(france, slug, "S1901M") == "F1901M"
    results = france.phase(slug, "S1901M")["results"]
    assert results is not None
    moved = next(each for each in results["FRANCE"] if each["order"] == "A PAR - BUR")
    assert moved["succeeded"]
    assert "A BUR" in france.phase(slug, "F1901M")["units"]["FRANCE"]
    late = refusal(france.save_orders, slug, "FRANCE", "S1901M", ["A PAR H"])
    assert (late.status, late.problem["open_phase"]) == (409, "F1901M")


def test_refusals_say_what_is_wrong(site: Site):
    game = factories.begun_game()
    slug, france = game.slug, clients_of(site, game)["FRANCE"]
    wrong = Client(site.url, "entente_12345678_wrong", language="en")
    assert (refusal(wrong.me).status, refusal(wrong.me).code) == (401, "no_valid_key")
    reader = Client(site.url, key_of(players_of(game)["FRANCE"]), language="en")
    small = refusal(reader.save_orders, slug, "FRANCE", "S1901M", ["A PAR H"])
    assert (small.status, small.code) == (403, "scope_too_small")
    assert small.problem["needed_scope"] == "orders"
    for call in (france.orders, france.legal_orders):
        assert refusal(call, slug, "GERMANY").status == 404
    others = refusal(france.save_orders, slug, "GERMANY", "S1901M", ["A MUN H"])
    assert (others.status, others.code) == (404, "not_found")
    sheet = refusal(france.save_orders, slug, "FRANCE", "S1901M", ["A PAR - MOS"])
    assert (sheet.status, sheet.code) == (422, "lines_refused")
    [line] = sheet.problem["lines"]
    assert line["state"] == "wrong"
    vote = refusal(france.propose_vote, slug, "FRANCE", "extend")
    assert (vote.status, vote.field, vote.sentence) == (422, "days", "Enter the number of days.")


def test_messages_and_lists_are_read_page_by_page(site: Site, monkeypatch: pytest.MonkeyPatch):
    game = factories.begun_game()
    programs = clients_of(site, game)
    france, germany = programs["FRANCE"], programs["GERMANY"]
    thread = "FRANCE.GERMANY"
    for number in range(5):
        france.send_message(game.slug, thread, f"Message {number}")
    for _twice in range(2):
        france.send_message(game.slug, thread, "Once", idempotency_key="one")
    monkeypatch.setattr(transport, "PAGE", 2)
    texts = [each["text"] for each in germany.messages(game.slug, thread)]
    assert texts == ["Once", *(f"Message {number}" for number in reversed(range(5)))]
    assert [each["id"] for each in germany.threads(game.slug)] == [thread]
    assert refusal(list, programs["ITALY"].messages(game.slug, thread)).status == 404


def test_news_are_sent_once_until_something_changes(site: Site):
    game = factories.begun_game()
    programs = clients_of(site, game)
    italy = programs["ITALY"]
    first = italy.news()
    assert first.games is not None
    assert first.games[0]["waits_for_orders_of"] == ["ITALY"]
    assert 5 <= first.wait <= 60
    again = italy.news(first.etag)
    assert (again.games, again.etag, again.wait) == (None, first.etag, first.wait)
    italy.save_orders(game.slug, "ITALY", "S1901M", ["A VEN - TYR", "A ROM - VEN", "F NAP - ION"])
    changed = italy.news(first.etag)
    assert changed.games is not None
    assert changed.games[0]["waits_for_orders_of"] == []


def test_the_player_plays_a_movement_phase(site: Site):
    game = live_game()
    programs = clients_of(site, game)
    france = programs.pop("FRANCE")
    key = key_of(players_of(game)["FRANCE"], "orders")
    for power, client in programs.items():
        player.play(client, game.slug, power)
    with program("player.py", site.url, game.slug, "FRANCE", ENTENTE_KEY=key) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
    phase, _colon, texts = said.strip().partition(": ")
    assert (phase, len(texts.split(", "))) == ("S1901M", 3), said
    await_phase(france, game.slug, phase)
    results = france.phase(game.slug, phase)["results"]
    assert results is not None
    assert sorted(each["order"] for each in results["FRANCE"]) == sorted(texts.split(", "))
    assert all(each["given"] for orders in results.values() for each in orders)


def test_the_bot_posts_each_deadline_once(site: Site):
    game = live_game()
    programs = clients_of(site, game)
    key = key_of(players_of(game)["FRANCE"])
    with (
        stub.serving(lambda _request: POSTED) as discord,
        program(
            "deadline_bot.py", site.url, game.slug, ENTENTE_KEY=key, DISCORD_WEBHOOK=discord.url
        ),
    ):
        until(lambda: discord.requests, seconds=SECONDS, what="the first deadline is posted")
        first = factories.deadline(game)
        for power, client in programs.items():
            player.play(client, game.slug, power)
        next_phase = await_phase(programs["FRANCE"], game.slug, "S1901M")
        until(lambda: len(discord.requests) > 1, seconds=SECONDS, what="the next is posted")
    assert next_phase == "F1901M"
    posts = [json.loads(each.body) for each in discord.requests]
    names = [programs["FRANCE"].phase(game.slug, code)["name"] for code in ("S1901M", "F1901M")]
    moments = [first, factories.deadline(game)]
    assert len(posts) == 2
    for post, name, moment in zip(posts, names, moments, strict=True):
        assert post["content"].startswith(f"**{game.title}**, {name}: ")
        assert f"<t:{seconds(moment)}:F>" in post["content"]
        assert post["allowed_mentions"] == {"parse": []}


def test_the_bot_refuses_a_game_of_which_it_would_get_no_news(site: Site):
    mine, other = factories.begun_game(), factories.begun_game()
    key = key_of(players_of(mine)["FRANCE"])
    secrets = {"ENTENTE_KEY": key, "DISCORD_WEBHOOK": "http://localhost:1"}
    with program("deadline_bot.py", site.url, mine.slug, other.slug, **secrets) as process:
        said, _errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, said) == (1, f"You don't play, master or wait in: {other.slug}\n")


def seconds(moment: dt.datetime) -> int:
    return int(moment.timestamp())
