"""The site on the home screen of a telephone; an iPhone notifies only from there."""

from playwright.sync_api import Page, expect

from accounts.models import User
from tests import factories

from .conftest import Site

# Safari on a telephone, before the site is on its home screen.
PHONE = """
delete window.PushManager;
Object.defineProperty(Navigator.prototype, "standalone", { value: %s });
"""
HINT = "first add this site to the home screen"


def notifications(site: Site, reader: User, standalone: str) -> Page:
    page = site.visit(reader)
    page.add_init_script(PHONE % standalone)
    page.goto("/mail/")
    return page


def test_a_browser_finds_nothing_wrong_with_the_manifest(site: Site):
    page = site.visit()
    page.goto("/")
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["url"].endswith("/manifest.webmanifest")
    assert '"standalone"' in found["data"]
    assert found["errors"] == []


def test_an_iphone_is_told_how_it_can_be_told_things(site: Site, transactional_db: None):
    page = notifications(site, factories.person(), "false")
    expect(page.get_by_text(HINT)).to_be_visible()
    expect(page.get_by_role("button", name="Turn on in this browser")).to_be_hidden()


def test_other_browsers_that_cannot_are_told_nothing(site: Site, transactional_db: None):
    page = notifications(site, factories.person(), "undefined")
    expect(page.get_by_role("heading", name="Notifications in your browsers")).to_be_hidden()
    expect(page.get_by_text(HINT)).to_be_hidden()
