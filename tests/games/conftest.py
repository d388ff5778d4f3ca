import pytest

from accounts.models import User
from games.models import Game

from .. import factories


@pytest.fixture
def master(db: None) -> User:
    return factories.person("Mia Master")


@pytest.fixture
def players(db: None) -> list[User]:
    return factories.PersonFactory.create_batch(7)


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    """A game in spring 1901, mastered by `master`, played by `players`."""
    return factories.begun_game(master, players)
