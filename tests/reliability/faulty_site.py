"""A whole site, or two machines of one, with all the services around it that can fail."""

import contextlib
import datetime as dt
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import InterfaceError, OperationalError, connection, transaction

from accounts import clock
from accounts.models import User
from games.models import Game, MailChoice, Notification, Pause, Phase, Seat
from games.seats import civil_disorder
from tests import factories, needs
from tests import services as servers
from tests.services import Server
from tests.site import Site, until

from . import play, promises
from .crowd import Crowd
from .faults import BETWEEN, Faults
from .play import SiteClock
from .smtp import Sink

SQLITE, POSTGRESQL = "SQLite and files", "PostgreSQL and Redis"
NAMES = ("Ada", "Bruno", "Clara", "Dimitar", "Elena", "Fabio", "Greta")
TICK = 0.2  # seconds between two moves of the site's clock
REAL_TIME = 3600.0  # seconds an hour takes
# Real seconds a mail is leased to its sender, which gives up much sooner (EMAIL_TIMEOUT).
LEASE = 60.0
LAST_LEASE = 5.0  # the same once nothing fails any more
SLOW_PHASE = 25  # hours: the first reminder comes one hour after the phase begins


@dataclass
class FaultySite:
    """`sites` that serve the same games with one `clock` and send their mail to `sink`.

    `hour` is how many real seconds an hour of the clock takes while time passes. `started_in` is
    how many seconds the slowest site took to start: no process can do its work much sooner.
    """

    folder: Path
    sites: list[Site]
    clock: SiteClock
    sink: Sink
    hour: float = REAL_TIME
    postgres: Server | None = None
    redis: Server | None = None
    started_in: float = 0.0

    def faults(self, seed: int, *, patience: float) -> Faults:
        """Return faults that mostly spare processes younger than `patience` seconds.

        Where processes take longer than that to start, they are spared longer, and everything that
        fails does so more rarely.
        """
        slowness = max(1.0, self.started_in / patience) if patience else 1.0
        return Faults(
            self.sites,
            self.folder / "faults.log",
            seed,
            self.sink,
            self.postgres,
            self.redis,
            patience=max(patience, self.started_in),
            between=slowness * BETWEEN,
        )

    def pass_time(
        self,
        enough: Callable[[], bool],
        *,
        hours: float,
        what: Callable[[], str],
        errors: Callable[[], list[Exception]],
    ) -> None:
        """Let time pass until `enough` is true; raise the first error.

        It fails with `what` after as long as the clock takes for `hours`.
        """
        began = time.monotonic()
        while not ask(enough):
            for error in errors():
                raise error
            assert time.monotonic() - began < hours * self.hour, f"not yet: {what()}"
            self.clock.advance(hours=TICK / self.hour)
            ask(wake_games)
            time.sleep(TICK)

    def come_to_rest(self) -> None:
        """Wait until nothing is due. Meanwhile the clock runs at its normal speed."""
        until(lambda: ask(nothing_is_due), seconds=120, what="all that was due is resolved")
        until(lambda: ask(wake_games), seconds=60, what="no game is at rest")
        until(lambda: ask(all_are_reminded), seconds=60, what="all reminders are written")

    def logged(self, words: str) -> list[str]:
        """Return the lines of the sites' logs that contain `words`."""
        return [line for site in self.sites for line in site.logged().splitlines() if words in line]

    def send_all_mail(self) -> None:
        """Move all deadlines into the far future, and let time pass until no mail waits.

        While a mail can be sent at once the clock is not advanced: leases of mails that are being
        sent must not run out.
        """
        later = clock.now() + dt.timedelta(days=3650)
        Phase.objects.open().update(deadline=later, due_at=later, remind_at=None)
        waiting = Notification.objects.filter(
            channel=Notification.Channel.MAIL, send_at__isnull=False
        )
        looked = time.monotonic()

        def sent() -> bool:
            nonlocal looked
            passed, looked = time.monotonic() - looked, time.monotonic()
            if not waiting.filter(send_at__lte=clock.now()).exists():
                self.clock.advance(hours=LEASE / self.hour * passed / LAST_LEASE)
            return not waiting.exists()

        until(sent, seconds=120, what="every mail is sent")


def ask(question: Callable[[], bool]) -> bool:
    """Return the answer of the database; False while the database is away."""
    try:
        return question()
    except (OperationalError, InterfaceError):
        connection.close()
        return False


def wake_games() -> bool:
    """Let a player of each game at rest come back: nobody orders in some games."""
    for pause in Pause.objects.resting().select_related("phase__game"):
        seat = pause.phase.game.seats.earliest("place")
        civil_disorder.end_disorder(seat, factories.holder(seat))
    return True


def nothing_is_due() -> bool:
    return not Phase.objects.open().filter(due_at__lte=clock.now()).exists()


def all_are_reminded() -> bool:
    return not promises.not_reminded().exists()


