"""Webhooks of a game by the API."""

from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Webhook

from .conftest import Program, program

ADDRESS = "https://hooks.example.org/entente-of-our-club/0123456789"
KEY = "sixteen-signs-at-least"
SENT = {"kind": "json", "url": ADDRESS, "secret": KEY}


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def path(game: Game, act: str = "") -> str:
    return f"/games/{game.slug}/master/webhooks{act}"


def test_a_webhook_is_added_tried_and_switched_off(game: Game, master: User, mia: Program):
    answer = mia.post(path(game), SENT | {"language": "es"})
    assert answer.status_code == 201, answer.content
    row = game.webhooks.get()
    assert (row.url, row.secret, row.language, row.made_by) == (ADDRESS, KEY, "es", master)
    twice = mia.post(path(game), SENT)
    assert (twice.status_code, twice.json()["code"]) == (409, "refused")
    key = answer.json()["webhooks"][0]["id"]
    assert mia.post(path(game, f"/{key}/test"), {}).status_code == 200
    assert mia.post(path(game, f"/{key}/test"), {}).status_code == 409
    read = mia.get(path(game))
    assert KEY not in read.content.decode()
    assert ADDRESS not in read.content.decode()
    assert read.json()["webhooks"][0]["waiting"] == 1
    asked = mia.post(path(game, f"/{key}/off"), {})
    assert asked.json()["code"] == "needs_confirmation"
    assert mia.post(path(game, f"/{key}/off"), {"confirmed": True}).status_code == 200
    assert not Webhook.objects.active().exists()
    assert mia.post(path(game, f"/{key}/off"), {"confirmed": True}).status_code == 404


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"kind": "json", "url": ADDRESS}, "secret"),
        (SENT | {"secret": "short"}, "secret"),
        (SENT | {"username": "herald"}, "username"),
        (SENT | {"url": "http://127.0.0.1/"}, "url"),
        ({"kind": "discourse", "url": ADDRESS, "secret": KEY, "username": "herald"}, "url"),
        ({"kind": "telegram", "url": ADDRESS}, "kind"),
    ],
)
def test_what_a_place_lacks_is_named(game: Game, mia: Program, sent: dict[str, Any], field: str):
    answer = mia.post(path(game), sent)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert not game.webhooks.exists()
