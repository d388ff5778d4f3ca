"""The pages of a live game follow it by themselves, and lose nothing that is being written."""

import datetime as dt
import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from django.urls import reverse
from playwright.sync_api import Page, Request, expect

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.core import audit
from games.lifecycle import joining_time, lobby
from games.models import Event, Game
from tests import factories

from ..games.press.message_helpers import write
from .conftest import ASKED, Site, open_advanced, until_told

A_WHILE = 3_000  # milliseconds
MOST = 15_000  # what appears is waited for: the reliability test says how soon it does
STATE = re.compile("/state/")


@pytest.fixture
def players(transactional_db: None) -> list[User]:
    return factories.PersonFactory.create_batch(7)


@pytest.fixture
def game(players: list[User]) -> Game:
    return factories.live_game(players)


def visit(site: Site, game: Game, path: str = "") -> Page:
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    with page.expect_response(STATE):
        page.goto(game.get_absolute_url() + path)
    return page


def end_phase(game: Game) -> None:
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1


def note(page: Page) -> None:
    """Mark the page, to find out whether it was loaded anew."""
    page.evaluate("window.old = true")


def is_old(page: Page) -> bool:
    return bool(page.evaluate("window.old === true"))


def test_the_board_follows_phase_after_phase(site: Site, game: Game) -> None:
    page = visit(site, game)
    for heading in ("Fall 1901", "Spring 1902"):
        end_phase(game)
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading, timeout=MOST)
    note(page)
    page.wait_for_timeout(A_WHILE)
    assert is_old(page)  # it does not load itself anew without a reason


def test_the_time_left_is_counted_down_and_not_announced(site: Site, game: Game) -> None:
    page = visit(site, game)
    timer = page.get_by_role("timer")
    expect(timer).to_have_text("2:55", timeout=15_000)
    assert timer.get_attribute("aria-live") == "off"
    factories.let_be_due(game, clock.now() + dt.timedelta(minutes=20))
    expect(timer).to_contain_text("19:", timeout=MOST)
    factories.let_be_due(game, None)
    expect(timer).to_be_hidden(timeout=MOST)


def test_a_message_that_is_being_written_stays(site: Site, game: Game) -> None:
    page = visit(site, game, "press/to/FRANCE-GERMANY/")
    box = page.get_by_role("textbox")
    box.fill("Let us")
    note(page)
    end_phase(game)
    bar = page.get_by_text("A new phase has begun.")
    expect(bar).to_be_visible(timeout=MOST)
    box.press_sequentially(" be friends.")
    page.wait_for_timeout(A_WHILE)
    expect(box).to_have_value("Let us be friends.")
    assert is_old(page)
    bar.get_by_role("link", name="Go to the phase").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Fall 1901")


def test_so_do_orders_that_are_not_saved(site: Site, game: Game) -> None:
    site.forgives = "409 (Conflict)"  # feedback on orders for a phase that is over
    page = visit(site, game)
    page.get_by_text("Enter orders as text").click()
    box = page.locator("form.sheet textarea")
    box.fill("A PAR - BUR")
    box.blur()
    note(page)
    end_phase(game)
    expect(page.get_by_text("A new phase has begun.")).to_be_visible(timeout=MOST)
    expect(box).to_have_value("A PAR - BUR")
    assert is_old(page)


def test_a_page_follows_after_orders_were_chosen_and_saved(site: Site, game: Game) -> None:
    page = visit(site, game)
    with page.expect_response("**/orders/FRANCE/"):
        page.locator("[name=unit-PAR]").select_option("A PAR - BUR")
    end_phase(game)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Fall 1901", timeout=MOST)


@pytest.mark.soak
def test_a_thread_shows_a_new_message_by_itself(site: Site, game: Game) -> None:
    page = visit(site, game, "press/to/FRANCE-GERMANY/")
    for number in range(3):
        write(game, "GERMANY", "FRANCE", text=f"Peace {number}!")
        shown = page.locator(".thread__messages").get_by_text(f"Peace {number}!")
        expect(shown).to_be_visible(timeout=MOST)


@pytest.mark.soak
def test_the_board_says_that_a_message_has_come_and_stays(site: Site, game: Game) -> None:
    page = visit(site, game)
    note(page)
    write(game, "GERMANY", "FRANCE")
    expect(page.get_by_text("There is a new message.")).to_be_visible(timeout=MOST)
    assert is_old(page)


@pytest.mark.soak
def test_an_announcement_is_shown_by_itself(site: Site, game: Game) -> None:
    page = visit(site, game)
    audit.log(Event.Kind.ANNOUNCED, game=game, phase=factories.open_phase(game), text="Hear, hear!")
    expect(page.get_by_text("Hear, hear!").first).to_be_visible(timeout=MOST)


def test_a_past_phase_stays_and_leads_to_the_new_one(site: Site, game: Game) -> None:
    end_phase(game)
    page = visit(site, game, "S1901M/")
    end_phase(game)
    bar = page.get_by_text("A new phase has begun.")
    expect(bar).to_be_visible(timeout=MOST)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Spring 1901")


def test_the_lobby_shows_who_comes_and_becomes_the_game(site: Site, players: list[User]) -> None:
    game = factories.open_live_game(players[:6])
    page = site.visit(players[0])
    page.goto(game.get_absolute_url())
    expect(page.get_by_text("6 of 7 players")).to_be_visible()
    lobby.join(game, players[6], house_rules_accepted=True)
    expect(page.get_by_text("7 of 7 players")).to_be_visible(timeout=MOST)
    Game.objects.filter(pk=game.pk).update(starts_at=clock.now())
    assert joining_time.begin_due() == 1
    expect(page.get_by_role("heading", level=1)).to_contain_text("Spring 1901", timeout=MOST)


def test_an_open_lobby_tells_that_its_reader_is_there(site: Site, players: list[User]) -> None:
    game = factories.open_live_game(players)
    game.entries.update(here_at=clock.now() - dt.timedelta(minutes=5))
    page = site.visit(players[0])
    page.goto(game.get_absolute_url())
    own = game.entries.filter(person=players[0])
    until_told(
        page,
        lambda: own.filter(here_at__gt=clock.now() - dt.timedelta(minutes=1)).exists(),
        what="the reader is noted",
    )
    expect(page.locator(".badge", has_text="not here")).to_have_count(6, timeout=MOST)


def test_a_page_asks_about_once_a_second(site: Site, game: Game) -> None:
    page = visit(site, game)
    asked: list[float] = []

    def note_poll(request: Request) -> None:
        if STATE.search(request.url):
            asked.append(time.monotonic())

    page.on("request", note_poll)
    page.wait_for_timeout(5_000)
    assert 3 <= len(asked) <= 6


@pytest.mark.parametrize("width", [360, 1366])
def test_axe_finds_nothing_grave_and_no_live_page_scrolls_sideways(
    site: Site, game: Game, width: int
) -> None:
    waiting = factories.open_live_game(
        [factories.holder(factories.seat(game, "FRANCE"))], title="N"
    )
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    page.set_viewport_size({"width": width, "height": 800})
    for path in (game.get_absolute_url(), waiting.get_absolute_url(), reverse("games:new")):
        page.goto(path)
        if path == reverse("games:new"):
            page.get_by_label("Live", exact=True).check()
            open_advanced(page, "deadlines")
            expect(page.get_by_label("Days until the lobby closes")).to_be_hidden()
            expect(page.get_by_label("Joining time")).to_be_visible()
        found = Axe().run(page, options=ASKED).response["violations"]
        assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
