"""Access by keys: every operation of the API, every role, every scope, and the canaries."""

import json
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from accounts.models import User
from games.api import pages
from games.models import Game, Order, Tenure

from . import api_community
from .api_walk import (
    AS_MASTER,
    BY_A_LINK,
    MASTER_READS,
    MASTER_WRITES,
    MEMBERS,
    NAMES,
    OF_A_GAME,
    OF_A_SEAT,
    OF_A_THREAD,
    OF_GAMES_THAT_ARE_OVER,
    OF_ONESELF,
    POWERS,
    SETTINGS,
    SEVERAL_WRITES,
    THREADS,
    WITH_KEYS,
    WRITES,
    ask,
    holds,
    key_of,
    report,
)
from .table import read_table
from .world import World

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.timeout(300),
    pytest.mark.usefixtures("unlimited_keys"),
]
_ROWS, SEES = read_table()
# Beginnings of the names of canaries that the API has, and one that only pages have: a complaint.
OF_THE_API = ("order-of-", "draft-of-", "message-", "late-", "early-", "note-")
ELSEWHERE = {"message-that-was-reported"}


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
