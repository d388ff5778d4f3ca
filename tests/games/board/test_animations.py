"""Animations of finished games: who has one drawn, when it counts, and what a failure does."""

import io
import subprocess
from collections.abc import Iterator
from unittest import mock

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts import clock
from config import schedule
from games import tasks
from games.adjudication import due_phases
from games.board import animation, animations
from games.game_master import corrections
from games.lifecycle import endings
from games.models import Animation, Game
from tests import factories
from tests.games.orders.test_submission import submit
from tests.games.web.views.conftest import signed_in, words

pytestmark = pytest.mark.django_db
DRAWN = b"RIFF, drawn"


@pytest.fixture(autouse=True)
def _nobody_is_drawing() -> None:
    cache.clear()


@pytest.fixture
def drawn() -> Iterator[mock.Mock]:
    """Replace the program, which is slow, by a mock that records the frames."""
    with mock.patch.object(animation, "webp", return_value=DRAWN) as fake:
        yield fake


@pytest.fixture
def played(game: Game) -> Game:
    """A game of two resolved phases, with an order of France in the open one."""
    for texts in (("A PAR - BUR", "F BRE - MAO"), ("F MAO - POR", "A BUR H")):
        submit(game, "FRANCE", *texts)
        with time_machine.travel(factories.deadline(game)):
            due_phases.resolve_due()
    submit(game, "FRANCE", "A PAR B")
    return game


@pytest.fixture
def over(played: Game) -> Game:
    """The same game, ended as a draw that can be undone for two days."""
    endings.draw(played, among=["FRANCE", "TURKEY"], by=None)
    played.refresh_from_db()
    return played


def page(game: Game, client: Client) -> str:
    return words(client.get(reverse("games:replay", args=[game.slug])))


def post(game: Game, client: Client) -> int:
    status: int = client.post(reverse("games:make_animation", args=[game.slug])).status_code
    return status


def fetch(game: Game, client: Client, **headers: str):
    return client.get(reverse("games:animation", args=[game.slug]), headers=headers)


@pytest.fixture
def somebody() -> Client:
    return signed_in(factories.person())


def test_a_finished_game_gets_one_animation_however_often_the_button_is_pressed(
    over: Game, somebody: Client, drawn: mock.Mock
) -> None:
    assert "Make an animation" in page(over, somebody)
    assert fetch(over, somebody).status_code == 404
    assert [post(over, somebody), post(over, somebody)] == [302, 302]
    assert "is being drawn" in page(over, somebody)
    tasks.draw_animations()
    tasks.draw_animations()
    post(over, somebody)
    tasks.draw_animations()
    assert drawn.call_count == 1
    assert Animation.objects.count() == 1
    text = page(over, Client())
    assert "Download the animation" in text
    assert f"WebP, {len(DRAWN)}" in text
    answer = fetch(over, Client())
    assert (answer.status_code, answer.content) == (200, DRAWN)
    assert answer.headers["Content-Type"] == "image/webp"
    assert answer.headers["Cache-Control"] == "public, max-age=600"
    again = fetch(over, Client(), if_none_match=answer.headers["ETag"])
    assert again.status_code == 304


def test_frames_are_the_resolved_phases_and_the_end_with_their_captions(
    over: Game, drawn: mock.Mock
) -> None:
    Game.objects.filter(pk=over.pk).update(language="es")
    animations.ask(over)
    assert animations.draw_next()
    [frames] = drawn.call_args.args
    assert [frame.title.partition(": ")[2].partition(",")[0] for frame in frames[:2]] == [
        "Primavera de 1901",
        "Otoño de 1901",
    ]
    assert len(frames) == 3
    assert frames[0].line.startswith("Rusia 4, ")
    assert "Francia, Turquía" in frames[2].line
    assert "A PAR B" not in frames[2].document  # the order of the phase that was never resolved


def test_a_running_game_has_no_animation(played: Game, somebody: Client) -> None:
    assert "animation" not in page(played, somebody)
    assert post(played, somebody) == 404
    animations.ask(played)
    assert not Animation.objects.exists()


def test_who_may_not_see_the_game_gets_nothing_and_strangers_order_none(
    over: Game, somebody: Client, drawn: mock.Mock
) -> None:
    assert post(over, Client()) == 302
    assert not Animation.objects.exists()
    assert "Sign in to have an animation" in page(over, Client())
    animations.ask(over)
    animations.draw_next()
    Game.objects.filter(pk=over.pk).update(visibility=Game.Visibility.PRIVATE)
    assert [fetch(over, each).status_code for each in (Client(), somebody)] == [404, 404]
    assert post(over, somebody) == 404
    player = signed_in(factories.seat(over, "FRANCE").tenures.get().person)
    answer = fetch(over, player)
    assert answer.content == DRAWN
    assert "public" not in answer.headers.get("Cache-Control", "")


