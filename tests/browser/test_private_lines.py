"""The way from one's orders into the sandbox and back, in a browser with and without scripts."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from accounts.models import User
from games.models import Game, Order
from games.orders import submission
from games.sandbox import address
from games.sandbox.line import Line
from tests import factories

from .conftest import Site
from .test_map_turn import assert_nothing_grave, by_map

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    return factories.begun_game()


@pytest.fixture
def player(game: Game) -> User:
    """The player of France, who has saved an order."""
    france = factories.seat(game, "FRANCE")
    lines = [submission.Line("unit-PAR", "A PAR - PIC")]
    person = factories.holder(france)
    submission.submit(factories.open_phase(game), france, lines, person=person)
    return person


def line_behind_the_hash(page: Page) -> Line:
    parts = urlsplit(page.url)
    assert parts.path == "/sandbox/private/"
    read = address.read(parse_qs(parts.fragment)["line"][0])
    assert read.is_whole
    return read.line


def addresses_asked(page: Page) -> list[str]:
    """Return a list that grows by the address and the referrer of each request of a page."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(" ".join([request.url, request.headers.get("referer", "")]))

    page.on("request", note)
    return asked


def stored() -> set[str]:
    return {*Order.objects.filter(seat__power="FRANCE").values_list("text", flat=True)}


def test_orders_go_into_the_sandbox_and_come_back_unsaved(
    site: Site, game: Game, player: User
) -> None:
    page = site.visit(player, viewport={"width": 1280, "height": 800})
    asked = addresses_asked(page)
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Try in the sandbox").click()
    expect(page.get_by_role("heading", name="Only you see this line")).to_be_visible()
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - PIC")
    assert_nothing_grave(page)

    by_map(page, {"A MUN - BUR": ["@MUN", "BUR"], "A PAR - BUR": ["@PAR", "BUR"]})
    expect(page.locator("[data-line]").first).to_have_text("A PAR - BUR. Shown on the map.")
    tried = {"FRANCE": ("A PAR - BUR",), "GERMANY": ("A MUN - BUR",)}
    assert line_behind_the_hash(page).orders == tried
    page.get_by_role("button", name="Resolve").first.click()
    expect(page.get_by_text("It bounced")).to_have_count(2)
    assert_nothing_grave(page)
    page.reload()
    expect(page.get_by_text("It bounced")).to_have_count(2)
    page.get_by_role("button", name="On to Fall 1901, movement").click()
    expect(page.get_by_role("heading", name="Fall 1901, movement")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("It bounced")).to_have_count(2)
    assert [phase.orders for phase in line_behind_the_hash(page).phases] == [tried]

    page.get_by_role("button", name="Use these orders").click()
    expect(page.get_by_text("These orders are not saved yet.")).to_be_visible()
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - BUR")
    assert_nothing_grave(page)
    by_map(page, {"A MAR - SPA": ["@MAR", "SPA"]})
    expect(page.locator("[name=unit-MAR]")).to_have_value("A MAR - SPA")
    assert stored() == {"A PAR - PIC"}
    page.get_by_role("button", name="Save orders").click()
    page.wait_for_url(re.compile(f"{game.get_absolute_url()}$"))
    assert stored() == {"A PAR - BUR", "A MAR - SPA"}
    assert not [each for each in asked if re.search(r"line=|/sandbox/1", each)]


def test_a_choice_that_is_not_saved_yet_is_saved_before_the_sandbox_begins(
    site: Site, game: Game, player: User
) -> None:
    page = site.visit(player, viewport={"width": 1280, "height": 800})
    page.goto(game.get_absolute_url())
    page.locator("[name=unit-PAR]").select_option("A PAR - BUR")
    page.get_by_role("button", name="Try in the sandbox").click()
    expect(page.get_by_role("heading", name="Only you see this line")).to_be_visible()
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - BUR")


def test_sharing_leaves_the_orders_out_until_one_says_so(
    site: Site, game: Game, player: User
) -> None:
    page = site.visit(player, viewport={"width": 360, "height": 740}, has_touch=True)
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Try in the sandbox").click()
    page.get_by_role("button", name="Share this line…").click()
    expect(page.get_by_text("A PAR - PIC")).to_be_visible()
    assert_nothing_grave(page)
    page.get_by_role("button", name="Share without my orders of Spring 1901, movement").click()
    page.wait_for_url(re.compile("/sandbox/1"))
    assert address.read(urlsplit(page.url).path.split("/")[2]).line.orders == {}
    assert urlsplit(page.url).fragment == ""


@pytest.mark.soak
def test_without_scripts_forms_lead_through_a_private_line_and_back(
    site: Site, game: Game, player: User
) -> None:
    page = site.visit(player, java_script_enabled=False)
    page.goto(f"{game.get_absolute_url()}?choices=all")
    page.get_by_role("button", name="Try in the sandbox").click()
    page.locator("[name=unit-PAR]").select_option("A PAR - BUR")
    page.get_by_role("button", name="Resolve").first.click()
    page.get_by_role("button", name="On to Fall 1901, movement").click()
    page.get_by_role("button", name="Previous step").click()
    page.get_by_role("button", name="Change these orders").click()
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - BUR")
    page.get_by_role("button", name="Use these orders").click()
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - BUR")
    assert stored() == {"A PAR - PIC"}
    page.get_by_role("button", name="Save orders").click()
    page.wait_for_url(re.compile(game.get_absolute_url()))
    expect(page.get_by_role("button", name="Try in the sandbox")).to_be_visible()
    assert stored() == {"A PAR - BUR"}
