"""The sandbox in a browser: orders of several powers on the map, on a phone and without scripts."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.sandbox import address
from games.sandbox.line import Line
from tests import factories

from .conftest import Site
from .test_map_turn import assert_nothing_grave, by_map, point_at

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS: list[dict[str, Any]] = [
    {"viewport": {"width": 1280, "height": 800}},
    {"viewport": {"width": 360, "height": 740}, "has_touch": True, "reduced_motion": "reduce"},
]
WINTER = """W1901A
FRANCE: A PAR
GERMANY: A MUN, A BER, A RUH

Centers
FRANCE: PAR, BRE, MAR
GERMANY: MUN, BER
"""


def begin(page: Page, position: str = "") -> None:
    page.goto("/sandbox/")
    page.get_by_label("Position").fill(position)
    page.get_by_role("button", name="Show the board").click()
    page.wait_for_url(re.compile("/sandbox/1"))


def line_of(page: Page) -> Line:
    read = address.read(page.url.split("/")[4])
    assert read.is_whole
    return read.line


@pytest.mark.parametrize("options", SCREENS, ids=["desktop", "phone"])
def test_several_powers_are_ordered_on_the_map_and_resolved_step_by_step(
    site: Site, options: dict[str, Any]
) -> None:
    page = site.visit(**options)
    begin(page)
    by_map(page, {"A PAR - BUR": ["@PAR", "BUR"], "A MUN - BUR": ["@MUN", "BUR"]})
    expect(page.locator("[data-line]").first).to_have_text("A MUN - BUR. Shown on the map.")
    assert line_of(page).orders == {"FRANCE": ("A PAR - BUR",), "GERMANY": ("A MUN - BUR",)}
    assert_nothing_grave(page)
    page.get_by_role("button", name="Resolve").first.click()
    expect(page.get_by_role("heading", name="Spring 1901, movement")).to_be_visible()
    expect(page.get_by_text("It bounced")).to_have_count(2)
    assert_nothing_grave(page)
    page.get_by_role("link", name="On to Fall 1901, movement").click()
    expect(page.get_by_role("heading", name="Fall 1901, movement")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Change these orders").click()
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - BUR")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_what_breaks_a_plan_is_searched_with_the_orders_chosen_last(
    site: Site, *, scripts: bool
) -> None:
    page = site.visit(java_script_enabled=scripts)
    begin(page)
    page.locator("[name=unit-PAR]").select_option("A PAR - BUR")
    page.get_by_label("Search replies of other powers by which").select_option("FRANCE A PAR")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("heading", name="Reply 1")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("A MUN - BUR")
    if scripts:
        assert_nothing_grave(page)
    page.get_by_role("link", name="Show the results").first.click()
    expect(page.get_by_text("It bounced").first).to_be_visible()


@pytest.mark.soak
def test_the_builds_and_disbands_of_several_powers_are_chosen_on_the_map(site: Site) -> None:
    page = site.visit(viewport={"width": 1280, "height": 800})
    begin(page, WINTER)
    by_map(page, {"F BRE B": ["@BRE", "Fleet"], "A RUH D": ["@RUH"]})
    expect(page.locator("[data-line]").first).to_have_text("Disband A RUH. Shown on the map.")
    assert line_of(page).orders == {"FRANCE": ("F BRE B",), "GERMANY": ("A RUH D",)}


def test_what_is_shared_and_stepped_to_is_the_newest_line(site: Site) -> None:
    page = site.visit(**SCREENS[0])
    begin(page)
    page.get_by_role("button", name="Resolve").first.click()
    page.get_by_role("link", name="On to Fall 1901, movement").click()
    page.get_by_text("Enter all orders as one text").click()
    page.get_by_label("Orders, one per line").fill("A PAR - BUR\nA PAR - LON")
    page.get_by_role("button", name="Show on the map").last.click()
    expect(page.get_by_role("region", name="How these orders are read")).to_be_visible()
    page.locator("[name=unit-PAR]").select_option("A PAR - PIC")
    link = page.get_by_role("link", name="Previous step")
    link.click()
    expect(page.get_by_role("heading", name="Spring 1901, movement")).to_be_visible()
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - PIC")
    shared = page.locator("[data-copied-text]").get_attribute("data-copied-text") or ""
    assert page.url.partition("/sandbox/")[2] in shared


def test_a_typed_text_is_not_lost_by_other_buttons(site: Site) -> None:
    page = site.visit(**SCREENS[0])
    begin(page)
    page.locator("[name=unit-MUN]").select_option("A MUN - RUH")
    expect(page.locator("[data-line]").first).to_contain_text("Shown on the map.")
    page.get_by_text("Enter all orders as one text").click()
    text = page.get_by_label("Orders, one per line")
    text.fill("A PAR - BUR")
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    expect(text).to_be_focused()
    expect(text).to_have_value("A PAR - BUR")
    expect(page.locator("[data-line]").first).to_contain_text("would be left out")
    page.get_by_role("button", name="Resolve").first.click()
    expect(page.locator("[data-line]").first).to_contain_text("would be left out")
    page.get_by_role("button", name="Resolve").last.click()
    expect(page.get_by_role("heading", name="Spring 1901, movement")).to_be_visible()
    assert line_of(page).phases[0].orders == {"FRANCE": ("A PAR - BUR",)}


@pytest.mark.parametrize("size", [(1366, 680), (1920, 1080), (844, 390), (390, 844)])
def test_the_whole_menu_of_sharing_can_be_reached(site: Site, size: tuple[int, int]) -> None:
    game = factories.begun_game()
    player = factories.holder(factories.seat(game, "FRANCE"))
    page = site.visit(player, viewport={"width": size[0], "height": size[1]})
    begin(page)
    for path in (page.url, game.get_absolute_url()):
        page.goto(path)
        page.locator(".share > summary").click()
        for link in page.locator(".share > .menu__list a").all():
            link.click(trial=True)


def test_the_map_says_why_orders_are_refused(site: Site) -> None:
    page = site.visit(**SCREENS[0])
    begin(page, "W1901A\nFRANCE: A PAR, A BUR, A PIC\n\nCenters\nFRANCE: PAR")
    lists = page.locator("form.orders select")
    for number in (0, 1):
        lists.nth(number).select_option("A BUR D")
    expect(page.locator("[data-unsaved]")).to_contain_text("two orders for A BUR")


@pytest.mark.soak
def test_without_scripts_the_lists_and_the_text_are_enough(site: Site) -> None:
    page = site.visit(java_script_enabled=False)
    begin(page)
    page.locator("[name=unit-PAR]").select_option("A PAR - BUR")
    page.get_by_role("button", name="Resolve").first.click()
    page.get_by_role("link", name="On to Fall 1901, movement").click()
    page.get_by_text("Enter all orders as one text").click()
    page.get_by_label("Orders, one per line").fill("A BUR - MUN\nA MUN - RUH")
    page.get_by_role("button", name="Resolve").last.click()
    assert [phase.orders for phase in line_of(page).phases] == [
        {"FRANCE": ("A PAR - BUR",)},
        {"FRANCE": ("A BUR - MUN",), "GERMANY": ("A MUN - RUH",)},
    ]


def test_pieces_are_set_by_clicks_on_the_map(site: Site) -> None:
    page = site.visit(viewport={"width": 1280, "height": 800})
    page.goto("/sandbox/")
    page.get_by_role("button", name="Begin with an empty board").click()
    page.wait_for_url(re.compile("/pieces/"))  # and until its scripts have run
    page.get_by_label("Power", exact=True).select_option("FRANCE")
    point_at(page, "PAR")
    expect(page.locator("svg.board .unit")).to_have_count(1)
    page.get_by_label("Place a fleet").check()
    point_at(page, "SPA/SC")
    expect(page.locator('svg.board .unit[data-unit="F SPA/SC"]')).to_have_count(1)
    page.get_by_label("Move a unit").check()
    point_at(page, "PAR")
    expect(page.locator("[data-pieces-bar]")).to_have_text("Where to?")
    point_at(page, "BUR")
    expect(page.locator('svg.board .unit[data-unit="A BUR"]')).to_have_count(1)
    assert_nothing_grave(page)
    page.route(re.compile("/pieces/"), lambda route: route.abort())
    point_at(page, "BUR")
    point_at(page, "GAS")
    expect(page.locator("[data-pieces-bar]")).to_contain_text("Nothing was changed")
    page.unroute(re.compile("/pieces/"))
    point_at(page, "SPA/SC")
    point_at(page, "MAO")
    expect(page.locator('svg.board .unit[data-unit="F MAO"]')).to_have_count(1)
    point_at(page, "MAO")
    point_at(page, "SPA/NC")
    expect(page.locator('svg.board .unit[data-unit="F SPA/NC"]')).to_have_count(1)
    page.get_by_role("link", name="Give orders").click()
    expect(page.locator("[name=unit-BUR]")).to_be_visible()
    assert {power: len(units) for power, units in line_of(page).position.units.items()} == {
        "FRANCE": 2
    }


def test_a_board_in_a_message_opens_as_a_stranger_on_a_phone(site: Site) -> None:
    game = factories.begun_game()
    player = site.visit(factories.holder(factories.seat(game, "FRANCE")), **SCREENS[0])
    begin(player)
    by_map(player, {"A PAR - BUR": ["@PAR", "BUR"]})
    expect(player.locator("[data-line]").first).to_have_text("A PAR - BUR. Shown on the map.")
    tag = player.locator("[data-copied-text]").get_attribute("data-copied-text") or ""
    assert player.url.partition("/sandbox/")[2] in tag
    assert player.locator("[name=line]").get_attribute("value") == player.url.split("/")[4]
    player.goto(f"{game.get_absolute_url()}press/public/")
    player.get_by_label("Your message").fill(f"See {tag}")
    player.get_by_role("button", name="Send").click()
    board = player.get_by_role("link", name="Board in the sandbox")
    board.scroll_into_view_if_needed()
    expect(player.locator(".markup-map img")).not_to_have_js_property("naturalWidth", 0)
    phone = site.visit(**SCREENS[1])
    phone.goto(board.get_attribute("href") or "")
    assert line_of(phone).orders == {"FRANCE": ("A PAR - BUR",)}
    phone.locator(".share > summary").click()
    expect(phone.get_by_role("link", name="Vector image (SVG)")).to_be_visible()
    assert_nothing_grave(phone)
