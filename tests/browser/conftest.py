"""Browsers on a running site. Errors in the console of a page fail its test."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.board import pictures, png
from tests import collected_files
from tests.site import until

HERE = Path(__file__).parent
expect.set_options(timeout=15_000)
# Options of axe: reporting what passed takes longer than finding violations; and it would load
# imported styles from addresses relative to the page, for one experimental rule.
ASKED: dict[str, object] = {"resultTypes": ["violations"], "preload": False}

# A violation of the content security policy is an event for scripts, even if it is not logged.
TELL_OF_BREACHES = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give browsers on a busy machine enough time; only a test that hangs is ended."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.timeout(240))


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_playwright() -> Iterator[None]:
    """Let Django run queries in this thread, in which Playwright runs an event loop."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


def wear(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Change the theme that the reader prefers, and end all transitions of colours."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(
        """() => {
          for (const each of document.getAnimations()) {
            if (each.effect.getComputedTiming().endTime < Infinity) each.finish();
          }
        }"""
    )


def until_told(page: Page, condition: Callable[[], object], *, what: str) -> None:
    """Wait for `condition`. Meanwhile the events of the page are handled, unlike in a sleep."""

    def told() -> bool:
        if condition():
            return True
        page.wait_for_timeout(50)
        return False

    until(told, seconds=20, what=what)


def open_advanced(page: Page, *groups: str) -> None:
    """Unfold the advanced settings on the page of a new game, and these groups of them."""
    for name in ("advanced", *(f"group-{key}" for key in groups)):
        fold = page.locator(f"#{name}")
        if fold.get_attribute("open") is None:
            fold.locator("> summary").click()


@dataclass
class Site:
    """The running site, and the browsers that visit it."""

    browser: Browser
    url: str
    complaints: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    forgives: str = ""  # text of a console message that the test causes on purpose

    def visit(self, person: User | None = None, **options: Any) -> Page:
        """Open a window with its own session, signed in as `person` if given."""
        options = {"timezone_id": "UTC"} | options  # in another zone, a first page is loaded twice
        context = self.browser.new_context(base_url=self.url, **options)
        context.set_default_timeout(30_000)
        context.add_init_script(TELL_OF_BREACHES)
        self.contexts.append(context)
        if person is not None:
            self.sign_in(context, person)
        page = context.new_page()
        page.goto = _with_choices(page, page.goto)  # type: ignore[method-assign]
        page.reload = _with_choices(page, page.reload)  # type: ignore[method-assign]
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
        # The console reports an error when a page answers 404, 409 or 422, as some pages must.
        itself = "Failed to load resource" in message.text and message.location["url"] == where
        forgiven = self.forgives and self.forgives in message.text
        if message.type in ("error", "warning") and not itself and not forgiven:
            self.complaints.append(f"{where}: {message.text}")


@contextmanager
def visited(site: Site) -> Iterator[Site]:
    """Close the windows at the end of a test, and fail it if a console complained."""
    yield site
    for context in site.contexts:
        context.close()
    assert site.complaints == []


def _with_choices(page: Page, load: Callable[..., Any]) -> Callable[..., Any]:
    """Load a page, and wait until it has the choices of orders.

    The script loads them, and a browser without scripts goes on to a page that has them.
    """

    def loaded(*arguments: Any, **options: Any) -> Any:
        response = load(*arguments, **options)
        expect(page.locator("form.orders[data-choices]")).to_have_count(0)
        return response

    return loaded


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """A server with the joined files of production: a page of a game loads 70 files without."""
    server = collected_files.live_server()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def _pages_name_collected_files() -> Iterator[None]:
    with collected_files.collected_files():
        yield


@pytest.fixture
def site(
    browser: Browser, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Site]:
    # Maps are drawn with a low priority, and the other tests leave them little time.
    monkeypatch.setattr(pictures, "WAIT", png.SECONDS)
    with visited(Site(browser, live_server.url)) as site:
        yield site
