"""Access by keys: every operation of the API, every role, every scope, and the canaries."""

import io
import json
import logging
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from django.db import transaction
from django.test import Client

from accounts.api_keys import keys
from accounts.models import User
from games.api import pages
from games.models import Game, Order, Tenure

from . import api_community
from .table import read_table
from .walk import forget_reader, written
from .world import ROLES, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]
_ROWS, SEES = read_table()
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
    "/games/{slug}/drafts", "/games/{slug}/archive", *api_community.OF_A_GAME,
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
    ("/seats/{power}/withdraw", {}),
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
    ("/draw", {"powers": ["FRANCE", "GERMANY"], "phase": "F1901M", "confirmed": True}),
    ("/close", {"reason": "Over.", "phase": "F1901M", "confirmed": True}),
    ("/reopen", {"reason": "A mistake.", "phase": "F1901M", "confirmed": True}),
    ("/masters", {"name": "Nobody"}),
    ("/leave", {"confirmed": True}),
    ("/amendment", {"house_rules": "Be kind."}),
    ("/amendment/withdraw", {}),
    ("/back", {"to": "S1901M", "reason": "A slip.", "phase": "F1901M", "confirmed": True}),
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
# About a player without an account: 404 for masters too, as France has another player.
DECLARED = ("/declared", "/undeclare", "/account")


# Beginnings of the names of canaries that the API has, and one that only pages have: a complaint.
OF_THE_API = ("order-of-", "draft-of-", "message-", "late-", "early-", "note-")
ELSEWHERE = {"message-that-was-reported"}


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    wrote: frozenset[str]


