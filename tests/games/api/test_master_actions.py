"""The list of what a game master can do now by the API."""

import pytest

from accounts.models import User
from games.api import mastering, pages
from games.lifecycle import endings
from games.models import Game
from tests import factories

from .conftest import program

MASTER = "/api/v1/games/{slug}/master/"
ALWAYS = {"webhooks", "webhooks/{webhook}/test", "webhooks/{webhook}/off"}
IN_A_LOBBY = {
    *("rename", "remove", "invitation", "delete", "settings", "invitations/withdraw"),
    *ALWAYS,
}


def actions(game: Game, master: User) -> set[str]:
    return set(program(master).get(f"/games/{game.slug}/master").json()["actions"])


def test_actions_are_the_operations_of_masters():
    described = {
        path.removeprefix(MASTER)
        for path, operations in pages.openapi_document()["paths"].items()
        if path.startswith(MASTER) and {"post", "patch"} & operations.keys()
    }
    assert set(mastering.ACTS) == described


@pytest.mark.parametrize(
    ("allotment", "more"), [(Game.Allotment.LOT, {"assign"}), (Game.Allotment.MASTER, {"powers"})]
)
def test_a_lobby_lists_what_can_be_done_in_it(master: User, allotment: str, more: set[str]):
    game = factories.open_game(master, allotment=allotment)
    assert actions(game, master) == IN_A_LOBBY | more


def test_a_game_lists_what_can_be_done_in_its_status(master: User):
    game = factories.begun_game(master, provisional_days=3)
    playing = actions(game, master)
    assert {
        "extend",
        "settings",
        "back",
        "masters",
        "amendment",
        "seats/{power}/replace",
    } <= playing
    assert not playing & {"resume", "orders", "results/publish", "reopen", "powers", "remove"}
    endings.close(game, by=master, reason="Over.")
    over = actions(game, master)
    assert {"reopen", "announce"} <= over
    assert not over & {"extend", "settings", "back", "amendment", "seats/{power}/replace"}
    late = program(master).post(f"/games/{game.slug}/master/amendment", {"house_rules": "x"})
    assert (late.status_code, late.json()["code"]) == (409, "refused")
