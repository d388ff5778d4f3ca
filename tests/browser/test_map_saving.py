"""Orders given on the map are saved at once, and every failure is shown."""

import re
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Locator, Page, Route, expect

from games.adjudication import due_phases
from games.models import Game, Order, Phase, Receipt
from games.orders import submission
from games.orders.submission import Line
from tests import factories

from .conftest import Site, until_told

SAVING = "**/orders/*/"
UNLOADED = "Failed to load resource"  # the console's message about an answer with an error status


@pytest.fixture
def game(transactional_db: None) -> Game:
    game = factories.begun_game()
    units = {"FRANCE": ["A PAR", "A MAR", "F BRE"], "GERMANY": ["A MUN"]}
    factories.set_up_position(game, "S1902M", units=units)
    return game


def visit(site: Site, game: Game, **options: Any) -> Page:
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")), **options)
    page.goto(game.get_absolute_url())
    return page


def unit(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def give(page: Page, name: str, *keys: str) -> None:
    """Give an order with the keyboard only, so that positions on the map do not matter."""
    unit(page, name).focus()
    for key in ("Enter", *keys):
        page.keyboard.press(key)


def says(page: Page, words: str) -> None:
    expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()


def order_elsewhere(game: Game, text: str) -> None:
    """Save an order as another window would."""
    seat = factories.seat(game, "FRANCE")
    phase = factories.open_phase(game)
    submission.submit(phase, seat, [Line("1", text)], person=factories.holder(seat))


def stored() -> set[str]:
    return set(Order.objects.values_list("text", flat=True))


def test_the_arrow_is_drawn_and_focus_and_view_stay(site: Site, game: Game) -> None:
    page = visit(site, game)
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".board-view svg.board")).not_to_have_attribute("viewBox", "0 0 1600 1400")
    give(page, "Army Paris", "h")
    says(page, "A PAR H. Saved")
    expect(page.locator(".order[data-order='A PAR H']").first).to_be_attached()
    expect(unit(page, "Army Paris: A PAR H")).to_be_focused()
    assert page.locator(".board-view svg.board").get_attribute("viewBox") != "0 0 1600 1400"
    assert stored() == {"A PAR H"}


def test_escape_cancels_and_back_takes_one_step(site: Site, game: Game) -> None:
    page = visit(site, game)
    chooser = page.get_by_role("group", name="Army Paris")
    give(page, "Army Paris", "s")
    expect(chooser).to_contain_text("A PAR S")
    chooser.get_by_role("button", name="Back").click()
    expect(chooser.get_by_role("button", name="Hold")).to_be_visible()
    page.keyboard.press("Escape")
    expect(chooser).to_be_hidden()
    expect(unit(page, "Army Paris")).to_be_focused()
    assert stored() == set()


def test_an_order_is_taken_back_on_the_map(site: Site, game: Game) -> None:
    page = visit(site, game)
    give(page, "Army Paris", "h")
    says(page, "A PAR H. Saved")
    give(page, "Army Paris")
    page.get_by_role("button", name="Clear the order").click()
    says(page, "Saved without orders")
    assert stored() == set()


