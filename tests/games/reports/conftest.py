import pytest

from games.models import Game, Phase
from tests.games.reports.sample import open_fall, play_printed


@pytest.fixture
def sample(db: None) -> Game:
    return open_fall()


@pytest.fixture
def fall(sample: Game) -> Phase:
    """Fall 1902, resolved; its retreats are open."""
    return play_printed(sample, "fall 1902")
