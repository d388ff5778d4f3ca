"""A whole turn in real browsers: from the sign-up to the results of the first spring."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import readiness
from games.lifecycle import lobby
from games.models import Game, Order
from games.orders import submission
from games.orders.submission import Line
from tests import factories
from tests.mails import delivered
from tests.soak import SOAK

from .conftest import Site, open_advanced

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
# The players who use browsers.
IN_BROWSERS = tuple(SHEETS) if SOAK else ("AUSTRIA", "FRANCE")


def sign_up(page: Page) -> User:
    page.goto("/accounts/signup/")
    page.get_by_label("Email address").fill("vera@x.test")
    page.get_by_label("Name").fill("Vera")
    page.get_by_label("Password").fill("a long enough pass phrase")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Verify your address")).to_be_visible()
    link = re.search(r"https?://[^/]+(/accounts/confirm-email/\S+)", str(delivered()[-1].body))
    assert link
    page.goto(link[1])
    page.get_by_role("main").get_by_role("button").click()
    expect(page.get_by_role("banner")).to_contain_text("Vera")
    return User.objects.get(email="vera@x.test")


def open_game(page: Page) -> Game:
    page.goto("/games/new/")
    page.get_by_label("Title").fill("The Balkan table")
    open_advanced(page, "deadlines", "rules")
    page.get_by_label("House rules").fill("Be kind.")
    page.locator("[name=ready_minutes]").fill("0")
    page.get_by_role("button", name="Open the game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Balkan table")
    return Game.objects.get()


def join(page: Page, game: Game) -> None:
    page.goto(game.get_absolute_url())
    page.get_by_label("I’ve read the house rules").check()
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("button", name="Join")).to_be_hidden()
    # Without scripts, a page of a game that has begun goes on to one that has all choices, and
    # would cancel the next load.
    page.wait_for_load_state()
    expect(page.locator("form.orders[data-choices]")).to_have_count(0)


def give_by_rows(page: Page, sheet: list[str]) -> None:
    for order in sheet:
        province = order.split()[1].partition("/")[0]
        page.locator(f"select[name=unit-{province}]").select_option(order)
    save = page.get_by_role("button", name="Save orders")
    if save.is_visible():  # scripts save what is chosen
        save.click()


def status(page: Page, text: str) -> Locator:
    return page.get_by_role("status").filter(has_text=text)


def give_by_text(page: Page, sheet: list[str]) -> None:
    page.get_by_text("Enter orders as text").click()
    page.get_by_label("Orders, one per line").fill("\n".join(sheet))
    page.get_by_role("button", name="Save this text").click()


class Table:
    """A game and the browser windows of its players."""

    def __init__(self, site: Site, **options: Any) -> None:
        self.site, self.options = site, options
        self.windows: dict[User, Page] = {}
        vera = site.visit(**options)
        self.windows[sign_up(vera)] = vera
        self.game = open_game(vera)

    def window(self, person: User) -> Page:
        if person not in self.windows:
            self.windows[person] = self.site.visit(person, **self.options)
        return self.windows[person]

    def window_of(self, power: str) -> Page:
        return self.window(factories.holder(factories.seat(self.game, power)))

    def show(self, power: str, phase: str) -> Page:
        """Return the window of a player when it shows `phase`.

        One with scripts follows the game by itself; at that moment it would cancel another load.
        """
        page = self.window_of(power)
        if page.url == "about:blank" or not self.options.get("java_script_enabled", True):
            page.goto(self.game.get_absolute_url())
        expect(page.get_by_role("heading", level=1)).to_contain_text(phase)
        return page

    def give(self, power: str) -> None:
        page = self.show(power, "Spring 1901")
        (give_by_text if power in BY_TEXT else give_by_rows)(page, SHEETS[power])
        expect(status(page, "counts at the deadline")).to_be_visible()
        page.get_by_role("button", name="Ready").click()
        expect(status(page, "You are ready")).to_be_visible()

    def give_unseen(self, power: str) -> None:
        phase, seat = factories.open_phase(self.game), factories.seat(self.game, power)
        lines = [Line(f"line-{number}", text) for number, text in enumerate(SHEETS[power])]
        person = factories.holder(seat)
        submission.submit(phase, seat, lines, person=person)
        readiness.set_ready(phase, [seat], ready=True, person=person)

    def read(self, power: str) -> None:
        page = self.show(power, "Fall 1901")
        page.get_by_role("link", name="Results of Spring 1901").first.click()
        expect(page.get_by_role("main")).to_contain_text("Army Paris moves to Burgundy")
        expect(page.get_by_role("main")).to_contain_text("bounced in Galicia")
        expect(page.locator(".board-view svg.board")).to_be_visible()


def test_seven_people_play_a_turn(site: Site):
    table = Table(site)
    people = factories.PersonFactory.create_batch(6)
    for person in people[len(IN_BROWSERS) :]:
        lobby.join(table.game, person, house_rules_accepted=True)
    for person in people[: len(IN_BROWSERS)]:
        join(table.window(person), table.game)
    for power in SHEETS:
        give = table.give if power in IN_BROWSERS else table.give_unseen
        give(power)
    given = set(Order.objects.filter(phase__game=table.game).values_list("text", flat=True))
    assert given == {order for sheet in SHEETS.values() for order in sheet}
    assert due_phases.resolve_due() == 1
    for power in (*BY_TEXT, "FRANCE"):
        table.read(power)


@pytest.mark.soak
def test_a_turn_is_played_without_scripts(site: Site):
    """The other five players act without a browser."""
    table = Table(site, java_script_enabled=False)
    *others, last = factories.PersonFactory.create_batch(6)
    for person in others:
        lobby.join(table.game, person, house_rules_accepted=True)
    join(table.window(last), table.game)
    for power in SHEETS.keys() - {"FRANCE", "RUSSIA"}:
        table.give_unseen(power)
    for power in ("FRANCE", "RUSSIA"):
        table.give(power)
    assert due_phases.resolve_due() == 1
    for power in ("FRANCE", "RUSSIA"):
        table.read(power)


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
    # The answer to each save replaces the button, and with it the focus, until nothing is missing.
    expect(page.get_by_role("button", name="Ready", exact=True)).to_be_visible()
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
    page.get_by_text("Enter orders as text").click()
    page.get_by_label("Orders, one per line").fill("A PAR - BUR")
    page.get_by_role("button", name="Save this text").dblclick()
    expect(status(page, "counts at the deadline")).to_be_visible()
    assert Order.objects.count() == 1
