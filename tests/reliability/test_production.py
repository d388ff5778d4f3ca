"""The processes of docker-compose.yml, with its commands and settings, behind a proxy."""

import contextlib
import dataclasses
import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

import psycopg
import pytest

from config.http.browser_policies import DEFAULTS
from tests import compose, needs
from tests.reliability.smtp import Sink
from tests.reliability.test_metrics import TOKEN, samples, value
from tests.reliability.test_settings import SECRET
from tests.security.test_headers import PERMISSIONS
from tests.services import Server, UnavailableError, free_port, own_redis
from tests.site import ROOT, TO_START, until

pytestmark = [pytest.mark.processes, pytest.mark.timeout(600)]

THROUGH_PROXY = {
    "Host": "play.example.org",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "192.0.2.7",
    "Referer": "https://play.example.org/",
}
PROCESSES = ["web", "deadlines", "deliveries", "beat"]
TYPED = "f bre  s a par-gas"  # an order that appears nowhere else
TRACES = (TYPED, "F BRE S A PAR - GAS")
# A game in its first phase, and a browser that has signed in as France.
BEGIN = """
import django, json
django.setup()
from django.test import Client
from tests import factories
game = factories.begun_game(factories.person("Mia"), title="Production")
france = Client()
france.force_login(factories.holder(factories.seat(game, "FRANCE")))
print(json.dumps([game.slug, france.cookies["__Host-sessionid"].value]))
"""


