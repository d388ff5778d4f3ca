"""Sign-up, sign-in and linking by a provider, in a browser, with a server on the loopback.

A content security policy that stops the way to the provider is seen only here.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings

from accounts.models import User
from tests import factories
from tests.fake_oidc import FakeServer, fake_server
from tests.mails import delivered

from .conftest import ASKED, Site, wear

BOTH = pytest.mark.parametrize("scripts", [True, False])


@pytest.fixture
def club(settings: Settings, transactional_db: None) -> Iterator[FakeServer]:
    with fake_server() as server:
        settings.SOCIALACCOUNT_PROVIDERS = server.providers(trusted=True)
        yield server


def check(page: Page, *, scripts: bool = True) -> None:
    """Check that a page does not scroll sideways, and with axe in both themes."""
    if not scripts:
        return
    for scheme in ("light", "dark"):
        wear(page, scheme)
        found = Axe().run(page, options=ASKED).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def go_there(page: Page, club: FakeServer, button: str, answer: str = "allow") -> None:
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("heading", name="Club", exact=True)).to_be_visible()
    assert page.url.startswith(club.url)
    page.get_by_role("link", name=answer).click()


@BOTH
def test_a_new_person_signs_up_and_comes_back(site: Site, club: FakeServer, scripts: bool) -> None:
    club.person.claims |= {"email": "annika@x.test", "email_verified": True}
    page = site.visit(java_script_enabled=scripts, viewport={"width": 360, "height": 740})
    page.goto("/accounts/signup/")
    check(page, scripts=scripts)
    go_there(page, club, "Sign in with Club")
    expect(page.get_by_label("Email address")).to_have_value("annika@x.test")
    page.get_by_label("Name").fill("Admin")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("This name is reserved")).to_be_visible()
    check(page, scripts=scripts)
    page.get_by_label("Name").fill("Annika")
    page.get_by_role("button", name="Sign up").click()
    page.get_by_text("Annika").first.click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign up").first).to_be_visible()
    page.goto("/accounts/login/")
    go_there(page, club, "Sign in with Club")
    expect(page.get_by_text("Annika").first).to_be_visible()


@pytest.mark.soak
@BOTH
def test_an_account_is_linked_and_unlinked_after_the_password(
    site: Site, club: FakeServer, scripts: bool
) -> None:
    person = factories.person("Anna")
    page = site.visit(person, java_script_enabled=scripts, viewport={"width": 360, "height": 740})
    page.goto("/accounts/3rdparty/")
    check(page, scripts=scripts)
    page.get_by_role("button", name="Link an account at Club").click()
    page.get_by_label("Your password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("link", name="allow").click()
    expect(page.get_by_text("The account is linked.")).to_be_visible()
    check(page, scripts=scripts)
    page.get_by_role("link", name="Unlink").click()
    check(page, scripts=scripts)
    page.get_by_role("button", name="Unlink").click()
    expect(page.get_by_text("No account is linked yet.")).to_be_visible()
    assert len(delivered()) == 2


@pytest.mark.soak
def test_a_person_without_a_password_confirms_there(site: Site, club: FakeServer) -> None:
    club.person.claims |= {"email": "annika@x.test", "email_verified": True}
    page = site.visit(viewport={"width": 360, "height": 740})
    page.goto("/accounts/login/")
    go_there(page, club, "Sign in with Club")
    page.get_by_label("Name").fill("Annika")
    page.get_by_role("button", name="Sign up").click()
    page.goto("/accounts/password/set/")
    check(page)
    go_there(page, club, "Sign in with Club")
    expect(page.get_by_role("heading", name="Choose a password")).to_be_visible()
    page.get_by_label("Password", exact=True).fill("lay down your arms")
    page.get_by_label("Password (again)").fill("lay down your arms")
    page.get_by_role("button", name="Save password").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    assert User.objects.get().check_password("lay down your arms")


def test_a_person_who_says_no_or_whose_provider_is_down_reads_what_to_do(
    site: Site, club: FakeServer
) -> None:
    page = site.visit(viewport={"width": 360, "height": 740})
    page.goto("/accounts/login/")
    go_there(page, club, "Sign in with Club", "deny")
    expect(page.get_by_role("heading", name="You canceled at the other site")).to_be_visible()
    check(page)
    page.goto("/accounts/login/")
    go_there(page, club, "Sign in with Club")
    club.broken = "/.well-known/openid-configuration"
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with Club").click()
    expect(page.get_by_role("heading", name="The other site isn’t responding")).to_be_visible()
    check(page)
    page.goto(f"/accounts/oidc/{urlsplit(page.url).path.split('/')[3]}/login/callback/?code=x")
    expect(page.get_by_role("heading", name="That didn’t work")).to_be_visible()
    check(page)
