"""A start that took much memory becomes its command again."""

import os

import pytest

from config.supervisor import restart


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that this process would have become."""
    found: list[str] = []
    monkeypatch.setattr(os, "execvp", lambda name, _arguments: found.append(name))
    monkeypatch.delenv(restart.SECOND_START, raising=False)
    return found


def test_it_happens_once_and_only_if_it_is_needed(commands: list[str]) -> None:
    restart.to_free_memory(needed=False)
    assert commands == []
    restart.to_free_memory(needed=True)
    assert len(commands) == 1
    restart.to_free_memory(needed=True)  # the second start, which found something to do again
    assert len(commands) == 1


def test_a_later_start_may_do_it_again(commands: list[str]) -> None:
    restart.to_free_memory(needed=True)
    restart.to_free_memory(needed=False)  # the second start
    assert restart.SECOND_START not in os.environ
    restart.to_free_memory(needed=True)
    assert len(commands) == 2
