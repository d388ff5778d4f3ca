"""A game that has begun, and programs with keys of its people."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from accounts.api_keys import keys
from accounts.models import User
from accounts.models.api_key import SCOPES
from games.models import Game


@dataclass
class Program:
    """A program with a key; `headers` go with each request."""

    key: str
    headers: dict[str, str]

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request to the API; `body` is sent as JSON unless it is bytes."""
        content = body if isinstance(body, bytes) else b"" if body is None else dump(body)
        sent = {"Authorization": f"Bearer {self.key}", **self.headers, **headers}
        client = Client(headers={name.replace("_", "-"): text for name, text in sent.items()})
        return client.generic(method, f"/api/v1{path}", content, "application/json")

    def get(self, path: str, **headers: str) -> Any:
        return self.send("GET", path, **headers)

    def put(self, path: str, body: Any, **headers: str) -> Any:
        return self.send("PUT", path, body, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        return self.send("POST", path, body, **headers)


def dump(body: Any) -> bytes:
    return json.dumps(body).encode()


def program(person: User, **scopes: bool) -> Program:
    """A program with a key of `person`, with all scopes unless one is left out."""
    wanted: dict[str, Any] = dict.fromkeys(SCOPES, True) | scopes
    _key, text = keys.make(person, name="Bot", **wanted)
    return Program(text, {"Accept-Language": "en"})


@dataclass
class Table:
    """A game with a program for each power."""

    game: Game
    programs: dict[str, Program]

    @property
    def path(self) -> str:
        return f"/games/{self.game.slug}"

    def seat(self, power: str) -> str:
        return f"{self.path}/seats/{power}"


@pytest.fixture
def table(game: Game) -> Table:
    people = {seat.power: seat.tenures.get().person for seat in game.seats.all()}
    return Table(game, {power: program(person) for power, person in people.items()})
