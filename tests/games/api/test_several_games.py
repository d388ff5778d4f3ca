"""Acts of a game master in several games by the API."""

import datetime as dt

import pytest

from accounts.models import User
from games.models import Event
from tests import factories

from .conftest import Program, program


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def test_each_game_is_extended_whose_deadline_is_known(mia: Program, master: User):
    games = [factories.begun_game(master) for _number in range(2)]
    before = [factories.deadline(game) for game in games]
    sent = {"days": 2, "reason": "A feast."}
    sent |= {"games": {games[0].slug: before[0].isoformat(), games[1].slug: "2050-01-01T00:00:00Z"}}
    answer = mia.post("/mastered-games/extend", sent)
    assert answer.status_code == 200, answer.content
    done = {each["slug"]: each["done"] for each in answer.json()["outcomes"]}
    assert done == {games[0].slug: True, games[1].slug: False}
    after = [factories.deadline(game) for game in games]
    assert after == [before[0] + dt.timedelta(days=2), before[1]]
    again = mia.post("/mastered-games/extend", sent).json()
    assert not any(each["done"] for each in again["outcomes"])


def test_an_announcement_and_reminders_reach_several_games(mia: Program, master: User):
    games = [factories.begun_game(master) for _number in range(2)]
    sent = {"games": [game.slug for game in games]}
    answers = [
        mia.post("/mastered-games/announce", sent | {"text": "We go on."}),
        mia.post("/mastered-games/remind", sent),
    ]
    for answer in answers:
        assert [each["done"] for each in answer.json()["outcomes"]] == [True, True], answer.content
    for game in games:
        kinds = set(game.events.values_list("kind", flat=True))
        assert {Event.Kind.ANNOUNCED, Event.Kind.NUDGED} <= kinds


def test_nothing_is_done_if_one_of_the_games_is_not_ones_own(mia: Program, master: User):
    mine, other = factories.begun_game(master), factories.begun_game(factories.person())
    lobby = factories.open_game(master)
    for strange in (other.slug, lobby.slug, "no-such-game"):
        sent = {"games": [mine.slug, strange], "text": "Hello."}
        answer = mia.post("/mastered-games/announce", sent)
        assert (answer.status_code, answer.json()["field"]) == (422, "games")
        assert strange in answer.json()["detail"]
    assert not mine.events.filter(kind=Event.Kind.ANNOUNCED).exists()
