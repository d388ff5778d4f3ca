"""The lists of games in a browser: filters that apply at once, any title, and small maps."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lifecycle import lobby
from games.models import Game
from tests import factories
from tests.site import until

from .conftest import ASKED, Site

LONG = "W" * 80
SHOWN = "image => image.currentSrc"
TITLES = (LONG, "مباراة الدبلوماسية الكبرى", "🏰🦅 Wien & <b>Кампания</b>")


@pytest.fixture
def reader(transactional_db: None) -> User:
    """A person in lobbies with long titles, among other games."""
    master, person = factories.person(), factories.person("ليلى 🦅 " + "Z" * 20)
    for title in TITLES:
        game = factories.open_game(master, title=title, language="es")
        lobby.join(game, person, house_rules_accepted=True)
    factories.open_game(master, title="In Italian", language="it")
    factories.begun_game(title="Running")
    return person


def shown(page: Page) -> set[str]:
    return set(page.locator(".game-row__title bdi").all_inner_texts())


def test_a_filter_applies_at_once_and_stays_in_the_address(site: Site, reader: User):
    page = site.visit(reader)
    page.goto("/games/")
    expect(page.get_by_role("button", name="Apply filters")).to_be_hidden()
    language = page.get_by_role("combobox", name="Language")
    language.focus()
    language.select_option("it")
    expect(page.get_by_role("status")).to_have_text("1 game")
    expect(page).to_have_url(re.compile(r"/games/\?language=it$"))
    expect(language).to_be_focused()
    assert shown(page) == {"In Italian"}
    page.get_by_label("Seats").select_option("free")
    expect(page).to_have_url(re.compile(r"/games/\?seats=free&language=it$"))
    page.get_by_text("More filters").click()
    page.get_by_label("More centers than").fill("3")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No games match these filters")).to_be_visible()
    page.get_by_role("link", name="A power with more than 3 centers").click()
    expect(page.get_by_role("status")).to_have_text("1 game")
    page.go_back()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/games/\?seats=free&language=it$"))
    expect(page.get_by_role("combobox", name="Language")).to_have_value("it")
    expect(page.get_by_role("status")).to_have_text("1 game")


@pytest.mark.soak
def test_filters_work_without_scripts(site: Site, reader: User):
    page = site.visit(java_script_enabled=False)
    page.goto("/games/?status=lobby")
    page.get_by_role("combobox", name="Language").select_option("es")
    page.get_by_role("button", name="Apply filters").click()
    expect(page.get_by_role("status")).to_have_text(f"{len(TITLES)} games")
    assert shown(page) == set(TITLES)
    expect(page.get_by_role("link", name="Open to join").first).to_have_attribute(
        "aria-current", "page"
    )


@pytest.mark.parametrize("path", ["/", "/games/?seats=free", "/games/mine/"])
@pytest.mark.parametrize("width", [360, 1366])
def test_no_title_or_name_widens_a_list(site: Site, reader: User, path: str, width: int):
    visitor = None if path == "/" else reader  # the front page lists the games of others
    page = site.visit(visitor, viewport={"width": width, "height": 680})
    page.goto(path)
    for title in TITLES:
        box = page.locator(".game-row__title bdi", has_text=title).first.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not Axe().run(page, options=ASKED).response["violations"]


def test_small_maps_are_drawn_in_the_theme_of_the_reader(site: Site, reader: User):
    page = site.visit(reader, color_scheme="dark")
    page.goto("/games/")
    small = page.locator(".small-map img").first
    small.scroll_into_view_if_needed()
    expect(small).to_have_js_property("complete", True)
    expect(small).not_to_have_js_property("naturalWidth", 0)
    assert "theme=dark" in small.evaluate(SHOWN)
    page.emulate_media(color_scheme="light")
    until(lambda: "dark" not in small.evaluate(SHOWN), seconds=30, what="the light map is shown")


def test_the_front_page_leads_from_its_board_to_the_game(site: Site, reader: User):
    page = site.visit()
    page.goto("/")
    page.get_by_role("link", name="Open “Running”: Spring 1901, movement").click()
    expect(page).to_have_url(re.compile(Game.objects.get(title="Running").get_absolute_url()))
    page.goto("/")
    assert not Axe().run(page, options=ASKED).response["violations"]
