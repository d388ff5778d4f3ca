"""Playing on a running site: browsers of people, the site's clock, access to its database."""

import contextlib
import datetime as dt
import http.client
import time
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.account.models import EmailAddress
from django.db import connections, transaction
from django.db.utils import ConnectionHandler
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from games.models import Game, Heartbeat, Phase
from tests import factories
from tests.site import TO_START, Site, until

NAMES = ("Ada", "Bruno", "Clara", "Dimitar", "Elena", "Fabio", "Greta")
IDLE = 1.0  # seconds; after two the server closes the connection, and a form would fail
HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]


class SiteClock:
    """The clock of all processes of a site, moved by a file (see `accounts.clock`)."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "clock"
        self.offset = 0.0
        self._write(0.0)

    def move_past(self, moment: Any) -> None:
        self._write((moment - timezone.now()).total_seconds() + 0.5)

    def now(self) -> dt.datetime:
        """The time by this clock."""
        return timezone.now() + dt.timedelta(seconds=self.offset)

    def move_before(self, moment: Any, *, seconds: float) -> None:
        """Move the clock to so many seconds before `moment`; from there it runs at its own pace."""
        self._write((moment - timezone.now()).total_seconds() - seconds)

    def advance(self, *, hours: float) -> None:
        self._write(self.offset + hours * 3600)

    def _write(self, seconds: float) -> None:
        """Write the offset atomically: a reader of a half-written file would see the real time."""
        self.offset = seconds
        aside = self.file.with_suffix(".aside")
        aside.write_text(f"{seconds:.3f}")
        aside.rename(self.file)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "ENTENTE_CLOCK_OFFSET_FILE": str(self.file),
            "ENTENTE_RESOLVE_SECONDS": "1",
            "ENTENTE_DELIVER_SECONDS": "1",
        }


def until_alive() -> None:
    """Wait until a worker looks for due phases. The web process often answers long before."""
    alive = Heartbeat.objects.filter(at__isnull=False)
    until(alive.exists, seconds=TO_START, what="a sign of life")


@contextlib.contextmanager
def looking_into(site: Site, blocker: Any) -> Iterator[None]:
    """Let the models of this process (in this thread) use the database of a site."""
    handler = ConnectionHandler({"default": _database(site)})
    connection = handler["default"]
    with blocker.unblock():
        before = connections["default"]
        connections["default"] = connection
        try:
            with override_settings(
                CLOCK_OFFSET_FILE=site.environment.get("ENTENTE_CLOCK_OFFSET_FILE", ""),
                PASSWORD_HASHERS=HASHERS,  # the site's, not those of the tests
            ):
                yield
        finally:
            connection.close()
            connections["default"] = before


def _database(site: Site) -> dict[str, Any]:
    url = site.environment.get("DATABASE_URL")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(site.folder / "data/db.sqlite3"),
            "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20},
        }
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path[1:],
        "USER": parts.username,
        "PASSWORD": parts.password,
        "HOST": parts.hostname,
        "PORT": parts.port,
    }


def people(*names: str) -> list[User]:
    """Create people who can sign in: confirmed addresses, and the password of `factories`."""
    with transaction.atomic():
        first = factories.person(names[0])
        found = [first, *(factories.person(name, password=None) for name in names[1:])]
        User.objects.update(password=first.password)  # hashing each one would take seconds
        EmailAddress.objects.bulk_create(
            EmailAddress(user=person, email=person.email, verified=True, primary=True)
            for person in found
        )
    return found


def table() -> tuple[User, list[User]]:
    """Create a master and seven players."""
    master, *players = people("Mia Master", *NAMES)
    return master, players


def without(protection: str) -> dict[str, str]:
    """Return the environment of a site that lacks a protection, named as in `unprotected`."""
    settings = "tests.reliability.unprotected"
    return {"DJANGO_SETTINGS_MODULE": settings, "WITHOUT": protection, "LEASE_HOURS": "1"}


def newest(game: Game) -> Phase:
    return game.phases.order_by("number").last()  # type: ignore[return-value]


class Browser:
    """A person's browser: keeps the connection, the cookies and the CSRF token.

    Use it as a context manager, or `close` it.
    """

    def __init__(self, site: Site, person: User) -> None:
        self.site = site
        self.connection = http.client.HTTPConnection("localhost", site.port, timeout=30)
        self.person = person
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.asked_at = 0.0

    def get(self, path: str) -> str:
        status, _where, page = self.ask("GET", path)
        assert status == 200, f"{path}: {status}\n{page[:2000]}"
        self.token = hidden(page, "csrfmiddlewaretoken") or self.token
        return page

    def post(self, path: str, fields: dict[str, str]) -> tuple[int, str, str]:
        """Send a form; return the status, the redirect's target and the page."""
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields})
        return self.ask("POST", path, body)

    def sign_in(self, pass_phrase: str = factories.PASSWORD) -> None:
        self.get("/accounts/login/")
        status, where, page = self.post(
            "/accounts/login/", {"login": self.person.email, "password": pass_phrase}
        )
        assert (status, where) == (302, "/"), page
        assert self.person.name in self.get("/")

    def join(self, game: Game) -> None:
        path = f"/games/{game.slug}/"
        self.get(path)
        status, where, page = self.post(f"{path}join/", {})
        assert (status, where) == (302, path), page

    def order(
        self, game: Game, code: str, power: str, orders: Sequence[str], *, mode: str
    ) -> tuple[int, str]:
        """Send a sheet as rows or as text; return the status and the page."""
        path = f"/games/{game.slug}/{code}/orders/{power}/"
        if mode == "text":
            fields = {"text": "\r\n".join(orders)}
        elif code.endswith("A"):
            fields = {f"adjustment-{n}": text for n, text in enumerate(orders, start=1)}
        else:
            fields = {f"unit-{text.split()[1][:3]}": text for text in orders}
        status, _where, page = self.post(path, {"mode": mode, **fields})
        return status, page

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        """Send a request; return the status, the redirect's target and the page."""
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        # Counted from the last request, not from its answer: a busy machine may read an answer long
        # after the server sent it and began to count how long the connection is idle.
        now = time.monotonic()
        if now - self.asked_at > IDLE:
            self.connection.close()
        self.asked_at = now
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        page = answer.read().decode()
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers.get("Location", ""), page


def hidden(page: str, name: str) -> str:
    for fields in elements(page, tags=("input",)):
        if fields.get("name") == name:
            return fields.get("value") or ""
    return ""


class _Tags(HTMLParser):
    def __init__(self, tags: Sequence[str]) -> None:
        super().__init__()
        self.tags = tags
        self.found: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.tags:
            self.found.append({"tag": tag, **dict(attrs)})


def elements(page: str, *, tags: Sequence[str]) -> list[dict[str, str | None]]:
    """Return the attributes of every element of a page with one of `tags`."""
    parser = _Tags(tags)
    parser.feed(page)
    return parser.found
