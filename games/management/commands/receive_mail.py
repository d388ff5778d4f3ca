"""Receive orders and messages by mail, as ENTENTE_INBOUND_MAIL says, until a signal comes."""

import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections

from games.inbound import lmtp, maildir

PAUSE = 2.0  # seconds between two looks into a folder


class Command(BaseCommand):
    help = "Receive orders and messages by mail, as ENTENTE_INBOUND_MAIL says."

    def handle(self, *args: Any, **options: Any) -> None:
        source = settings.INBOUND_MAIL
        if source is None:
            raise CommandError("ENTENTE_INBOUND_MAIL is not set: no mail comes in.")
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_signal: stop.set())
        if "maildir" in source:
            _watch(maildir.Maildir(source["maildir"]), stop)
        else:
            _serve(source["host"], source["port"], stop)


def _watch(folder: maildir.Maildir, stop: threading.Event) -> None:
    while not stop.is_set():
        close_old_connections()
        folder.receive_new()
        stop.wait(PAUSE)


def _serve(host: str, port: int, stop: threading.Event) -> None:
    """Serve until `stop`. A mail that is not acknowledged then is delivered again."""
    with lmtp.Server(host, port) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        stop.wait()
