"""Access by keys to what game masters do: nobody else finds it, and no other scope allows it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from games import access
from games.models import DeclaredPlayer
from games.seats import declared_players, tenures
from tests import factories

from .api_walk import (
    AS_MASTER,
    MASTER_READS,
    MASTER_WRITES,
    MASTERS,
    NAMES,
    SEVERAL_WRITES,
    WITH_KEYS,
    ask,
    key_of,
    report,
)
from .table import read_table
from .world import Circle, World

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.timeout(300),
    pytest.mark.usefixtures("unlimited_keys"),
]
_ROWS, SEES = read_table()
# About a player without an account, who holds Austria here.
DECLARED = ("/declared", "/undeclare", "/account")
ADDRESS = "nell-the-declared@example.org"


@pytest.fixture(autouse=True)
def _declared(world: World) -> None:
    """Let a person without an account play Austria in both games."""
    master = world.people["master"]
    for game in (world.public.game, world.private.game):
        austria = factories.seat(game, "AUSTRIA")
        tenures.resign(austria, factories.holder(austria))
        declared_players.declare(austria, name="Nell", email="", by=master)
    DeclaredPlayer.objects.update(email=ADDRESS)


@pytest.mark.parametrize("role", WITH_KEYS)
def test_masters_alone_open_games_and_only_with_the_scope(world: World, role: str):
    enough, small = key_of(world, role, "master"), key_of(world, role, "orders", "press")
    opened = [ask(key, "POST", "/games", {"title": "Mine"}).status for key in (enough, small)]
    playing = {"title": "Mine", "role": "player"}
    opened += [
        ask(key_of(world, role, *scopes), "POST", "/games", playing).status
        for scopes in (("master",), ("master", "account"))
    ]
    assert opened == [201, 403, 403, 201]
    elsewhere = {"position": "", "game": {"title": "Mine"}}
    taken = [ask(key, "POST", "/take-over", elsewhere).status for key in (enough, small)]
    assert taken == [422, 403]


@pytest.mark.parametrize("role", WITH_KEYS)
def test_masters_alone_act_as_masters_and_only_with_the_scope(world: World, role: str):
    report(wrong_answers(world, role))


@pytest.mark.parametrize(
    ("door", "unlocked", "opened"),
    [
        ("run_game_or_404", "begun_game_or_404", "/seats/AUSTRIA/declared: 200"),
        ("mastered_game_or_404", "game_or_404", "/test: 200"),
    ],
)
def test_an_operation_that_lets_everyone_in_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch, door: str, unlocked: str, opened: str
):
    """Negative control: the objects of these addresses exist, so that 404 is about the reader."""
    monkeypatch.setattr(access, door, getattr(access, unlocked))
    assert any(opened in each for each in wrong_answers(world, "guest"))


def wrong_answers(world: World, role: str) -> Iterator[str]:
    """Wrong answers to a role that sends the requests of masters, a line for each."""
    enough, small = key_of(world, role, "master"), key_of(world, role, "orders", "press")
    for circle, visibility in ((world.public, "public"), (world.private, "private")):
        sent = list(requests(world, circle))
        # For others, the scope and the private game make the same difference in every address.
        for method, path, body in sent if role in MASTERS or circle is world.public else sent[:3]:
            refused = ask(small, method, path, body) if role in MASTERS else None
            if refused is not None and (refused.status, refused.wrote) != (403, frozenset()):
                yield f"{path} without the scope: {refused.status}, {refused.wrote}"
            answer = ask(enough, method, path, body)
            if role not in MASTERS and (answer.status, answer.wrote) != (404, frozenset()):
                yield f"{method} {path}: {answer.status}, {answer.wrote}"
            if role in MASTERS and answer.status not in expected(path):
                yield f"{method} {path}: {answer.status} for a master"
            if (ADDRESS in answer.text) != (
                role in MASTERS and (method, path.rpartition("/")[2]) == ("GET", "declared")
            ):
                yield f"{method} {path}: the address of a player without an account"
            for canary in world.canaries:
                told = canary.is_in(answer.text, "games:api_v1", visibility)
                if told and not SEES[canary.name][role]:
                    yield f"{path}: reads {canary.name}"


def requests(world: World, circle: Circle) -> Iterator[tuple[str, str, Any]]:
    """Requests of a master of a game, about objects that it has."""
    root = AS_MASTER.format(slug=circle.game.slug)
    message = circle.game.threads.get(circle="", key=None).messages.earliest("pk")
    names = {**NAMES, "webhook": webhook_of(world, root), "key": message.key, "province": "BUR"}

    def address(path: str) -> str:
        power = "AUSTRIA" if path.endswith(DECLARED) else "FRANCE"
        return root + path.format(**names, power=power)

    yield from (("GET", address(path), None) for path in MASTER_READS)
    yield "PATCH", f"{root}/settings", {"orders_by_key": False}
    yield from (("POST", address(path), body) for path, body in MASTER_WRITES)


def webhook_of(world: World, root: str) -> str:
    """The name of the webhook of a game in addresses."""
    text = ask(key_of(world, "master", "master"), "GET", f"{root}/webhooks").text
    return str(json.loads(text[text.index('{"webhooks') :])["webhooks"][0]["id"])


def expected(path: str) -> tuple[int, ...]:
    """Statuses of answers to masters: a request about an object that exists must succeed."""
    exists = path.endswith((*DECLARED, "/test", "/off"))
    return (200,) if exists else (200, 201, 409, 422)


@pytest.mark.parametrize("role", sorted(MASTERS))
def test_masters_need_their_scope_also_where_players_act(world: World, role: str):
    key = key_of(world, role, "orders", "press", "account")
    invitations = f"/games/{world.public.lobby.slug}/lobby/invitations"
    for path, body in (
        (f"{invitations}/withdraw", {"name": "Nobody", "confirmed": True}),
        (f"{invitations}/renew", {"confirmed": True}),
        (f"/games/{world.public.game.slug}/amendment", {"house_rules": "Be kind."}),
    ):
        refused = ask(key, "POST", path, body)
        assert (refused.status, refused.wrote) == (403, frozenset()), path


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
