"""Deadlines: the workers' heartbeat, the queue of hints, late phases, games that stand still."""

import time
from collections.abc import Iterator
from pathlib import Path

import redis
from django.conf import settings

from accounts import clock
from config.monitoring import health
from config.services import task_queue
from config.supervisor import probe, start
from games.models import Game, Heartbeat

from .findings import Finding, note, ok, problem, span

SILENCE = 90  # seconds without a heartbeat of a worker
MANY_HINTS = 200  # beat sends one every second or two, and they expire
QUEUES = ("deadlines", "deliveries")


def processes() -> Iterator[Finding]:
    """Findings on the processes of this machine. Those of other machines are not known here."""
    if settings.PRODUCTION:
        return
    process = start.running_process(settings.DATA_DIR)
    if process is None:
        yield note("the site does not run", "Start it with ./run, or systemctl start entente.")
        return
    status = probe.status_of("/readyz")
    if status == 200:
        yield ok(f"the site runs (process {process}) and is ready")
    else:
        yield problem(
            f"the site runs (process {process}), but /readyz answers {status or 'nothing'}",
            "Look for “not_ready” in the log.",
        )


def heartbeat() -> Iterator[Finding]:
    """Findings on the workers that resolve phases, on whatever machine."""
    at = Heartbeat.objects.values_list("at", flat=True).first()
    if at is None:
        yield note("no worker has looked for deadlines yet", "Start the site.")
        return
    age = (clock.now() - at).total_seconds()
    stopped = not settings.PRODUCTION and start.running_process(settings.DATA_DIR) is None
    if age < -SILENCE:
        yield problem(
            f"the last look for deadlines lies {span(-age)} in the future",
            "The clock was set back: correct it, by NTP.",
        )
    elif age <= SILENCE:
        yield ok(f"workers looked for deadlines {span(max(age, 0))} ago")
    elif stopped:
        yield note(f"workers last looked for deadlines {span(age)} ago")
    else:
        yield problem(
            f"no worker has looked for deadlines for {span(age)}",
            "Look whether beat, the broker and a worker for “deadlines” run.",
        )


def queues() -> Iterator[Finding]:
    """Findings on the hints that no worker has taken yet."""
    for queue in QUEUES:
        number, age = _waiting(queue)
        text = f"{number} messages wait in the queue “{queue}”"
        if number > MANY_HINTS or age > 60:
            yield problem(text, f"Look whether a worker for “{queue}” runs, or start another.")
        else:
            yield ok(text)


def _waiting(queue: str) -> tuple[int, float]:
    """Return the number of messages of a queue, and the age of the oldest if that is known."""
    if settings.REDIS_URL:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5) as broker:
            return int(broker.llen(f"{task_queue.KEY_PREFIX}{queue}")), 0
    if start.running_process(settings.DATA_DIR) is None:
        return 0, 0  # left of the last run, and deleted by the next
    files = sorted(Path(settings.DATA_DIR, "queue").glob(f"*.{queue}.msg"))
    if not files:
        return 0, 0
    return len(files), time.time() - int(files[0].name.partition("_")[0]) / 1e9


def deadlines() -> Iterator[Finding]:
    late = health.lateness()
    text = f"{late['due']} phases are due, the oldest for {span(late['late_seconds'])}"
    if not late["due"]:
        yield ok("no deadline has passed without a result")
    elif late["late_seconds"] > settings.LATE_SECONDS:
        yield problem(text, "Is the site running? If so, look for phase_stuck in the log.")
    else:
        yield ok(text)


def set_aside() -> Iterator[Finding]:
    """Findings on games whose clock was stopped because a phase could not be resolved."""
    for game in Game.objects.filter(status=Game.Status.ASIDE):
        yield problem(
            f"the game “{game.slug}” was set aside: a phase could not be resolved",
            "The log has game_set_aside and why. Once that is mended:"
            f" ./run manage resume {game.slug}",
        )
