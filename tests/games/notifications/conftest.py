"""A receiver of webhooks and pushes on this machine."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.notifications import http

from .receiver import PATIENT, Receiver, receiving


@pytest.fixture(autouse=True)
def _near(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow requests to this machine, and restore the timeouts that a receiver's fault shortens."""
    settings.PRIVATE_WEBHOOKS = True
    monkeypatch.setattr(http, "READ_WITHIN", PATIENT[0])
    monkeypatch.setattr(http, "WHOLE_WITHIN", PATIENT[1])


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found
