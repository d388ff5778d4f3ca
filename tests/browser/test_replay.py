"""The replay of a game, which goes on by itself."""

import datetime as dt
import io
from itertools import pairwise
from typing import Any, Literal
from unittest import mock

import pytest
import time_machine
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from PIL import Image
from playwright.sync_api import Page, expect

from games.adjudication import due_phases
from games.board import animation, animations
from games.lifecycle import endings
from games.models import Game
from tests import factories

from ..games.orders.test_submission import submit
from .conftest import ASKED, Site

UNITS = {
    "AUSTRIA": "A VIE",
    "ENGLAND": "F LON",
    "FRANCE": "A PAR",
    "GERMANY": "A BER",
    "ITALY": "A ROM",
    "RUSSIA": "A MOS",
    "TURKEY": "A CON",
}
WRITTEN = io.BytesIO()
Image.new("RGB", (1000, 950), "#446").save(WRITTEN, "WEBP")
PICTURE = WRITTEN.getvalue()
NAMES = ["Spring 1901, movement", "Fall 1901, movement", "Spring 1902, movement"]


@pytest.fixture
def game(transactional_db: None) -> Game:
    game = factories.begun_game()
    for _ in NAMES:
        for power, unit in UNITS.items():
            submit(game, power, f"{unit} H")
        with time_machine.travel(factories.deadline(game)):
            due_phases.resolve_due()
    return game


def replay(site: Site, game: Game, code: str = "", **options: Any) -> Page:
    """Open a replay whose clock stands still until the test moves it."""
    page = site.visit(**options)
    page.clock.install(time=dt.datetime(2030, 1, 1, tzinfo=dt.UTC))
    page.goto(f"{game.get_absolute_url()}replay/{f'{code}/' if code else ''}")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.clock.pause_at(dt.datetime(2030, 1, 2, tzinfo=dt.UTC))
    return page


def expect_phase(page: Page, place: int) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(NAMES[place])
    expect(page.get_by_role("slider")).to_have_value(str(place))


def test_play_goes_on_to_the_end_and_the_address_follows(site: Site, game: Game):
    page = replay(site, game)
    expect_phase(page, 0)
    page.clock.run_for(60_000)
    expect_phase(page, 0)  # nothing starts by itself
    page.get_by_role("button", name="Play").click()
    expect_phase(page, 1)
    expect(page.locator(".chart__shown")).to_have_attribute("data-year", "1901")
    page.clock.run_for(3100)
    expect_phase(page, 2)
    expect(page).to_have_url(f"{game.get_absolute_url()}replay/S1902M/")
    expect(page.locator(".chart__shown")).to_have_attribute("data-year", "1902")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    expect_phase(page, 0)


def test_pause_stops_and_speed_counts(site: Site, game: Game):
    page = replay(site, game)
    page.get_by_role("combobox", name="Speed").select_option("0.5")
    page.get_by_role("button", name="Play").click()
    expect_phase(page, 1)
    page.clock.run_for(4000)
    expect_phase(page, 1)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(60_000)
    expect_phase(page, 1)
    page.reload()
    expect_phase(page, 1)


def test_the_space_bar_plays_and_arrows_step(site: Site, game: Game):
    page = replay(site, game)
    page.keyboard.press("ArrowRight")
    expect_phase(page, 1)
    page.go_back()
    expect_phase(page, 0)
    page.keyboard.press("Space")
    expect_phase(page, 1)
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    page.clock.run_for(60_000)
    expect_phase(page, 1)
    page.keyboard.press("ArrowLeft")
    expect_phase(page, 0)


@pytest.mark.soak
def test_without_scripts_links_lead_from_phase_to_phase(site: Site, game: Game):
    page = site.visit(java_script_enabled=False)
    page.goto(f"{game.get_absolute_url()}replay/")
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
    for before, after in pairwise(NAMES):
        expect(page.get_by_role("heading", level=1)).to_have_text(before)
        page.get_by_role("link", name="Next step").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(after)
    expect(page.get_by_role("navigation", name="Phases").get_by_role("link")).not_to_have_count(0)


@pytest.mark.parametrize("width", [1366, 1920])
def test_the_slider_takes_the_whole_width_beside_the_board(site: Site, game: Game, width: int):
    page = replay(site, game, viewport={"width": width, "height": 900})
    slider = page.get_by_role("slider").bounding_box()
    bar = page.locator(".steps").bounding_box()
    assert slider is not None
    assert bar is not None
    assert slider["width"] > 0.9 * bar["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_animation_is_shown_only_when_asked_for_and_axe_finds_nothing(
    site: Site, game: Game, scheme: Literal["light", "dark"]
):
    endings.draw(game, among=["FRANCE", "TURKEY"], by=None)
    animations.ask(game)
    with mock.patch.object(animation, "webp", return_value=PICTURE):
        assert animations.draw_next()
    page = site.visit(viewport={"width": 360, "height": 800}, color_scheme=scheme)
    page.goto(f"{game.get_absolute_url()}replay/")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    picture = page.get_by_alt_text("phase by phase")
    expect(picture).to_be_hidden()
    found = Axe().run(page, options=ASKED).response["violations"]
    assert [(each["id"], each["nodes"][0]["target"]) for each in found] == []
    page.get_by_text("Show the animation").click()
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("naturalWidth", 1000)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the animation").click()
    assert download.value.suggested_filename == f"{game.slug}.webp"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1366])
def test_the_replay_fits_its_window_and_axe_finds_nothing(
    site: Site, game: Game, width: int, scheme: Literal["light", "dark"]
):
    page = site.visit(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(f"{game.get_absolute_url()}replay/F1901M/")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    found = Axe().run(page, options=ASKED).response["violations"]
    assert [(each["id"], each["nodes"][0]["target"]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
