"""Browsers on a running site. What a page complains of in the console fails its test."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User

HERE = Path(__file__).parent
expect.set_options(timeout=15_000)
# Of axe: to describe what passed takes it longer than to find what does not.
ASKED: dict[str, object] = {"resultTypes": ["violations"]}

# A breach of the policy is told to scripts too, also where the console says nothing.
TELL_OF_BREACHES = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers on a machine that does other work take their time; only what hangs is to end."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.timeout(240))


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_playwright() -> Iterator[None]:
    """Playwright runs an event loop in this thread, which makes Django fear for its queries."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


def wear(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Change the theme that the reader prefers; colours change at once, and do not fade."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(
        """() => {
          for (const each of document.getAnimations()) {
            if (each.effect.getComputedTiming().endTime < Infinity) each.finish();
          }
        }"""
    )


@dataclass
class Site:
    """The running site, and the browsers in which people look at it."""

    browser: Browser
    url: str
    complaints: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    forgives: str = ""  # what a test must make the console say

    def visit(self, person: User | None = None, **options: Any) -> Page:
        """A browser window of its own; signed in as `person`, if given."""
        context = self.browser.new_context(base_url=self.url, **options)
        context.set_default_timeout(30_000)
        context.add_init_script(TELL_OF_BREACHES)
        self.contexts.append(context)
        if person is not None:
            self.sign_in(context, person)
        page = context.new_page()
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        return page

    def sign_in(self, context: BrowserContext, person: User) -> None:
        client = Client()
        client.force_login(person)
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self.url}])

    def _note(self, message: ConsoleMessage) -> None:
        where = message.page.url if message.page else ""
        # The console calls it an error when a page answers 404, 409 or 422, as some must.
        itself = "Failed to load resource" in message.text and message.location["url"] == where
        forgiven = self.forgives and self.forgives in message.text
        if message.type in ("error", "warning") and not itself and not forgiven:
            self.complaints.append(f"{where}: {message.text}")


@pytest.fixture
def site(browser: Browser, live_server: LiveServer) -> Iterator[Site]:
    site = Site(browser, live_server.url)
    yield site
    for context in site.contexts:
        context.close()
    assert site.complaints == []
