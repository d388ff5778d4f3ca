"""A player of three powers gives all orders on one page, on a phone."""

from functools import partial
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from games.models import Game, Order
from tests import factories

from .conftest import ASKED, Site, until_told
from .test_pages import violations

PHONE = {"width": 360, "height": 740}
POWERS = ["AUSTRIA", "ENGLAND", "GERMANY"]
SHEET = "Austria:\nA Vie-Gal\n\nEngland:\n\nGermany:\nA Mun-Bur\nF Kie-Den"


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game(setup="three")


def opened(site: Site, game: Game, **options: Any) -> Page:
    page = site.visit(factories.holder(factories.seat(game, "AUSTRIA")), **options)
    page.goto(game.get_absolute_url())
    return page


def stored(game: Game) -> set[str]:
    return set(Order.objects.filter(phase__game=game).values_list("text", flat=True))


def contains(game: Game, order: str) -> bool:
    return order in stored(game)


def test_all_powers_are_ordered_on_one_board_and_one_button_makes_them_ready(
    site: Site, game: Game
):
    page = opened(site, game, viewport=PHONE)
    for unit, order in (("VIE", "A VIE H"), ("LON", "F LON H"), ("MUN", "A MUN H")):
        whole = page.locator(".board-view svg.board[viewBox='0 0 1600 1400']")
        expect(whole).to_be_visible()  # it was zoomed in for the last choice
        page.locator(f".board-view [data-choice='@{unit}']").first.click(force=True)
        page.get_by_role("button", name="Hold").click()
        until_told(page, partial(contains, game, order), what=order)
    assert list(violations(Axe().run(page, options=ASKED).response)) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Ready with all my powers").click()
    expect(page.get_by_role("status").filter(has_text="You’re ready with all")).to_be_visible()
    ready = game.seats.exclude(ready_phase=None).order_by("place")
    assert [seat.power for seat in ready] == POWERS


def test_a_choice_is_saved_before_the_button_for_all_powers_counts(site: Site, game: Game):
    page = opened(site, game)
    for unit in ("VIE", "LON", "MUN"):
        name = "F" if unit == "LON" else "A"
        page.locator(f"select[name=unit-{unit}]").select_option(f"{name} {unit} H")
    page.get_by_role("button", name="Ready with all my powers").click()
    expect(page.get_by_role("status").filter(has_text="You’re ready with all")).to_be_visible()
    assert stored(game) == {"A VIE H", "F LON H", "A MUN H"}


def test_a_text_keeps_what_has_just_been_chosen_for_another_power(site: Site, game: Game):
    page = opened(site, game)
    page.get_by_text("Enter all orders as one text").click()
    page.get_by_label("Orders, one per line").fill("Austria:\nA Vie-Gal")
    page.locator("select[name=unit-LON]").select_option("F LON H")
    page.get_by_role("button", name="Save this text").click()
    expect(page.get_by_role("status").filter(has_text="Your orders are saved")).to_be_visible()
    assert stored(game) == {"A VIE - GAL", "F LON H"}


def test_who_has_typed_a_text_is_asked_before_they_are_ready_without_it(site: Site, game: Game):
    page = opened(site, game)
    page.get_by_text("Enter all orders as one text").click()
    page.get_by_label("Orders, one per line").fill("Austria:\nA Vie-Gal")
    page.get_by_role("button", name="Ready with all my powers").click()
    expect(page.get_by_label("Orders, one per line")).to_be_focused()
    assert page.get_by_label("Orders, one per line").input_value() == "Austria:\nA Vie-Gal"


@pytest.mark.soak
def test_what_is_chosen_on_the_map_stands_in_the_text_for_all_powers(site: Site, game: Game):
    page = opened(site, game)
    page.get_by_text("Enter all orders as one text").click()
    text = page.get_by_label("Orders, one per line")
    page.locator("select[name=unit-VIE]").select_option("A VIE H")
    expect(text).to_have_value("Austria:\nA VIE H\n\nEngland:\n\nGermany:")
    text.fill(SHEET)
    expect(page.get_by_role("region", name="How these orders are read")).to_contain_text(
        "3 orders understood"
    )
    page.get_by_role("button", name="Save this text").click()
    expect(page.get_by_role("status").filter(has_text="Your orders are saved")).to_be_visible()
    assert stored(game) == {"A VIE - GAL", "A MUN - BUR", "F KIE - DEN"}


@pytest.mark.soak
def test_without_scripts_each_power_is_saved_by_its_own_button(site: Site, game: Game):
    page = opened(site, game, java_script_enabled=False, viewport=PHONE)
    for number, (unit, order) in enumerate((("VIE", "A VIE H"), ("LON", "F LON H"))):
        page.locator(f"select[name=unit-{unit}]").select_option(order)
        with page.expect_navigation():
            page.get_by_role("button", name="Save orders").nth(number).click()
    assert stored(game) == {"A VIE H", "F LON H"}
    page.get_by_role("button", name="Ready with all my powers").click()
    expect(page.get_by_role("main")).to_contain_text("Germany has no orders.")
    page.get_by_role("link", name="Cancel").click()
    page.get_by_text("Enter all orders as one text").click()
    page.get_by_label("Orders, one per line").fill("Germany: A Ber H")
    page.get_by_role("button", name="Save this text").click()
    page.get_by_role("button", name="Ready with all my powers").click()
    expect(page.get_by_role("status").filter(has_text="You’re ready with all")).to_be_visible()