@pytest.fixture(autouse=True)
def _quiet(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("games.board.png.png", lambda _document, _width: b"a picture")
    settings.API_LIMITS = {"reads": 1_000_000, "writes": 1_000_000}
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


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


def reads(role: str, game: Game) -> Iterator[tuple[str, int | None]]:
    """The addresses that a role reads, with the status; None where it depends on the thread."""
    sees = game.visibility == Game.Visibility.PUBLIC or role in MEMBERS
    for path in OF_A_GAME:
        yield path.format(slug=game.slug, code="S1901M"), 200 if sees else 404
    yield f"/games/{game.slug}/animation", 404  # of games that are over
    for picture in ("", "/map.svg"):
        yield f"/games/{game.slug}/phases/F1901M{picture}", 200 if sees else 404
    for power in POWERS:
        for path in OF_A_SEAT:
            yield path.format(slug=game.slug, power=power), 200 if holds(role, power) else 404
    for thread in THREADS:
        known = 200 if thread == "public" and sees else None
        for path in OF_A_THREAD:
            yield path.format(slug=game.slug, thread=thread), known if sees else 404


@pytest.mark.parametrize("role", WITH_KEYS)
def test_each_role_reads_by_key_what_it_reads_on_pages(world: World, role: str):
    key, trouble, found = key_of(world, role), [], set()
    for circle, visibility in ((world.public, "public"), (world.private, "private")):
        asked = [*reads(role, circle.game), *((path, 200) for path in OF_ONESELF)]
        listed = ask(key, "GET", f"/games/{circle.game.slug}/threads")
        if listed.status == 200:
            body = json.loads(listed.text[listed.text.index('{"threads') :])
            asked += [
                (path.format(slug=circle.game.slug, thread=each["id"]), 200)
                for each in body["threads"]
                for path in OF_A_THREAD
            ]
        for path, status in asked:
            answer = ask(key, "GET", path)
            if answer.status not in ((200, 404) if status is None else (status,)):
                trouble.append(f"{path}: {answer.status} instead of {status}")
            if answer.wrote:
                trouble.append(f"{path} wrote into {sorted(answer.wrote)}")
            for canary in world.canaries:
                if canary.is_in(answer.text, "games:api_v1", visibility):
                    found.add(canary.name)
                    if not SEES[canary.name][role]:
                        trouble.append(f"{path}: reads {canary.name}")
    report([*trouble, *unread(role, found)])


@pytest.mark.parametrize("role", ["own", "master", "guest"])
def test_no_profile_by_key_names_an_anonymous_game(world: World, role: str):
    key, trouble = key_of(world, role), []
    for circle in (world.public, world.private):
        held = Tenure.objects.filter(seat__game=circle.game)
        for person in User.objects.filter(pk__in=held.values("person")):
            answer = ask(key, "GET", f"/people/{quote(person.name)}")
            traces = (circle.game.slug, circle.game.title, circle.lobby.slug)
            if answer.status != 200 or any(trace in answer.text for trace in traces):
                trouble.append(f"{person.name}: {answer.status}")
    report(trouble)


def unread(role: str, found: set[str]) -> Iterator[str]:
    """The orders and messages of the world that the role should have read by its key."""
    for name, readers in SEES.items():
        if name.startswith(OF_THE_API) and readers[role] and name not in found | ELSEWHERE:
            yield f"{role} reads {name} nowhere"


def report(trouble: Iterable[str]) -> None:
    if lines := list(trouble):
        pytest.fail("\n".join([f"{len(lines)} answers are wrong:", *lines]), pytrace=False)


@pytest.mark.parametrize("role", WITH_KEYS)
def test_no_scope_writes_what_another_is_for_and_nobody_in_a_seat_of_others(
    world: World, role: str
):
    trouble = []
    game = world.public.game
    every = {"orders", "press", "master", "account"}
    enough_key = key_of(world, role, *every)
    small_keys = {scope: key_of(world, role, *(every - {scope})) for scope in every}
    for method, template, scope, body in WRITES:
        for power in ("FRANCE", "ITALY"):
            path = template.format(slug=game.slug, power=power, **NAMES)
            sent = json.loads(json.dumps(body).replace("{power}", power))
            small = ask(small_keys[scope], method, path, sent)
            if (small.status, small.wrote) != (403, frozenset()):
                trouble.append(f"{method} {path} without {scope}: {small.status}, {small.wrote}")
            enough = ask(enough_key, method, path, sent)
            anyone = "thread" in template or template.endswith("/take")
            of_a_seat = "{power}" in f"{template}{body}" and not anyone
            if of_a_seat and not holds(role, power):
                if (enough.status, enough.wrote) != (404, frozenset()):
                    trouble.append(f"{method} {path}: {enough.status}, {enough.wrote}")
            elif enough.status >= 500:
                trouble.append(f"{method} {path}: {enough.status}")
    report(trouble)


# Writes that no page has a form for: it marks what it shows.
NO_FORM = {"/games/{slug}/threads/{thread}/read"}


def test_each_write_has_the_limit_of_a_form(world: World, monkeypatch: pytest.MonkeyPatch):
    """`test_the_walk_has_every_operation` shows that these are all."""
    monkeypatch.setattr("accounts.rate_limits.exceeds_limit", lambda *_args: True)
    unlimited = set()
    values = {"slug": world.public.game.slug, "power": "FRANCE", "province": "BUR", **NAMES}
    own = [(method, path, body) for method, path, _scope, body in WRITES]
    mastered = [("POST", AS_MASTER + path, body) for path, body in MASTER_WRITES]
    mastered += [("POST", path, body) for path, body in SEVERAL_WRITES]
    mastered += [("POST", "/games", {"title": "Mine"}), ("PATCH", SETTINGS, {"pace": "daily"})]
    mastered.append(("POST", "/games", {"title": "Mine"}))
    mastered.append(("POST", "/take-over", {"position": "", "game": {"title": "Mine"}}))
    for role, writes in (("own", own), ("master", mastered)):
        key = key_of(world, role, "orders", "press", "master", "account")
        for method, path, body in writes:
            sent = json.loads(json.dumps(body).replace("{power}", "FRANCE"))
            if ask(key, method, path.format(**values), sent).status != 429:
                unlimited.add(path)
    assert unlimited == NO_FORM


def missing(path: str) -> tuple[int, ...]:
    """404 for the masters themselves: no webhook has this name, and France an account."""
    return (404,) if NAMES["webhook"] in path or path.endswith(DECLARED) else ()


@pytest.mark.parametrize("role", WITH_KEYS)
def test_masters_alone_act_as_masters_and_only_with_the_scope(world: World, role: str):
    trouble = []
    enough, small = key_of(world, role, "master"), key_of(world, role, "orders", "press")
    opened = [ask(key, "POST", "/games", {"title": "Mine"}).status for key in (enough, small)]
    playing = {"title": "Mine", "role": "player"}
    opened += [
        ask(key_of(world, role, *scopes), "POST", "/games", playing).status
        for scopes in (("master",), ("master", "account"))
    ]
    if opened != [201, 403, 403, 201]:
        trouble.append(f"/games: {opened}")
    elsewhere = {"position": "", "game": {"title": "Mine"}}
    taken = [ask(key, "POST", "/take-over", elsewhere).status for key in (enough, small)]
    if taken != [422, 403]:
        trouble.append(f"/take-over: {taken}")
    for circle, visibility in ((world.public, "public"), (world.private, "private")):
        root = AS_MASTER.format(slug=circle.game.slug)
        message = circle.game.threads.get(circle="", key=None).messages.earliest("pk")
        values = {**NAMES, "power": "FRANCE", "province": "BUR", "key": message.key}
        sent: list[tuple[str, str, Any]] = [
            ("GET", root + path.format(**values), None) for path in MASTER_READS
        ]
        sent.append(("PATCH", f"{root}/settings", {"orders_by_key": False}))
        sent += [("POST", root + path.format(**values), body) for path, body in MASTER_WRITES]
        # For others, the scope and the private game make the same difference in every address.
        for method, path, body in sent if role in MASTERS or circle is world.public else sent[:3]:
            refused = ask(small, method, path, body) if role in MASTERS else None
            if refused is not None and (refused.status, refused.wrote) != (403, frozenset()):
                trouble.append(f"{path} without the scope: {refused.status}, {refused.wrote}")
            answer = ask(enough, method, path, body)
            if role not in MASTERS and (answer.status, answer.wrote) != (404, frozenset()):
                trouble.append(f"{method} {path}: {answer.status}, {answer.wrote}")
            if role in MASTERS and answer.status not in (200, 201, 409, 422, *missing(path)):
                trouble.append(f"{method} {path}: {answer.status} for a master")
            trouble += [
                f"{path}: reads {canary.name}"
                for canary in world.canaries
                if canary.is_in(answer.text, "games:api_v1", visibility)
                and not SEES[canary.name][role]
            ]
    report(trouble)


@pytest.mark.parametrize("role", WITH_KEYS)
def test_masters_alone_act_in_several_games_and_only_with_the_scope(world: World, role: str):
    trouble = []
    enough, small = key_of(world, role, "master"), key_of(world, role, "orders", "account")
    for circle in (world.public, world.private):
        for path, body in SEVERAL_WRITES:
            sent = json.loads(json.dumps(body).replace("{slug}", circle.game.slug))
            refused, answer = ask(small, "POST", path, sent), ask(enough, "POST", path, sent)
            if (refused.status, refused.wrote) != (403, frozenset()):
                trouble.append(f"{path} without the scope: {refused.status}, {refused.wrote}")
            if answer.status != (200 if role in MASTERS else 422):
                trouble.append(f"{path}: {answer.status}")
            if role not in MASTERS and answer.wrote:
                trouble.append(f"{path} wrote into {sorted(answer.wrote)}")
    report(trouble)


def test_the_walk_has_every_operation():
    reads = (*OF_A_GAME, *OF_A_SEAT, *OF_ONESELF, *OF_A_THREAD)
    known = {("GET", path) for path in (*reads, *BY_A_LINK, *OF_GAMES_THAT_ARE_OVER)}
    known |= {("GET", "/people/{name}")}  # see test_profiles.py
    known |= api_community.READS  # see test_api_community.py
    known |= {(method, path) for method, path, _scope, _body in WRITES}
    known |= {
        ("POST", "/games"),
        ("PATCH", SETTINGS),
        ("POST", "/take-over"),
        *(("GET", AS_MASTER + path) for path in MASTER_READS),
        *(("POST", AS_MASTER + path) for path, _body in MASTER_WRITES),
        *(("POST", path) for path, _body in SEVERAL_WRITES),
    }
    described = {
        (method.upper(), path.removeprefix("/api/v1"))
        for path, operations in pages.openapi_document()["paths"].items()
        for method in operations
    }
    assert known == described


def test_orders_of_an_open_phase_are_there_to_be_found(world: World):
    """Negative control: without its check of the seat, a read would show the canary."""
    texts = Order.objects.filter(phase__game=world.public.game, phase__status="open")
    assert any("F BRE S A PAR" in text for text in texts.values_list("text", flat=True))
