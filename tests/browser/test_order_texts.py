"""Orders that are being typed stay in the browser, and only there, until they are saved."""

from datetime import timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from accounts import clock
from games.adjudication import due_phases
from games.models import Game, Order
from tests import factories
from tests.site import until

from .conftest import Site

TYPED = "A PAR - BUR\nA MAR S A PAR - BUR"
NOT_SAVED = "You typed this text here before. It isn’t saved."


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


@pytest.fixture
def page(site: Site, game: Game) -> Page:
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    page.goto(game.get_absolute_url())
    return page


def box(page: Page) -> Locator:
    text = page.get_by_label("Orders, one per line")
    if not text.is_visible():
        page.get_by_text("Enter orders as text").click()
    return text


def kept(page: Page) -> int:
    return int(page.evaluate("Object.keys(localStorage).length"))


def type_orders(page: Page) -> None:
    box(page).fill(TYPED)
    expect(page.locator(".feedback li").first).to_be_visible()
    page.wait_for_load_state("networkidle")


def test_what_was_typed_is_there_again_and_the_page_says_that_it_is_not_saved(
    page: Page, game: Game
):
    type_orders(page)
    page.reload()
    expect(page.get_by_label("Orders, one per line")).to_have_value(TYPED)
    expect(page.get_by_text(NOT_SAVED)).to_be_visible()
    expect(page.locator(".feedback li").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not Order.objects.exists()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text(NOT_SAVED)).to_be_hidden()
    assert kept(page) == 0
    page.reload()
    expect(box(page)).to_have_value("")


def test_a_saved_text_is_forgotten(page: Page):
    type_orders(page)
    page.get_by_role("button", name="Save this text").click()
    expect(page.locator(".notice--success", has_text="counts at the deadline")).to_be_visible()
    assert kept(page) == 0
    expect(page.get_by_text(NOT_SAVED)).to_be_hidden()


def test_the_page_stays_where_it_is_when_a_text_is_saved(page: Page):
    page.set_viewport_size({"width": 1366, "height": 680})
    type_orders(page)
    side, board = page.locator(".play__side"), page.locator(".board-view svg.board")
    before = board.bounding_box()
    button = page.get_by_role("button", name="Save this text")
    button.scroll_into_view_if_needed()
    scrolled = side.evaluate("(side) => side.scrollTop")
    assert scrolled > 50
    button.click()
    expect(page.locator(".notice--success")).to_be_visible()
    expect(button).to_be_visible()
    assert side.evaluate("(side) => side.scrollTop") == pytest.approx(scrolled, abs=2)
    assert page.evaluate("scrollY") == 0
    assert board.bounding_box() == before


def test_a_text_that_was_read_in_part_stays_until_all_of_it_is_saved(page: Page, game: Game):
    box(page).fill("A PAR - BUR\nA MAR - NOWHERE")
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Save this text").click()
    expect(page.get_by_label("Orders, one per line")).to_have_value("A PAR - BUR\nA MAR - NOWHERE")
    page.wait_for_load_state("networkidle")
    page.goto(game.get_absolute_url())
    expect(page.get_by_label("Orders, one per line")).to_have_value("A PAR - BUR\nA MAR - NOWHERE")
    expect(page.get_by_text(NOT_SAVED)).to_be_visible()


def test_saving_orders_of_one_power_keeps_a_text_that_never_arrived_for_all(site: Site):
    game = factories.begun_game(setup="three")
    page = site.visit(factories.holder(factories.seat(game, "AUSTRIA")))
    page.goto(game.get_absolute_url())
    page.get_by_text("Enter all orders as one text").click()
    page.get_by_label("Orders, one per line").fill("Germany:\nA Mun-Bur")
    page.wait_for_load_state("networkidle")
    site.forgives = "ERR_INTERNET_DISCONNECTED"
    page.context.set_offline(True)
    page.get_by_role("button", name="Save this text").click()
    page.wait_for_url("chrome-error://**")
    page.context.set_offline(False)
    page.goto(reverse("games:orders", args=[game.slug, "S1901M", "ENGLAND"]))
    box(page).fill("F Lon-Nth")
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Save this text").click()
    expect(page.locator(".notice--success")).to_be_visible()
    expect(page.get_by_label("Orders, one per line")).to_have_value("Germany:\nA Mun-Bur")
    expect(page.get_by_text(NOT_SAVED)).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Save this text").click()
    expect(page.get_by_role("status").filter(has_text="Your orders are saved")).to_be_visible()
    until(lambda: kept(page) == 0, seconds=30, what="no text is kept")


def test_a_text_is_forgotten_when_the_phase_is_over(page: Page, game: Game):
    type_orders(page)
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    page.goto(game.get_absolute_url())
    expect(box(page)).to_have_value("")
    assert kept(page) == 0


def test_a_text_is_there_when_the_deadline_at_which_it_was_typed_has_passed(page: Page, game: Game):
    page.clock.install()
    page.reload()
    type_orders(page)
    before = factories.deadline(game)
    factories.let_be_due(game, before + timedelta(days=2))
    page.clock.set_fixed_time(before + timedelta(days=1))
    page.goto("/")
    page.goto(game.get_absolute_url())
    expect(page.get_by_label("Orders, one per line")).to_have_value(TYPED)
    expect(page.get_by_text(NOT_SAVED)).to_be_visible()


def test_a_text_is_forgotten_after_a_month(page: Page):
    page.clock.install()
    page.reload()
    type_orders(page)
    page.clock.set_fixed_time(clock.now() + timedelta(days=29))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert kept(page) == 1
    page.clock.set_fixed_time(clock.now() + timedelta(days=31))
    page.reload()
    until(lambda: kept(page) == 0, seconds=30, what="no text is kept")


def test_signing_out_forgets_the_text(page: Page):
    type_orders(page)
    assert kept(page) == 1
    page.locator("summary", has_text="Account").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert kept(page) == 0
