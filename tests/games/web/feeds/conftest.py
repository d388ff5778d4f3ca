"""Helpers that fetch calendars and news like a program, without cookies."""

from typing import Any

import icalendar
import pytest
from django.test import Client

from accounts import feed_keys
from accounts.models import User
from games.core import links


def key_of(person: User) -> str:
    """Return the key of a person's feeds; create it if there is none."""
    person.refresh_from_db()
    if person.feed_key is None:
        feed_keys.renew(person)
    assert person.feed_key is not None
    return person.feed_key


def fetch(path: str, **headers: str) -> Any:
    """Request a path or an absolute URL of the site as a program does; return the response."""
    return Client().get(path.removeprefix(links.absolute_url("")), headers=headers)


def events(answer: Any) -> list[Any]:
    """Return the events of a calendar."""
    assert answer.status_code == 200
    return icalendar.Calendar.from_ical(answer.content).events


@pytest.fixture
def reader(players: list[User]) -> User:
    return players[0]
