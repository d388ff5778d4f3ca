"""The clock can be stopped for one thread, and shifted for all, but never in production."""

import datetime as dt
import threading
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django.fixtures import Settings

from accounts import account_closing, clock
from accounts.models import Session, User


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


@pytest.fixture
def shift(tmp_path: Path, settings: Settings) -> Path:
    """The file by which the clock is shifted."""
    file = tmp_path / "clock"
    settings.CLOCK_OFFSET_FILE = str(file)
    return file


@pytest.mark.django_db
def test_accounts_are_closed_by_the_shifted_clock(anna: User, shift: Path) -> None:
    account_closing.ask(anna)
    assert account_closing.close_due() == 0
    shift.write_text(str(account_closing.COMING_BACK.total_seconds() + 1))
    assert account_closing.close_due() == 1


@pytest.mark.django_db
def test_sessions_end_by_the_shifted_clock(as_anna: Client, shift: Path) -> None:
    assert Session.objects.alive().exists()
    shift.write_text(str(site.SESSION_IDLE_LIMIT.total_seconds() + 1))
    assert not Session.objects.alive().exists()
    assert as_anna.get("/accounts/preferences/").status_code == 302


def test_accounts_ask_no_other_clock() -> None:
    folder = Path(site.BASE_DIR, "accounts")
    modules = {path for path in folder.rglob("*.py") if "migrations" not in path.parts}
    modules.remove(folder / "clock.py")
    assert len(modules) > 30
    assert not [path for path in modules if "timezone.now" in path.read_text(encoding="utf-8")]
