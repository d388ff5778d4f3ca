"""A whole site, or two machines of one, with everything around it that can fail."""

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

from accounts.models import User
from games import clock
from games.models import Game, MailChoice, Notice, Phase, Seat
from tests import factories, needs
from tests import services as servers
from tests.services import Server
from tests.site import Site, until

from . import play, promises
from .crowd import Crowd
from .faults import Faults
from .play import SiteClock
from .smtp import Sink

SQLITE, POSTGRESQL = "SQLite and files", "PostgreSQL and Redis"
NAMES = ("Ada", "Bruno", "Clara", "Dimitar", "Elena", "Fabio", "Greta")
TICK = 0.2  # seconds after which the clock of the site is moved
REAL_TIME = 3600.0  # seconds that an hour takes
# Real seconds for which a mail is its sender's, who gives up much sooner (EMAIL_TIMEOUT).
LEASE = 60.0
LAST_LEASE = 5.0  # the same when nothing fails any more
SLOW_PHASE = 25  # hours: the first reminder comes an hour after its beginning


@dataclass
class Stage:
    """`sites` serve the same games; `clock` is theirs, and their mail goes to `sink`.

    An hour of the clock takes `hour` seconds when time passes. The slowest site was there after so
    many seconds as `started_in` says: no process can be of use much sooner.
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
        """What kills no process, mostly, that lived less than `patience`, or that is not up yet."""
        log, patience = self.folder / "faults.log", max(patience, self.started_in)
        return Faults(self.sites, log, seed, self.sink, self.postgres, self.redis, patience)

    def pass_time(
        self,
        enough: Callable[[], bool],
        *,
        seconds: float,
        what: str,
        errors: Callable[[], list[Exception]],
    ) -> None:
        """Let time pass until there is `enough` or an error."""
        began = time.monotonic()
        while not ask(enough):
            for error in errors():
                raise error
            assert time.monotonic() - began < seconds, f"not within {seconds} s: {what}"
            self.clock.advance(hours=TICK / self.hour)
            time.sleep(TICK)

    def come_to_rest(self) -> None:
        """Wait until nothing is due; the clock stands still meanwhile, but for its seconds."""
        until(lambda: ask(nothing_is_due), seconds=120, what="all that was due is resolved")
        until(lambda: ask(all_are_reminded), seconds=60, what="all reminders are written")

    def logged(self, words: str) -> list[str]:
        """The lines of the sites' logs that have these words."""
        return [line for site in self.sites for line in site.logged().splitlines() if words in line]

    def send_all_mail(self) -> None:
        """Put all deadlines off, and let time pass until no mail waits for its next attempt.

        While one can be sent the clock stands still: the lease of one that is being sent lasts.
        """
        later = clock.now() + dt.timedelta(days=3650)
        Phase.objects.filter(status=Phase.Status.OPEN).update(
            deadline=later, due_at=later, remind_at=None
        )
        waiting = Notice.objects.filter(channel=Notice.Channel.MAIL, send_at__isnull=False)
        step = 0.05  # seconds, of `until`

        def sent() -> bool:
            if not waiting.filter(send_at__lte=clock.now()).exists():
                self.clock.advance(hours=LEASE / self.hour * step / LAST_LEASE)
            return not waiting.exists()

        until(sent, seconds=120, what="every mail is sent")


def ask(question: Callable[[], bool]) -> bool:
    """The answer of the database; no while it is away."""
    try:
        return question()
    except (OperationalError, InterfaceError):
        connection.close()
        return False


def nothing_is_due() -> bool:
    return not Phase.objects.filter(status=Phase.Status.OPEN, due_at__lte=clock.now()).exists()


def all_are_reminded() -> bool:
    return not promises.not_reminded().exists()


