"""Requests made from the description: no error of the server, and every answer as described.

Schemathesis makes requests that fit the document and others that do not, and sends them with keys
of several roles. docs/testing.md has a command that does the same on a running site.
"""

import copy
import uuid
import zlib
from typing import Any

import pytest
import requests
import schemathesis
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from accounts.models import User
from games.api import pages
from games.api.routes.votes import vote_id
from games.clubs import creation
from games.models import Game, Vote
from games.tournaments import opening
from games.votes import voting
from tests import factories
from tests.soak import SOAK

from .conftest import program

SLUG = "the-balkan-table"  # of the game that `factories` opens
# All checks of schemathesis that send no further requests; whose answers another key may read is
# shown by the access walk.
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    unsupported_method,
    allow_header_conformance,
]
# What fits the document may still be refused: it does not describe orders, cursors and rules.
REFUSED = ["2xx", "401", "403", "404", "409", "422"]
VOTE = "the-vote"  # stands for the vote of the test, whose name is not known before it exists
# Values that lead somewhere, so that not every request ends in 404.
KNOWN = {
    "slug": [SLUG, "no-such-game"],
    "power": ["FRANCE", "ITALY"],
    "code": ["S1901M", "F1901M"],
    "thread": ["public", "FRANCE.GERMANY", "master.FRANCE", "ITALY", "nonsense"],
    "vote": [VOTE, "no-such-vote"],
    "club": ["the-vienna-circle", "no-such-club"],
    "tournament": ["spring-cup", "no-such-cup"],
}
IN_BODIES = {
    "phase": {"type": "string", "enum": ["S1901M", "F1950M"]},
    "power": {"type": "string", "enum": ["FRANCE", "ITALY"]},
}
INPUTS = ("Sheet", "Readiness", "Proposal", "Ballot", "Withdrawal")


def document() -> dict[str, Any]:
    """The description with values for parameters that are in the game of the test.

    `send` adds the key; with `security`, schemathesis would leave it out and expect a refusal.
    """
    found = copy.deepcopy(pages.openapi_document())
    for operations in found["paths"].values():
        for operation in operations.values():
            del operation["security"]
            for parameter in operation["parameters"]:
                if parameter["name"] in KNOWN and parameter["in"] == "path":
                    parameter["schema"]["enum"] = KNOWN[parameter["name"]]
    for name in INPUTS:
        properties = found["components"]["schemas"][name]["properties"]
        properties.update({key: each for key, each in IN_BODIES.items() if key in properties})
    return found


CONFIG = SchemathesisConfig.from_dict(
    {"checks": {"positive_data_acceptance": {"expected-statuses": REFUSED}}}
)
SCHEMA = schemathesis.openapi.from_dict(document(), config=CONFIG)


@pytest.fixture
def texts(game: Game, master: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Keys: of a player, a master and a stranger, one that may only read, a wrong one, and none."""
    monkeypatch.setattr("games.board.png.png", lambda _document, _width: b"a picture")  # quickly
    settings.API_LIMITS = {"reads": 1_000_000, "writes": 1_000_000}
    settings.ACCOUNT_RATE_LIMITS = {}
    assert game.slug == SLUG
    seat = factories.seat(game, "FRANCE")
    player = factories.holder(seat)
    voting.propose(factories.open_phase(game), seat, Vote.Kind.DRAW, person=player)
    creation.create(player, name="The Vienna Circle", about="", is_listed=False)
    open_cup(master)
    programs = [
        program(player),
        program(master),
        program(factories.person()),
        program(player, orders=False, press=False, master=False),
    ]
    return [*(each.key for each in programs), "entente_wrong", ""]


def open_cup(organizer: User) -> None:
    source = factories.open_game(organizer, title="Model")
    key = uuid.uuid4()
    opening.open_tournament(
        organizer, source, request_key=key, title="Spring Cup", rounds_planned=2, has_teams=True
    )


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
    """Send a request to the site in this process, with a key unless it is empty."""
    wanted = case.as_transport_kwargs(base_url="http://testserver")
    allowed = {"method", "url", "headers", "data", "params", "cookies", "json", "files"}
    parts: dict[str, Any] = {name: each for name, each in wanted.items() if name in allowed}
    parts["url"] = parts["url"].replace(f"/votes/{VOTE}", f"/votes/{vote_id(Vote.objects.get())}")
    prepared = requests.Request(**parts).prepare()
    prepared.headers.pop("Authorization", None)
    if key:
        prepared.headers["Authorization"] = f"Bearer {key}"
    headers = {name: str(text) for name, text in prepared.headers.items()}
    headers.pop("Accept-Encoding", None)  # `received` takes answers as they are
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
