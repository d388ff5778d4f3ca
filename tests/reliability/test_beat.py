"""Beat sends its messages by the wall clock, which somebody may set."""

import datetime as dt
from typing import Any

import pytest

from config.celery import app
from config.supervisor import heartbeat_file


class Beat(heartbeat_file.HeartbeatScheduler):
    """A scheduler that records what it would send."""

    def __init__(self) -> None:
        super().__init__(app=app)
        self.sent: list[str] = []

    def apply_async(self, entry: Any, *_args: Any, **_options: Any) -> None:
        self.sent.append(entry.name)

    def run(self) -> tuple[set[str], float]:
        """Tick until there is nothing to do; return what was sent and how long it would sleep."""
        self.sent.clear()
        for _tick in range(50):
            if wait := self.tick():
                return set(self.sent), wait
        raise AssertionError("it never rests")


@pytest.fixture
def step(monkeypatch: pytest.MonkeyPatch) -> list[dt.timedelta]:
    """A list of one number: the seconds by which the clock was set."""
    step, now = [dt.timedelta()], app.now
    monkeypatch.setattr(app, "now", lambda: now() + step[0])
    return step


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_silences_no_hint(step: list[dt.timedelta], hours: int) -> None:
    beat = Beat()
    beat.run()
    step[0] = dt.timedelta(hours=hours)
    sent, wait = beat.run()
    assert sent == set(app.conf.beat_schedule)
    assert 0 < wait <= 2
    assert beat.run()[0] == set()  # once at first, and then at the usual rate


def test_celerys_own_scheduler_would_be_silent(
    step: list[dt.timedelta], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control of the test above."""
    monkeypatch.setattr(heartbeat_file.HeartbeatScheduler, "_reset_future_runs", lambda _beat: None)
    beat = Beat()
    beat.run()
    step[0] = dt.timedelta(hours=-1)
    assert beat.run()[0] == set()


def test_beat_looks_at_the_clock_every_few_seconds() -> None:
    assert Beat().max_interval == 5


def test_a_worker_whose_clock_is_ahead_takes_hints_all_the_same() -> None:
    assert {entry["options"]["expires"] for entry in app.conf.beat_schedule.values()} == {300}
