from unittest import mock

import pytest
import time_machine
from django.urls import reverse

from accounts.models import User
from games.adjudication import due_phases, resolution
from games.models import Game
from tests import factories

from .conftest import alerts, nothing_changes, signed_in, words


@pytest.fixture
def aside(game: Game) -> Game:
    """A game whose phase could not be resolved."""
    phase = factories.open_phase(game)
    with (
        time_machine.travel(phase.due_at),
        mock.patch.object(resolution, "resolve", side_effect=ValueError("A MAR S A PAR - BUR")),
    ):
        assert due_phases.resolve_due() == 1
    game.refresh_from_db()
    assert game.status == Game.Status.ASIDE
    return game


def test_the_page_of_a_game_set_aside_tells_its_master_why(aside: Game, master: User):
    answer = signed_in(master).get(aside.get_absolute_url())
    assert "This game has stopped because of an error" in words(answer)
    assert "ValueError in" in words(answer)
    assert "The clock is stopped" in words(answer)


def test_the_others_are_told_that_it_stands_still_but_not_why(aside: Game, players: list[User]):
    answer = signed_in(players[0]).get(aside.get_absolute_url())
    assert "This game has stopped because of an error" in words(answer)
    assert "ValueError" not in answer.content.decode()
    assert reverse("games:resume", args=[aside.slug]) not in answer.content.decode()


def test_the_master_starts_the_clock_again(aside: Game, master: User):
    client, url = signed_in(master), reverse("games:resume", args=[aside.slug])
    assert "The clock is running again" in words(client.post(url, follow=True))
    assert factories.open_phase(aside).due_at
    with nothing_changes():
        answer = client.post(url, follow=True)
    assert "This game hasn’t been stopped by an error." in alerts(answer)


def test_a_game_that_goes_on_needs_no_resuming(game: Game, master: User):
    with nothing_changes():
        answer = signed_in(master).post(reverse("games:resume", args=[game.slug]), follow=True)
    assert "This game hasn’t been stopped by an error." in alerts(answer)
