"""The mail server refuses, stalls and drops: each mail arrives, and no deadline waits for it."""

import datetime as dt
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet

from accounts.clock import now
from accounts.models import AccountMail, User
from games.models import Game, Notification, Phase
from games.notifications import outbox
from tests import factories
from tests.site import Site, running, until
from tests.soak import SOAK

from . import play
from .play import Browser, SiteClock
from .smtp import Fault, Sink

pytestmark = [pytest.mark.processes, pytest.mark.timeout(900 if SOAK else 600)]

GAMES = 10 if SOAK else 4
NAMES = ("Ada", "Bruno", "Clara", "Dimitar", "Elena", "Fabio", "Greta")
MOST_LATE = dt.timedelta(seconds=15)
HOURS = 6  # below a day there are no reminders: eight mails for each deadline
STALLED_DEADLINES = 10 if SOAK else 4  # 60 hours at most: no mail is given up
# A server that keeps a mail and drops the connection before it says so gets the mail again, because
# the sender cannot know.
KEEPING_NOTHING = [fault for fault in Fault if "after" not in fault and fault != Fault.NONE]
FAULTS = KEEPING_NOTHING if SOAK else [Fault.REFUSE, Fault.STALL, Fault.DROP_BEFORE]

# The test of faults sends mail on both.
KINDS = ["SQLite and files", pytest.param("PostgreSQL and Redis", marks=pytest.mark.soak)]


@pytest.fixture
def sink() -> Iterator[Sink]:
    with Sink() as sink:
        yield sink


def begin_games() -> list[Game]:
    master, *players = play.people("Mia Master", *NAMES)
    with transaction.atomic():
        return [
            factories.begun_game(master, players, title=f"Mail {n}", phase_hours=HOURS)
            for n in range(GAMES)
        ]


def pass_deadline(clock: SiteClock) -> None:
    due = Phase.objects.open()
    last = due.latest("due_at").due_at
    assert last is not None
    factories.keep_played(*Game.objects.all())
    clock.move_past(last)
    until(lambda: not due.filter(due_at__lte=last).exists(), seconds=60, what="all are resolved")


def waiting() -> QuerySet[Notification]:
    return Notification.objects.filter(channel=Notification.Channel.MAIL, send_at__isnull=False)


def due() -> QuerySet[Notification]:
    """Mails that can be sent now: not leased, and not waiting for another attempt."""
    return waiting().filter(send_at__lte=now())


def pass_pauses(clock: SiteClock) -> None:
    """Wait until every mail is sent.

    While all remaining mails wait for their next attempt, the clock is advanced by minutes, so that
    no deadline comes.
    """

    def sent() -> bool:
        first = waiting().order_by("send_at").first()
        if first and first.send_at and first.send_at > now():
            clock.advance(hours=1 / 60)
        return first is None

    until(sent, seconds=240 if SOAK else 60, what="every mail is sent")


def latest() -> dt.timedelta:
    """Return the longest delay between a deadline and its resolution."""
    resolved = Phase.objects.filter(status=Phase.Status.RESOLVED)
    return max(phase.resolved_at - phase.due_at for phase in resolved)  # type: ignore[operator]


@pytest.mark.parametrize("services", KINDS, indirect=True)
def test_every_mail_arrives_once_when_the_server_is_back_and_no_deadline_waits(
    services: dict[str, str], sink: Sink, tmp_path: Path, django_db_blocker: Any
) -> None:
    """A worker is killed at last, after the server's “250” and before it stored that.

    The mail is repeated once, with the same Message-ID.
    """
    clock = SiteClock(tmp_path)
    with (
        running(tmp_path, **services, **clock.environment, EMAIL_URL=sink.url) as site,
        play.looking_into(site, django_db_blocker),
    ):
        play.until_alive()  # a worker that still starts would keep the first deadline late
        sink.fault = FAULTS[0]  # before there are mails: `meet` counts those that arrive
        begin_games()
        for fault in FAULTS:
            meet(fault, sink, clock)
        told = Notification.objects.filter(channel=Notification.Channel.MAIL)
        deadlines = len(FAULTS) + STALLED_DEADLINES
        assert told.count() == GAMES * 8 * (1 + deadlines)
        assert not told.filter(sent_at=None).exists()
        assert len(sink.mails) == told.count()
        assert set(sink.message_ids().values()) == {1}
        print(f"{told.count()} mails, {deadlines} deadlines, at most {latest()} late")
        assert latest() <= MOST_LATE

        sink.fault = Fault.HOLD_AFTER
        pass_deadline(clock)
        until(lambda: sink.answers_lost, seconds=30, what="a mail is taken")
        kill_deliveries(site)
        sink.fault = Fault.NONE
        until(lambda: not due().exists(), seconds=60, what="all but the leased mails are sent")
        assert waiting().exists()
        assert set(sink.message_ids().values()) == {1}
        clock.advance(hours=outbox.LEASE / dt.timedelta(hours=1))
        until(lambda: not waiting().exists(), seconds=30, what="the leased mails are sent")
        assert Counter(sink.message_ids().values()) == {1: told.count() - 1, 2: 1}
        assert "@x.test" not in site.logged()


