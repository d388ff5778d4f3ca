"""Bots wait while phases of people are due."""

import datetime as dt
import uuid

import pytest

from accounts import clock
from accounts.models import Bot, User
from games.bots import people_first
from games.lifecycle import practice
from games.models import Game
from tests import factories

pytestmark = pytest.mark.django_db
SECOND = dt.timedelta(seconds=1)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made; after three the machine's clock has gone on for `LONGEST`."""
    made: list[float] = []
    module = "games.bots.people_first.time"
    monkeypatch.setattr(f"{module}.sleep", made.append)
    monkeypatch.setattr(
        f"{module}.monotonic", lambda: people_first.LONGEST if len(made) > 2 else 0.0
    )
    return made


@pytest.fixture
def game(db: None) -> Game:
    return factories.begun_game()


@pytest.mark.parametrize("seconds", [-9, 0, 1])
def test_a_bot_waits_for_a_phase_that_is_due_but_not_for_ever(
    game: Game, pauses: list[float], seconds: int
):
    factories.let_be_due(game, clock.now() + seconds * SECOND)
    people_first.wait()
    assert len(pauses) == 3


@pytest.mark.parametrize("seconds", [-60, 60])
def test_a_bot_does_not_wait_for_later_phases_and_stuck_ones(
    game: Game, pauses: list[float], seconds: int
):
    factories.let_be_due(game, clock.now() + seconds * SECOND)
    people_first.wait()
    assert pauses == []


def test_practice_games_do_not_wait_for_each_other(pauses: list[float]):
    person: User = factories.person("Ada")
    begun = practice.begin(
        person,
        setup="standard",
        power="FRANCE",
        bot=Bot.NOVICE,
        edition="2000",
        request_key=uuid.uuid4(),
    )
    factories.let_be_due(begun, clock.now())
    people_first.wait()
    assert pauses == []
