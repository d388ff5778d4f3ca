"""Readers of calendars and news: programs, which send no cookie."""

from typing import Any

import icalendar
import pytest
from django.test import Client

from accounts.models import User
from games.feeds import addresses


def key_of(person: User) -> str:
    """The key of a person's feeds, made if there is none."""
    person.refresh_from_db()
    if person.feed_key is None:
        addresses.renew(person)
    assert person.feed_key is not None
    return person.feed_key


def fetch(path: str, **headers: str) -> Any:
    """What a program gets from a path, or from a whole address of the site."""
    return Client().get(path.removeprefix(addresses.whole("")), headers=headers)


def events(answer: Any) -> list[Any]:
    """The events of a calendar that was fetched."""
    assert answer.status_code == 200
    return icalendar.Calendar.from_ical(answer.content).events


@pytest.fixture
def reader(players: list[User]) -> User:
    return players[0]