def meet(fault: Fault, sink: Sink, clock: SiteClock) -> None:
    """Pass a deadline while the mail server has a fault (several while it stalls), then lift it."""
    arrived, tried = len(sink.mails), attempts()
    sink.fault = fault
    pass_deadline(clock)
    until(lambda: attempts() > tried, seconds=30, what=f"it meets the fault: {fault}")
    if fault == Fault.STALL:
        for _deadline in range(STALLED_DEADLINES):
            pass_deadline(clock)
    assert len(sink.mails) == arrived
    sink.fault = Fault.NONE
    pass_pauses(clock)


def attempts() -> int:
    return sum(Notification.objects.values_list("attempts", flat=True))


def kill_deliveries(site: Site) -> None:
    worker = site.child("deliveries")
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait(10)


@pytest.mark.soak
@pytest.mark.parametrize("services", KINDS, indirect=True)
def test_while_the_server_is_down_for_ten_minutes_accounts_work_and_each_mail_arrives_once(
    services: dict[str, str], sink: Sink, tmp_path: Path, django_db_blocker: Any
) -> None:
    clock = SiteClock(tmp_path)
    environment = {**services, **clock.environment, "DJANGO_SUPERUSER_PASSWORD": factories.PASSWORD}
    with (
        running(tmp_path, **environment, EMAIL_URL=sink.url) as site,
        play.looking_into(site, django_db_blocker),
    ):
        sink.fault = Fault.REFUSE
        made = site.manage("createsuperuser", "--no-input", "--email=op@x.test", "--name=Op")
        assert made.returncode == 0, made.stderr
        (anna,) = play.people("Anna")
        with Browser(site, User.objects.get(name="Op")) as browser:
            browser.sign_in()
            assert "Anna" in browser.get("/admin/accounts/user/")
        with Browser(site, anna) as browser:
            browser.sign_in()
            assert sent(browser, "/accounts/reauthenticate/", password=factories.PASSWORD) == 302
            assert sent(browser, "/accounts/email/", email="anna@new.test", action_add="") == 302
        with Browser(site, anna) as browser:
            assert sent(browser, "/accounts/password/reset/", email=anna.email) == 302
            newcomer = {"email": "berta@x.test", "name": "Berta", "time_zone": "UTC"}
            assert (
                sent(browser, "/accounts/signup/", password1=factories.PASSWORD, **newcomer) == 302
            )

        told = ["anna@new.test", "anna@x.test", "berta@x.test"]
        assert sorted(AccountMail.objects.values_list("to", flat=True)) == told
        until(lambda: all_tried(1), seconds=60, what="each mail was tried")
        clock.advance(hours=10 / 60)
        until(lambda: all_tried(2), seconds=60, what="each mail was tried once more")
        assert not sink.mails
        sink.fault = Fault.NONE
        clock.advance(hours=14 / 60)
        until(lambda: not AccountMail.objects.exists(), seconds=60, what="every mail is sent")
        assert sorted(mail.recipients[0] for mail in sink.mails) == told
        assert not any(address in site.logged() for address in told)


def sent(browser: Browser, path: str, **fields: str) -> int:
    browser.get(path)
    return browser.post(path, fields)[0]


def all_tried(attempts: int) -> bool:
    """Whether each mail about an account was tried so often, and waits for less than a lease."""
    soon = now() + outbox.LEASE - dt.timedelta(minutes=1)
    return not AccountMail.objects.exclude(attempts__gte=attempts, send_at__lt=soon).exists()
