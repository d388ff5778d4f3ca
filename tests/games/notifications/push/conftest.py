"""People with browsers whose push service is on this machine."""

from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore

from accounts import clock
from accounts.models import User
from accounts.requests import SignedInRequest
from games.models import Browser, Game, Notification
from games.notifications.push import browsers
from tests.games.notifications.receiver import Receiver
from tests.phone import Phone


@pytest.fixture
def service(receiver: Receiver) -> Receiver:
    """A push service."""
    return receiver


@pytest.fixture
def reader(game: Game, players: list[User]) -> User:
    """A player for whom no notification waits."""
    Notification.objects.all().delete()
    return players[0]


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture
def browser(reader: User, service: Receiver, phone: Phone) -> Browser:
    return subscribe(reader, service.url("/phone"), phone)


def request_of(person: User) -> SignedInRequest:
    """A request from a browser in which `person` has just signed in."""
    request = SignedInRequest()
    request.user = person
    request.session = SessionStore()
    return request


def subscribe(person: User, endpoint: str, phone: Phone) -> Browser:
    return browsers.add(request_of(person), endpoint=endpoint, **phone.keys)


def pushes(person: User) -> Any:
    return Notification.objects.filter(person=person, channel=Notification.Channel.PUSH).order_by(
        "pk"
    )


def let_all_be_due() -> None:
    Notification.objects.filter(send_at__isnull=False).update(send_at=clock.now())
