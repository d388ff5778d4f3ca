"""Serve the site on this machine: web, workers and beat under one supervisor."""

import contextlib
import http
import importlib
import os
import socket
import struct
import sys
import time
import warnings
from argparse import ArgumentParser
from functools import partial
from typing import Any

from celery.utils import nodenames
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.urls import get_resolver
from django.utils.translation import trans_real

from accounts.mails.folder_backend import folder_in_use
from config import data_folder, garbage_collection, revision
from config.celery import app
from config.http import first_pages
from config.monitoring import counter_files
from config.services import file_broker
from config.supervisor import probe, restart, start
from config.supervisor.embedded_beat import BeatStep
from config.supervisor.processes import Child, Supervisor
from config.translation import compiler
from games.board.geometry import MAPS, load_geometry

TRIAL = 60  # seconds
PRELOADED = (
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.apps.worker",
    "celery.concurrency.solo",
    "celery.worker.components",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy",
    "gunicorn.app.wsgiapp",
    "gunicorn.arbiter",
    "gunicorn.workers.gthread",
)


def children(listener: int) -> list[Child]:
    """Return the processes of a site, the web process first: the operator waits for it.

    There are two workers, so that a slow mail server never delays a deadline.
    """
    receiving = [Child("inbound", partial(call_command, "receive_mail"))]
    return [
        Child("web", partial(_serve_pages, listener)),
        Child("deadlines", partial(_work, "deadlines", beat=True)),
        Child("deliveries", partial(_work, "deliveries")),
        *(receiving if settings.INBOUND_MAIL else []),
    ]


def preload() -> None:
    """Import, read and draw what the processes need, once for all, so that they share its memory.

    The static files must have been collected.
    """
    for path in MAPS.glob("*.json"):  # first, for what reading them takes is free for the rest
        load_geometry(path.stem)
    from config.wsgi import application  # WhiteNoise lists the static files now

    for name in PRELOADED:
        importlib.import_module(name)
    app.loader.import_default_modules()
    app.finalize()
    get_resolver().url_patterns  # noqa: B018  (imports all views)
    for code, _name in settings.LANGUAGES:
        with contextlib.suppress(OSError, ValueError, struct.error):  # its pages fail, no others
            trans_real.translation(code)
    first_pages.draw(application)
    connections.close_all()  # two processes must not use one connection
    garbage_collection.prepare_forks()


def _serve_pages(listener: int) -> None:
    from gunicorn.app.wsgiapp import WSGIApplication  # type: ignore[import-untyped]

    options = ["--config", "python:config.http.gunicorn", "--bind", f"fd://{listener}"]
    sys.argv = ["gunicorn", *options, "config.wsgi"]
    WSGIApplication().run()


def _work(queue: str, *, beat: bool = False) -> None:
    # Celery warns root about pickled messages, which we do not accept.
    warnings.filterwarnings("ignore", "You're running the worker")
    os.environ["CELERY_SKIP_CHECKS"] = "yes"  # the supervisor has run them
    if beat:
        app.steps["worker"].add(BeatStep)
    worker = app.Worker(
        hostname=nodenames.nodename(queue, socket.gethostname()),
        pool_cls="solo",
        queues=[queue],
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    sys.exit(worker.exitcode)


class Command(BaseCommand):
    help = "Serve the site on this machine: web, workers and beat under one supervisor."
    requires_system_checks: list[str] = []  # they run after the migrations

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
        deadline = time.monotonic() + TRIAL
        ready = False
        with (
            start.lock_data_folder(settings.DATA_DIR) as lock,
            start.listen("127.0.0.1", 0) as listener,
        ):
            start.collect_static()
            preload()
            supervisor = Supervisor(children(listener.fileno())[:1], self._print, own=[lock])

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
            start.lock_data_folder(settings.DATA_DIR) as lock,
            start.listen(settings.HOST, settings.PORT) as listener,
        ):
            start.check_redis()
            prepared = [start.migrate(), start.collect_static()]
            self._compile_catalogues()
            restart.to_free_memory(needed=any(prepared))
            file_broker.delete_messages(settings.DATA_DIR / "queue")
            if settings.METRICS_DIR:
                counter_files.delete_counters(settings.METRICS_DIR)
            self.check()
            preload()
            supervisor = Supervisor(children(listener.fileno()), self._print, own=[lock])
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
