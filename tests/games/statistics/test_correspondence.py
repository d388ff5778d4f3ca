"""Counts of the messages between powers, which only a final end opens."""

from collections import Counter

import pytest
import time_machine
from django.test import Client

from games.models import Game, Message
from games.statistics.correspondence import correspondence_of
from tests import factories

from ..press.message_helpers import agree, note, write
from ..press.test_rules import finish
from ..press.test_thread_members import let_in
from ..web.views.conftest import signed_in, words


def say(game: Game) -> None:
    """France writes three private messages, one of them to two powers; Germany answers one."""
    write(game, "FRANCE", "GERMANY")
    write(game, "FRANCE", "GERMANY")
    write(game, "FRANCE", "GERMANY", "ITALY")
    write(game, "GERMANY", "FRANCE")
    write(game, "TURKEY")


def page(game: Game, client: Client | None = None) -> str:
    return words((client or Client()).get(f"/games/{game.slug}/statistics/"))


def test_each_message_counts_for_each_power_that_got_it(game: Game) -> None:
    agree(game, messages_open_at_end=True, unsigned_messages=True)
    say(game)
    note(game, "FRANCE", "Germany lies.")
    write(game, "RUSSIA", unsigned=True)
    finish(game)
    found = correspondence_of(game)
    assert found is not None
    assert found.private == {
        ("FRANCE", "GERMANY"): 3,
        ("FRANCE", "ITALY"): 1,
        ("GERMANY", "FRANCE"): 1,
    }
    assert (found.public, found.unsigned, found.masters) == ({"TURKEY": 1}, 1, 0)
    text = page(game)
    assert "Who wrote to whom" in text
    assert "France 0 0 – 3 1 0 0 0" in text
    assert "Turkey 0 0 0 0 0 0 – 1" in text
    assert "1 public message is unsigned and counts for nobody." in text


def test_a_message_after_the_end_counts_at_once(game: Game) -> None:
    agree(game, messages_open_at_end=True)
    say(game)
    author = factories.holder(factories.seat(game, "FRANCE"))
    finish(game)
    assert "France 0 0 – 3 1 0 0 0" in page(game)
    write(game, "FRANCE", "ITALY", person=author)
    assert "France 0 0 – 3 2 0 0 0" in page(game)


def test_a_power_that_joined_later_did_not_get_what_was_written_before(game: Game) -> None:
    agree(game, messages_open_at_end=True)
    thread = write(game, "FRANCE", "GERMANY", "RUSSIA", topic="Burgundy").thread
    let_in(thread, "ITALY")
    before = Message.objects.filter(thread=thread).count()
    write(game, "GERMANY", "FRANCE", "ITALY", "RUSSIA", topic=thread)
    finish(game)
    found = correspondence_of(game)
    assert found is not None
    expected: Counter[tuple[str, str]] = Counter()
    told = {"FRANCE": "GERMANY RUSSIA", "GERMANY": "FRANCE ITALY RUSSIA"}
    for sender, to in told.items():
        expected.update((sender, power) for power in to.split())
    expected.update(("FRANCE", power) for power in ("GERMANY", "ITALY", "RUSSIA") * (before - 1))
    assert found.private == expected


def test_hidden_messages_count_for_nobody(game: Game) -> None:
    agree(game, messages_open_at_end=True)
    say(game)
    Message.objects.filter(seat__power="TURKEY").update(hidden_at="2030-01-01T00:00Z")
    finish(game)
    found = correspondence_of(game)
    assert found is not None
    assert found.public == {}


@pytest.mark.parametrize("opened", [False, True])
def test_nothing_is_counted_before_the_end_is_final(game: Game, opened: bool) -> None:
    agree(game, messages_open_at_end=opened)
    say(game)
    player = factories.holder(factories.seat(game, "FRANCE"))
    readers = [Client(), signed_in(player)]
    for reader in readers:
        assert "Who wrote to whom" not in page(game, reader)
    finish(game, provisional_days=2)
    for reader in readers:
        assert "Who wrote to whom" not in page(game, reader)
    assert game.final_at is not None
    with time_machine.travel(game.final_at):
        for reader in [Client(), signed_in(player)]:
            assert ("Who wrote to whom" in page(game, reader)) == opened


def test_strangers_get_no_counts_of_a_private_game(game: Game) -> None:
    agree(game, messages_open_at_end=True, visibility=Game.Visibility.PRIVATE)
    say(game)
    player = factories.holder(factories.seat(game, "ITALY"))
    finish(game)
    assert Client().get(f"/games/{game.slug}/statistics/").status_code == 404
    assert "Who wrote to whom" in page(game, signed_in(player))


def test_a_game_without_messages_shows_no_table(game: Game) -> None:
    agree(game, messages_open_at_end=True)
    finish(game)
    assert "Who wrote to whom" not in page(game)
