"""Opening a game in a browser: a weekly game for friends, and what the script adds."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Game, LobbyInvitation
from tests import factories

from .conftest import ASKED, Site, open_advanced

MOST_ACTIONS = 6
ACTIONS = ("check", "click", "fill", "press", "select_option", "set_checked", "tap", "type")


@pytest.fixture
def actions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The actions on controls of pages, as they are taken."""
    taken: list[str] = []

    def counting(name: str) -> Callable[..., Any]:
        act = getattr(Locator, name)

        @wraps(act)
        def counted(*args: Any, **kwargs: Any) -> Any:
            taken.append(name)
            return act(*args, **kwargs)

        return counted

    for name in ACTIONS:
        monkeypatch.setattr(Locator, name, counting(name))
    return taken


@pytest.fixture
def vera(db: None) -> User:
    return factories.person("Vera")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_a_weekly_game_for_friends_is_open_within_six_actions(
    site: Site, vera: User, actions: list[str], scripts: bool
) -> None:
    factories.person("Otto")
    page = site.visit(vera, java_script_enabled=scripts)
    page.goto("/")
    actions.clear()
    page.get_by_role("link", name="New game", exact=True).click()
    page.get_by_label("Title").fill("Sundays with friends")
    page.get_by_label("Private: only for people with the invitation link").check()
    page.get_by_label("People to invite").fill("Otto")
    page.get_by_role("button", name="Open the game").click()
    assert 0 < len(actions) <= MOST_ACTIONS
    expect(page.get_by_role("heading", level=1)).to_have_text("Sundays with friends")
    game = Game.objects.get()
    assert game.settings is not None
    assert (game.settings.weekdays, game.visibility) == (1 << 6, "private")
    assert LobbyInvitation.objects.get().person.name == "Otto"


def test_what_differs_is_listed_while_one_chooses(site: Site, vera: User) -> None:
    page = site.visit(vera)
    page.goto("/games/new/")
    expect(page.locator("#review")).to_have_text("All advanced settings are standard.")
    expect(page.get_by_role("button", name="Check the settings")).to_be_hidden()
    open_advanced(page, "messages")
    page.get_by_label("Public messages only").check()
    expect(page.locator("#review")).to_contain_text("Public messages only (usually: Full")
    expect(page.locator("#values-messages")).to_contain_text("1 change")
    assert not Game.objects.exists()


def test_own_deadlines_unfold_and_survive_another_pace(site: Site, vera: User) -> None:
    page = site.visit(vera)
    page.goto("/games/new/")
    time = page.get_by_label("Time of day", exact=True)
    page.get_by_label("Custom deadlines").check()
    time.fill("21:30")
    page.get_by_label("Daily").check()
    expect(time).to_be_hidden()
    expect(page.locator("#review")).to_contain_text("Your own deadlines don’t count")
    page.get_by_label("Custom deadlines").check()
    expect(time).to_have_value("21:30")
    expect(page.locator("#review")).to_contain_text("at 21:30")


@pytest.mark.parametrize("width", [360, 1366])
def test_the_unfolded_page_fits_and_axe_finds_nothing_grave(
    site: Site, vera: User, width: int
) -> None:
    page: Page = site.visit(vera)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/games/new/")
    page.get_by_label("Custom deadlines").check()
    open_advanced(page, "missed", "players", "messages", "ending", "rules")
    found = Axe().run(page, options=ASKED).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
