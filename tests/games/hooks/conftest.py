"""Games whose news goes to a receiver on this machine."""

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games import clock
from games.hooks import calling, keeping
from games.mastering import crew
from games.models import Game, Hook, Posting

from .receiver import Receiver, receiving

KEY = "a signing key of the tests"


@pytest.fixture(autouse=True)
def _near(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hooks may lead to this machine, and nobody waits for long."""
    settings.PRIVATE_HOOKS = True
    monkeypatch.setattr(calling, "READ_WITHIN", 0.3)
    monkeypatch.setattr(calling, "WHOLE_WITHIN", 0.6)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def lead(game: Game, url: str, **fields: Any) -> Hook:
    """A hook of signed JSON, unless told otherwise."""
    given = {"kind": Hook.Kind.JSON, "secret": KEY, "language": "en", **fields}
    return keeping.add(game, by=master_of(game), url=url, **given)


def master_of(game: Game) -> User:
    return game.masterships.get(until=None).person


@pytest.fixture
def hook(game: Game, receiver: Receiver) -> Hook:
    return lead(game, receiver.url())


def announce(game: Game, *texts: str) -> None:
    for text in texts:
        crew.announce(game, text, by=master_of(game))


def waiting(hook: Hook) -> list[Posting]:
    return list(hook.postings.filter(send_at__isnull=False).order_by("event"))


def let_all_be_due() -> None:
    Posting.objects.filter(send_at__isnull=False).update(send_at=clock.now())
