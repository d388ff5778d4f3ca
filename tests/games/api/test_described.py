"""Requests made from the description: no error of the server, and every answer as described.

Schemathesis makes requests that fit the document and others that do not, and sends them with keys
of several roles.
"""

import copy
import zlib
from typing import Any

import pytest
import requests
import schemathesis
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api import pages
from games.models import Game
from tests import factories
from tests.soak import SOAK

from .conftest import program

SLUG = "the-balkan-table"  # of the game that `factories` opens
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    allow_header_conformance,
]
# Values that lead somewhere, so that not every request ends in 404.
KNOWN = {
    "slug": [SLUG, "no-such-game"],
    "power": ["FRANCE", "ITALY"],
    "code": ["S1901M", "F1901M"],
    "thread": ["public", "FRANCE.GERMANY", "master.FRANCE", "ITALY", "nonsense"],
}


def document() -> dict[str, Any]:
    """The description with values for parameters that are in the game of the test."""
    found = copy.deepcopy(pages.openapi_document())
    for operations in found["paths"].values():
        for operation in operations.values():
            for parameter in operation["parameters"]:
                if parameter["name"] in KNOWN and parameter["in"] == "path":
                    parameter["schema"]["enum"] = KNOWN[parameter["name"]]
    for name in ("Sheet", "Readiness"):
        found["components"]["schemas"][name]["properties"]["phase"]["enum"] = ["S1901M", "F1950M"]
    return found


SCHEMA = schemathesis.openapi.from_dict(document())


@pytest.fixture
def texts(game: Game, master: Any, settings: Any) -> list[str]:
    """The keys of a player, a master and a stranger, one that may only read, and a wrong one."""
    settings.API_LIMITS = {"reads": 1_000_000, "writes": 1_000_000}
    assert game.slug == SLUG
    player = factories.seat(game, "FRANCE").tenures.get().person
    programs = [
        program(player),
        program(master),
        program(factories.person()),
        program(player, orders=False, press=False, master=False),
    ]
    return [*(each.key for each in programs), "entente_wrong"]


@SCHEMA.parametrize()
@settings(
    max_examples=100 if SOAK else 5,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
)
def test_every_answer_is_as_described(case: Any, texts: list[str]):
    # In the suite, each request is sent with one of the keys.
    chosen = zlib.crc32(repr((case.query, case.path_parameters, case.body)).encode()) % len(texts)
    for text in texts if SOAK else [texts[chosen]]:
        with transaction.atomic():
            sent, answer = send(case, text)
            transaction.set_rollback(True)
        case.validate_response(received(sent, answer), checks=CHECKS)


def send(case: Any, key: str) -> tuple[requests.PreparedRequest, Any]:
    """Send a request to the site in this process."""
    wanted = case.as_transport_kwargs(base_url="http://testserver")
    allowed = {"method", "url", "headers", "data", "params", "cookies", "json", "files"}
    parts: dict[str, Any] = {name: each for name, each in wanted.items() if name in allowed}
    prepared = requests.Request(**parts).prepare()
    prepared.headers["Authorization"] = f"Bearer {key}"
    headers = {name: str(text) for name, text in prepared.headers.items()}
    kind = headers.pop("Content-Type", "application/json")
    headers.pop("Content-Length", None)
    headers.pop("Accept-Encoding", None)  # long answers would come compressed
    body: Any = prepared.body or b""
    content = body.encode() if isinstance(body, str) else body
    client = Client(headers=headers)
    answer = client.generic(str(prepared.method), prepared.path_url, content, kind)
    return prepared, answer


def received(sent: requests.PreparedRequest, answer: Any) -> Response:
    """The answer as schemathesis takes it."""
    return Response(
        status_code=answer.status_code,
        headers={name.lower(): [text] for name, text in answer.headers.items()},
        content=answer.getvalue(),
        request=sent,
        elapsed=0.0,
        verify=False,
        message=answer.reason_phrase,
        encoding="utf-8",
    )
