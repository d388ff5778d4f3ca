"""An open page reports what is new."""

import pytest
from playwright.sync_api import Page, expect

from games.core import audit
from games.models import Event, Game
from tests import factories

from ..games.press.message_helpers import write
from .conftest import Site

A_WHILE = 41_000


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


def test_a_page_says_that_a_message_or_something_else_has_come(site: Site, game: Game) -> None:
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    page.clock.install()
    with page.expect_response("**/here/"):
        page.goto(game.get_absolute_url())
    message, event = (
        page.get_by_text("There is a new message."),
        page.get_by_text("There is news in this game."),
    )
    write(game, "GERMANY", "FRANCE")
    look_again(page)
    expect(message).to_be_visible()
    expect(event).to_be_hidden()
    audit.log(Event.Kind.ANNOUNCED, game=game, phase=factories.open_phase(game), text="Hear!")
    look_again(page)
    expect(event).to_be_visible()
    event.get_by_role("link", name="Reload the page").click()
    expect(page.locator(".badge--new").first).to_be_visible()
    expect(page.get_by_text("There is news in this game.")).to_be_hidden()


def look_again(page: Page) -> None:
    page.mouse.move(10, 10)
    with page.expect_response("**/here/"):
        page.clock.fast_forward(A_WHILE)


def test_a_page_that_nobody_looks_at_asks_no_more(site: Site, game: Game) -> None:
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    def times() -> int:
        return sum(url.endswith("/here/") for url in asked)

    with page.expect_response("**/here/"):
        page.goto(game.get_absolute_url())
    page.clock.run_for(600_000)
    number = times()
    assert 2 <= number <= 10
    page.clock.run_for(600_000)
    assert times() == number
    look_again(page)
    assert times() == number + 1
