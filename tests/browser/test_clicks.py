"""Numbers of clicks that orders take on the map."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Order
from tests import factories

from .conftest import Site
from .test_map_turn import DESKTOP, point_at

POSITION = {
    "units": {
        "ENGLAND": ["A WAL", "A YOR", "A LON", "F ENG", "F MAO", "F NTH"],
        "FRANCE": ["F NWG", "A PIC"],
    }
}
# The orders that are given, and the clicks on the map or on buttons that they take together.
WAYS: dict[str, tuple[set[str], list[str]]] = {
    "a move to a neighbour, also where a convoy could go": (
        {"A LON - YOR"},
        ["@LON", "@YOR", "Move there"],
    ),
    "a move to an empty neighbour": ({"A YOR - EDI"}, ["@YOR", "@EDI"]),
    "an attack": ({"F ENG - PIC"}, ["@ENG", "@PIC"]),
    "a hold": ({"A WAL H"}, ["@WAL", "Hold"]),
    "a support of a move": (
        {"A YOR S A WAL - LVP", "A WAL - LVP"},
        ["@YOR", "@WAL", "@LVP"],
    ),
    "a support to hold": ({"A YOR S A WAL"}, ["@YOR", "@WAL", "Support to hold"]),
    "a support to hold by choosing the unit again": (
        {"A YOR S A WAL"},
        ["@YOR", "Support", "@WAL", "@WAL"],
    ),
    "a support of a move that is ordered": (
        {"A WAL - LVP", "A YOR S A WAL - LVP"},
        ["@WAL", "@LVP", "@YOR", "A YOR S A WAL - LVP"],
    ),
    "a convoy by two fleets": (
        {"A WAL - SPA", "F ENG C A WAL - SPA", "F MAO C A WAL - SPA"},
        ["@WAL", "@SPA", "@ENG", "F ENG C A WAL - SPA", "@MAO", "F MAO C A WAL - SPA"],
    ),
}


@pytest.fixture
def page(site: Site, transactional_db: None) -> Page:
    game: Game = factories.begun_game()
    factories.set_up_position(game, "S1902M", **POSITION)
    page = site.visit(factories.holder(factories.seat(game, "ENGLAND")), **DESKTOP)
    page.goto(game.get_absolute_url())
    return page


def click(page: Page, step: str) -> None:
    if step.startswith("@"):
        point_at(page, step[1:])
    else:
        page.get_by_role("button", name=step).click()


def saved() -> set[str]:
    return set(Order.objects.values_list("text", flat=True))


@pytest.mark.parametrize(("orders", "steps"), WAYS.values(), ids=list(WAYS))
def test_orders_take_these_clicks(page: Page, orders: set[str], steps: list[str]) -> None:
    for step in steps:
        click(page, step)
    expect(page.locator(".order-bar__message")).to_contain_text("counts at the deadline")
    assert saved() == orders


def test_a_convoy_by_another_power_is_offered_apart(page: Page) -> None:
    click(page, "@YOR")
    expect(page.locator('[data-choice="M NWY"]')).to_have_count(1)  # over the own fleet
    expect(page.locator('[data-choice="M CLY"]')).to_have_count(0)  # over the French one
    page.get_by_role("button", name="By convoy").click()
    expect(page.locator('[data-choice="NWY"]')).to_have_count(1)
    expect(page.locator('[data-choice="CLY"]')).to_have_count(1)
    asks = page.locator(".order-bar__message")
    expect(asks).to_contain_text("Provinces without stripes need another power’s fleet.")
    expect(page.locator('.is-foreign[data-choice="CLY"]')).to_have_count(1)
    expect(page.locator('.is-far[data-choice="NWY"]')).to_have_count(1)
    click(page, "@CLY")
    expect(asks).to_contain_text("A YOR - CLY via convoy. Saved")
    expect(page.locator(".stored-orders")).to_contain_text("A YOR - CLY via convoy")


def test_a_convoy_that_only_other_powers_can_give_is_announced(page: Page) -> None:
    factories.set_up_position(
        Game.objects.get(), "S1902M", units={"ENGLAND": ["A LON"], "FRANCE": ["F NTH"]}
    )
    page.reload()
    click(page, "@LON")
    page.get_by_role("button", name="By convoy, with another power’s fleet").click()
    expect(page.locator(".order-bar__message")).to_contain_text("It needs another power’s fleet.")
    expect(page.locator('.is-target[data-choice="NWY"]:not(.is-foreign)')).to_have_count(1)
    click(page, "@NWY")
    expect(page.locator(".stored-orders")).to_contain_text("It needs another power’s fleets.")


def test_the_question_says_how_to_support_a_unit_to_hold(page: Page) -> None:
    again = "Choose the unit again to support it where it is."
    for step in ("@YOR", "Support", "@WAL"):
        click(page, step)
    expect(page.locator(".chooser__ask")).to_have_text(f"Where does it go? {again}")
    page.get_by_role("button", name="Cancel").click()
    for step in ("@YOR", "@WAL"):  # a second click on it would order it instead
        click(page, step)
    expect(page.locator(".chooser__ask")).to_have_text("Choose where it goes, or another order.")


def test_the_last_order_is_undone(page: Page) -> None:
    for step in ("@YOR", "@EDI"):
        click(page, step)
    expect(page.locator(".order-bar__message")).to_contain_text("counts at the deadline")
    for step in ("@YOR", "@WAL", "@LVP"):
        click(page, step)
    expect(page.locator("[name=unit-WAL]")).to_have_value("A WAL - LVP")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[name=unit-YOR]")).to_have_value("A YOR - EDI")
    expect(page.locator("[name=unit-WAL]")).to_have_value("")
    expect(page.locator(".order-bar__message")).to_contain_text("A YOR - EDI")
    expect(page.locator(".order-bar__message")).to_contain_text("counts at the deadline")
    assert saved() == {"A YOR - EDI"}


def test_a_half_made_order_survives_a_look_at_another_page(page: Page) -> None:
    address = page.url
    click(page, "@YOR")
    page.get_by_role("button", name="Support").click()
    page.get_by_role("link", name="Log").click()
    page.goto(address)
    expect(page.locator(".order-bar__message")).to_contain_text("A YOR S")
    click(page, "@WAL")
    click(page, "@LVP")
    expect(page.locator("[name=unit-YOR]")).to_have_value("A YOR S A WAL - LVP")


def test_a_long_list_can_be_narrowed(page: Page) -> None:
    lists = page.locator("form.orders select")
    for each in lists.all():
        long = each.evaluate("(list) => list.options.length") > 25
        assert (each.locator("xpath=../input[@type='search']").count() == 1) is long
    london = page.locator("[name=unit-LON]")
    page.get_by_label("Filter: Army London").fill("support wales")
    shown = london.evaluate(
        "(list) => [...list.options].filter(({hidden}) => !hidden).map(({value}) => value)"
    )
    assert "A LON S A WAL" in shown
    assert all(not value or (" S " in value and "WAL" in value) for value in shown)
    london.select_option("A LON S A WAL")
    expect(page.locator(".order-bar__message")).to_contain_text("counts at the deadline")
    assert saved() == {"A LON S A WAL"}
