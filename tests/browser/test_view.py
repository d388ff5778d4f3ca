"""Zooming into the board with fingers, a mouse, buttons and keys."""

from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests import factories

from .conftest import Site
from .touch import PHONE, board, fingers, pinch, swipe, tap

WHOLE = "0 0 1600 1400"


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


def open_board(site: Site, game: Game, **options: Any) -> Page:
    """Open the game's page as a stranger, and count the clicks that reach the board."""
    page = site.visit(**options)
    page.goto(game.get_absolute_url())
    expect(page.get_by_role("button", name="Zoom in")).to_be_visible()
    page.evaluate(
        """() => {
          const board = document.querySelector(".board-view svg.board");
          board.dataset.clicks = 0;
          board.addEventListener("click", () => { board.dataset.clicks++; });
          board.scrollIntoView({ block: "center" });
        }"""
    )
    return page


def scroll_on_the_board(page: Page) -> None:
    """Scroll to the board and wait until the page stops: an earlier tap would only stop it."""
    page.evaluate(
        """() => {
          const board = document.querySelector(".board-view svg.board");
          addEventListener("scrollend", () => { if (scrollY > 50) board.dataset.scrolled = ""; });
          scrollTo(0, 0);
        }"""
    )
    swipe(fingers(page), 120)
    expect(board(page)).to_have_attribute("data-scrolled", "")


def seen(page: Page) -> list[float]:
    """Return the view, once the page has handled what fingers or a mouse have done.

    Their moves are handled at the beginning of a frame, after the tools of the browser have
    answered.
    """
    page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    return [float(each) for each in (board(page).get_attribute("viewBox") or "").split()]


def test_two_fingers_zoom_one_drags_and_a_tap_stays_a_tap(site: Site, game: Game):
    page = open_board(site, game, **PHONE)
    touch = fingers(page)
    unit = page.locator('.units [data-unit="A PAR"]')
    small = unit.bounding_box()
    pinch(touch, 20, 80)
    expect(board(page)).not_to_have_attribute("viewBox", WHOLE)
    near = seen(page)
    assert near[2] == pytest.approx(400, abs=2)
    large = unit.bounding_box()
    assert small
    assert large
    assert small["width"] < large["width"] < 3 * small["width"]  # signs keep about their size

    swipe(touch, 40)
    dragged = seen(page)
    assert dragged[2:] == near[2:]
    assert dragged[0] > near[0]
    assert dragged[1] > near[1]
    expect(board(page)).to_have_attribute("data-clicks", "0")

    for _ in range(5):  # on a busy machine a finger may rest too long for a tap
        touch("Start", (0, 0))
        touch("Move", (4, 4))
        touch("End")
        with suppress(AssertionError):
            expect(board(page)).to_have_attribute("data-clicks", "1", timeout=3_000)
            break
    expect(board(page)).to_have_attribute("data-clicks", "1")
    assert seen(page) == dragged

    pinch(touch, 80, 10)
    expect(board(page)).to_have_attribute("viewBox", WHOLE)


def test_a_tap_after_a_drag_by_touch_is_not_lost(site: Site, game: Game):
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")), **PHONE)
    page.goto(game.get_absolute_url())
    tap(page, page.locator('.units [data-unit="A PAR"]'))
    chooser = page.locator(".chooser")
    support = chooser.get_by_role("button", name="Support")
    expect(support).to_be_visible()
    expect(board(page)).not_to_have_attribute("viewBox", WHOLE)
    near = seen(page)
    swipe(fingers(page), 40)
    assert seen(page) != near
    tap(page, support)
    expect(support).to_be_hidden()

    tap(page, page.get_by_role("button", name="Whole map"))
    expect(board(page)).to_have_attribute("viewBox", WHOLE)
    scroll_on_the_board(page)
    tap(page, chooser.get_by_role("button", name="Cancel"))
    expect(chooser).to_be_hidden()


def test_one_finger_scrolls_the_page_over_the_whole_board(site: Site, game: Game):
    page = open_board(site, game, **PHONE)
    scroll_on_the_board(page)
    expect(board(page)).to_have_attribute("viewBox", WHOLE)
    expect(board(page)).to_have_attribute("data-clicks", "0")


def test_a_mouse_drags_what_it_has_zoomed_and_then_clicks_nothing(site: Site, game: Game):
    page = open_board(site, game, reduced_motion="reduce")
    box = board(page).bounding_box()
    assert box
    x, y = box["x"] + 200, box["y"] + 200
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    expect(board(page)).not_to_have_attribute("viewBox", WHOLE)
    near = seen(page)
    page.mouse.down()
    page.mouse.move(x - 30, y - 30, steps=3)
    page.mouse.up()
    assert seen(page)[0] > near[0]
    page.mouse.click(x, y)
    expect(board(page)).to_have_attribute("data-clicks", "1")


def test_buttons_and_keys_zoom_as_far_as_it_goes(site: Site, game: Game):
    page = open_board(site, game, reduced_motion="reduce")
    larger = page.get_by_role("button", name="Zoom in")
    smaller = page.get_by_role("button", name="Zoom out")
    expect(smaller).to_have_attribute("aria-disabled", "true")
    larger.click()
    expect(board(page)).not_to_have_attribute("viewBox", WHOLE)
    for _ in range(6):
        page.keyboard.press("+")
    expect(larger).to_have_attribute("aria-disabled", "true")
    assert seen(page)[2] == 200
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("-")
    expect(larger).to_have_attribute("aria-disabled", "false")
    page.get_by_role("button", name="Whole map").click()
    expect(board(page)).to_have_attribute("viewBox", WHOLE)


@pytest.mark.soak
def test_without_scripts_the_whole_board_is_there(site: Site, game: Game):
    page = site.visit(java_script_enabled=False, viewport=PHONE["viewport"])
    page.goto(game.get_absolute_url())
    expect(board(page)).to_have_attribute("viewBox", WHOLE)
    expect(page.get_by_role("button", name="Zoom in")).to_be_hidden()
    box = board(page).bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, 360)


def test_the_deadline_stays_in_sight(site: Site, game: Game):
    page = site.visit()
    page.goto(game.get_absolute_url())
    for width, height in ((360, 740), (740, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("heading", name="Game settings").scroll_into_view_if_needed()
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight - innerHeight - 300)")
        expect(page.locator(".deadline__when")).to_be_in_viewport()
