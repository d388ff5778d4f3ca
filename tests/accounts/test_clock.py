"""The clock can be stopped for one thread, and only outside production."""

import datetime as dt
import threading

import pytest
from pytest_django.fixtures import Settings

from accounts import clock


def test_a_clock_that_was_stopped_stands_still_for_one_thread_alone() -> None:
    moment = dt.datetime(1905, 10, 1, tzinfo=dt.UTC)
    elsewhere: list[dt.datetime] = []
    with clock.stopped_at(moment):
        assert clock.now() == clock.now() == moment
        thread = threading.Thread(target=lambda: elsewhere.append(clock.now()))
        thread.start()
        thread.join()
    assert elsewhere[0].year > 2000
    assert clock.now().year > 2000


def test_production_stops_no_clock(settings: Settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(RuntimeError), clock.stopped_at(clock.now()):
        pass
