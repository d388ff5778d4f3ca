"""The choices of orders, which a game's page loads apart, and the signs of its legend."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Order
from games.orders import submission
from games.orders.submission import Line
from tests import factories

from .conftest import Site

LISTS = """
(form) => [...form.querySelectorAll("select")].map((list) => [
  list.value,
  [...list.querySelectorAll("optgroup")].map(({ label }) => label),
  [...list.options].map(({ value, text, dataset }) => [value, text, { ...dataset }]),
  [...list.options].map(({ defaultSelected }) => defaultSelected),
])
"""
# Bytes that the network carried for the choices.
LOADED = """
performance.getEntriesByType("resource").find(({ name }) => name.includes("/choices/")).transferSize
"""


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


def opened(site: Site, game: Game, query: str = "") -> Page:
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    page.goto(game.get_absolute_url() + query)
    return page


def test_loaded_lists_are_those_of_the_whole_page(site: Site, game: Game) -> None:
    france = factories.seat(game, "FRANCE")
    lines = [Line("unit-PAR", "A PAR - BUR"), Line("unit-BRE", "F BRE S A MAR - GAS")]
    submission.submit(factories.open_phase(game), france, lines, person=factories.holder(france))
    page = opened(site, game)
    found = page.locator("form.orders").evaluate(LISTS)
    assert found == opened(site, game, "?choices=all").locator("form.orders").evaluate(LISTS)
    assert [value for value, *_choices in found] == ["F BRE S A MAR - GAS", "", "A PAR - BUR"]
    page.get_by_text("Enter orders as text").click()
    page.get_by_text("Province abbreviations").click()
    expect(page.get_by_text("Adriatic Sea").last).to_be_visible()


def test_the_browser_keeps_the_choices(site: Site, game: Game) -> None:
    page = opened(site, game)
    assert page.evaluate(LOADED) > 1000
    page.goto(game.get_absolute_url())
    assert page.evaluate(LOADED) == 0


def test_a_page_without_the_choices_leads_to_one_with_all_of_them(site: Site, game: Game) -> None:
    site.forgives = "Failed to load resource"
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    page.route("**/choices/**", lambda route: route.abort())
    page.goto(game.get_absolute_url())
    page.get_by_role("alert").get_by_role("link", name="Show all lists").click()
    expect(page.locator(".is-autosaved")).to_be_visible()
    page.locator("select[name=unit-PAR]").select_option("A PAR - BUR")
    expect(page.get_by_role("status").filter(has_text="counts at the deadline")).to_be_visible()
    assert Order.objects.get().text == "A PAR - BUR"


def test_the_legend_shows_the_signs_once_it_is_opened(site: Site, game: Game) -> None:
    page = opened(site, game)
    page.locator(".board-legend summary").click()
    legend = page.locator(".board-legend")
    expect(legend).to_contain_text("A province you can choose: stripes and a ring")
    expect(legend.locator("svg").first).to_be_visible()