@dataclass
class Production:
    """A running site.

    `logs` holds the output of each process; `cookies` are those of France.
    """

    folder: Path
    services: dict[str, Any]
    port: int
    database: str
    redis: Server
    mails: Sink
    slug: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    def environment(self, name: str) -> dict[str, str]:
        """Return the environment that Compose would set, with files of this machine."""
        parts = urlsplit(self.database)
        told: dict[str, str] = self.services[name]["environment"]
        return told | {
            "PATH": os.environ["PATH"],
            "ENTENTE_HOST": "127.0.0.1",
            "PORT": str(self.port),
            "DATABASE_URL": parts._replace(
                netloc=parts.netloc.replace(f":{parts.password}@", "@")
            ).geturl(),
            "REDIS_URL": self.redis.url,
            "STATIC_ROOT": str(self.folder / "static"),
            "ENTENTE_METRICS_DIR": str(self.folder / "metrics"),
            "ENTENTE_PULSE_FILE": str(self.folder / f"{name}.pulse"),
        }

    def run(self, name: str, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=ROOT,
            env=self.environment(name) | {"DJANGO_SETTINGS_MODULE": "config.settings"},
            check=False,
            capture_output=True,
            text=True,
        )

    @contextlib.contextmanager
    def running(self, name: str) -> Iterator[None]:
        with (self.folder / f"{name}.log").open("wb") as out:
            process = subprocess.Popen(
                compose.command(self.services[name]),
                cwd=ROOT,
                env=self.environment(name),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        try:
            yield
        finally:
            process.terminate()
            process.wait(20)

    def healthy(self, name: str) -> bool:
        """Whether the health check of the compose file succeeds."""
        command = [
            word.replace("/tmp/pulse", str(self.folder / f"{name}.pulse"))
            for word in compose.check(self.services[name])
        ]
        return self.run(name, command).returncode == 0

    def begin(self) -> None:
        made = self.run("web", [sys.executable, "-c", BEGIN])
        assert made.returncode == 0, made.stderr
        self.slug, session = json.loads(made.stdout.splitlines()[-1])
        self.cookies = {"__Host-sessionid": session}

    def logged(self) -> list[dict[str, Any]]:
        """Return every line that a process of the site has logged, but none that it is writing."""
        lines = [line for name in PROCESSES for line in self.said(name).splitlines(keepends=True)]
        return [json.loads(line) for line in lines if line[0] == "{" and line[-1] == "\n"]

    def said(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def ask(self, query: str) -> list[Any]:
        with psycopg.connect(self.database, autocommit=True) as connection:
            answer = connection.execute(query)
            return answer.fetchall() if answer.description else []

    def send(
        self, path: str, form: dict[str, str] | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        """Ask as France would through the proxy; with a form, send it with its CSRF token."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = THROUGH_PROXY | {"Cookie": cookies} | headers
        method, body = "GET", None
        if form is not None:
            method, body = "POST", urlencode(form | {"csrfmiddlewaretoken": self.token()})
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            sent |= {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies}
        return answer_of(self.port, path, sent, method=method, body=body)

    def token(self) -> str:
        """Return the CSRF token of the forms; keep its cookie."""
        page = self.send("/games/new/")
        for cookie in page.headers.get_all("Set-Cookie", []):
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text_of(page))
        assert found
        return found[1]

    def orders_page(self) -> str:
        return f"/games/{self.slug}/{self.code()}/orders/FRANCE/"

    def code(self) -> str:
        code: str = self.ask("SELECT code FROM games_phase WHERE status = 'open'")[0][0]
        return code


def answer_of(
    port: int, path: str, headers: dict[str, str], *, method: str = "GET", body: str | None = None
) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body=body, headers=headers)
    answer = connection.getresponse()
    answer.text = answer.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return answer


def text_of(answer: http.client.HTTPResponse) -> str:
    text: str = answer.text  # type: ignore[attr-defined]
    return text


@pytest.fixture(scope="module")
def redis() -> Iterator[Server]:
    """A Redis that the test may stop."""
    try:
        with own_redis() as server:
            yield server
    except UnavailableError as error:
        needs.missing(str(error))


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis: Server
) -> Iterator[Production]:
    """Everything of docker-compose.yml except PostgreSQL and Redis, which the tests provide."""
    name = f"entente_{uuid4().hex[:12]}"
    database = f"{postgres_url.rpartition('/')[0]}/{name}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    with Sink() as mails, contextlib.ExitStack() as stack:
        given = {
            "SITE_URL": "https://play.example.org",
            "SECRET_KEY": SECRET,
            "POSTGRES_PASSWORD": urlsplit(database).password or "",
            "EMAIL_URL": mails.url,
            "ENTENTE_JOINS_PER_MINUTE": "2",
            "ENTENTE_METRICS_TOKEN": TOKEN,
        }
        services = compose.read(given)["services"]
        folder = tmp_path_factory.mktemp("production")
        site = Production(folder, services, free_port(), database, redis, mails)
        collect = [sys.executable, "manage.py", "collectstatic", "--no-input"]  # as the image does
        for command in (compose.command(services["migrate"]), collect):
            done = site.run("migrate", command)
            assert done.returncode == 0, done.stderr
        for process in PROCESSES:
            stack.enter_context(site.running(process))
        until(lambda: site.healthy("web"), seconds=TO_START, what="the web is ready")
        site.begin()
        yield site
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_every_process_becomes_healthy(site: Production) -> None:
    for name in PROCESSES:
        until(partial(site.healthy, name), seconds=TO_START, what=f"{name} is healthy")


def test_a_pulse_that_stopped_is_noticed(site: Production) -> None:
    (site.folder / "migrate.pulse").touch()
    stopped = site.services | {"migrate": site.services["beat"]}
    other = dataclasses.replace(site, services=stopped)
    assert other.healthy("migrate")
    os.utime(site.folder / "migrate.pulse", (0, 0))
    assert not other.healthy("migrate")


def test_a_deadline_is_kept_and_its_game_and_phase_stand_in_the_log(site: Production) -> None:
    code = site.code()
    assert site.send(site.orders_page(), {"mode": "text", "text": TYPED}).status == 302
    site.ask("UPDATE games_phase SET due_at = now() + interval '1 second'")
    resolved = (
        "SELECT outcome FROM games_order WHERE text = 'F BRE S A PAR - GAS'"
        f" AND phase_id = (SELECT id FROM games_phase WHERE code = '{code}')"
    )
    until(lambda: site.ask(resolved)[0][0], seconds=TO_START, what="the order has its outcome")
    until(lambda: site.mails.mails, seconds=TO_START, what="somebody gets mail")
    late = answer_of(site.port, "/latez", {"Host": "play.example.org"})
    assert (late.status, json.loads(text_of(late))) == (200, {"late_seconds": 0, "due": 0})

    def resolutions() -> int:
        about = [line for line in site.logged() if line.get("event") == "phase_resolved"]
        return [(line["game"], line["phase"]) for line in about].count((site.slug, code))

    until(resolutions, seconds=20, what="the log tells of it")  # which it does after the commit
    assert resolutions() == 1
    forms = [line for line in site.logged() if line.get("request") == "POST games:orders"]
    assert (site.slug, code) in {(line["game"], line["phase"]) for line in forms}
    assert {line["game"] for line in forms} == {site.slug}


def test_what_the_workers_did_is_told_by_the_web_process_that_prometheus_asks(
    site: Production,
) -> None:
    phases = "SELECT count(*) FROM games_phase WHERE status = 'resolved'"
    site.ask("UPDATE games_phase SET due_at = now() WHERE status = 'open'")
    before = site.ask(phases)[0][0]
    until(lambda: site.ask(phases)[0][0] > before, seconds=90, what="a phase is resolved")

    def counted(name: str, **labels: str) -> float:
        page = site.send("/metrics", Cookie="", Authorization=f"Bearer {TOKEN}")
        assert page.status == 200
        return value(samples(text_of(page)), name, **labels)

    resolved = "entente_phase_lateness_seconds_count"
    until(lambda: counted(resolved) == site.ask(phases)[0][0], seconds=60, what="each is counted")
    sent = "entente_mails_total"
    until(lambda: counted(sent, outcome="sent") > 0, seconds=60, what="mails are counted")
    assert counted("entente_requests_total", method="GET", view="readyz", status="2xx") > 0
    assert site.send("/metrics", Cookie="").status == 401
    assert without_https(site, "/metrics").status == 403  # and is not led to https with its token


def without_https(site: Production, path: str) -> http.client.HTTPResponse:
    return answer_of(site.port, path, {"Host": "play.example.org"})


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/latez"])
def test_health_is_told_without_https_to_whoever_names_the_site(
    site: Production, path: str
) -> None:
    said = site.said("web")
    answer = without_https(site, path)
    assert answer.status == 200
    assert "no-store" in str(answer.getheader("Cache-Control"))
    assert answer_of(site.port, path, {"Host": f"127.0.0.1:{site.port}"}).status == 200
    assert answer_of(site.port, path, {"Host": "evil.example"}).status == 400
    since = site.said("web").removeprefix(said)
    assert f"GET {path}" not in since.replace(f'GET {path}", "code": 400', "")


def test_pages_come_only_over_https_and_to_no_stranger_host(site: Production) -> None:
    plain = without_https(site, "/accounts/login/")
    assert plain.status == 301
    assert plain.getheader("Location") == "https://play.example.org/accounts/login/"
    evil = answer_of(site.port, "/accounts/login/", THROUGH_PROXY | {"Host": "evil.example"})
    assert evil.status == 400


def check_headers(answer: http.client.HTTPResponse) -> None:
    policy = str(answer.getheader("Content-Security-Policy"))
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.getheader("Strict-Transport-Security") == "max-age=31536000"
    for name, expected in DEFAULTS.items():
        assert answer.getheader(name) == expected, name
    is_page = str(answer.getheader("Content-Type")).startswith("text/html")
    assert answer.getheader("Permissions-Policy") == (PERMISSIONS if is_page else None)
    assert answer.getheader("Server") == "gunicorn"
    assert answer.getheader("X-Powered-By") is None


def is_private(answer: http.client.HTTPResponse) -> bool:
    return bool({"private", "no-store"} & set(str(answer.getheader("Cache-Control")).split(", ")))


def one_too_many(site: Production) -> http.client.HTTPResponse:
    """Send a form until it is refused; Redis may have been away a moment ago."""
    answers: list[http.client.HTTPResponse] = []

    def refused() -> bool:
        answers.append(site.send(f"/games/{site.slug}/leave/", {}))
        return answers[-1].status == 429

    until(refused, seconds=15, what="a limit holds")
    assert len(answers) > 2  # two are allowed
    return answers[-1]


def test_every_answer_has_its_headers_and_none_of_a_person_may_be_kept(site: Production) -> None:
    page = site.send(site.orders_page())
    static = re.findall(r'"(/static/[^"]+\.[0-9a-f]{12}\.(?:css|js))"', text_of(page))
    geometry = re.search(r'"(/static/board/standard\.[0-9a-f]{12}\.svg)#', text_of(page))
    assert geometry
    compressed = site.folder / f"{geometry[1].lstrip('/')}.br"
    assert compressed.stat().st_size <= 100_000
    answers = {
        200: page,
        404: site.send("/nowhere/"),
        302: site.send("/games/mine/", Cookie=""),
        403: answer_of(site.port, "/accounts/language/", THROUGH_PROXY, method="POST"),
    }
    answers[429] = one_too_many(site)
    answers[0] = site.send(f"/games/{site.slug}/S1901M/map.svg")
    for status, answer in answers.items():
        assert answer.status == (status or 200)
        check_headers(answer)
        assert is_private(answer), status
    assert static
    main = next(path for path in static if "/js/main." in path)
    imports = re.findall(r'^import .* from "(.+)";$', text_of(site.send(main)), re.M)
    assert imports
    assert all(re.fullmatch(r"\./[a-z/-]+\.[0-9a-f]{12}\.js", each) for each in imports)
    for path in [*static, geometry[1]]:
        file = site.send(path)
        assert file.status == 200
        check_headers(file)
        assert file.getheader("Cache-Control") == "max-age=315360000, public, immutable"
        assert file.getheader("Set-Cookie") is None


def test_cookies_are_for_this_site_over_https_and_for_no_script(site: Production) -> None:
    page = site.send("/accounts/login/", Cookie="")
    (token,) = page.headers.get_all("Set-Cookie", [])
    for word in ("__Host-csrftoken=", "; Path=/;", "; Secure", "; HttpOnly", "; SameSite=Lax"):
        assert word in token
    asked = ["SESSION_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "CSRF_COOKIE_SECURE"]
    program = f"from django.conf import settings as s; print([getattr(s, n) for n in {asked}])"
    assert site.run("web", [sys.executable, "-c", program]).stdout.strip() == str([True] * 3)


def test_a_database_that_hangs_up_costs_nobody_an_error_page(site: Production) -> None:
    for _request in range(8):
        assert site.send("/games/").status == 200  # the pools have connections
    site.ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    assert {site.send("/games/").status for _request in range(16)} == {200}


def test_orders_are_taken_while_redis_is_away_and_deadlines_kept_once_it_is_back(
    site: Production,
) -> None:
    code, page = site.code(), site.orders_page()
    site.redis.stop()
    try:
        assert site.send(page, {"mode": "text", "text": "A MAR H"}).status == 302
        ready = without_https(site, "/readyz")
        assert ready.status == 503
        assert json.loads(text_of(ready))["cache"] == "failing"
        assert not site.healthy("web")
        site.ask("UPDATE games_phase SET due_at = now() WHERE status = 'open'")
    finally:
        site.redis.start()
    # Every thread notices it at once.
    assert {without_https(site, "/readyz").status for _request in range(16)} == {200}
    # Celery's workers wait up to half a minute between two tries.
    until(lambda: site.code() != code, seconds=90, what="the phase is resolved")
    outcome = "SELECT outcome FROM games_order WHERE text = 'A MAR H'"
    assert all(found for (found,) in site.ask(outcome))
    until(lambda: site.healthy("web"), seconds=15, what="the web is whole again")


@contextlib.contextmanager
def without(site: Production, table: str) -> Iterator[None]:
    """Break the site: rename a table for the block."""
    site.ask(f"ALTER TABLE {table} RENAME TO mislaid")
    try:
        yield
    finally:
        site.ask(f"ALTER TABLE mislaid RENAME TO {table}")


def test_a_forced_error_shows_a_plain_page_keeps_nothing_and_logs_no_order(
    site: Production,
) -> None:
    everything = "SELECT id, text FROM games_order UNION ALL SELECT id, text FROM games_receipt"
    before = sorted(site.ask(everything))
    page = site.orders_page()
    form = {"mode": "text", "text": "A MAR S A PAR - BUR"}
    for table, statuses in (("games_receipt", {500, 503}), ("games_order", {500})):
        with without(site, table):
            broken = site.send(page, form)
        assert broken.status in statuses
        check_headers(broken)
        assert is_private(broken)
        for word in ("Traceback", "DEBUG", "ProgrammingError", "games_", SECRET, "psycopg"):
            assert word not in text_of(broken)
    assert sorted(site.ask(everything)) == before
    assert "A MAR S A PAR - BUR" not in site.said("web")
    assert site.send(page).status == 200  # as if nothing had happened


def test_no_log_holds_an_order_a_secret_or_a_session(site: Production) -> None:
    """Check the logs of the tests above, and send one more sheet."""
    site.send(site.orders_page(), {"mode": "text", "text": TYPED})
    said = "\n".join(site.said(name) for name in PROCESSES)
    assert "POST games:orders" in said
    for secret in (*TRACES, SECRET, site.cookies["__Host-sessionid"]):
        assert secret not in said