@contextlib.contextmanager
def started(
    kind: str,
    folder: Path,
    blocker: Any,
    *,
    machines: int = 2,
    hour: float = REAL_TIME,
    **environment: str,
) -> Iterator[FaultySite]:
    """Start the sites and connect this process to their database. SQLite serves one machine only.

    `hour` is how many real seconds an hour of the site's clock takes; the start of a slow site
    makes it longer.
    """
    clock = SiteClock(folder)
    with contextlib.ExitStack() as stack:
        sink = stack.enter_context(Sink())
        shared = {
            "EMAIL_URL": sink.url,
            "SECRET_KEY": secrets.token_urlsafe(50),
            "ENTENTE_ORDERS_PER_MINUTE": "1000000",
            "ENTENTE_MESSAGES_PER_MINUTE": "1000000",
            "DJANGO_SETTINGS_MODULE": "tests.reliability.fast_clock_settings",
            "LEASE_HOURS": str(LEASE / hour),
            **clock.environment,
            **environment,
        }
        faulty = FaultySite(folder, [], clock, sink, hour)
        names = ["first"]
        if kind == POSTGRESQL:
            faulty.postgres, faulty.redis = own_services(stack)
            shared |= {"DATABASE_URL": faulty.postgres.url, "REDIS_URL": faulty.redis.url}
            names = ["first", "second"][:machines]  # each has workers, beat and web
            shared |= {"WEB_PROCESSES": "1"}
        for name in names:
            (folder / name).mkdir()
            site = Site(folder / name, **shared)
            if kind == SQLITE:
                site.migrate()
            elif not faulty.sites:  # the test's own cluster has no migrated database to copy
                site.manage("migrate")
            stack.callback(stop_if_running, site)
            faulty.started_in = max(faulty.started_in, site.start())
            faulty.sites.append(site)
        faulty.hour = max(hour, faulty.started_in)
        stack.enter_context(play.looking_into(faulty.sites[0], blocker))
        try:
            yield faulty
        except BaseException:
            print(f"The logs are kept in {keep_logs(faulty)}")
            raise


def keep_logs(faulty: FaultySite) -> Path:
    """Copy the logs to a folder that later runs of the tests do not remove."""
    kept = Path(tempfile.mkdtemp(prefix="entente-faults-"))
    for log in faulty.folder.rglob("*.log"):
        shutil.copy(log, kept / "-".join(log.relative_to(faulty.folder).parts))
    return kept


def own_services(stack: contextlib.ExitStack) -> tuple[Server, Server]:
    try:
        postgres = stack.enter_context(servers.own_postgres(servers.MAY_CRASH))
        return postgres, stack.enter_context(servers.own_redis())
    except servers.UnavailableError as error:
        needs.missing(str(error))


def stop_if_running(site: Site) -> None:
    if site.process is not None and site.process.poll() is None:
        site.stop()


def begin_games(number: int, *, played: int, slow: int = 0) -> list[Game]:
    """Begin games that are due one after the other in the first hour, and then every hour.

    The first `played` games have one master and the same seven players, who order. The others have
    other people, who get no mail. After them come `slow` games of the first players: whoever has
    not ordered there is reminded three hours before the first deadline, which is soon, and a day
    and three hours before the next.
    """
    lively = play.people("Mia Master", *NAMES)
    silent = [factories.person(f"Silent {n}", password=None) for n in range(8)]
    with transaction.atomic():
        MailChoice.objects.bulk_create(
            MailChoice(person=person, kind=kind, how=MailChoice.How.OFF)
            for person in silent
            for kind in Notification.Kind.values
        )
        games = []
        for n in range(number):
            master, *players = lively if n < played else silent
            games.append(factories.begun_game(master, players, title=f"Table {n}", phase_hours=1))
            due_at = clock.now() + dt.timedelta(hours=(n + 1) / number)
            factories.let_be_due(games[-1], due_at)
        for n in range(slow):
            master, *players = lively
            fields = {"title": f"Slow table {n}", "phase_hours": SLOW_PHASE}
            games.append(factories.begun_game(master, players, **fields))
            due_at = clock.now() + dt.timedelta(hours=3.2 + 2.5 * n / slow)
            factories.let_be_due(games[-1], due_at)
    return games


def players_of(game: Game) -> list[User]:
    return list(User.objects.filter(tenures__seat__game=game).distinct())


def powers_of(person: User, games: list[Game]) -> dict[str, str]:
    """Return the powers of `person`, by the slug of the game."""
    seats = Seat.objects.filter(game__in=games, tenures__person=person)
    return dict(seats.values_list("game__slug", "power"))


@contextlib.contextmanager
def crowd_at(faulty: FaultySite, games: list[Game]) -> Iterator[Crowd]:
    """Let people order and write messages in `games` until the end of the block."""
    crowd = Crowd()
    people = {person: powers_of(person, games) for person in players_of(games[0])}
    crowd.start(faulty.sites, people)
    try:
        yield crowd
    finally:
        crowd.stop()


def seed() -> int:
    return int(os.environ.get("SOAK_SEED") or secrets.randbelow(10**9))


def broken_with_seed(broken: list[str], faults: Faults) -> str:
    """Return the broken promises as text, with the seed that repeats the faults."""
    return "\n".join([f"{len(broken)} promises broken (SOAK_SEED={faults.seed})", *broken[:30]])
