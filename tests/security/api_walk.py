"""The walk of keys: every operation of the API, what each asks for, and requests with keys."""

import io
import json
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from accounts.api_keys import keys

from . import api_community
from .walk import forget_reader, written
from .world import ROLES, World

WITH_KEYS = [role for role in ROLES if role not in ("nobody", "pending", "ended", "closing")]
# The roles that see the private game, and the seats that they hold in both.
MEMBERS = {
    *("own", "other", "former", "heir", "master", "plays", "supmas", "mplays", "co"),
    *("stand", "lender", "mpast", "spast"),
}
SEATS = {
    "own": "FRANCE", "other": "GERMANY", "heir": "ENGLAND", "plays": "ITALY", "mplays": "RUSSIA",
    "stand": "TURKEY",
}  # fmt: skip
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
THREADS = ("public", "FRANCE", "ENGLAND.FRANCE", "GERMANY.TURKEY", "master", "master.FRANCE")
MESSAGES = "/games/{slug}/threads/{thread}/messages"
# Operations about a game, with what each asks for; the others are about the key's owner.
OF_A_GAME = (
    "/games/{slug}", "/games/{slug}/map", "/games/{slug}/phases", "/games/{slug}/phases/{code}",
    "/games/{slug}/threads", "/games/{slug}/votes", "/games/{slug}/lobby",
    "/games/{slug}/drafts", "/games/{slug}/archive", "/games/{slug}/log", *api_community.OF_A_GAME,
    "/games/{slug}/lobby/invitations",
    "/games/{slug}/phases/{code}/map.svg", "/games/{slug}/phases/{code}/map.png",
)  # fmt: skip
OF_A_SEAT = (
    "/games/{slug}/seats/{power}/orders", "/games/{slug}/seats/{power}/legal-orders",
    "/games/{slug}/seats/{power}/absences", "/games/{slug}/seats/{power}/master-orders",
)  # fmt: skip
OF_ONESELF = (
    "/games",
    "/me",
    "/me/notifications",
    "/news",
    "/open-seats",
    "/me/settings",
    "/me/profile",
    "/me/webhooks",
    "/me/invitations",
    "/me/waiting-list",
    "/practice",
)
OF_A_THREAD = (
    MESSAGES,
    "/games/{slug}/threads/{thread}/members",
    "/games/{slug}/threads/{thread}/bot-proposals",
)
# Opened by a key that one person got: see tests/games/api.
BY_A_LINK = ("/me/invitations/seats/{key}", "/games/{slug}/players/{key}")
OF_GAMES_THAT_ARE_OVER = ("/games/{slug}/animation",)
# Each with its scope and a body; a message is of a power or of the game master.
NAMES = {"vote": "0" * 16, "thread": "public", "first": "2050-01-01", "key": "0" * 32}
NAMES |= {"club": "no-such-club", "tournament": "no-such-cup"}  # see test_api_community.py
NAMES["webhook"] = "0" * 16
OWN_WEBHOOK = {"kind": "slack", "url": "https://hooks.slack.com/services/own"}
AWAY = {"first": "2050-01-01", "last": "2050-01-02"}
WRITES: tuple[tuple[str, str, str, Any], ...] = (
    ("PUT", "/games/{slug}/seats/{power}/orders", "orders", {"phase": "F1901M", "orders": []}),
    ("PUT", "/games/{slug}/seats/{power}/ready", "orders", {"phase": "F1901M", "ready": False}),
    ("POST", "/games/{slug}/votes", "orders", {"power": "{power}", "kind": "draw"}),
    ("PUT", "/games/{slug}/votes/{vote}", "orders", {"power": "{power}", "in_favour": True}),
    ("POST", "/games/{slug}/votes/{vote}/withdraw", "orders", {"power": "{power}"}),
    ("POST", "/games/{slug}/lobby/join", "account", {"confirmed": True}),
    ("POST", "/games/{slug}/lobby/leave", "account", {"confirmed": True}),
    ("POST", "/games/{slug}/lobby/here", "account", None),
    ("PUT", "/games/{slug}/lobby/wishes", "account", {"wishes": []}),
    ("POST", "/games/{slug}/seats/{power}/take", "account", {"confirmed": True}),
    ("POST", "/games/{slug}/seats/{power}/resign", "account", {"confirmed": True}),
    ("POST", "/games/{slug}/seats/{power}/come-back", "orders", None),
    ("POST", "/games/{slug}/seats/{power}/accept-end", "orders", {"confirmed": True}),
    ("POST", "/games/{slug}/seats/{power}/absences", "account", AWAY),
    ("DELETE", "/games/{slug}/seats/{power}/absences/{first}", "account", None),
    ("PUT", "/games/{slug}/seats/{power}/master-orders", "account", {"allowed": True}),
    ("POST", "/games/{slug}/amendment", "orders", {"house_rules": "Be kind."}),
    ("POST", "/games/{slug}/lobby/invitations/withdraw", "account", {"name": "Nobody"}),
    ("POST", "/games/{slug}/lobby/invitations/renew", "account", {"confirmed": True}),
    ("POST", "/games/{slug}/players/{key}/take", "account", {}),
    ("POST", "/me/invitations/seats/{key}/accept", "account", {"confirmed": True}),
    ("POST", "/me/invitations/seats/{key}/decline", "account", {}),
    ("POST", "/me/invitations/games/{slug}/decline", "account", {}),
    ("POST", "/me/invitations/refuse", "account", {}),
    ("PUT", "/me/waiting-list", "account", {"confirmed": True}),
    ("DELETE", "/me/waiting-list", "account", None),
    ("POST", "/practice", "account", {}),
    ("POST", "/games/{slug}/end-practice", "account", {"confirmed": True}),
    ("POST", "/games/{slug}/animation", "account", {}),
    ("POST", "/me/webhooks", "account", OWN_WEBHOOK),
    ("POST", "/me/webhooks/{webhook}/test", "account", {}),
    ("POST", "/me/webhooks/{webhook}/off", "account", {"confirmed": True}),
    ("PATCH", "/me/settings", "account", {"language": "es"}),
    ("PATCH", "/me/profile", "account", {"about": "Hello."}),
    ("PUT", "/games/{slug}/threads/{thread}/draft", "press", {"text": "A draft."}),
    ("DELETE", "/games/{slug}/threads/{thread}/draft", "press", None),
    (
        "POST",
        "/games/{slug}/threads/{thread}/members",
        "press",
        {"newcomer": "AUSTRIA", "text": "Welcome."},
    ),
    (
        "PUT",
        "/games/{slug}/threads/{thread}/members/{key}",
        "press",
        {"power": "{power}", "agrees": True},
    ),
    ("POST", "/games/{slug}/threads/{thread}/bot-proposals", "press", {"kind": "peace"}),
    ("PUT", "/games/{slug}/threads/{thread}/read", "press", {"message": "0" * 32}),
    ("PUT", "/games/{slug}/messages/{key}/mute", "press", {"muted": True}),
    (
        "POST",
        "/games/{slug}/messages/{key}/report",
        "press",
        {"reason": "Rude.", "confirmed": True},
    ),
    ("POST", MESSAGES, "press", {"text": "Good evening.", "sender": "{power}"}),
    ("POST", MESSAGES, "master", {"text": "Good evening.", "sender": "master"}),
    *api_community.WRITES,
)


