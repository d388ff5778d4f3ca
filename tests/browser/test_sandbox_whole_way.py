"""The whole way through the sandbox: from one's orders three phases on, shared, and back."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Order
from games.orders import submission
from tests import factories

from .conftest import Site
from .test_map_turn import assert_nothing_grave
from .test_private_lines import addresses_asked
from .test_sandbox import SCREENS
from .test_sandbox_tree import tree

pytestmark = pytest.mark.django_db(transaction=True)

SPRING = {"unit-PAR": "A PAR - BUR", "unit-MUN": "A MUN - RUH", "unit-BRE": "F BRE - MAO"}
FALL = {"unit-BUR": "A BUR - MUN", "unit-MAO": "F MAO - SPA/SC"}
OTHER_FALL = {"unit-BUR": "A BUR - BEL", "unit-MAO": "F MAO - SPA/SC"}


def choose(page: Page, orders: dict[str, str]) -> None:
    for name, order in orders.items():
        page.locator(f"[name={name}]").select_option(order)


def resolve(page: Page, name: str) -> None:
    """Resolve the phase with a name, and wait for its results."""
    page.get_by_role("button", name="Resolve").first.click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_role("button", name="Change these orders")).to_be_visible()


def go_on(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"On to {name}").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


@pytest.fixture
def page(site: Site, game: Game) -> Page:
    """The window of a player of France who has saved an order."""
    france = factories.seat(game, "FRANCE")
    person = factories.holder(france)
    lines = [submission.Line("unit-PAR", "A PAR - PIC")]
    submission.submit(factories.open_phase(game), france, lines, person=person)
    page = site.visit(person, **SCREENS[0])
    page.goto(game.get_absolute_url())
    return page


@pytest.fixture
def game() -> Game:
    return factories.begun_game()


@pytest.mark.soak
def test_a_plan_is_tried_shared_and_used(site: Site, game: Game, page: Page) -> None:
    asked = addresses_asked(page)
    page.get_by_role("button", name="Try in the sandbox").click()
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - PIC")

    # Three phases on
    choose(page, SPRING)
    resolve(page, "Spring 1901, movement")
    go_on(page, "Fall 1901, movement")
    choose(page, FALL)
    resolve(page, "Fall 1901, movement")
    go_on(page, "Winter 1901, adjustments")
    resolve(page, "Winter 1901, adjustments")
    assert_nothing_grave(page)

    # Back to the fall, where the line branches; the branches are compared
    page.get_by_role("button", name="Previous step").click()
    expect(page.get_by_role("heading", name="Fall 1901, movement")).to_be_visible()
    page.get_by_role("button", name="Change these orders").click()
    choose(page, OTHER_FALL)
    resolve(page, "Fall 1901, movement")
    tree(page).get_by_role("button", name=re.compile("^Compare .*BUR - MUN")).click()
    expect(page.get_by_role("heading", name="Two lines side by side")).to_be_visible()
    france = page.get_by_role("region", name="France")
    expect(france).to_contain_text("Only in the first line afterwards: A BEL.")
    assert_nothing_grave(page)
    page.get_by_role("button", name="Open this line").first.click()
    expect(page.get_by_role("heading", name="Only you see this line")).to_be_visible()
    page.get_by_role("button", name="Previous step").click()
    expect(page.locator(".result").get_by_text("A BUR - BEL")).to_be_visible()
    assert not [each for each in asked if re.search(r"line=|with=|/sandbox/1", each)]

    # Shared with one's own orders, which one has to confirm: a stranger reads it on a phone
    page.get_by_role("button", name="Share this line…").click()
    page.get_by_role("button", name="Share with my orders").click()
    page.wait_for_url(re.compile("/sandbox/1"))
    tag = page.locator("[data-copied-text]").get_attribute("data-copied-text") or ""
    phone = site.visit(**SCREENS[1])
    phone.goto(page.url)
    expect(phone.locator(".result").get_by_text("A BUR - BEL")).to_be_visible()
    assert_nothing_grave(phone)

    # Into a message, and back to the order page
    page.goto(f"{game.get_absolute_url()}press/public/")
    page.get_by_label("Your message").fill(f"Look: {tag}")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("link", name="Board in the sandbox").click()
    expect(page.locator(".result").get_by_text("A BUR - BEL")).to_be_visible()
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Try in the sandbox").click()
    choose(page, SPRING)
    page.get_by_role("button", name="Use these orders").click()
    expect(page.get_by_text("These orders are not saved yet.")).to_be_visible()
    page.get_by_role("button", name="Save orders").click()
    page.wait_for_url(re.compile(f"{game.get_absolute_url()}$"))

    saved = Order.objects.filter(seat__power="FRANCE").values_list("text", flat=True)
    assert {*saved} == {"A PAR - BUR", "F BRE - MAO"}
