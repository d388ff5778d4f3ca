"""Random faults of a running site: killed processes, failing databases, brokers and mail."""

import contextlib
import random
import shutil
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import redis
from celery import Celery

from tests.services import Server
from tests.site import Site, gone, until

from .smtp import Fault, Sink

if TYPE_CHECKING:
    from collections.abc import Callable

# The supervisor waits longer and longer before it restarts a process that lived shorter than this.
STEADY = 10.0
BETWEEN_SUPERVISORS = 20.0
BETWEEN = 0.65  # seconds from one fault to the next, on average
# The name of each process, and the relative frequency of its kills.
VICTIMS: dict[str, tuple[str, int]] = {
    "deadlines worker and beat": ("deadlines", 5),
    "deliveries worker": ("deliveries", 3),
    "web": ("web", 2),
    "web worker": ("web", 2),
    "supervisor": ("", 1),
}
GARBAGE = (b"", b"{", b"[]", b"\xff\xfe", b'{"body": "x", "properties": {}}')
MAIL_FAULTS = (
    Fault.REFUSE,
    Fault.BUSY,
    Fault.STALL,
    Fault.DROP_BEFORE,
    Fault.DROP_AFTER,
)
KEY_PREFIX = "entente:celery:"


@dataclass
class Faults:
    """Inject faults until stopped. `kills` and `others` count them by name."""

    sites: list[Site]
    log: Path
    seed: int
    sink: Sink
    postgres: Server | None = None
    redis: Server | None = None
    patience: float = STEADY  # seconds; younger processes are rarely killed
    between: float = BETWEEN  # seconds
    kills: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    errors: list[Exception] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.thread = threading.Thread(target=self._run, name="faults", daemon=True)

    @property
    def crashes(self) -> int:
        """Return how many mails may have been accepted without their sender knowing it."""
        killed = self.kills["deliveries worker"] + self.kills["supervisor"]
        databases = self.others["PostgreSQL crashed"] * len(self.sites)
        return killed + databases + self.sink.answers_lost

    def stop(self) -> None:
        """Stop injecting faults and undo those that still last."""
        self.over.set()
        self.thread.join(120)
        self.sink.fault = Fault.NONE

    def _run(self) -> None:
        try:
            while not self.over.is_set():
                self._inject()
                self.over.wait(self.between * self.chance.uniform(0.2, 1.8))
        except Exception as error:
            self.errors.append(error)

    def _inject(self) -> None:
        if self.chance.random() < 0.7:
            self.kill()
            return
        acts: list[Callable[[], None]] = [self._mail_fails, self._hints_come_often]
        if self.postgres is not None:
            acts += [self._stop_redis, self._flush_redis, self._crash_postgres, self._cut]
        else:
            acts += [self._take_queue_away, self._empty_queue, self._spoil_queue]
        self.chance.choice(acts)()

    def kill(self, *names: str) -> None:
        """Kill one process at random, of all or of those `names`."""
        names = names or tuple(VICTIMS)
        name = self.chance.choices(names, [VICTIMS[each][1] for each in names])[0]
        site = self.chance.choice(self.sites)
        if name == "supervisor":
            self._kill_supervisor(site)
        elif victim := self._find(site, name):
            with contextlib.suppress(psutil.NoSuchProcess):
                victim.kill()
                self._note(self.kills, name, f"{victim.pid} of {site.folder.name}")

    def _find(self, site: Site, name: str) -> psutil.Process | None:
        """Find the process of that name; mostly None if it was started a moment ago."""
        try:
            victim = site.child(VICTIMS[name][0])
            if name == "web worker":
                return self.chance.choice(victim.children() or [victim])
            steady = time.time() - victim.create_time() > self.patience
        except (LookupError, psutil.NoSuchProcess):
            return None
        return victim if steady or self.chance.random() < 0.1 else None

    def _kill_supervisor(self, site: Site) -> None:
        """Kill the supervisor, wait for its guard to end the rest, and start the site again."""
        assert site.process is not None
        processes = site.processes()
        if time.time() - processes[0].create_time() < BETWEEN_SUPERVISORS:
            return  # a restart takes seconds in which nothing else can be killed
        site.stop(signal.SIGKILL)
        self._note(self.kills, "supervisor", f"{site.process.pid} of {site.folder.name}")
        until(lambda: gone(processes), seconds=20, what="all that the supervisor left is gone")
        site.start()

    def _mail_fails(self) -> None:
        self.sink.fault = self.chance.choice(MAIL_FAULTS)
        self._note(self.others, f"mail server: {self.sink.fault}", "for some seconds")
        self.over.wait(self.chance.uniform(0.5, 3))
        self.sink.fault = Fault.NONE

    def _hints_come_often(self) -> None:
        """Send the same messages many times, as brokers redeliver what was not acknowledged."""
        self._note(self.others, "task messages repeated", "20 each")
        with contextlib.suppress(OSError):
            send_hints(self.sites[0], self.redis, times=20)

    def _stop_redis(self) -> None:
        assert self.redis is not None
        self._note(self.others, "broker stopped", "Redis")
        self.redis.stop(signal.SIGKILL)
        try:
            self._meanwhile()
        finally:
            self.redis.start()

    def _flush_redis(self) -> None:
        assert self.redis is not None
        self._note(self.others, "broker flushed", "Redis")
        with redis.Redis.from_url(self.redis.url) as client:
            client.flushall()

    def _crash_postgres(self) -> None:
        assert self.postgres is not None
        self._note(self.others, "PostgreSQL crashed", "immediate stop")
        self.postgres.stop(signal.SIGQUIT)
        try:
            self._meanwhile()
        finally:
            self.postgres.start()

    def _cut(self) -> None:
        """Kill one process of PostgreSQL; the server then ends the others and recovers."""
        assert self.postgres is not None
        assert self.postgres.process is not None
        victims = list(
            filter(serves_a_client, psutil.Process(self.postgres.process.pid).children())
        )
        if victims:
            self._note(self.others, "PostgreSQL crashed", "a backend killed")
            with contextlib.suppress(psutil.NoSuchProcess):
                self.chance.choice(victims).kill()

    def _take_queue_away(self) -> None:
        self._note(self.others, "broker stopped", "folder gone")
        queue = queue_of(self.sites[0])
        away = queue.with_name("queue.away")
        queue.rename(away)
        try:
            self._meanwhile()
        finally:
            if queue.exists():  # a process that started meanwhile has created a new one
                shutil.rmtree(away)
            else:
                away.rename(queue)

    def _empty_queue(self) -> None:
        self._note(self.others, "broker flushed", "folder emptied")
        for file in queue_of(self.sites[0]).iterdir():
            file.unlink(missing_ok=True)

    def _spoil_queue(self) -> None:
        self._note(self.others, "garbage messages", "files")
        for queue in ("deadlines", "deliveries"):
            for number, content in enumerate(GARBAGE):
                (queue_of(self.sites[0]) / f"0_{number}.{queue}.msg").write_bytes(content)

    def _meanwhile(self) -> None:
        """Wait while a service is down; sometimes kill a process as well."""
        if self.chance.random() < 0.3:
            self.kill(*(name for name in VICTIMS if name != "supervisor"))
        self.over.wait(self.chance.uniform(0.2, 2))

    def _note(self, counter: Counter[str], name: str, what: str) -> None:
        counter[name] += 1
        with self.log.open("a") as log:
            log.write(f"{time.strftime('%H:%M:%S')} {name}: {what}\n")


def queue_of(site: Site) -> Path:
    return site.folder / "data/queue"


def serves_a_client(process: psutil.Process) -> bool:
    try:
        return "127.0.0.1(" in " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return False


def send_hints(site: Site, server: Server | None, *, times: int) -> None:
    """Put the same message, with one task id, into the queue of deadlines many times."""
    if server is None:
        folder = str(queue_of(site))
        transport = {"broker_transport": "config.services.file_broker:Transport"}
        options = {"data_folder_in": folder, "data_folder_out": folder}
        url = "filesystem://localhost"
    else:
        transport = {}
        options = {"global_keyprefix": KEY_PREFIX}
        url = server.url
    with Celery("hints", broker=url, set_as_current=False) as app:
        app.conf.update(broker_transport_options=options, task_ignore_result=True, **transport)
        for _ in range(times):
            app.send_task("games.resolve_due", queue="deadlines", task_id="the-same")
