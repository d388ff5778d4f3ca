"""Parts of pages that all readers of a game share hold nothing that only some may see.

The pages are asked for with warm caches: by one role first, then by others.
"""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches

from games.web.pages import game as game_pages
from games.web.pages import seat_lines
from tests.soak import SOAK

from .table import Address, read_table
from .walk import VISIBILITIES, Walk
from .world import ROLES

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]
ROWS, _SEES = read_table()
# Those who see most of a game, and those who see least; the first one also with Redis.
ON_SERVICES = pytest.param("own", marks=pytest.mark.services)
FIRST = (ON_SERVICES, "master", "super", "other", "nobody")
# Those who ask afterwards: one of each kind of reader, in a soak all roles.
AFTERWARDS = (
    tuple(ROLES) if SOAK else ("nobody", "guest", "own", "heir", "master", "super", "stand")
)


def trouble(walk: Walk, first: str) -> Iterator[str]:
    """Ask for each page of a running game as the role `first` and then as others."""
    pages = [(row, each) for row in ROWS for each in pages_with_parts(walk, row)]
    for (row, address), visibility in itertools.product(pages, VISIBILITIES):
        caches["game_parts"].clear()
        for role in (first, *AFTERWARDS):
            path, answer = walk.answer(address, row, role, visibility)
            who = f"{row} {path} by {role} after {first}"
            yield from walk.secrets(who, role, answer, address.name, visibility)


def pages_with_parts(walk: Walk, row: Any) -> list[Address]:
    if row.method != "GET":
        return []
    wanted = {"games:game", "games:orders"}
    return [each for each in walk.addresses_of[str(row)] if each.name in wanted]


@pytest.mark.parametrize("first", FIRST)
def test_nobody_reads_more_after_somebody_else(walk: Walk, first: str):
    assert list(trouble(walk, first)) == []


@pytest.mark.services
def test_a_secret_that_is_shared_would_be_found(walk: Walk, monkeypatch: pytest.MonkeyPatch):
    draw = game_pages.board_with_orders

    def keep_orders(phase: Any, held: Any, entries: Any, parts: Any) -> Any:
        return parts.part("board with orders", lambda: draw(phase, held, entries, parts))

    monkeypatch.setattr(game_pages, "board_with_orders", keep_orders)
    assert any("reads order-of-france" in line for line in trouble(walk, "own"))


def test_names_that_are_shared_would_be_found(walk: Walk, monkeypatch: pytest.MonkeyPatch):
    name = seat_lines.named_lines

    def keep_names(role: Any, newest: Any, due: Any, parts: Any) -> Any:
        return parts.part("names", lambda: name(role, newest, due))

    monkeypatch.setattr(game_pages, "_known_lines", keep_names)
    assert any("reads name-of-a-player" in line for line in trouble(walk, "master"))
