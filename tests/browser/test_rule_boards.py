"""The boards of the rules in a browser: resolved in their place, and without scripts."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Site
from .test_map_turn import assert_nothing_grave

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS: list[dict[str, Any]] = [
    {"viewport": {"width": 1280, "height": 800}},
    {"viewport": {"width": 360, "height": 740}, "has_touch": True},
]


@pytest.mark.parametrize("options", SCREENS, ids=["desktop", "phone"])
def test_a_board_is_resolved_in_its_place_and_goes_back_to_its_orders(
    site: Site, options: dict[str, Any]
) -> None:
    page = site.visit(**options)
    page.goto("/rules/boards/datc-6-h-11/?orders")
    board = page.locator(".rule-board")
    expect(board.get_by_text("support given")).to_have_count(0)
    assert_nothing_grave(page)
    board.get_by_role("link", name="Resolve").focus()
    page.keyboard.press("Enter")
    expect(board).to_have_count(2)
    expect(board.first.get_by_text("support given")).to_be_visible()
    expect(board.first.locator(".rule-board__name")).to_be_focused()
    assert page.url.endswith("?orders")
    assert_nothing_grave(page)
    board.last.get_by_role("link", name="Show the orders only").click()
    expect(board).to_have_count(1)
    expect(board.get_by_role("link", name="Resolve")).to_be_visible()
    expect(board.locator(".rule-board__name")).to_be_focused()


@pytest.mark.soak
def test_a_board_is_resolved_on_its_page_without_scripts(site: Site) -> None:
    page = site.visit(java_script_enabled=False)
    page.goto("/rules/boards/000-08/?orders")
    page.get_by_role("link", name="Resolve").click()
    expect(page).to_have_url(re.compile(r"/rules/boards/000-08/$"))
    expect(page.get_by_text("dislodged", exact=True)).to_be_visible()
    page.get_by_role("link", name="Change these orders").click()
    expect(page).to_have_url(re.compile("/sandbox/1"))


def test_a_board_that_cannot_be_fetched_is_opened_as_a_page(site: Site) -> None:
    page = site.visit()
    page.goto("/rules/boards/000-08/?orders")
    page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('offline')); }")
    page.get_by_role("link", name="Resolve").click()
    expect(page).to_have_url(re.compile(r"/rules/boards/000-08/$"))
