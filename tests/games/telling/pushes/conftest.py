"""People with browsers whose push service is on this machine."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest

from accounts.models import User
from games import clock
from games.hooks import calling
from games.models import Browser, Game, Notice
from games.telling.pushes import browsers
from tests.games.hooks.receiver import Receiver, receiving
from tests.phone import Phone


@pytest.fixture(autouse=True)
def _near(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Push services may be on this machine, and nobody waits for long."""
    settings.PRIVATE_HOOKS = True
    monkeypatch.setattr(calling, "READ_WITHIN", 0.3)
    monkeypatch.setattr(calling, "WHOLE_WITHIN", 0.6)


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def reader(game: Game, players: list[User]) -> User:
    """Somebody of the game, whom nothing waits for."""
    Notice.objects.all().delete()
    return players[0]


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture
def browser(reader: User, service: Receiver, phone: Phone) -> Browser:
    return tell(reader, service.url("/phone"), phone)


def request_of(person: User | None) -> HttpRequest:
    """As from a browser in which they have just signed in."""
    request = HttpRequest()
    request.user = person or AnonymousUser()
    request.session = SessionStore()
    return request


def tell(person: User, endpoint: str, phone: Phone) -> Browser:
    return browsers.add(request_of(person), endpoint=endpoint, **phone.keys)


def pushes(person: User) -> Any:
    return Notice.objects.filter(person=person, channel=Notice.Channel.PUSH).order_by("pk")


def let_all_be_due() -> None:
    Notice.objects.filter(send_at__isnull=False).update(send_at=clock.now())
