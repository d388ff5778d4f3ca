"""Serve the site on this machine: web, workers and beat under one supervisor."""

import contextlib
import sys
import urllib.error
import urllib.request
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from accounts.mails.folder_backend import folder_in_use
from config import data_folder
from config.monitoring import counter_files
from config.services import file_broker
from config.supervisor import start
from config.supervisor.processes import Child, Supervisor
from config.translation import compiler

# Ignores http_proxy, which does not lead to this machine.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# Celery warns root about pickled messages, which we do not accept.
NO_ROOT_WARNING = ["-W", "ignore:You're running the worker"]
CELERY = [sys.executable, *NO_ROOT_WARNING, "-m", "celery", "--quiet", "--app", "config"]
# Two workers, so that a slow mail server never delays a deadline.
WORKER = ["worker", "--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat"]


def children(listener: int) -> list[Child]:
    """Return the processes of a site, the web process first: the operator waits for it."""
    receiving = [sys.executable, "manage.py", "receive_mail"] if settings.INBOUND_MAIL else []
    web = [sys.executable, "-m", "gunicorn", "--config", "python:config.http.gunicorn"]
    return [
        Child("web", [*web, "--bind", f"fd://{listener}", "config.wsgi"], pass_fds=[listener]),
        *(
            Child(queue, [*CELERY, *WORKER, "--queues", queue, "--hostname", f"{queue}@%h"])
            for queue in ("deadlines", "deliveries")
        ),
        Child("beat", [*CELERY, "beat", "--pidfile="]),
        *([Child("inbound", receiving)] if receiving else []),
    ]


class Command(BaseCommand):
    help = "Serve the site on this machine: web, workers and beat under one supervisor."
    requires_system_checks: list[str] = []  # each process that it starts runs the checks

    def handle(self, *args: Any, **options: Any) -> None:
        with contextlib.suppress(KeyboardInterrupt):  # until the supervisor handles signals
            self._serve()
        self._print("stopped")

    def _serve(self) -> None:
        data_folder.prepare(settings.DATA_DIR)
        with (
            start.lock_data_folder(settings.DATA_DIR),
            start.listen(settings.HOST, settings.PORT) as listener,
        ):
            start.check_redis()
            start.migrate()
            start.collect_static()
            self._compile_catalogues()
            file_broker.delete_messages(settings.DATA_DIR / "queue")
            if settings.METRICS_DIR:
                counter_files.delete_counters(settings.METRICS_DIR)
            supervisor = Supervisor(children(listener.fileno()), report=self._print)
            supervisor.run(announce_ready=self._announce_if_ready)

    def _compile_catalogues(self) -> None:
        try:
            for folder in settings.LOCALE_PATHS:
                compiler.compile_stale(folder)
        except OSError as error:  # pages in English are better than missed deadlines
            self._print(f"pages may be in English, for the catalogues cannot be compiled: {error}")

    def _print(self, line: str) -> None:
        self.stdout.write(f"entente: {line}")
        self.stdout.flush()

    def _announce_if_ready(self) -> bool:
        """Print the address if the web process answers; return whether it does."""
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
        self._print(f"serving {settings.SITE_URL}/ – stop with Ctrl-C")
        if folder := folder_in_use():
            self._print(f"mail is not sent but written to {folder}/")
        return True
