"""The metrics page: who may read it, what it contains, and what it never contains."""

import datetime as dt
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.db import DatabaseError
from django.http import StreamingHttpResponse
from django.test import Client, RequestFactory
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from config import env
from config.monitoring import health, metrics
from games.models import Game, Notification
from tests import factories
from tests.site import ROOT

from .test_settings import PRODUCTION, ask, manage

TOKEN = "0123456789-abcdefghij"
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def game(db: None) -> Game:
    return factories.begun_game(factories.person("Mia"))


@pytest.fixture
def token(settings: LazySettings) -> str:
    settings.METRICS_TOKEN = TOKEN
    return TOKEN


def answer(client: Client, authorization: str = f"Bearer {TOKEN}") -> Any:
    return client.get("/metrics", headers={"authorization": authorization})


def samples(text: str) -> Samples:
    """Parse the page as Prometheus does."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(found: Samples, name: str, **labels: str) -> float:
    return found[name, frozenset(labels.items())]


# Access


def test_without_a_token_in_the_settings_there_is_no_such_page(db: None, client: Client):
    assert answer(client).status_code == 404
    assert answer(client, "Bearer ").status_code == 404


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", f"Bearer {TOKEN}x", "Bearer é", f"Basic {TOKEN}", TOKEN]
)
def test_whoever_sends_another_token_is_told_nothing(
    db: None, client: Client, token: str, authorization: str
):
    refused = answer(client, authorization)
    assert (refused.status_code, refused.content) == (401, b"")
    assert refused["WWW-Authenticate"] == "Bearer"


def test_whoever_sends_the_token_is_told_and_nobody_keeps_it(db: None, client: Client, token: str):
    told = answer(client)
    assert told.status_code == 200
    assert told["Content-Type"].startswith("text/plain; version=0.0.4")
    assert "no-store" in told["Cache-Control"]


@pytest.mark.parametrize(
    ("settings", "variable", "why"),
    [
        ({"ENTENTE_METRICS_TOKEN": "hunter2"}, "ENTENTE_METRICS_TOKEN", "is not of 16 random"),
        ({"ENTENTE_METRICS_TOKEN": "é" * 16}, "ENTENTE_METRICS_TOKEN", "is not of 16 random"),
        (
            {"ENTENTE_METRICS_TOKEN": TOKEN, "ENTENTE_METRICS_DIR": "/proc/entente"},
            "ENTENTE_METRICS_DIR",
            "cannot be used",
        ),
        ({"ENTENTE_METRICS_DIR": "/dev/null"}, "ENTENTE_METRICS_DIR", "is not a folder"),
        (PRODUCTION | {"ENTENTE_METRICS_TOKEN": TOKEN}, "ENTENTE_METRICS_DIR", "is not set"),
    ],
)
def test_a_senseless_setting_is_named_in_one_line(tmp_path, settings, variable: str, why: str):
    stopped = manage(tmp_path, "check", **settings)
    assert stopped.returncode == env.EXIT_STATUS
    assert re.fullmatch(rf"entente: {variable}: [^\n]*{why}[^\n]*\n", stopped.stderr)


def test_nothing_is_kept_in_files_for_a_site_that_nobody_watches(tmp_path):
    assert ask(tmp_path, "settings.METRICS_DIR") == "None"
    assert not (tmp_path / "metrics").exists()


# Requests


def requests(method: str, view: str, status: str) -> float:
    labels = {"method": method, "view": view, "status": status}
    return REGISTRY.get_sample_value("entente_requests_total", labels) or 0


def timed(method: str, view: str) -> float:
    labels = {"method": method, "view": view}
    return REGISTRY.get_sample_value("entente_request_seconds_count", labels) or 0


@pytest.mark.parametrize(
    ("method", "path", "counted"),
    [
        ("GET", "/games/", ("GET", "games:index", "2xx")),
        ("POST", "/games/", ("POST", "games:index", "4xx")),
        ("GET", "/games/no-such-game/", ("GET", "games:game", "4xx")),
        ("GET", "/games/mine/", ("GET", "games:mine", "3xx")),
        ("GET", "/no/such/page", ("GET", "unknown", "4xx")),
        ("BREW", "/healthz", ("other", "healthz", "2xx")),
    ],
)
def test_a_request_is_counted_under_the_name_of_its_view(
    db: None, client: Client, method: str, path: str, counted: tuple[str, str, str]
):
    before, timed_before = requests(*counted), timed(*counted[:2])
    client.generic(method, path)
    assert requests(*counted) - before == 1
    assert timed(*counted[:2]) - timed_before == 1


def test_an_error_is_counted_as_one(db: None, client: Client, monkeypatch):
    monkeypatch.setattr(health, "lateness", breaks)
    before = requests("GET", "latez", "5xx")
    client.get("/latez")
    assert requests("GET", "latez", "5xx") - before == 1


def test_an_answer_that_streams_lasts_until_its_end(rf: RequestFactory):
    def parts() -> Iterator[bytes]:
        time.sleep(0.05)
        yield b"end"

    middleware = metrics.requests_middleware(lambda _request: StreamingHttpResponse(parts()))  # type: ignore[arg-type, return-value]
    labels = {"method": "GET", "view": "unknown"}
    seconds = metrics.SECONDS.labels(**labels)._sum
    before, began = (timed(**labels), seconds.get())
    response = middleware(rf.get("/stream"))
    assert timed(**labels) == before
    assert response.getvalue() == b"end"
    assert timed(**labels) - before == 1
    assert seconds.get() - began >= 0.05


# Gauges from the database


def breaks(*_args: object, **_options: object) -> None:
    raise DatabaseError("password=hush")


def test_the_state_of_the_games_is_asked_of_the_database(client: Client, game: Game, token: str):
    factories.open_game(factories.person())
    with time_machine.travel(factories.deadline(game) + dt.timedelta(seconds=7), tick=False):
        found = samples(answer(client).content.decode())
    assert value(found, "entente_database_up") == 1
    assert value(found, "entente_phases_open") == 1
    assert value(found, "entente_phases_due") == 1
    assert value(found, "entente_lateness_seconds") == 7
    assert value(found, "entente_games", status="playing") == 1
    assert value(found, "entente_games", status="lobby") == 1
    assert value(found, "entente_games", status="aside") == 0
    waiting = Notification.objects.exclude(send_at=None).count()
    assert waiting
    assert value(found, "entente_mails_waiting") == waiting


def test_what_was_counted_is_told_while_the_database_is_away(
    client: Client, game: Game, token: str, monkeypatch
):
    client.get("/games/")
    monkeypatch.setattr(metrics, "lateness", breaks)
    text = answer(client).content.decode()
    found = samples(text)
    assert value(found, "entente_database_up") == 0
    assert value(found, "entente_requests_total", method="GET", view="games:index", status="2xx")
    assert not [name for name, _labels in found if name.startswith("entente_phases_o")]
    assert "hush" not in text


def test_no_game_and_no_person_is_named(client: Client, game: Game, token: str):
    person = factories.holder(factories.seat(game, "FRANCE"))
    client.force_login(person)
    phase = factories.open_phase(game)
    for path in (game.get_absolute_url(), f"{phase.get_absolute_url()}orders/FRANCE/"):
        assert client.get(path).status_code == 200
    text = answer(client).content.decode()
    assert "games:orders" in text
    for word in (game.slug, game.title, person.name, person.email, "FRANCE", "S1901M"):
        assert word not in text


def test_asking_costs_few_queries(
    client: Client, game: Game, token: str, django_assert_max_num_queries
):
    with django_assert_max_num_queries(4):
        answer(client)


def test_the_operators_table_has_what_is_told_and_nothing_else(
    client: Client, game: Game, token: str
):
    families = text_string_to_metric_families(answer(client).content.decode())
    told = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in families
        if family.name.startswith("entente_") and not family.name.endswith("_created")
    }
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (`entente_.*?) \|", page, re.M)
    assert told == set(re.findall(r"`(\w+)`", " ".join(table)))
    for name in re.findall(r"entente_\w+", page):
        assert name.removesuffix("_bucket") in told | {"entente_token"}
