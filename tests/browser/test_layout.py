"""The board takes what the screen has, and its names can be read."""

import pytest
from playwright.sync_api import Page

from games.models import Game
from tests import factories

from .conftest import Site

SMALLEST_NAME = 9  # CSS pixels
TALLEST_HEAD = 56


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


def open_game(site: Site, game: Game, width: int, height: int) -> Page:
    page = site.visit(
        factories.holder(factories.seat(game, "FRANCE")),
        viewport={"width": width, "height": height},
    )
    page.goto(game.get_absolute_url())
    page.locator(".board-view.is-live").wait_for()
    return page


def sizes_of_names(page: Page) -> list[float]:
    """Return the sizes of the letters of all visible names on the board, in CSS pixels.

    A name in a file has its own size, or that of the layer that refers to it.
    """
    found: list[float] = page.evaluate(
        """async () => {
          const board = document.querySelector(".board-view svg.board");
          const scale = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
          const layer = [...board.querySelectorAll(".labels")]
            .find((each) => getComputedStyle(each).display !== "none");
          const uses = [...layer.querySelectorAll("use")].map((use) => use.href.baseVal.split("#"));
          const text = await (await fetch(uses[0][0])).text();
          const file = new DOMParser().parseFromString(text, "image/svg+xml");
          const inherited = getComputedStyle(layer).fontSize;
          return uses
            .flatMap(([, id]) => [...file.getElementById(id).querySelectorAll("text")])
            .map((name) => parseFloat(name.getAttribute("font-size") ?? inherited) * scale);
        }"""
    )
    return found


@pytest.mark.parametrize(
    ("width", "height", "least"), [(1366, 680, 705), (1280, 720, 750), (1920, 1000, 1070)]
)
def test_the_whole_board_is_in_sight_and_its_names_are_legible(
    site: Site, game: Game, width: int, height: int, least: int
) -> None:
    page = open_game(site, game, width, height)
    board = page.locator(".board-view svg.board").bounding_box()
    head = page.locator("header.bar").bounding_box()
    assert board
    assert head
    assert head["height"] <= TALLEST_HEAD
    assert board["width"] >= least
    assert board["y"] >= head["height"]
    assert board["y"] + board["height"] <= height
    names = sizes_of_names(page)
    assert len(names) > 75
    assert min(names) >= SMALLEST_NAME


def test_orders_scroll_beside_the_board(site: Site, game: Game) -> None:
    page = open_game(site, game, 1366, 680)
    before = page.locator(".board-view svg.board").bounding_box()
    page.locator(".play__side").evaluate("(side) => side.scrollTo(0, side.scrollHeight)")
    assert page.evaluate("scrollY") == 0
    assert page.locator(".board-view svg.board").bounding_box() == before


def test_names_are_in_full_once_the_reader_has_zoomed_in(site: Site, game: Game) -> None:
    page = open_game(site, game, 1366, 680)
    full = page.locator(".small-labels")
    assert not full.is_visible()
    page.locator("[data-zoom=in]").click()
    full.wait_for(state="visible")
    assert min(sizes_of_names(page)) >= SMALLEST_NAME


@pytest.mark.parametrize(("width", "height"), [(1366, 680), (360, 740)])
def test_a_long_list_of_orders_has_the_whole_width_below_its_filter(
    site: Site, game: Game, width: int, height: int
) -> None:
    factories.set_up_position(
        game, "S1902M", units={"FRANCE": ["A BRE", "A PAR", "F ENG", "F NTH"]}
    )
    page = open_game(site, game, width, height)
    longest = page.locator(".orders__row:has(.list-filter)").first
    row = longest.bounding_box()
    chosen = longest.locator("select").bounding_box()
    filtering = longest.locator(".list-filter").bounding_box()
    assert row
    assert chosen
    assert filtering
    assert chosen["width"] == pytest.approx(row["width"], abs=1)
    assert filtering["y"] + filtering["height"] <= chosen["y"]
