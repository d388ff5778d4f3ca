"""Adding a hook, and switching it off: for the log without its address."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games import clock
from games.errors import Refused
from games.hooks import keeping
from games.models import Event, Game, Hook, Posting
from games.telling import chronicle

from .conftest import KEY, lead, master_of

URL = "https://hooks.example.org/services/a-secret-token"


def test_the_log_says_who_did_it_and_nothing_of_the_address(game: Game) -> None:
    hook = lead(game, URL)
    keeping.switch_off(hook, by=master_of(game))
    added, off = game.events.filter(kind__startswith="hook").order_by("pk")
    assert (added.kind, off.kind) == (Event.Kind.HOOK_ADDED, Event.Kind.HOOK_OFF)
    for event in (added, off):
        assert chronicle.author(event, names_open=False) == "Mia Master"
        said = f"{chronicle.sentence(event, names_open=True)} {event.text}"
        assert not [word for word in ("example", "token", KEY, "json") if word in said]


def test_who_is_switched_off_is_forgotten(game: Game) -> None:
    hook = lead(game, URL)
    keeping.switch_off(hook, by=master_of(game))
    hook.refresh_from_db()
    assert (hook.url, hook.secret, hook.username) == ("", "", "")
    with pytest.raises(Refused, match="already"):
        keeping.switch_off(hook, by=master_of(game))
    with pytest.raises(Refused, match="switched off"):
        keeping.try_out(hook)
    assert game.events.filter(kind=Event.Kind.HOOK_OFF).count() == 1
    lead(game, URL)  # and may come again


def test_no_place_is_told_twice(game: Game) -> None:
    lead(game, URL)
    with pytest.raises(Refused, match="goes there already"):
        lead(game, URL)
    assert game.hooks.count() == 1


def test_two_topics_of_one_forum_are_two_places(game: Game) -> None:
    fields = {"kind": Hook.Kind.DISCOURSE, "username": "herald"}
    lead(game, "https://forum.example.org", topic=1, **fields)
    lead(game, "https://forum.example.org", topic=2, **fields)
    assert game.hooks.count() == 2


def test_a_game_has_ten_at_most(game: Game) -> None:
    hooks = [lead(game, f"{URL}{number}") for number in range(keeping.MOST)]
    with pytest.raises(Refused, match="at most 10"):
        lead(game, URL)
    keeping.switch_off(hooks[0], by=master_of(game))
    lead(game, URL)


def test_a_test_waits_for_the_last_one(game: Game) -> None:
    hook = lead(game, URL)
    keeping.try_out(hook)
    with pytest.raises(Refused, match="on its way already"):
        keeping.try_out(hook)
    Posting.objects.update(send_at=None)
    keeping.try_out(hook)
    assert hook.postings.count() == 2


@pytest.mark.parametrize(
    "broken",
    [
        {"kind": "fax"},
        {"secret": ""},
        {"kind": "discourse"},
        {"kind": "discourse", "topic": 3, "username": ""},
        {"off_at": clock.now()},
    ],
)
def test_the_database_takes_no_hook_that_cannot_be(game: Game, broken: dict[str, Any]) -> None:
    fields = {
        "kind": "json", "url": URL, "secret": KEY, "username": "herald", "language": "en",
        "made_by": master_of(game), "since": clock.now(),
    }  # fmt: skip
    with pytest.raises(IntegrityError), transaction.atomic():
        Hook.objects.create(game=game, **{**fields, **broken})


def test_the_database_takes_no_posting_that_was_sent_and_waits(game: Game) -> None:
    hook, now = lead(game, URL), clock.now()
    with pytest.raises(IntegrityError), transaction.atomic():
        Posting.objects.create(hook=hook, created_at=now, send_at=now, sent_at=now)
