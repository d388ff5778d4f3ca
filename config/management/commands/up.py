"""Serve the site on this machine: web, workers and beat under one supervisor."""

import contextlib
import sys
import urllib.error
import urllib.request
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from accounts.mail import folder_in_use
from config import broker, catalogues, data, start, tallies
from config.supervisor import Child, Supervisor

# No http_proxy of the environment leads to this machine itself.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# Root is warned about pickled messages, which we do not take.
QUIET = ["-W", "ignore:You're running the worker"]
CELERY = [sys.executable, *QUIET, "-m", "celery", "--quiet", "--app", "config"]
# Two workers, so that a slow mail server never delays a deadline.
WORKER = ["worker", "--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat"]


def children(listener: int) -> list[Child]:
    """Return the processes of a site. The web comes first: it is what somebody waits for."""
    web = [sys.executable, "-m", "gunicorn", "--config", "python:config.web"]
    return [
        Child("web", [*web, "--bind", f"fd://{listener}", "config.wsgi"], pass_fds=[listener]),
        *(
            Child(queue, [*CELERY, *WORKER, "--queues", queue, "--hostname", f"{queue}@%h"])
            for queue in ("deadlines", "deliveries")
        ),
        Child("beat", [*CELERY, "beat", "--pidfile="]),
    ]


class Command(BaseCommand):
    help = "Serve the site on this machine: web, workers and beat under one supervisor."
    requires_system_checks: list[str] = []  # each process that it starts runs them

    def handle(self, *args: Any, **options: Any) -> None:
        with contextlib.suppress(KeyboardInterrupt):  # before the supervisor listens to signals
            self._serve()
        self._say("stopped")

    def _serve(self) -> None:
        data.prepare(settings.DATA_DIR)
        with (
            start.own_data_folder(settings.DATA_DIR),
            start.listen(settings.HOST, settings.PORT) as listener,
        ):
            start.reach_redis()
            start.migrate()
            start.collect_static()
            self._compile_catalogues()
            broker.clear(settings.DATA_DIR / "queue")
            if settings.METRICS_DIR:
                tallies.clear(settings.METRICS_DIR)
            supervisor = Supervisor(children(listener.fileno()), say=self._say)
            supervisor.run(when_up=self._when_up)

    def _compile_catalogues(self) -> None:
        try:
            for folder in settings.LOCALE_PATHS:
                catalogues.compile_stale(folder)
        except OSError as error:  # a deadline matters more than the language of a page
            self._say(f"pages may be in English, for the catalogues cannot be compiled: {error}")

    def _say(self, line: str) -> None:
        self.stdout.write(f"entente: {line}")
        self.stdout.flush()

    def _when_up(self) -> bool:
        host = "127.0.0.1" if settings.HOST in {"0.0.0.0", "[::]", "*"} else settings.HOST  # noqa: S104
        name = settings.ALLOWED_HOSTS[0].removeprefix(".")
        request = urllib.request.Request(
            f"http://{host}:{settings.PORT}/healthz",
            headers={"Host": "localhost" if name == "*" else name},
        )
        try:
            with DIRECT.open(request, timeout=0.5):
                pass
        except (urllib.error.URLError, OSError):
            return False
        self._say(f"serving {settings.SITE_URL}/ – stop with Ctrl-C")
        if folder := folder_in_use():
            self._say(f"mail is not sent but written to {folder}/")
        return True
