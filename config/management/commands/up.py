"""Serve the site on this machine: web, workers and beat under one supervisor."""

import contextlib
import http
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.mails.folder_backend import folder_in_use
from config import data_folder, revision
from config.monitoring import counter_files
from config.services import file_broker
from config.supervisor import probe, restart, start
from config.supervisor.processes import Child, Supervisor
from config.translation import compiler

TRIAL = 60  # seconds
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

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--trial",
            action="store_true",
            help="only try whether a web process serves pages, on a free port of this machine",
        )

    def handle(self, *args: Any, trial: bool = False, **options: Any) -> None:
        upgrading = False
        with contextlib.suppress(KeyboardInterrupt):  # until the supervisor handles signals
            upgrading = self._try() if trial else self._serve()
        if upgrading:
            self._print("stopped for an upgrade")
            restart.when_upgraded(settings.DATA_DIR, settings.BASE_DIR / "run")
        if not trial:
            self._print("stopped")

    def _try(self) -> bool:
        """Start a web process alone, so that nothing is resolved or sent, and ask it.

        Raises `CommandError` if it is not ready within TRIAL seconds.
        """
        from config.celery import app  # a start need not wait for its import

        app.loader.import_default_modules()  # the workers import nothing else
        deadline = time.monotonic() + TRIAL
        ready = False
        with (
            start.lock_data_folder(settings.DATA_DIR),
            start.listen("127.0.0.1", 0) as listener,
        ):
            start.collect_static()
            supervisor = Supervisor(children(listener.fileno())[:1], report=self._print)

            def ask() -> bool:
                nonlocal ready
                address = listener.getsockname()[:2]
                ready = probe.status_of("/readyz", address=address) == http.HTTPStatus.OK
                supervisor.stopping = supervisor.stopping or ready or time.monotonic() > deadline
                return ready

            supervisor.run(announce_ready=ask)
        if not ready:
            raise CommandError("the web process is not ready")
        return False

    def _serve(self) -> bool:
        """Serve until a signal comes; return whether it was that of an upgrade."""
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
        return supervisor.upgrading

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
        if probe.status_of("/healthz", timeout=0.5) != http.HTTPStatus.OK:
            return False
        (settings.DATA_DIR / "commit").write_text(revision.commit(), encoding="ascii")
        self._print(f"serving {settings.SITE_URL}/ – stop with Ctrl-C")
        if folder := folder_in_use():
            self._print(f"mail is not sent but written to {folder}/")
        return True