MASTERS = {"master", "supmas", "co"}
AS_MASTER = "/games/{slug}/master"
SEEN = "2099-01-01T00:00:00Z"
# What masters do: the address after `AS_MASTER`, and a body.
MASTER_WRITES: tuple[tuple[str, Any], ...] = (
    ("/extend", {"seen": SEEN, "days": 1}),
    ("/shorten", {"seen": SEEN, "to": SEEN}),
    ("/pause", {"seen": SEEN, "until": SEEN}),
    ("/resume", {}),
    ("/process", {"seen": SEEN}),
    ("/powers", {"begin": True}),
    ("/remove", {"name": "Nobody"}),
    ("/invitation", {"confirmed": True}),
    ("/delete", {"confirmed": True}),
    ("/seats/{power}/disorder", {"reason": "Gone.", "confirmed": True}),
    ("/seats/{power}/remind", {}),
    ("/seats/{power}/replace", {"name": "Nobody", "reason": "Gone.", "confirmed": True}),
    ("/seats/{power}/withdraw", {"confirmed": True}),
    ("/seats/{power}/undo", {"confirmed": True}),
    ("/seats/{power}/return", {"confirmed": True}),
    ("/orders", {"text": "FRANCE: A PAR H", "check": True}),
    ("/results/preview", {}),
    ("/results/publish", {"seen": "0"}),
    ("/results/readings/{province}", {"reading": "A BUR H", "reason": "A slip."}),
    ("/announce", {"text": "Good evening."}),
    ("/comment", {"phase": "S1901M", "text": "Well played."}),
    ("/rename", {"title": "Another table"}),
    ("/messages/{key}/hide", {"reason": "Rude.", "confirmed": True}),
    ("/messages/{key}/show", {}),
    ("/draw", {"powers": ["FRANCE", "GERMANY"], "seen": "0", "confirmed": True}),
    ("/close", {"reason": "Over.", "seen": "0", "confirmed": True}),
    ("/reopen", {"reason": "A mistake.", "seen": "0", "confirmed": True}),
    ("/masters", {"name": "Nobody"}),
    ("/leave", {"confirmed": True}),
    ("/amendment", {"house_rules": "Be kind."}),
    ("/amendment/withdraw", {}),
    ("/back", {"to": "S1901M", "reason": "A slip.", "seen": "0", "confirmed": True}),
    ("/correct", {"position": "F1901M", "reason": "A slip."}),
    ("/webhooks", {"kind": "slack", "url": "https://hooks.slack.com/services/xyz"}),
    ("/webhooks/{webhook}/test", {}),
    ("/webhooks/{webhook}/off", {"confirmed": True}),
    ("/restart", {}),
    ("/assign", {"confirmed": True}),
    ("/invitations/withdraw", {"name": "Nobody"}),
    ("/maps/open", {"confirmed": True}),
    ("/maps/close", {"confirmed": True}),
    ("/declare", {"name": "Nobody", "confirmed": True}),
    ("/declare/remove", {"name": "Nobody", "confirmed": True}),
    ("/seats/{power}/declare", {"name": "Nobody", "confirmed": True}),
    ("/seats/{power}/declared", {"name": "Nobody", "email": ""}),
    ("/seats/{power}/undeclare", {"confirmed": True}),
    ("/seats/{power}/account", {"confirmed": True}),
)
SETTINGS = f"{AS_MASTER}/settings"
MASTER_READS = (
    *("", "/orders", "/settings", "/position", "/webhooks"),
    *("/seats/{power}/waiting-list", "/seats/{power}/declared"),
)
# What masters do in several games, with a body; the slug of a game stands for "{slug}".
SEVERAL_WRITES: tuple[tuple[str, Any], ...] = (
    ("/mastered-games/extend", {"games": {"{slug}": SEEN}, "days": 1}),
    ("/mastered-games/announce", {"games": ["{slug}"], "text": "Good evening."}),
    ("/mastered-games/remind", {"games": ["{slug}"]}),
)


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    wrote: frozenset[str]


