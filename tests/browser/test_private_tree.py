"""Lines that begin with one's own orders: a tree, comparison, undo; no address tells of them."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.orders import submission
from tests import factories

from .conftest import Site
from .test_map_turn import assert_nothing_grave, by_map
from .test_private_lines import addresses_asked
from .test_sandbox_tree import DESKTOP, tree

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    return factories.begun_game()


def begin(site: Site, game: Game) -> tuple[Page, list[str]]:
    """Begin a private line of France; return its page, and what the browser asks for."""
    france = factories.seat(game, "FRANCE")
    person = factories.holder(france)
    lines = [submission.Line("unit-PAR", "A PAR - PIC")]
    submission.submit(factories.open_phase(game), france, lines, person=person)
    page = site.visit(person, **DESKTOP)
    asked = addresses_asked(page)
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Try in the sandbox").click()
    expect(page.get_by_role("heading", name="Only you see this line")).to_be_visible()
    return page, asked


def test_private_lines_are_listed_compared_and_opened_without_an_address(
    site: Site, game: Game
) -> None:
    page, asked = begin(site, game)
    page.get_by_role("button", name="Resolve").first.click()
    page.get_by_role("button", name="Change these orders").click()
    page.locator("[name=unit-PAR]").select_option("A PAR - BUR")
    page.get_by_role("button", name="Resolve").first.click()
    expect(tree(page).locator("[aria-current]")).to_have_text("S1901M: A PAR - BUR")
    assert_nothing_grave(page)
    tree(page).get_by_role("button", name="Compare S1901M: A PAR - PIC").click()
    expect(page.get_by_role("heading", name="Two lines side by side")).to_be_visible()
    expect(page.get_by_role("region", name="France").get_by_text("different")).to_have_count(1)
    page.get_by_role("button", name="Spring 1901, movement").click()
    expect(page.get_by_role("region", name="France").get_by_text("different")).to_have_count(1)
    assert_nothing_grave(page)
    page.get_by_role("button", name="Open this line").last.click()
    expect(page.get_by_role("heading", name="Only you see this line")).to_be_visible()
    expect(page.get_by_role("button", name="Use these orders")).to_be_visible()
    expect(page.locator("[name=unit-PIC]")).to_be_attached()
    tree(page).get_by_role("button", name="S1901M: A PAR - BUR", exact=True).click()
    expect(page.locator("[name=unit-BUR]")).to_be_attached()
    assert not [each for each in asked if re.search(r"line=|with=|/sandbox/1", each)]


def test_changes_of_a_private_line_are_undone_by_keys(site: Site, game: Game) -> None:
    page, asked = begin(site, game)
    by_map(page, {"A PAR - BUR": ["@PAR", "BUR"]})
    expect(page.locator("[data-line]").first).to_have_text("A PAR - BUR. Shown on the map.")
    page.keyboard.press("Control+z")
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - PIC")
    page.keyboard.press("Control+y")
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - BUR")
    assert not [each for each in asked if re.search(r"line=|with=|/sandbox/1", each)]


def test_undo_at_once_after_a_choice_goes_back_to_what_was_chosen_before(
    site: Site, game: Game
) -> None:
    page, _asked = begin(site, game)
    page.locator("[name=unit-PAR]").select_option("A PAR - BUR")
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - PIC")
    expect(page.get_by_role("button", name="Undo the last change")).to_have_attribute(
        "aria-disabled", "true"
    )


def test_another_player_of_the_same_tab_finds_no_lines_of_the_first(site: Site, game: Game) -> None:
    page, _asked = begin(site, game)
    page.get_by_role("button", name="Resolve").first.click()
    expect(tree(page).get_by_role("listitem")).to_have_count(1)
    kept = "() => Object.keys(sessionStorage).filter((name) => name.startsWith('sandbox:'))"
    first = page.evaluate(kept)
    germany = factories.holder(factories.seat(game, "GERMANY"))
    site.sign_in(page.context, germany)
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Try in the sandbox").click()
    expect(page.get_by_role("heading", name="Only you see this line")).to_be_visible()
    assert {*first} < {*page.evaluate(kept)}  # the session of the first player has only expired
    expect(page.get_by_role("button", name="Undo the last change")).to_have_attribute(
        "aria-disabled", "true"
    )
    expect(tree(page).get_by_role("listitem")).to_have_count(1)
    page.evaluate("() => document.querySelector('form[data-forgets-drafts]').requestSubmit()")
    page.wait_for_url("**/")
    assert page.evaluate(kept) == []
