"""Password fields in a browser: shown on request, and rated while a new one is typed."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from accounts.models import User
from tests import factories

from .conftest import ASKED, Site, wear

pytestmark = pytest.mark.django_db(transaction=True)

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 720}}
NEW = "Password"
SIGN_UP, CHANGE = "/accounts/signup/", "/accounts/password/change/"


def scripts_of_meter(page: Page) -> int:
    return page.locator("script[src*='/vendor/zxcvbn']").count()


def word(page: Page):
    return page.locator(".strength").get_by_role("status")


def places_below(page: Page) -> dict[str, float]:
    """Tops of the form's labels and buttons, in pixels."""
    places: dict[str, float] = page.evaluate(
        """() => {
          const all = [...document.querySelectorAll(".card label, .card .button")];
          const top = (each) => each.getBoundingClientRect().top + scrollY;
          return Object.fromEntries(all.map((each) => [each.textContent.trim(), top(each)]));
        }"""
    )
    return places


def is_too_wide(page: Page) -> bool:
    wide: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wide


def test_a_new_password_is_rated_while_it_is_typed(site: Site):
    page = site.visit(**PHONE)
    page.goto(SIGN_UP)
    field = page.get_by_label(NEW, exact=True)
    page.get_by_label("Email address").fill("berta@x.test")
    page.get_by_label("Name").fill("Berta Suttner")
    assert scripts_of_meter(page) == 0, "half a megabyte that most visitors do not need"
    before = places_below(page)
    for typed, rated in (  # each with another rating than the one before it
        ("qwertyuiop", "Weak password"),
        ("Tango3x!k", "Good password"),
        ("дипломацияантанта", "Weak password"),  # words of the site
        ("lay down your arms at once", "Strong password"),
        ("BertaSuttner", "Weak password"),  # what stands in the other fields
        ("lay down your arms at once", "Strong password"),
        ("qvtz7Wr", "Weak password"),  # good characters, but too few
        ("", ""),
    ):
        field.fill(typed)
        expect(word(page)).to_have_text(rated)
        assert places_below(page) == before, "the fields below moved"
    assert scripts_of_meter(page) == 2
    assert word(page).get_attribute("role") == "status"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_meter_is_accessible_on_a_phone(site: Site, scheme: Any):
    page = site.visit(**PHONE)
    page.goto(SIGN_UP)
    wear(page, scheme)
    field = page.get_by_label(NEW, exact=True)
    for typed in ("qwertyu", "tango3xk", "Tango3x!k", "lay down your arms at once"):
        field.fill(typed)
        expect(word(page)).not_to_have_text("")
        page.wait_for_timeout(300)
        assert Axe().run(page, options=ASKED).response["violations"] == [], typed
        assert not is_too_wide(page)


def test_a_button_shows_what_was_typed_until_it_is_sent(site: Site):
    page = site.visit(**PHONE)
    page.goto("/accounts/login/")
    field = page.get_by_label(NEW, exact=True)
    field.fill("lay down your arms")
    page.get_by_label("Email address").fill("anna@x.test")
    button = page.get_by_role("button", name="Show Password")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.focus()
    page.keyboard.press("Space")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(field).to_have_attribute("type", "text")
    expect(field).to_have_attribute("spellcheck", "false")
    button.click()
    expect(field).to_have_attribute("type", "password")
    button.click()
    page.evaluate(
        "document.querySelector('form.card').addEventListener('submit', (e) => e.preventDefault())"
    )
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(field).to_have_attribute("type", "password")
    assert not is_too_wide(page)


def test_every_page_with_passwords_has_the_button_and_each_new_one_its_meter(site: Site):
    page = site.visit(factories.person("Anna"), **PHONE)
    page.goto(CHANGE)
    assert page.locator(".password__show:visible").count() == 3
    assert page.locator(".strength").count() == 1
    page.locator("[name=password1]").fill("qwertyu")
    expect(word(page)).not_to_have_text("")


@pytest.mark.soak
def test_without_scripts_nothing_is_shown_and_everything_works(site: Site):
    page = site.visit(**PHONE, java_script_enabled=False)
    page.goto(SIGN_UP)
    assert page.locator(".password__show:visible, .strength:visible").count() == 0
    page.get_by_label("Email address").fill("berta@x.test")
    page.get_by_label("Name").fill("Berta")
    page.get_by_label(NEW, exact=True).fill("Entente2024")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".errorlist")).to_contain_text("This password is easy to guess")
    page.get_by_label(NEW, exact=True).fill("lay down your arms")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/confirm-email/")
    assert User.objects.get().check_password("lay down your arms")
