"""Passkeys in a browser with a virtual authenticator: added, used, lost, and replaced by a code."""

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import CDPSession, Page, expect

from accounts.models import User
from tests import factories
from tests.accounts.second_factor_helpers import code_of, recovery_codes
from tests.soak import SOAK

from .conftest import ASKED, Site, wear

NO_SCRIPTS: dict[str, Any] = {"java_script_enabled": False}
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Device:
    """The authenticator of a page's browser."""

    def __init__(self, page: Page) -> None:
        self.tools: CDPSession = page.context.new_cdp_session(page)
        self.tools.send("WebAuthn.enable")
        self.plug_in()

    def plug_in(self) -> None:
        added = self.tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.id = {"authenticatorId": added["authenticatorId"]}

    def lose(self) -> None:
        self.tools.send("WebAuthn.removeVirtualAuthenticator", self.id)


@pytest.fixture
def rita(transactional_db: None) -> User:
    person = factories.person("Rita Reader")
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return person


def give_password(page: Page, person: User) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Email address").fill(person.email)
    page.get_by_label("Password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign up").first).to_be_visible()


def is_in(page: Page, person: User) -> None:
    expect(page.locator(".menu__who")).to_have_text(person.name)


def add_passkey(page: Page, name: str) -> None:
    """Begin at the page of second factors; end at the recovery codes or that page."""
    page.goto("/accounts/2fa/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Your password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Passkey name").fill(name)
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_text("The passkey has been added.")).to_be_visible()


def test_a_passkey_is_added_signs_in_is_lost_and_a_code_replaces_it(site: Site, rita: User):
    page = site.visit()
    device = Device(page)
    give_password(page, rita)
    is_in(page, rita)
    add_passkey(page, "My telephone")
    codes = page.get_by_label("Your recovery codes").input_value().split()
    assert codes == recovery_codes(rita)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    heading, _empty, *saved_codes = saved.value.path().read_text().splitlines()
    assert heading.startswith("Recovery codes of Rita Reader on ")
    assert saved_codes == codes

    sign_out(page)
    page.goto("/accounts/login/?next=/games/mine/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    is_in(page, rita)
    expect(page).to_have_url(re.compile("/games/mine/$"))

    sign_out(page)
    give_password(page, rita)
    page.get_by_role("button", name="Use a passkey").click()
    is_in(page, rita)

    sign_out(page)
    device.lose()
    device.plug_in()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("Your browser didn’t provide a passkey")).to_be_visible()
    give_password(page, rita)
    page.get_by_label("Code").fill(codes[0])
    page.get_by_role("button", name="Sign in", exact=True).click()
    is_in(page, rita)
    page.goto("/accounts/2fa/")
    page.get_by_role("link", name="Remove").click()
    page.get_by_label("Your password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("You have no passkey.")).to_be_visible()
    assert not Authenticator.objects.exists()


def test_a_device_is_not_added_twice(site: Site, rita: User):
    page = site.visit()
    Device(page)
    give_password(page, rita)
    add_passkey(page, "My telephone")
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_text("This device already has a passkey for your account.")).to_be_visible()


@pytest.mark.soak
def test_without_scripts_codes_take_the_place_of_passkeys(site: Site, rita: User):
    page = site.visit()
    Device(page)
    give_password(page, rita)
    add_passkey(page, "My telephone")
    plain = site.visit(**NO_SCRIPTS)
    give_password(plain, rita)
    expect(plain.get_by_text("Passkeys need JavaScript")).to_be_visible()
    expect(plain.get_by_role("button", name="Use a passkey")).to_be_hidden()
    plain.get_by_label("Code").fill(recovery_codes(rita)[0])
    plain.get_by_role("button", name="Sign in", exact=True).click()
    is_in(plain, rita)
    plain.goto("/accounts/login/")
    plain.goto("/accounts/2fa/webauthn/add/")
    plain.get_by_label("Your password").fill(factories.PASSWORD)
    plain.get_by_role("button", name="Continue").click()
    expect(plain.get_by_text("set up an authenticator app")).to_be_visible()
    expect(plain.get_by_role("button", name="Add the passkey")).to_be_hidden()


@pytest.mark.soak
def test_without_scripts_the_page_of_codes_can_be_read(site: Site, rita: User):
    plain = site.visit(**NO_SCRIPTS)
    give_password(plain, rita)
    plain.goto("/accounts/2fa/")
    plain.get_by_role("link", name="Set up an app").click()
    plain.get_by_label("Your password").fill(factories.PASSWORD)
    plain.get_by_role("button", name="Continue").click()
    expect(plain.get_by_role("img", name="QR code with the secret below")).to_be_visible()
    secret = plain.locator("#secret").get_attribute("value") or ""
    plain.get_by_label("Current code from the app").fill(code_of(secret))
    plain.get_by_role("button", name="Turn on").click()
    shown = plain.get_by_label("Your recovery codes").input_value().split()
    assert shown == recovery_codes(rita)
    expect(plain.get_by_role("button", name="Copy")).to_be_hidden()


# Other tests look at the same style sheets in the dark theme.
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark") if SOAK else ("light",)


def pages(page: Page, rita: User) -> Iterator[str]:
    """Open each page of this part, and yield its name."""
    page.goto("/accounts/login/")
    yield "sign in"
    give_password(page, rita)
    page.goto("/accounts/2fa/")
    yield "security, empty"
    page.goto("/accounts/2fa/totp/activate/")
    yield "confirm by password"
    add_passkey(page, "Donaudampfschiffahrt" * 3)
    yield "recovery codes"
    page.reload()
    yield "recovery codes, hidden"
    key = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN).pk
    for name in (
        "/",
        "/totp/activate/",
        "/webauthn/",
        "/webauthn/add/",
        f"/webauthn/keys/{key}/edit/",
        f"/webauthn/keys/{key}/remove/",
        "/recovery-codes/generate/",
        "/reauthenticate/",
        "/webauthn/reauthenticate/",
    ):
        page.goto(f"/accounts/2fa{name}")
        yield name
    sign_out(page)
    give_password(page, rita)
    yield "second step"


def test_axe_finds_nothing_and_no_page_scrolls_sideways(site: Site, rita: User):
    page = site.visit()
    Device(page)
    found: list[object] = []
    for name in pages(page, rita):
        for scheme in SCHEMES:
            wear(page, scheme)
            response = Axe().run(page, options=ASKED).response
            found += [(name, scheme, each["id"]) for each in response["violations"]]
        for width in (360, 320):
            page.set_viewport_size({"width": width, "height": 740})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found.append((name, width))
        page.set_viewport_size({"width": 1280, "height": 720})
    assert found == []
