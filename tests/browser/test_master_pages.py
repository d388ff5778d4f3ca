"""The pages of game masters on a tablet and on wide screens."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.seats import declared_players, tenures
from tests import factories

from .conftest import Site

TABLET = {"width": 768, "height": 1024}
HIGHEST_ROW = 90  # CSS pixels of a power on the desk: a line, and its actions
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def master(transactional_db: None) -> User:
    return factories.person("Mia Master")


@pytest.fixture
def game(master: User) -> Game:
    """A game with an open seat, and a player without an account who has a link."""
    game = factories.begun_game(master, orders_by_master=True)
    for power in ("ENGLAND", "TURKEY"):
        seat = factories.seat(game, power)
        tenures.resign(seat, factories.holder(seat))
    england = factories.seat(game, "ENGLAND")
    nell = declared_players.declare(england, name="Nell", email="nell@x.test", by=master)
    declared_players.make_link(nell, by=master)
    return game


def opened(site: Site, person: User, url: str) -> Page:
    page = site.visit(person, viewport=TABLET)
    page.goto(url)
    return page


def test_a_power_on_the_desk_takes_two_lines(site: Site, game: Game, master: User) -> None:
    page = opened(site, master, f"/games/{game.slug}/master/")
    for power in ("AUSTRIA", "TURKEY"):
        box = page.locator(f"#desk-{power}").bounding_box()
        assert box
        assert box["height"] <= HIGHEST_ROW, power


@pytest.mark.parametrize("width", [768, 1366, 1920])
def test_no_page_of_a_master_is_wider_than_the_screen(
    site: Site, game: Game, master: User, width: int
) -> None:
    page = opened(site, master, "/")
    page.set_viewport_size({"width": width, "height": 800})
    own = f"/games/{game.slug}/master/"
    for url in ("/", "/games/mastered/", own, f"{own}orders/", f"{own}process/"):
        page.goto(url)
        assert page.evaluate(SIDEWAYS) <= 0, url


def test_the_action_beside_a_power_in_disorder_is_in_sight(site: Site, game: Game) -> None:
    admin = factories.person(is_superuser=True, is_staff=True)
    page = opened(site, admin, "/games/disorder/")
    assert page.evaluate(SIDEWAYS) <= 0
    box = page.get_by_role("link", name="Choose a player").first.bounding_box()
    assert box
    assert box["x"] + box["width"] <= TABLET["width"]


THREAD = """by Lurker99 » Fri Nov 27, 2026 8:12 am
England:
F Lon-NTH

by Nell » Fri Nov 27, 2026 9:12 am
F Lon-NTH
F Edi-NWG
If you agree, A Lvp-Yor

by Nell » Fri Nov 27, 2026 9:40 am
Emil wrote: ↑
A Lvp-Wal
A Lvp-Edi
"""


@pytest.mark.parametrize(("width", "height"), [(1366, 680), (360, 740)])
def test_what_is_left_of_a_pasted_thread_stays_in_sight(
    site: Site, game: Game, master: User, width: int, height: int
) -> None:
    page = opened(site, master, f"/games/{game.slug}/master/orders/")
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("textbox").fill(THREAD)
    page.get_by_role("button", name="Preview").click()
    question = page.get_by_label("Did the player of England write this?")
    expect(question).to_be_in_viewport()
    expect(page.get_by_text("3 questions left")).to_be_in_viewport()
    question.select_option("no")
    page.get_by_label("Which of these lines are quoted?").select_option("All of them")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("1 question left")).to_be_in_viewport()
    page.get_by_role("radio", name="Army Liverpool moves to Yorkshire").check()
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("button", name="Save these orders")).to_be_in_viewport()
    assert page.evaluate(SIDEWAYS) <= 0