def test_an_animation_of_an_end_that_was_undone_is_gone(
    over: Game, drawn: mock.Mock, somebody: Client
) -> None:
    animations.ask(over)
    animations.draw_next()
    assert fetch(over, somebody).status_code == 200
    master = over.masterships.get().person
    corrections.reopen(over, by=master, reason="A slip.")
    over.refresh_from_db()
    assert fetch(over, somebody).status_code == 404
    assert "animation" not in page(over, somebody)
    endings.draw(over, among=["FRANCE", "ITALY"], by=None)
    over.refresh_from_db()
    assert fetch(over, somebody).status_code == 404
    assert "Make an animation" in page(over, somebody)
    animations.ask(over)
    assert animations.draw_next()
    assert drawn.call_count == 2


def test_a_game_that_goes_on_before_its_animation_is_drawn_gets_none(
    over: Game, drawn: mock.Mock
) -> None:
    animations.ask(over)
    corrections.reopen(over, by=over.masterships.get().person, reason="A slip.")
    assert not animations.draw_next()
    assert not drawn.called
    assert not Animation.objects.exists()


def test_a_failure_is_tried_again_thrice_and_then_told(
    over: Game, drawn: mock.Mock, somebody: Client
) -> None:
    animations.ask(over)
    drawn.side_effect = subprocess.TimeoutExpired("animator", 1)
    with time_machine.travel(clock.now(), tick=False) as now:
        for _ in range(5):
            assert not animations.draw_next()
            now.shift(animations.PAUSE)
        assert drawn.call_count == animations.MOST_ATTEMPTS
        assert "could not be drawn" in page(over, somebody)
        assert fetch(over, somebody).status_code == 404
        now.shift(animations.GIVEN_UP_FOR)
        tasks.delete_expired()
    assert "Make an animation" in page(over, somebody)


def test_a_worker_that_died_is_replaced_when_its_lease_has_run_out(
    over: Game, drawn: mock.Mock
) -> None:
    animations.ask(over)
    with time_machine.travel(clock.now(), tick=False) as now:
        assert animations.claim() is not None
        assert not animations.draw_next()
        now.shift(animations.LEASE)
        assert animations.draw_next()


def test_one_is_drawn_at_a_time(over: Game, drawn: mock.Mock) -> None:
    animations.ask(over)

    def meanwhile(_frames: object) -> bytes:
        assert not animations.draw_next()
        return DRAWN

    drawn.side_effect = meanwhile
    assert animations.draw_next()
    assert drawn.call_count == 1
    assert schedule.entries()["draw_animations"]["task"] == "games.draw_animations"


def test_only_the_newest_are_kept(over: Game, drawn: mock.Mock) -> None:
    animations.ask(over)
    animations.draw_next()
    animations.delete_old()
    assert Animation.objects.count() == 1
    with mock.patch.object(animations, "KEPT", 0):
        animations.delete_old()
    assert not Animation.objects.exists()


def test_a_long_game_is_shown_by_its_movement_phases_and_its_end(over: Game) -> None:
    over.phases.filter(code="F1901M").update(code="F1901R")
    with mock.patch.object(animation, "MOST_FRAMES", 2):
        codes = [row.code for row in animations.shown_phases(over)]
    assert codes == ["S1901M", over.phases.get(status="final").code]


@pytest.mark.parametrize(("frames", "width"), [(2, 1000), (24, 1000), (25, 800), (200, 600)])
def test_long_animations_are_smaller(frames: int, width: int) -> None:
    assert animation.width_of(frames) == width


def test_a_caption_is_escaped_and_fits_its_band() -> None:
    board = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1400"></svg>'
    found = animation.with_caption(animation.Frame(board, "<Rome & co>", "x" * 200))
    assert "&lt;Rome &amp; co&gt;" in found
    assert 'height="1520"' in found
    assert 'font-size="14.0"' in found


def test_the_program_writes_a_webp_of_all_frames(over: Game) -> None:
    rows = animations.shown_phases(over)
    content = animation.webp(animations.frames(over, rows))
    assert len(content) < animation.LARGEST * 3 / 20
    with Image.open(io.BytesIO(content)) as made:
        assert made.format == "WEBP"
        assert getattr(made, "n_frames", 1) == 3
        assert made.width == 1000
        made.seek(2)
        made.load()
        assert made.info["duration"] == 5000
