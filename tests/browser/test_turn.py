"""A whole turn in real browsers: from the sign-up to the results of the first spring."""

import re

import pytest
from django.core import mail
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games import deadlines
from games.models import Game, Order
from tests import factories

from .conftest import Site

SHEETS = {
    "AUSTRIA": ["A VIE - GAL", "A BUD - SER", "F TRI - ALB"],
    "ENGLAND": ["F LON - NTH", "F EDI - NWG", "A LVP - YOR"],
    "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"],
    "GERMANY": ["A MUN - BUR", "A BER - KIE", "F KIE - DEN"],
    "ITALY": ["A VEN H", "A ROM - APU", "F NAP - ION"],
    "RUSSIA": ["F STP/SC - BOT", "A MOS - UKR", "A WAR - GAL", "F SEV - BLA"],
    "TURKEY": ["F ANK - BLA", "A CON - BUL", "A SMY - CON"],
}
BY_TEXT = {"AUSTRIA", "RUSSIA"}


def sign_up(page: Page) -> User:
    page.goto("/accounts/signup/")
    page.get_by_label("E-mail address").fill("vera@x.test")
    page.get_by_label("Name").fill("Vera")
    page.get_by_label("Password").fill("a long enough pass phrase")
    page.get_by_role("button", name="Sign up").click()
    link = re.search(r"https?://[^/]+(/accounts/confirm-email/\S+)", str(mail.outbox[-1].body))
    assert link
    page.goto(link[1])
    page.get_by_role("main").get_by_role("button").click()
    return User.objects.get(email="vera@x.test")


def open_game(page: Page) -> Game:
    page.goto("/games/new/")
    page.get_by_label("Title").fill("The Balkan table")
    page.get_by_label("House rules").fill("Be kind.")
    page.get_by_role("button", name="Open the game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Balkan table")
    return Game.objects.get()


def join(page: Page, game: Game) -> None:
    page.goto(game.get_absolute_url())
    page.get_by_label("I have read the house rules").check()
    page.get_by_role("button", name="Join").click()


def give_by_rows(page: Page, orders: list[str]) -> None:
    for order in orders:
        province = order.split()[1].partition("/")[0]
        page.locator(f"select[name=unit-{province}]").select_option(order)
    save = page.get_by_role("button", name="Save orders")
    if save.is_visible():  # scripts save what is chosen
        save.click()


def status(page: Page, text: str) -> Locator:
    return page.get_by_role("status").filter(has_text=text)


def give_by_text(page: Page, orders: list[str]) -> None:
    page.get_by_text("Give them as text").click()
    page.get_by_label("Orders, one a line").fill("\n".join(orders))
    page.get_by_role("button", name="Save this text").click()


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without scripts"])
def test_seven_people_play_a_turn(site: Site, javascript: bool):
    vera = site.visit(java_script_enabled=javascript)
    people = {sign_up(vera): vera}
    game = open_game(vera)
    for person in factories.PersonFactory.create_batch(6):
        people[person] = site.visit(person, java_script_enabled=javascript)
        join(people[person], game)
    expect(page_of(people, game, "FRANCE").locator("body")).to_be_visible()

    for power, orders in SHEETS.items():
        page = page_of(people, game, power)
        page.goto(game.get_absolute_url())
        expect(page.get_by_role("heading", level=1)).to_contain_text("Spring 1901")
        (give_by_text if power in BY_TEXT else give_by_rows)(page, orders)
        expect(status(page, "counts at the deadline")).to_be_visible()
        page.get_by_role("button", name="I am ready").click()
        expect(status(page, "You are ready")).to_be_visible()
    given = set(Order.objects.filter(phase__game=game).values_list("text", flat=True))
    assert given == {order for orders in SHEETS.values() for order in orders}

    assert deadlines.resolve_due() == 1
    for power in (*BY_TEXT, "FRANCE"):
        page = page_of(people, game, power)
        page.goto(game.get_absolute_url())
        expect(page.get_by_role("heading", level=1)).to_contain_text("Fall 1901")
        page.get_by_role("link", name="Results of Spring 1901").first.click()
        expect(page.get_by_role("main")).to_contain_text("Army Paris moves to Burgundy")
        expect(page.get_by_role("main")).to_contain_text("bounced in Galicia")
        expect(page.locator(".board-view svg.board")).to_be_visible()


def page_of(people: dict[User, Page], game: Game, power: str) -> Page:
    return people[factories.holder(factories.seat(game, power))]


def test_orders_are_given_with_the_keyboard_alone(site: Site):
    game = factories.begun_game()
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    page.goto(game.get_absolute_url())
    names = ("unit-BRE", "unit-MAR", "unit-PAR")
    for name in names:
        tab_to(page, f"[name={name}]")
        page.keyboard.press("ArrowDown")
    chosen = [page.locator(f"[name={name}]").input_value() for name in names]
    assert all(chosen)
    expect(status(page, "counts at the deadline")).to_be_visible()
    tab_to(page, "[name=then][value=ready]")
    page.keyboard.press("Enter")
    expect(status(page, "You are ready")).to_be_visible()
    assert list(Order.objects.order_by("pk").values_list("text", flat=True)) == chosen


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"the Tab key never reaches {selector}")


def test_a_second_click_saves_once(site: Site):
    game = factories.begun_game()
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    page.goto(game.get_absolute_url())
    page.get_by_text("Give them as text").click()
    page.get_by_label("Orders, one a line").fill("A PAR - BUR")
    page.get_by_role("button", name="Save this text").dblclick()
    expect(status(page, "counts at the deadline")).to_be_visible()
    assert Order.objects.count() == 1
