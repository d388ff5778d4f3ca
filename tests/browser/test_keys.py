"""The list of keys behind “?”, and the keys that work on every page."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests import factories

from .conftest import Site, open_advanced


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


def open_game(site: Site, game: Game) -> Page:
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    page.goto(game.get_absolute_url())
    page.locator(".board-view.is-live").wait_for()
    return page


def test_the_list_has_the_keys_of_the_page_and_is_loaded_when_asked_for(
    site: Site, game: Game
) -> None:
    page = open_game(site, game)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    assert (
        page.evaluate(
            "performance.getEntriesByType('resource').filter(({name}) => name.includes('key-list'))"
        )
        == []
    )
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard")
    expect(dialog).to_be_visible()
    assert any("key-list" in url for url in loaded)
    for title in ("On every page", "Giving orders on the map", "Earlier phases and results"):
        expect(dialog.get_by_role("heading", name=title)).to_be_visible()
    expect(dialog.get_by_role("heading", name="Help", exact=True)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_page_without_a_map_has_fewer_keys(site: Site, transactional_db: None) -> None:
    page = site.visit()
    page.goto("/help/")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard")
    expect(dialog.get_by_role("heading", name="Help", exact=True)).to_be_visible()
    expect(dialog.get_by_role("heading")).to_have_count(4)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def test_keys_do_nothing_while_somebody_types(site: Site, transactional_db: None) -> None:
    page = site.visit()
    page.goto("/help/")
    page.keyboard.press("/")
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    page.keyboard.type("why?/u")
    expect(field).to_have_value("why?/u")
    assert page.get_by_role("dialog").count() == 0


def test_u_undoes_the_last_order(site: Site, game: Game) -> None:
    page = open_game(site, game)
    page.locator('[data-choice="@PAR"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("h")
    undo = page.locator("[data-undo]")
    expect(undo).to_be_visible()
    page.keyboard.press("u")
    expect(undo).to_be_hidden()


def test_a_question_mark_opens_its_section_beside_the_form(
    site: Site, transactional_db: None
) -> None:
    page = site.visit(factories.person())
    page.goto("/games/new/")
    page.get_by_label("Title").fill("The table that stays")
    open_advanced(page, "messages")
    mark = page.get_by_role("link", name="Help: Press (opens in a new tab)")
    with page.context.expect_page() as opened:
        mark.click()
    expect(opened.value.locator("#kinds")).to_be_in_viewport()
    expect(page.get_by_label("Title")).to_have_value("The table that stays")
    expect(page.get_by_role("group", name="Press", exact=True)).to_be_visible()


def test_shortcuts_stay_off_until_they_are_turned_on_again(
    site: Site, transactional_db: None
) -> None:
    page = site.visit()
    page.goto("/help/")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard")
    dialog.get_by_role("checkbox", name="Keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.goto("/help/orders/")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).not_to_be_focused()
    page.keyboard.press("?")
    expect(dialog).to_have_count(0)
    page.goto("/help/keyboard/")
    box = page.get_by_role("checkbox", name="Keyboard shortcuts")
    expect(box).not_to_be_checked()
    box.check()
    assert page.evaluate("localStorage.length") == 0
    box.blur()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_letters_of_orders_need_the_focus_of_the_board_if_shortcuts_are_off(
    site: Site, game: Game
) -> None:
    page = open_game(site, game)
    page.evaluate("localStorage.setItem('keys:off', 'yes')")
    paris = page.locator('[data-choice="@PAR"]')
    paris.focus()
    page.keyboard.press("Enter")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("h")
    undo = page.locator("[data-undo]")
    expect(undo).to_be_hidden()
    paris.focus()
    page.keyboard.press("h")
    expect(undo).to_be_visible()
    page.locator("a.bar__help").focus()
    page.keyboard.press("u")
    expect(undo).to_be_visible()
