"""The tree of lines in the sandbox: branches, names, comparison, and undo and redo by keys."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Site
from .test_map_turn import assert_nothing_grave, by_map
from .test_sandbox import SCREENS, begin, line_of

pytestmark = pytest.mark.django_db(transaction=True)

DESKTOP = SCREENS[0]
NO_STORAGE = """
Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("private"); } });
"""


def tree(page: Page) -> Locator:
    return page.get_by_role("region", name="Lines tried")


def resolve(page: Page, orders: Mapping[str, str]) -> None:
    """Choose orders in the lists, and resolve them."""
    for key, order in orders.items():
        page.locator(f"[name={key}]").select_option(order)
    page.get_by_role("button", name="Resolve").first.click()
    page.wait_for_url(re.compile(r"/sandbox/1[^/]+/\d+/$"))


def two_lines(page: Page) -> None:
    """Try two lines from the beginning; the page shows the results of the second."""
    begin(page)
    resolve(page, {"unit-PAR": "A PAR - BUR"})
    page.get_by_role("link", name="Change these orders").click()
    page.wait_for_url(re.compile(r"/sandbox/1[^/]+/$"))
    resolve(page, {"unit-PAR": "A PAR - PIC"})


@pytest.mark.parametrize("options", SCREENS, ids=["desktop", "phone"])
def test_two_lines_are_named_and_compared_side_by_side(site: Site, options: dict[str, Any]) -> None:
    page = site.visit(**options)
    two_lines(page)
    expect(tree(page).locator(".tree > li")).to_have_count(2)
    expect(tree(page).locator("[aria-current]")).to_have_text("S1901M: A PAR - PIC")
    tree(page).get_by_label("Name of this line").fill("To the <north>")
    tree(page).get_by_role("button", name="Name this line").click()
    expect(tree(page).locator("[aria-current]")).to_have_text("To the <north>")
    expect(tree(page).get_by_role("status")).to_have_text("The name is kept.")
    assert_nothing_grave(page)
    tree(page).get_by_role("link", name="S1901M: A PAR - BUR").click()
    expect(page.locator("[name=unit-BUR]")).to_be_attached()
    tree(page).get_by_role("button", name="Compare To the <north>").click()
    expect(page.get_by_role("heading", name="Two lines side by side")).to_be_visible()
    assert "with=" in page.url
    france = page.get_by_role("region", name="France")
    expect(france.get_by_text("different")).to_have_count(1)
    expect(france).to_contain_text("Only in the first line afterwards: A BUR.")
    expect(page.locator("svg.board")).to_have_count(2)
    assert_nothing_grave(page)


def test_a_line_that_goes_on_replaces_its_beginning_and_another_one_is_removed(site: Site) -> None:
    page = site.visit(**DESKTOP)
    two_lines(page)
    page.get_by_role("link", name="On to Fall 1901, movement").click()
    page.wait_for_url(re.compile(r"/sandbox/1[^/]+/$"))
    resolve(page, {"unit-MAR": "A MAR - SPA"})
    expect(tree(page).locator(".tree > li")).to_have_count(2)
    page.get_by_role("link", name="Change these orders").click()
    page.wait_for_url(re.compile(r"/sandbox/1[^/]+/$"))
    resolve(page, {"unit-MAR": "A MAR - BUR"})
    branch = tree(page).locator(".tree > li", has=page.locator(".tree"))
    expect(branch.locator("> [data-label]")).to_have_text("S1901M: A PAR - PIC")
    expect(branch.get_by_role("listitem")).to_have_count(2)
    tree(page).get_by_role("button", name="Take off the list F1901M: A MAR - SPA").click()
    expect(tree(page).get_by_role("listitem")).to_have_count(2)
    expect(tree(page).get_by_role("heading")).to_be_focused()


def press(page: Page, keys: str) -> None:
    """Press keys once the page that the keys before led to listens to them."""
    expect(page.locator("[data-undo-bar]")).to_be_visible()
    page.keyboard.press(keys)


def test_changes_on_the_map_are_undone_and_redone_by_keys(site: Site) -> None:
    page = site.visit(**DESKTOP)
    begin(page)
    undo = page.get_by_role("button", name="Undo the last change")
    expect(undo).to_have_attribute("aria-disabled", "true")
    for order, way in {"A PAR - BUR": ["@PAR", "BUR"], "A MUN - RUH": ["@MUN", "RUH"]}.items():
        by_map(page, {order: way})
        expect(page.locator("[data-line]").first).to_contain_text(f"{order}. Shown on the map.")
    expect(undo).to_have_attribute("aria-disabled", "false")
    press(page, "Control+z")
    expect(page.locator("[name=unit-MUN]")).to_have_value("")
    assert line_of(page).orders == {"FRANCE": ("A PAR - BUR",)}
    press(page, "Control+z")
    expect(page.locator("[name=unit-PAR]")).to_have_value("")
    press(page, "Control+y")
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - BUR")
    press(page, "Control+Shift+z")
    expect(page.locator("[name=unit-MUN]")).to_have_value("A MUN - RUH")
    resolve(page, {})
    press(page, "Control+z")
    expect(page.locator("[name=unit-MUN]")).to_have_value("A MUN - RUH")
    press(page, "Control+y")
    expect(page.get_by_role("link", name="On to Fall 1901, movement")).to_be_visible()


def test_the_buttons_of_undo_keep_the_focus_and_keys_leave_a_text_alone(site: Site) -> None:
    page = site.visit(**DESKTOP)
    begin(page)
    by_map(page, {"A PAR - BUR": ["@PAR", "BUR"]})
    expect(page.locator("[data-line]").first).to_contain_text("Shown on the map.")
    page.get_by_text("Enter all orders as one text").click()
    area = page.get_by_label("Orders, one per line")
    area.press("End")
    area.press("x")
    area.press("Control+z")
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - BUR")
    assert line_of(page).orders == {"FRANCE": ("A PAR - BUR",)}
    undo = page.get_by_role("button", name="Undo the last change")
    undo.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[name=unit-PAR]")).to_have_value("")
    expect(undo).to_be_focused()
    expect(undo).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - BUR")


@pytest.mark.soak
def test_the_list_of_keys_has_those_of_the_sandbox(site: Site) -> None:
    page = site.visit(**DESKTOP)
    begin(page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard")
    expect(dialog.get_by_role("heading", name="Sandbox")).to_be_visible()
    expect(dialog.get_by_text("Redo the change")).to_be_visible()


def test_without_storage_the_page_works_and_offers_no_undo(site: Site) -> None:
    page = site.visit(**DESKTOP)
    page.add_init_script(NO_STORAGE)
    two_lines(page)
    expect(tree(page).locator(".tree > li")).to_have_count(1)
    expect(page.locator("[data-undo-bar]")).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("link", name="On to Fall 1901, movement")).to_be_visible()


@pytest.mark.soak
def test_without_scripts_the_address_of_another_line_is_pasted(site: Site) -> None:
    page = site.visit(java_script_enabled=False)
    begin(page)
    page.get_by_role("button", name="Resolve").first.click()
    other = page.url
    page.get_by_role("link", name="Change these orders").click()
    page.locator("[name=unit-PAR]").select_option("A PAR - BUR")
    page.get_by_role("button", name="Resolve").first.click()
    expect(tree(page)).to_have_count(0)
    page.get_by_text("Compare with another line").click()
    page.get_by_label("Address of the other line").fill(other)
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("region", name="France")).to_contain_text("A PAR - BUR")