@contextlib.contextmanager
def on(
    kind: str,
    folder: Path,
    blocker: Any,
    *,
    machines: int = 2,
    hour: float = REAL_TIME,
    **environment: str,
) -> Iterator[Stage]:
    """Set up a stage and look into its database. SQLite serves one machine, whatever is asked.

    `hour` is how many seconds an hour of the site's clock takes: more where starting takes longer.
    """
    clock = SiteClock(folder)
    with contextlib.ExitStack() as stack:
        sink = stack.enter_context(Sink())
        shared = {
            "EMAIL_URL": sink.url,
            "SECRET_KEY": secrets.token_urlsafe(50),
            "ENTENTE_ORDERS_PER_MINUTE": "1000000",
            "ENTENTE_LETTERS_PER_MINUTE": "1000000",
            "DJANGO_SETTINGS_MODULE": "tests.reliability.staged",
            "LEASE_HOURS": str(LEASE / hour),
            **clock.environment,
            **environment,
        }
        stage = Stage(folder, [], clock, sink, hour)
        names = ["first"]
        if kind == POSTGRESQL:
            stage.postgres, stage.redis = own_services(stack)
            shared |= {"DATABASE_URL": stage.postgres.url, "REDIS_URL": stage.redis.url}
            names = ["first", "second"][:machines]  # each with its workers, beat and web
            shared |= {"WEB_PROCESSES": "1"}
        for name in names:
            (folder / name).mkdir()
            site = Site(folder / name, **shared)
            if kind == SQLITE:
                site.migrate()
            elif not stage.sites:  # a cluster of its own has no tables to copy
                site.manage("migrate")
            stack.callback(end, site)
            stage.started_in = max(stage.started_in, site.start())
            stage.sites.append(site)
        stage.hour = max(hour, stage.started_in)
        stack.enter_context(play.looking_into(stage.sites[0], blocker))
        try:
            yield stage
        except BaseException:
            print(f"The logs are kept in {keep_logs(stage)}")
            raise


def keep_logs(stage: Stage) -> Path:
    """Copy what tells how it came about to where no other run of the tests removes it."""
    kept = Path(tempfile.mkdtemp(prefix="entente-faults-"))
    for log in stage.folder.rglob("*.log"):
        shutil.copy(log, kept / "-".join(log.relative_to(stage.folder).parts))
    return kept


def own_services(stack: contextlib.ExitStack) -> tuple[Server, Server]:
    try:
        postgres = stack.enter_context(servers.own_postgres(servers.MAY_CRASH))
        return postgres, stack.enter_context(servers.own_redis())
    except servers.UnavailableError as error:
        needs.missing(str(error))


def end(site: Site) -> None:
    if site.process is not None and site.process.poll() is None:
        site.stop()


def begin_games(number: int, *, played: int, slow: int = 0) -> list[Game]:
    """Games that have begun, due one after the other in the first hour and every hour from then.

    People order in the first `played` of them: seven players, whose games have one master. The rest
    have others, who want no mail. After them come `slow` games of the same players. Whoever has not
    ordered in them is reminded, three hours before the first deadline, which is soon, and a day and
    three hours before the next.
    """
    lively = play.people("Mia Master", *NAMES)
    silent = [factories.person(f"Silent {n}", password=None) for n in range(8)]
    with transaction.atomic():
        MailChoice.objects.bulk_create(
            MailChoice(person=person, kind=kind, how=MailChoice.How.OFF)
            for person in silent
            for kind in Notice.Kind.values
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
    """What `person` plays, by the slug of the game."""
    seats = Seat.objects.filter(game__in=games, tenures__person=person)
    return dict(seats.values_list("game__slug", "power"))


@contextlib.contextmanager
def crowd_at(stage: Stage, games: list[Game]) -> Iterator[Crowd]:
    """People who order and write letters in `games` until the end of the block."""
    crowd = Crowd()
    people = {person: powers_of(person, games) for person in players_of(games[0])}
    crowd.come(stage.sites, people)
    try:
        yield crowd
    finally:
        crowd.go()


def seed() -> int:
    return int(os.environ.get("SOAK_SEED") or secrets.randbelow(10**9))


def show(broken: list[str], faults: Faults) -> str:
    """The broken promises, and how to have the same faults again."""
    return "\n".join([f"{len(broken)} promises broken (SOAK_SEED={faults.seed})", *broken[:30]])
