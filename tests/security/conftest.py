"""One world for all tests of a module. The changes of each test are rolled back."""

import logging
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django.plugin import DjangoDbBlocker

from games.board import png

from .walk import Walk
from .world import World, create_world


def scope_of_world(fixture_name: str, config: pytest.Config) -> Literal["module", "session"]:
    """With `mutations` all modules share one world: its database serves nothing else."""
    return "session" if getattr(config.option, "one_world", False) else "module"


@pytest.fixture(scope=scope_of_world)
def created_world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    takes_mail = override_settings(INBOUND_ADDRESS="orders@play.test")
    with takes_mail, django_db_blocker.unblock(), transaction.atomic():
        yield create_world()
        transaction.set_rollback(True)


@pytest.fixture(scope=scope_of_world)
def walk(created_world: World) -> Walk:
    return Walk.through(created_world)


@pytest.fixture(scope="module", autouse=True)
def _print_each_picture_once() -> Iterator[None]:
    """Keep what resvg makes of a document: each printing starts a process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(png, "png", cache(png.png))
        yield


@pytest.fixture
def world(created_world: World) -> Iterator[World]:
    """Return the world; what the test changes is rolled back."""
    with transaction.atomic():
        yield created_world
        transaction.set_rollback(True)


@pytest.fixture
def unlimited_keys(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Any number of requests by key, without pictures and without lines in the log."""
    monkeypatch.setattr("games.board.png.png", lambda _document, _width: b"a picture")
    settings.API_LIMITS = {"reads": 1_000_000, "writes": 1_000_000}
    logging.disable()
    yield
    logging.disable(logging.NOTSET)
