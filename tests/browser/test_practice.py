"""A stranger signs up and plays the first game year against bots, on a running site."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site import TO_START, Site, running, until

from .test_map_turn import by_map
from .touch import PHONE

pytestmark = [pytest.mark.processes, pytest.mark.timeout(400)]

PASSWORD = "seven powers one table"
MINUTES = 5
DESKTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 680}}


@pytest.fixture(scope="module")
def running_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("practice")) as site:
        yield site


def link_to_confirm(site: Site, address: str) -> str:
    """The link in the mail that asks an address to confirm itself."""
    folder = site.folder / "data" / "mail"

    def links() -> list[str]:
        mails = [path for path in folder.glob("*.txt") if address in path.name]
        texts = [path.read_text("utf-8") for path in mails]
        return re.findall(r"http\S+/confirm-email/\S+/", "\n".join(texts))

    until(links, seconds=TO_START, what="the mail with the link is there")
    return links()[0]


def sign_up(page: Page, site: Site, name: str) -> None:
    """Go from the front page to the form of practice games, with a new account."""
    page.goto(site.url)
    page.get_by_role("link", name="Play now against bots").click()
    page.get_by_role("link", name="Sign up and play").click()
    page.get_by_label("Email address").fill(f"{name}@x.test")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.goto(link_to_confirm(site, f"{name}@x.test"))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Practice against bots")


def end_phase(page: Page, heading: str, following: str) -> None:
    """Say that one is ready, and wait for the next phase. Bots alone end one without orders."""
    shown = page.get_by_role("heading", level=1)
    ready = page.get_by_role("button", name=re.compile("^Ready")).first
    expect(ready.or_(page.get_by_text("has no orders to give in this phase"))).to_be_visible()
    if ready.is_visible() and shown.text_content() == heading:
        ready.click()
    expect(shown).to_have_text(following, timeout=60_000)


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_stranger_has_played_the_first_game_year_within_five_minutes(
    browser: Browser, running_site: Site, request: pytest.FixtureRequest, options: dict[str, Any]
) -> None:
    began = time.monotonic()
    page = browser.new_context(**options).new_page()
    sign_up(page, running_site, f"ada{request.node.callspec.id.split('-')[-1]}")
    page.get_by_label("Your power").select_option("standard/TURKEY")
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url("**/games/*/")  # and until its scripts have run
    expect(page.get_by_role("heading", level=1)).to_have_text("Spring 1901, movement")
    by_map(page, {"A CON - BUL": ["@CON", "BUL"]})
    expect(page.locator("[data-line]").first).to_contain_text("A CON - BUL")
    end_phase(page, "Spring 1901, movement", "Fall 1901, movement")
    for heading, following in (
        ("Fall 1901, movement", "Winter 1901, adjustments"),
        ("Winter 1901, adjustments", "Spring 1902, movement"),
    ):
        for choice in page.locator("select[name^=unit-], select[name^=order-]").all():
            choice.select_option(index=1)
        end_phase(page, heading, following)
    assert time.monotonic() - began < MINUTES * 60
