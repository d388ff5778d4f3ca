"""The machine: disks, clocks, and the way from outside to the site."""

import datetime as dt
import http.client
import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from .findings import Finding, note, ok, problem, size, span

LEAST_FREE = 500e6  # bytes
LITTLE_FREE = 2e9
NTP = "Let chrony or systemd-timesyncd set the clocks of all machines."
MOST_DIFFERENCE = 2.0  # seconds between the clocks of two machines
RENEWAL = {7: problem, 20: note}  # days left below which a certificate should have been renewed


def disks() -> Iterator[Finding]:
    """Findings on the free space of each disk that the site writes to."""
    places: dict[int, tuple[Path, list[str]]] = {}
    for name, path in _folders():
        if path.is_dir():
            places.setdefault(path.stat().st_dev, (path, []))[1].append(name)
    for path, names in places.values():
        free = shutil.disk_usage(path).free
        text = f"{size(free)} free for {', '.join(names)} ({path})"
        if free < max(LEAST_FREE, 2 * _database_size()):
            yield problem(text, "Make room: orders cannot be saved on a full disk.")
        elif free < LITTLE_FREE:
            yield note(text, "Make room before it is full.")
        else:
            yield ok(text)
    for name, path in _folders():
        if path.is_dir() and not os.access(path, os.W_OK | os.X_OK):
            yield problem(f"{name} ({path}) cannot be written", "Look whose folder it is.")


def _folders() -> Iterator[tuple[str, Path]]:
    if not settings.PRODUCTION:
        yield "the data folder", Path(settings.DATA_DIR)
    if settings.SQLITE:
        yield "the database", Path(connection.settings_dict["NAME"]).parent
    if settings.BACKUP_FOLDER:
        yield "backups", Path(settings.BACKUP_FOLDER)


def _database_size() -> int:
    if not settings.SQLITE:
        return 0
    file = Path(connection.settings_dict["NAME"])
    return file.stat().st_size if file.is_file() else 0


def clocks() -> Iterator[Finding]:
    """Findings on this machine's clock: its source, and the difference to that of PostgreSQL."""
    synchronized = _synchronized()
    if synchronized is False:
        yield problem("the clock of this machine is not set by NTP", NTP)
    known = "set by NTP" if synchronized else "this machine does not say whether NTP sets it"
    yield ok(f"{dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M:%S} UTC, {known}")
    if not settings.SQLITE:
        difference = abs(_difference_to_database())
        if difference > MOST_DIFFERENCE:
            text = f"the clocks of this machine and of PostgreSQL differ by {difference:.0f} s"
            yield problem(text, NTP)


def _synchronized() -> bool | None:
    program = shutil.which("timedatectl")
    if program is None:
        return None
    command = [program, "show", "--property=NTPSynchronized", "--value"]
    try:
        done = subprocess.run(  # noqa: S603
            command, check=False, capture_output=True, text=True, timeout=5
        )
    except subprocess.TimeoutExpired:
        return None
    return {"yes": True, "no": False}.get(done.stdout.strip())


def _difference_to_database() -> float:
    began = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        (theirs,) = cursor.fetchone()
    return float(theirs - (began + time.time()) / 2)


def jumps(wall: float, monotonic: float) -> Iterator[Finding]:
    """Findings on a clock that was set while the check ran; begun at these two times."""
    jump = (time.time() - wall) - (time.monotonic() - monotonic)
    if abs(jump) > 1:
        yield problem(f"the clock was set by {jump:.0f} s during this check", NTP)


def certificate() -> Iterator[Finding]:
    """Findings on SITE_URL as others see it: its certificate, and the proxy behind it."""
    site = urlsplit(settings.SITE_URL)
    if site.scheme != "https":
        return
    context = ssl.create_default_context()
    host, port = site.hostname or "", site.port or 443
    visitor = http.client.HTTPSConnection(host, port, timeout=8, context=context)
    try:
        visitor.connect()
        yield _days_left(visitor.sock)
        visitor.request("GET", "/healthz", headers={"User-Agent": "entente-check"})
        status = visitor.getresponse().status
    except ssl.SSLCertVerificationError as error:
        yield problem(
            f"the certificate of {host} is not trusted: {error.verify_message}",
            "Look into the log of the proxy that gets it.",
        )
    except (OSError, http.client.HTTPException) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        yield note(
            f"{settings.SITE_URL} cannot be reached from this machine: {why}",
            "Try it from another machine, with a browser.",
        )
    else:
        if status == http.HTTPStatus.OK:
            yield ok(f"{settings.SITE_URL} answers")
        else:
            yield problem(
                f"{settings.SITE_URL}/healthz answers with status {status}",
                "502 and 503: the proxy does not reach the site. 400: it does not pass on Host.",
            )
    finally:
        visitor.close()


def _days_left(sock: ssl.SSLSocket) -> Finding:
    ends = str((sock.getpeercert() or {})["notAfter"])
    left = ssl.cert_time_to_seconds(ends) - time.time()
    text = f"the certificate is valid for {span(left)} more"
    for days, finding in RENEWAL.items():
        if left < days * 86_400:
            return finding(text, "It should have been renewed: look into the log of the proxy.")
    return ok(text)
