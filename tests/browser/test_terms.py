"""Terms of use and the privacy page in a browser, with and without scripts."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from config import terms_files
from tests import factories

from .conftest import ASKED, Site, wear

TERMS = """# Rules of the house

Be kind. Read <https://example.org/a/very/long/address/that/does/not/fit/on/any/telephone/at/all>.

| what | costs |
|---|---|
| playing | nothing |

1. No threats.
2. No second account.
"""


@pytest.fixture
def rules(settings: Any, transactional_db: None) -> None:
    settings.TERMS = {"": TERMS}
    settings.TERMS_VERSION = terms_files.version(settings.TERMS)
    settings.OPERATOR = "Ada Diplomat, ada@example.org"


def check(page: Page) -> list[object]:
    """Return the violations that axe finds in both themes, and widths that do not fit."""
    found: list[object] = []
    for theme in ("light", "dark"):
        wear(page, theme)
        response = Axe().run(page, options=ASKED).response
        found += [
            (page.url, theme, each["id"], [node["target"] for node in each["nodes"][:3]])
            for each in response["violations"]
        ]
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        needed = page.evaluate("document.documentElement.scrollWidth")
        found += [(page.url, width, needed)] if needed > width else []
    page.set_viewport_size({"width": 1280, "height": 720})
    return found


def test_the_pages_are_accessible_and_fit_on_a_telephone(site: Site, rules: None):
    person, page = factories.person(), site.visit()
    found = []
    for path in ("/privacy/", "/terms/", "/accounts/signup/"):
        page.goto(path)
        found += check(page)
    asked = site.visit(person)
    asked.goto("/games/")
    expect(asked.get_by_role("button", name="Accept the terms")).to_be_visible()
    assert found + check(asked) == []


@pytest.mark.soak
@pytest.mark.parametrize("scripts", [True, False])
def test_a_player_accepts_and_goes_on_where_they_wanted(site: Site, rules: None, scripts: bool):
    game = factories.begun_game()
    france = factories.holder(factories.seat(game, "FRANCE"))
    page = site.visit(france, java_script_enabled=scripts)
    page.goto(game.get_absolute_url())
    expect(page.get_by_role("heading", name="Rules of the house")).to_be_visible()
    page.get_by_role("button", name="Accept the terms").click()
    # Without scripts the page leads on to the same one with all choices in its lists.
    where = re.escape(f"{site.url}{game.get_absolute_url()}")
    expect(page).to_have_url(re.compile(rf"{where}({'' if scripts else '[?]choices=all'})?$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("1901")
    page.get_by_role("link", name="Terms of use").click()
    expect(page.get_by_role("cell", name="nothing")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("1901")
