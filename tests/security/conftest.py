"""One world for all tests of a module; whatever a test does to it is undone."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from .walk import Walk
from .world import World, lay


@pytest.fixture(scope="module")
def laid(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield lay()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def walk(laid: World) -> Walk:
    return Walk.through(laid)


@pytest.fixture
def world(laid: World) -> Iterator[World]:
    """The world, for tests that change it."""
    with transaction.atomic():
        yield laid
        transaction.set_rollback(True)