def ask(key: str, method: str, path: str, body: Any = None) -> Answer:
    """Send a request with a key, and roll back what it did."""
    forget_reader()
    client = Client(headers={"Authorization": f"Bearer {key}", "Accept-Language": "en"})
    content = b"" if body is None else json.dumps(body).encode()
    with transaction.atomic(), written() as tables:
        got = client.generic(method, f"/api/v1{path}", content, "application/json")
        text = f"{dict(got.headers)} {_text(got)}"
        transaction.set_rollback(True)
    return Answer(got.status_code, text, frozenset(tables - {"accounts_apikey"}))


def _text(answer: Any) -> str:
    """Text of an answer; of a ZIP, that of its members."""
    if not answer.streaming:
        return str(answer.content.decode(errors="replace"))
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as archive:
        return "\n".join(archive.read(name).decode(errors="replace") for name in archive.namelist())


def key_of(world: World, role: str, *scopes: str) -> str:
    return keys.make(
        world.people[role],
        name="Bot",
        orders="orders" in scopes,
        press="press" in scopes,
        master="master" in scopes,
        account="account" in scopes,
    )[1]


def holds(role: str, power: str) -> bool:
    return SEATS.get(role) == power


def report(trouble: Iterable[str]) -> None:
    if lines := list(trouble):
        pytest.fail("\n".join([f"{len(lines)} answers are wrong:", *lines]), pytrace=False)
