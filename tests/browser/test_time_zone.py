"""Times are in the zone of the browser, without any setting."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests import factories

from .conftest import Site


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


def test_a_stranger_sees_times_in_the_browsers_zone_from_the_first_page_on(site: Site, game: Game):
    page = site.visit(timezone_id="America/New_York")
    page.goto(game.get_absolute_url())
    expect(page.get_by_text("Times are in New York time.")).to_be_visible()
    expect(page.locator("time", has_text="(New York time)").first).to_be_visible()
    page.goto("/games/")
    expect(page.get_by_text("Times are in New York time.")).to_be_visible()


def test_a_person_chooses_the_browsers_zone_with_one_click(site: Site, game: Game):
    person = factories.holder(factories.seat(game, "FRANCE"))
    page = site.visit(person, timezone_id="America/New_York")
    page.goto(game.get_absolute_url())
    offer = page.get_by_role("button", name="Use my browser’s time zone (New York)")
    offer.click()
    expect(page.locator("footer").get_by_text("Times are in New York time.")).to_be_visible()
    expect(page).to_have_url(re.compile(f"{game.get_absolute_url()}$"))
    expect(offer).to_be_hidden()
    person.refresh_from_db()
    assert person.time_zone == "America/New_York"


def test_a_browser_without_cookies_is_not_loaded_again_and_again(site: Site, game: Game):
    page = site.visit(timezone_id="America/New_York")
    page.add_init_script("Object.defineProperty(document, 'cookie', { get: () => '', set() {} })")
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    page.goto(game.get_absolute_url())
    expect(page.get_by_text("Times are in UTC.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(loads) == 1


def test_the_form_to_sign_up_has_the_browsers_zone(site: Site, game: Game):
    page = site.visit(timezone_id="America/New_York")
    page.goto("/accounts/signup/")
    expect(page.get_by_label("Time zone")).to_have_value("America/New_York")
