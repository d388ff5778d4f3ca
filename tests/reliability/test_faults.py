"""Games are played while processes die, brokers forget and databases crash. Nothing may be lost.

SOAK_SEED repeats the same faults; their timing depends on the machine.
"""

import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.models import Event, Notification
from tests import measured
from tests.site import until
from tests.soak import SOAK

from . import faulty_site, play, promises
from .crowd import Crowd
from .faults import STEADY, Faults
from .faulty_site import POSTGRESQL, SQLITE, FaultySite
from .play import Browser

pytestmark = [pytest.mark.processes, pytest.mark.timeout(3000)]

KILLS, PHASES = (105, 1010) if SOAK else (6, 24)
GAMES, PLAYED = (44, 6) if SOAK else (8, 3)
SLOW, SLOW_PLAYED = (12, 4) if SOAK else (3, 1)
HOUR = 13.0 if SOAK else 3.6  # seconds
PATIENCE = STEADY if SOAK else 3.0  # too short for the supervisor's pauses to grow
AWAY = 30.0  # seconds
HOURS = 185 if SOAK else 110  # of the site's clock, until it has taken too long


def resolved() -> int:
    return Event.objects.filter(kind=Event.Kind.PHASE_RESOLVED).count()


def reminders() -> int:
    return Notification.objects.filter(kind=Notification.Kind.REMINDER).count()


def done(crowd: Crowd) -> dict[str, int]:
    return {
        "phases": resolved(),
        "sheets": crowd.answered()["saved"],
        "messages": crowd.written()["saved"],
        "reminders": reminders(),
    }


def much_was_done(crowd: Crowd) -> bool:
    enough = {
        "phases": PHASES,
        "sheets": PHASES // 5 + 1,
        "messages": PHASES // 40 + 1,
        "reminders": 7 * (SLOW - SLOW_PLAYED),
    }
    return all(number >= enough[what] for what, number in done(crowd).items())


@pytest.mark.parametrize("kind", [SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.soak)])
def test_nothing_is_lost_or_done_twice_whoever_dies(
    kind: str, tmp_path: Path, django_db_blocker: Any
) -> None:
    with faulty_site.started(kind, tmp_path, django_db_blocker, hour=HOUR) as faulty:
        games = faulty_site.begin_games(GAMES, played=PLAYED, slow=SLOW)
        played = games[:PLAYED] + games[GAMES : GAMES + SLOW_PLAYED]
        faults = faulty.faults(faulty_site.seed(), patience=PATIENCE)
        print(f"SOAK_SEED={faults.seed}, logs in {tmp_path}")
        began = time.monotonic()
        with faulty_site.crowd_at(faulty, played) as crowd:
            faults.thread.start()
            try:
                faulty.pass_time(
                    lambda: faults.kills.total() >= KILLS and much_was_done(crowd),
                    hours=HOURS,
                    what=lambda: f"{faults.kills}, {done(crowd)} (SOAK_SEED={faults.seed})",
                    errors=lambda: faults.errors + crowd.errors,
                )
            finally:
                faults.stop()
        faulty.come_to_rest()
        broken = [
            *map(str, faults.errors + crowd.errors),
            *promises.every_phase_was_resolved_exactly_once(),
            *promises.every_game_goes_on(),
            *promises.every_order_answered_saved_counts(crowd.sheets),
            *promises.every_clock_that_stands_still_was_stopped(),
            *promises.every_receipt_is_genuine(),
            *promises.everyone_was_notified_of_results_once(),
            *promises.every_message_answered_sent_stands_once(crowd.messages),
            *promises.every_reader_was_mailed_a_message_once(),
            *promises.everyone_without_orders_was_reminded_once_each_time(),
        ]
        faulty.send_all_mail()
        broken += promises.every_mail_arrived(faulty.sink.mails)
        broken += faulty.logged("mail_given_up")
        broken += promises.mails_are_repeated_once_a_crash_at_most(
            faulty.sink.mails, faults.crashes
        )
        report_figures(
            kind, faulty, faults, crowd, broken=len(broken), seconds=time.monotonic() - began
        )
        if broken:
            pytest.fail(faulty_site.broken_with_seed(broken, faults), pytrace=False)


@pytest.mark.soak
def test_pages_come_back_with_the_database(tmp_path: Path, django_db_blocker: Any) -> None:
    """The web's connection pool must not wait longer and longer before it reconnects."""
    with faulty_site.started(POSTGRESQL, tmp_path, django_db_blocker, machines=1) as faulty:
        [person] = play.people("Ada")
        assert faulty.postgres is not None
        with Browser(faulty.sites[0], person) as browser:
            browser.sign_in()
            faulty.postgres.stop(signal.SIGQUIT)
            ends = time.monotonic() + AWAY
            while time.monotonic() < ends:
                assert browser.ask("GET", "/")[0] == 500
            faulty.postgres.start()
            seconds = until(
                lambda: browser.ask("GET", "/")[0] == 200, seconds=60, what="a page is served"
            )
    print(f"after {AWAY} s without the database pages came back in {seconds:.1f} s")
    assert seconds < 5


def report_figures(
    kind: str, faulty: FaultySite, faults: Faults, crowd: Crowd, *, broken: int, seconds: float
) -> None:
    """Print the figures of a run, and store those of a full one."""
    ids = Counter(mail.message_id for mail in faulty.sink.mails)
    figures = {
        "phases resolved": resolved(),
        "processes killed": faults.kills.total(),
        **{f"– {name}": number for name, number in sorted(faults.kills.items())},
        "other faults": faults.others.total(),
        **{f"– {name}": number for name, number in sorted(faults.others.items())},
        "sheets answered “saved”": crowd.answered()["saved"],
        "sheets refused": crowd.answered()["refused"],
        "sheets without an answer": crowd.answered()["none"],
        "messages answered “sent”": crowd.written()["saved"],
        "messages without an answer": crowd.written()["none"],
        "messages sent again": sum(message.times > 1 for message in crowd.messages),
        "reminders": reminders(),
        "notifications on the site": Notification.objects.filter(
            channel=Notification.Channel.SITE
        ).count(),
        "mails": len(ids),
        f"mails repeated, of at most {faults.crashes} allowed": ids.total() - len(ids),
        "promises broken": broken,
    }
    print(f"{kind}: {figures}; pages: {dict(crowd.pages)}; {seconds:.0f} s")
    if SOAK:
        rows = [f"| {name} | {number:,} |" for name, number in figures.items()]
        head = f"{kind}: {measured.machine()}; SOAK_SEED={faults.seed}; {seconds:.0f} s."
        table_of = ["", "| what | times |", "|---|---:|", *rows, ""]
        measured.write(f"faults on {kind}", [head, *table_of])