def hold_the_first(page: Page) -> list[Route]:
    """Let the first save wait and the later ones pass; return all of them as they arrive."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    page.route(SAVING, hold)
    return held


def save_held(page: Page, held: list[Route]) -> Route:
    """Wait until a save has reached the route that holds it; return the first."""
    until_told(page, lambda: held, what="a save is held")
    return held[0]


def test_the_newest_choice_wins_and_nothing_is_sent_twice(site: Site, game: Game) -> None:
    page = visit(site, game)
    held = hold_the_first(page)
    give(page, "Army Paris", "h")
    give(page, "Army Marseilles", "h")
    give(page, "Fleet Brest", "h")
    says(page, "F BRE H. Saving")
    first = save_held(page, held)
    assert len(held) == 1
    first.continue_()
    says(page, "F BRE H. Saved")
    assert len(held) == 2
    assert stored() == {"A PAR H", "A MAR H", "F BRE H"}
    assert Receipt.objects.count() == 2


def test_whoever_goes_on_choosing_is_not_disturbed_by_the_answer(site: Site, game: Game) -> None:
    page = visit(site, game)
    held: list[Route] = []
    page.route(SAVING, lambda route: held.append(route))
    give(page, "Army Paris", "h")
    says(page, "A PAR H. Saving")
    give(page, "Army Marseilles")
    hold = page.get_by_role("group", name="Army Marseilles").get_by_role("button", name="Hold")
    expect(hold).to_be_focused()
    save_held(page, held).continue_()
    says(page, "counts at the deadline")
    expect(unit(page, "Army Paris: A PAR H")).to_be_visible()
    expect(hold).to_be_focused()


@pytest.mark.soak
def test_without_a_network_the_choice_stays_and_is_sent_again(site: Site, game: Game) -> None:
    site.forgives = UNLOADED
    page = visit(site, game)
    page.route(SAVING, lambda route: route.abort())
    give(page, "Army Paris", "h")
    says(page, "Not saved: there’s no connection")
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR H")
    page.unroute(SAVING)
    page.get_by_role("button", name="Try again").click()
    says(page, "counts at the deadline")
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    assert stored() == {"A PAR H"}


def test_a_choice_that_is_not_stored_is_marked_until_it_is_sent_again_by_itself(
    site: Site, game: Game
) -> None:
    site.forgives = UNLOADED
    page = visit(site, game)
    give(page, "Army Marseilles", "h")
    says(page, "counts at the deadline")
    state, failure = page.locator(".order-entry__state"), page.locator("[data-unsaved]")
    row = page.locator(".orders__row").filter(has=page.locator("[name=unit-PAR]"))
    page.route(SAVING, lambda route: route.abort())
    give(page, "Army Paris", "h")
    expect(failure).to_contain_text("Not saved")
    expect(state).to_be_hidden()
    expect(row).to_have_class(re.compile("is-unsaved"))
    expect(page.locator(".orders__row.is-unsaved")).to_have_count(1)
    page.unroute(SAVING)
    expect(state).to_contain_text("counts at the deadline", timeout=15_000)
    expect(failure).to_be_hidden()
    expect(page.locator(".orders__row.is-unsaved")).to_have_count(0)
    assert stored() == {"A MAR H", "A PAR H"}


def test_the_table_of_powers_says_at_once_that_orders_are_saved(site: Site, game: Game) -> None:
    page = visit(site, game)
    cell = page.locator('[data-seat-orders="FRANCE"]')
    expect(cell).to_have_text("missing")
    give(page, "Army Paris", "h")
    says(page, "counts at the deadline")
    expect(cell).to_have_text("orders in")


def test_whoever_was_signed_out_signs_in_and_tries_again(site: Site, game: Game) -> None:
    site.forgives = UNLOADED
    page = visit(site, game)
    page.context.clear_cookies()
    give(page, "Army Paris", "h")
    says(page, "you’re signed out")
    expect(page.locator(".order-bar").get_by_role("link", name="Sign in")).to_be_visible()
    site.sign_in(page.context, factories.holder(factories.seat(game, "FRANCE")))
    page.get_by_role("button", name="Try again").click()
    says(page, "counts at the deadline")
    assert stored() == {"A PAR H"}


def test_after_the_deadline_it_says_so_and_where_to_go(site: Site, game: Game) -> None:
    site.forgives = UNLOADED
    page = visit(site, game)
    Phase.objects.filter(game=game).update(due_at=factories.deadline(game).replace(year=2001))
    give(page, "Army Paris", "h")
    says(page, "has passed")
    expect(page.get_by_role("link", name="Reload the page")).to_be_visible()
    assert stored() == set()


@pytest.mark.soak
def test_once_the_phase_is_resolved_it_says_so_and_where_to_go(site: Site, game: Game) -> None:
    site.forgives = UNLOADED
    page = visit(site, game)
    page.route("**/state/**", lambda route: route.abort())  # or it would load the new phase itself
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    give(page, "Army Paris", "h")
    says(page, "is over")
    expect(page.get_by_role("link", name="Reload the page")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Saving")).to_be_hidden()


def test_an_old_page_says_that_orders_were_changed_elsewhere(site: Site, game: Game) -> None:
    site.forgives = UNLOADED
    page = visit(site, game)
    order_elsewhere(game, "A MAR - SPA")
    give(page, "Army Paris", "h")
    says(page, "changed in another window")
    expect(page.locator(".order-entry__state")).to_contain_text("A MAR - SPA")
    assert stored() == {"A MAR - SPA"}
    page.get_by_role("link", name="Reload the page").click()
    expect(unit(page, "Army Marseilles: A MAR - SPA")).to_be_visible()
    assert stored() == {"A MAR - SPA"}
    give(page, "Army Paris", "h")
    says(page, "A PAR H. Saved")
    give(page, "Fleet Brest", "h")
    says(page, "F BRE H. Saved")
    assert stored() == {"A MAR - SPA", "A PAR H", "F BRE H"}


def test_whoever_goes_back_finds_what_was_saved_since(site: Site, game: Game) -> None:
    page = visit(site, game)
    order_elsewhere(game, "A MAR - SPA")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("[name=unit-MAR]")).to_have_value("A MAR - SPA")


def test_whoever_leaves_takes_the_newest_choice_along(site: Site, game: Game) -> None:
    page = visit(site, game)
    held: list[Route] = []
    page.route(SAVING, lambda route: held.append(route))
    give(page, "Army Paris", "h")
    give(page, "Army Marseilles", "h")
    says(page, "A MAR H. Saving")
    sent = save_held(page, held).request
    with page.expect_request(SAVING) as left:
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    first, last = (each.post_data or "" for each in (sent, left.value))
    assert 'name="seen"' in first
    assert 'name="seen"' not in last, "what the first brings about is not known here"
    assert "A MAR H" in last


def test_the_form_saves_what_is_chosen_and_the_map_shows_it(site: Site, game: Game) -> None:
    page = visit(site, game)
    page.locator("[name=unit-PAR]").select_option("A PAR - BUR")
    says(page, "counts at the deadline")
    expect(unit(page, "Army Paris: A PAR - BUR")).to_be_visible()
    expect(page.locator(".order[data-order='A PAR - BUR']").first).to_be_attached()
    assert stored() == {"A PAR - BUR"}


def test_a_text_follows_until_somebody_types_in_it(site: Site, game: Game) -> None:
    page = visit(site, game)
    page.get_by_text("Enter orders as text").click()
    box = page.get_by_label("Orders, one per line")
    give(page, "Army Paris", "h")
    expect(box).to_have_value("A PAR H")
    box.fill("A Par-Bur\nA Mar")
    give(page, "Army Marseilles", "h")
    says(page, "A MAR H. Saved")
    expect(box).to_have_value("A Par-Bur\nA Mar")
    page.get_by_role("button", name="Ready").click()
    says(page, "isn’t saved. Save it first")
    expect(box).to_be_focused()
    warning = page.locator("[data-typed-warning]")
    expect(warning).to_be_visible()
    box.fill("A PAR H")  # as it was
    expect(warning).to_be_hidden()


def test_ready_is_said_and_taken_back_and_goes_to_what_is_missing(site: Site, game: Game) -> None:
    page = visit(site, game)
    give(page, "Army Paris", "h")
    give(page, "Army Marseilles", "h")
    expect(page.locator(".order-entry__ready")).to_contain_text(
        "1 unit has no order: it will hold."
    )
    page.locator(".order-entry__ready").get_by_role("link", name="Fleet Brest").click()
    expect(page.get_by_role("group", name="Fleet Brest")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Ready anyway").click()
    says(page, "You are ready")
    page.get_by_role("button", name="Not ready").click()
    says(page, "You’re no longer ready")
    assert stored() == {"A PAR H", "A MAR H"}


@pytest.mark.parametrize("newer", [False, True], ids=["one choice", "a newer one beside"])
def test_ready_waits_until_all_that_was_chosen_is_saved(
    site: Site, game: Game, newer: bool
) -> None:
    page = visit(site, game)
    held = hold_the_first(page)
    give(page, "Army Paris", "h")
    says(page, "A PAR H. Saving")
    if newer:
        give(page, "Army Marseilles", "h")
        says(page, "A MAR H. Saving")
    page.get_by_role("button", name="Ready anyway").click()
    save_held(page, held).continue_()
    says(page, "You are ready")
    assert stored() == ({"A PAR H", "A MAR H"} if newer else {"A PAR H"})


def get_ready(page: Page) -> None:
    give(page, "Army Paris", "h")
    says(page, "A PAR H. Saved")
    page.get_by_role("button", name="Ready anyway").click()
    says(page, "You are ready")


def test_ready_is_taken_back_while_a_choice_is_being_saved(site: Site, game: Game) -> None:
    page = visit(site, game)
    get_ready(page)
    held: list[Route] = []
    page.route(SAVING, lambda route: held.append(route))
    give(page, "Army Marseilles", "h")
    says(page, "A MAR H. Saving")
    page.get_by_role("button", name="Not ready").click()
    save_held(page, held).continue_()
    says(page, "You’re no longer ready")
    assert stored() == {"A PAR H", "A MAR H"}


@pytest.mark.soak
def test_what_could_not_be_saved_is_saved_before_ready_is_taken_back(
    site: Site, game: Game
) -> None:
    site.forgives = UNLOADED
    page = visit(site, game)
    get_ready(page)
    page.route(SAVING, lambda route: route.abort())
    give(page, "Army Marseilles", "h")
    says(page, "Not saved")
    page.unroute(SAVING)
    page.get_by_role("button", name="Not ready").click()
    says(page, "You’re no longer ready")
    assert stored() == {"A PAR H", "A MAR H"}


@pytest.mark.soak
def test_a_refused_text_stays_whatever_the_map_saves(site: Site, game: Game) -> None:
    page = visit(site, game)
    page.get_by_text("Enter orders as text").click()
    box = page.get_by_label("Orders, one per line")
    box.fill("A Par-Brgndy")
    page.get_by_role("button", name="Save this text").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was saved")
    give(page, "Army Marseilles", "h")
    says(page, "A MAR H. Saved")
    expect(box).to_have_value("A Par-Brgndy")
    page.get_by_role("button", name="Ready").click()
    says(page, "isn’t saved. Save it first")
    expect(box).to_be_focused()


def test_a_failure_is_said_again_until_it_is_mended(site: Site, game: Game) -> None:
    site.forgives = UNLOADED
    page = visit(site, game)
    page.route(SAVING, lambda route: route.abort())
    give(page, "Army Paris", "h")
    says(page, "Not saved: there’s no connection")
    give(page, "Army Marseilles")
    says(page, "Choose where it moves")
    page.keyboard.press("Escape")
    says(page, "Not saved: there’s no connection")
    page.unroute(SAVING)
    page.get_by_role("button", name="Try again").click()
    says(page, "counts at the deadline")
    give(page, "Army Marseilles")
    page.keyboard.press("Escape")
    says(page, "Choose one of your units")
    assert stored() == {"A PAR H"}
