"""Maps drawn beforehand: which ones, for whom, and what a failure or a loss does."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
import time_machine
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse

from config import schedule
from config.services.file_cache import SharedFileCache
from config.services.task_queue import URGENT
from games import tasks
from games.adjudication import due_phases
from games.board import beforehand, png
from games.models import Game
from tests import factories

pytestmark = pytest.mark.django_db

PAST = "S1901M"


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    caches["pictures"].clear()
    cache.clear()


@pytest.fixture
def drawn() -> Iterator[mock.Mock]:
    """Replace resvg, which is slow, by a mock that records the documents to draw."""
    with mock.patch.object(png, "png", return_value=b"drawn") as fake:
        yield fake


@pytest.fixture
def played() -> Game:
    """A game with a resolved spring and an open fall."""
    game = factories.begun_game()
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
    return game


def address(game: Game, code: str = PAST) -> str:
    return reverse("games:picture", args=[game.slug, code])


@pytest.mark.parametrize("language", ["en", "bg"])
def test_the_first_stranger_who_reads_the_language_of_the_game_waits_for_no_drawing(
    played: Game, client: Client, drawn: mock.Mock, language: str
) -> None:
    Game.objects.filter(pk=played.pk).update(language=language)
    tasks.draw_maps()
    assert drawn.call_count == 1
    answer = client.get(address(played), headers={"Accept-Language": language})
    assert answer.content == b"drawn"
    assert drawn.call_count == 1


def test_a_phase_is_drawn_once_and_again_only_if_its_picture_was_lost(
    played: Game, drawn: mock.Mock
) -> None:
    assert [beforehand.draw_newest(), beforehand.draw_newest()] == [1, 0]
    cache.clear()  # it forgets which phases were drawn, but their pictures are still there
    assert beforehand.draw_newest() == 0
    caches["pictures"].clear()
    cache.clear()
    assert beforehand.draw_newest() == 1


def test_a_picture_that_was_lost_is_drawn_for_its_reader(
    played: Game, client: Client, drawn: mock.Mock
) -> None:
    beforehand.draw_newest()
    caches["pictures"].clear()
    assert client.get(address(played)).content == b"drawn"
    assert drawn.call_count == 2


def test_only_what_everyone_may_see_is_drawn(played: Game, drawn: mock.Mock) -> None:
    factories.begun_game(title="Nothing is resolved yet")
    secret = factories.begun_game(title="A private one")
    with time_machine.travel(factories.deadline(secret)):
        due_phases.resolve_due()
    Game.objects.filter(pk=secret.pk).update(visibility=Game.Visibility.PRIVATE)
    tasks.draw_maps()
    titles = [call.args[0].partition("<title>")[2][:80] for call in drawn.call_args_list]
    assert all("Spring 1901" in title for title in titles)
    assert not any("A private one" in title for title in titles)
    assert any(played.title in title for title in titles)


def test_a_phase_that_was_rolled_back_is_not_drawn(played: Game, drawn: mock.Mock) -> None:
    played.phases.filter(code=PAST).update(status="superseded")
    assert beforehand.draw_newest() == 0


def test_a_failed_picture_stops_no_other(played: Game, drawn: mock.Mock) -> None:
    other = factories.begun_game(title="Another")
    with time_machine.travel(factories.deadline(other)):
        due_phases.resolve_due()
    drawn.side_effect = [subprocess.TimeoutExpired("resvg", 1), b"drawn"]
    assert beforehand.draw_newest() == 1
    assert drawn.call_count == 2


def test_a_round_ends_after_its_time_and_its_number(played: Game, drawn: mock.Mock) -> None:
    with mock.patch.object(beforehand, "SECONDS", -1):
        assert beforehand.draw_newest() == 0
    cache.clear()
    with mock.patch.object(beforehand, "MOST", 0):
        assert beforehand.draw_newest() == 0
    assert not drawn.called


def test_one_round_runs_at_a_time(played: Game, drawn: mock.Mock) -> None:
    def draw(*_arguments: object) -> bytes:
        cache.delete(beforehand._NEWEST)
        assert beforehand.draw_newest() == 0, "another worker"
        return b"drawn"

    drawn.side_effect = draw
    assert beforehand.draw_newest() == 1


def test_maps_never_wait_in_the_queue_of_the_deadlines() -> None:
    assert "games.draw_maps" not in URGENT
    assert "draw_maps" not in schedule.entries()
    assert schedule.entries(pictures=True)["draw_maps"]["task"] == tasks.draw_maps.name


KEEP = """
import os, signal, sys
from django.conf import settings
settings.configure()
from django.core.cache.backends import filebased
from config.services.file_cache import SharedFileCache
def die(*_arguments, **_options):
    os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[2] == "killed":
    filebased.file_move_safe = die
SharedFileCache(sys.argv[1], {}).set("picture", b"whole" * 50_000, None)
"""


@pytest.mark.parametrize("end", ["killed", "stored"])
def test_a_process_that_is_killed_while_it_writes_leaves_no_half_picture(
    tmp_path: Path, end: str
) -> None:
    run = subprocess.run([sys.executable, "-c", KEEP, str(tmp_path), end], cwd=Path.cwd())
    assert run.returncode == (-signal.SIGKILL if end == "killed" else 0)
    kept = SharedFileCache(str(tmp_path), {})
    assert kept.get("picture") == (None if end == "killed" else b"whole" * 50_000)


@pytest.mark.parametrize("size", [0, 3, 40])
def test_a_damaged_picture_counts_as_lost(tmp_path: Path, size: int) -> None:
    kept = SharedFileCache(str(tmp_path), {})
    kept.set("picture", os.urandom(1000), None)
    (file,) = tmp_path.glob("*.djcache")
    file.write_bytes(file.read_bytes()[:size])
    assert kept.get("picture") is None
    kept.set("picture", b"drawn again", None)
    assert kept.get("picture") == b"drawn again"
