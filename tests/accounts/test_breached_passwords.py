"""The question to a service of breached passwords, answered by a server on this machine."""

import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.conf import settings as django_settings
from django.test import Client
from structlog.testing import capture_logs

from accounts.models import User
from accounts.passwords import breached

pytestmark = pytest.mark.django_db

BREACHED, UNKNOWN = "lay down your arms", "take up your pens"
SECONDS = 0.5


def sha1(password: str) -> str:
    return hashlib.sha1(password.encode()).hexdigest().upper()


class Handler(BaseHTTPRequestHandler):
    server: "Service"

    def do_GET(self) -> None:
        self.server.asked.append((self.path, dict(self.headers)))
        self.server.answer(self)

    def log_message(self, *_args: object) -> None:
        """No log."""


class Service(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    answer: Callable[[Handler], None]

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.answer = endings
        self.stopped = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/range/"


def send(handler: Handler, text: str, status: int = 200) -> None:
    handler.send_response(status)
    handler.end_headers()
    handler.wfile.write(text.encode())


def endings(handler: Handler) -> None:
    """The ending of `BREACHED`, another one, and padding, which counts 0, for `UNKNOWN`."""
    send(handler, f"{'0' * 35}:3\r\n{sha1(BREACHED)[5:]}:17\r\n{sha1(UNKNOWN)[5:]}:0\r\n")


def drip(handler: Handler) -> None:
    """Send a byte now and then, so that no timeout of a socket ends it."""
    handler.send_response(200)
    handler.end_headers()
    with suppress(OSError):
        while not handler.server.stopped.wait(0.05):
            handler.wfile.write(b"0")


def drip_headers(handler: Handler) -> None:
    """Send the headers byte by byte."""
    with suppress(OSError):
        handler.wfile.write(b"HTTP/1.0 200 OK\r\nX-Slow: ")
        while not handler.server.stopped.wait(0.05):
            handler.wfile.write(b"0")


def hang(handler: Handler) -> None:
    handler.server.stopped.wait(10)


@pytest.fixture
def service(settings) -> Iterator[Service]:
    """A running service, which the site asks."""
    service = Service()
    threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.05}).start()
    validator = {
        "NAME": "accounts.passwords.validators.BreachedValidator",
        "OPTIONS": {"url": service.url, "seconds": SECONDS},
    }
    settings.AUTH_PASSWORD_VALIDATORS = [*settings.AUTH_PASSWORD_VALIDATORS, validator]
    yield service
    service.stopped.set()
    service.shutdown()
    service.server_close()
    breached._threads().shutdown()
    breached._threads.cache_clear()


def sign_up(password: str, email: str = "berta@x.test", name: str = "Berta"):
    form = {"email": email, "name": name, "password1": password, "time_zone": "UTC"}
    return Client().post("/accounts/signup/", form)


def test_a_breached_password_is_refused_and_another_is_taken(service):
    answer = sign_up(BREACHED)
    (error,) = answer.context["form"].errors["password1"]
    assert "leaked from another site" in error
    assert BREACHED not in answer.content.decode()
    assert not User.objects.exists()
    assert sign_up(UNKNOWN).status_code == 302
    assert User.objects.get().check_password(UNKNOWN)


def test_the_service_learns_five_digits_and_is_asked_for_padding(service):
    sign_up(BREACHED)
    ((path, headers),) = service.asked
    assert path == f"/range/{sha1(BREACHED)[:5]}"
    assert headers["Add-Padding"] == "true"
    assert "Cookie" not in headers


def test_it_is_not_asked_about_a_password_that_is_refused_anyway(service):
    sign_up("Entente2024")
    assert service.asked == []


def test_an_address_with_an_account_is_treated_as_any_other(service, anna):
    refused = [sign_up(BREACHED, email) for email in (anna.email, "berta@x.test")]
    assert [answer.status_code for answer in refused] == [200, 200]
    texts = [answer.context["form"].errors["password1"] for answer in refused]
    assert texts[0] == texts[1]
    taken = [sign_up(UNKNOWN, anna.email, "Clara"), sign_up(UNKNOWN, "berta@x.test", "Diana")]
    assert [answer.status_code for answer in taken] == [302, 302]
    prefixes = [path.removeprefix("/range/") for path, _headers in service.asked]
    assert prefixes == [sha1(BREACHED)[:5]] * 2 + [sha1(UNKNOWN)[:5]] * 2


@pytest.mark.parametrize(
    "answer",
    [
        hang,
        drip,
        drip_headers,
        lambda handler: send(handler, "", 503),
        lambda handler: send(handler, "<html>not it</html>"),
        lambda handler: send(handler, "é:1"),
        lambda handler: send(handler, "0:1\n" * 400_000),
        lambda handler: None,
    ],
    ids=["hangs", "drips", "drips headers", "503", "html", "not ascii", "endless", "breaks off"],
)
def test_a_service_that_fails_costs_a_moment_and_a_log_line(service, answer):
    service.answer = answer
    begun = time.monotonic()
    with capture_logs() as lines:
        assert not breached.is_breached(BREACHED, url=service.url, seconds=SECONDS)
    assert time.monotonic() - begun < SECONDS + 7  # a service goes on for ten at least
    (line,) = lines
    assert line["event"] == "breached_passwords_unavailable"
    text = repr(lines)
    assert BREACHED not in text
    assert sha1(BREACHED)[:5] not in text


def test_a_service_that_is_away_stops_nobody(service):
    service.shutdown()
    service.server_close()
    with capture_logs() as lines:
        assert sign_up(BREACHED).status_code == 302
    assert "breached_passwords_unavailable" in [line["event"] for line in lines]


def test_it_is_off_until_the_operator_switches_it_on(tmp_path):
    code = (
        "from django.conf import settings;"
        "print([each['NAME'].rpartition('.')[2] for each in settings.AUTH_PASSWORD_VALIDATORS])"
    )

    def validators(**variables: str) -> str:
        environment = {
            "PATH": os.environ["PATH"],
            "ENTENTE_DATA": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            **variables,
        }
        return subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            cwd=django_settings.BASE_DIR,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert "Breached" not in validators()
    assert "BreachedValidator" in validators(ENTENTE_BREACHED_PASSWORDS="true")
