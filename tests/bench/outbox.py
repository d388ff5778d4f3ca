"""`./run bench mail`: how quickly the outbox drains, after many deadlines at once.

PostgreSQL and Redis as installed, the processes of production, and a mail server of ours on the
loopback address. Each mail has the results of a phase of 34 units, as text and as a page.
"""

import argparse
import datetime as dt
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests import measured
from tests.reliability.smtp import Sink
from tests.site import until

from . import host, site

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.models import Notification

GAMES = 400
ALONE = 0.1  # share of the mails at either end that is left out, while workers start and stop
PATIENCE = 600


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench mail", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="whose results are mailed")
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    machine = host.describe()
    with site.servers() as (folder, variables, _servers), Sink() as sink:
        write(options.games)
        with site.running(folder, variables | {"EMAIL_URL": sink.url}, mail=True):
            seconds = drain(sink)
    lines = report(machine, seconds, [len(mail.message.as_bytes()) for mail in sink.mails])
    print("\n".join(lines))
    if not options.keep:
        measured.write("mail", lines)


def write(number: int) -> None:
    """Resolve a phase of `number` games, with mails that are not due yet."""
    from django.utils import timezone

    from games.adjudication import due_phases
    from games.deadlines import outages

    from . import course, tables

    games = tables.fill(number, due_in=dt.timedelta(days=1))
    tables.settle()
    outages.beat()
    course.let_be_due(games, timezone.now(), dt.timedelta())
    assert due_phases.resolve_due() == number
    waiting().update(send_at=timezone.now() + dt.timedelta(days=1))


def waiting() -> "QuerySet[Notification]":
    from games.models import Notification

    return Notification.objects.filter(send_at__isnull=False)


def drain(sink: Sink) -> list[float]:
    """Make all mails due and wait; return the seconds until each arrived, in ascending order."""
    from django.utils import timezone

    from tests.bench.tables import settle

    count = waiting().count()
    settle()
    began = time.monotonic()
    waiting().update(send_at=timezone.now())
    until(lambda: not waiting().exists(), seconds=PATIENCE, what="every mail is sent")
    assert len(sink.mails) == len(sink.message_ids()) == count
    return sorted(mail.arrived - began for mail in sink.mails)


def report(machine: Sequence[str], seconds: Sequence[float], sizes: Sequence[int]) -> list[str]:
    count = len(seconds)
    first, last = int(count * ALONE), int(count * (1 - ALONE)) - 1
    steady = (last - first) / (seconds[last] - seconds[first])
    size = sum(sizes) / count / 1000
    return [
        "## The outbox",
        "",
        f"`./run bench mail`. {machine[0]}",
        *machine[1:],
        f"{count:,} mails of {size:.0f} kB were due at once. Each was taken once, the last after",
        f"{seconds[-1]:.0f} s: **{count / seconds[-1]:.0f} mails a second**, {steady:.0f} a second",
        "without the first and the last tenth.",
    ]
