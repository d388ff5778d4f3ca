"""“Turn on in this browser”: permission asked when pressed; notifications stored, shown, stopped.

No push service can be reached from here: the browser's way to one is a stub, and what one would
deliver is handed to the worker by the browser's own tools.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser as WholeBrowser
from playwright.sync_api import Page, Worker, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.models import Browser
from tests import factories
from tests.phone import Phone

from .conftest import Site, until_told, visited

ENDPOINT = "https://push.example.org/to/this-one"
TELL = "Turn on in this browser"
PERMIT: dict[str, Any] = {"permissions": ["notifications"]}
STUB = """
(({ endpoint, key, auth, refuses }) => {
  window.asked = [];
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (options) => {
    window.asked.push("address");
    if (refuses || !options.userVisibleOnly || options.applicationServerKey.length !== 87) {
      throw new DOMException("no push service", "AbortError");
    }
    return { toJSON: () => ({ endpoint, keys: { p256dh: key, auth } }) };
  };
  const ask = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => { window.asked.push("permission"); return ask(); };
})
"""


@pytest.fixture
def site(whole_browser: WholeBrowser, live_server: LiveServer) -> Iterator[Site]:
    with visited(Site(whole_browser, live_server.url)) as site:
        yield site


@pytest.fixture
def reader(transactional_db: None) -> User:
    return factories.person("Rita Reader")


def open_page(site: Site, person: User, *, refuses: bool = False, **options: Any) -> Page:
    page = site.visit(person, **options)
    told = {"endpoint": ENDPOINT, "refuses": refuses, **Phone().keys}
    page.add_init_script(f"{STUB.strip()}({json.dumps(told)})")
    page.goto("/mail/")
    return page


def test_one_press_is_enough_and_another_ends_it(site: Site, reader: User) -> None:
    page = open_page(site, reader, **PERMIT)
    assert page.evaluate("window.asked") == []
    page.get_by_role("button", name=TELL).click()
    expect(page.get_by_text("Notifications are on in this browser.")).to_be_visible()
    stored = Browser.objects.get()
    assert (stored.person, stored.endpoint) == (reader, ENDPOINT)
    page.get_by_role("button", name="Turn off in this browser").click()
    expect(page.get_by_role("button", name=TELL)).to_be_visible()
    assert not Browser.objects.exists()


def test_whoever_does_not_permit_it_is_told_where_to_change_that(site: Site, reader: User) -> None:
    page = open_page(site, reader)
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name=TELL).click()
    expect(
        page.get_by_role("status").filter(has_text="blocks notifications from this site")
    ).to_be_visible()
    expect(page.get_by_role("button", name=TELL)).to_be_enabled()
    assert page.evaluate("window.asked") == []
    assert not Browser.objects.exists()


def test_a_browser_without_a_push_service_says_so(site: Site, reader: User) -> None:
    page = open_page(site, reader, refuses=True, **PERMIT)
    page.get_by_role("button", name=TELL).click()
    expect(
        page.get_by_role("status").filter(has_text="can’t turn on notifications")
    ).to_be_visible()
    assert page.evaluate("window.asked") == ["permission", "address"]
    assert not Browser.objects.exists()


@pytest.mark.parametrize("lacking", ["PushManager", "Notification"])
def test_a_browser_that_knows_no_push_is_not_asked(site: Site, reader: User, lacking: str) -> None:
    page = site.visit(reader)
    page.add_init_script(f"delete window.{lacking}")
    page.goto("/mail/")
    expect(page.get_by_role("heading", name="Notifications")).to_be_visible()
    expect(page.get_by_text("Notifications in your browsers", exact=True)).to_be_hidden()


def test_without_a_script_nothing_is_offered_and_all_can_be_stopped(
    site: Site, reader: User
) -> None:
    page = site.visit(reader, java_script_enabled=False)
    page.goto("/mail/")
    expect(page.get_by_text("Notifications in your browsers", exact=True)).to_be_hidden()
    other = open_page(site, reader, **PERMIT)
    other.get_by_role("button", name=TELL).click()
    expect(other.get_by_text("Notifications are on in this browser.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name=TELL)).to_be_hidden()
    page.get_by_role("button", name="Turn off in all browsers").click()
    expect(page.get_by_text("Notifications are off in all your browsers.")).to_be_visible()
    assert not Browser.objects.exists()


def start_worker(page: Page) -> Worker:
    """Register the service worker of this page's site; return it when it is ready."""
    page.evaluate("navigator.serviceWorker.register('/push-worker.js').then(() => true)")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    workers = page.context.service_workers
    return workers[0] if workers else page.context.wait_for_event("serviceworker")


def deliver(page: Page, told: dict[str, str]) -> None:
    """Hand a push message to the service worker of this page's site, as a push service would."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    until_told(page, lambda: found, what="the tools know the worker")
    origin = page.evaluate("location.origin")
    sent = {"origin": origin, "registrationId": found[0], "data": json.dumps(told)}
    tools.send("ServiceWorker.deliverPushMessage", sent)


SHOWN = """
navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((shown) => shown.map(({ title, body, lang, tag, data }) => [title, body, lang, tag, data]))
"""


COUNT_SHOWS = """() => {
  self.shows = 0;
  const show = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = async function (...what) {
    await show.apply(this, what);
    self.shows++;
  };
}"""


def test_what_is_delivered_is_shown_once(site: Site, reader: User) -> None:
    page = open_page(site, reader, **PERMIT)
    worker = start_worker(page)
    worker.evaluate(COUNT_SHOWS)
    told = {"title": "A title", "body": "A text.", "lang": "es", "tag": "1", "path": "/games/"}
    for _time in range(2):
        deliver(page, told)
    until_told(page, lambda: worker.evaluate("self.shows") == 2, what="both are shown")
    assert page.evaluate(SHOWN) == [["A title", "A text.", "es", "1", {"path": "/games/"}]]


def test_a_press_on_it_opens_the_page_behind_it(site: Site, reader: User) -> None:
    page = open_page(site, reader, **PERMIT)
    worker = start_worker(page)
    deliver(page, {"title": "A title", "body": "", "lang": "en", "tag": "1", "path": "/games/"})
    worker.evaluate(
        """async () => {
          self.clients.openWindow = async (address) => { self.opened = address; };
          let notification;
          while (!notification) [notification] = await self.registration.getNotifications();
          self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
          while (!self.opened) await new Promise((resume) => setTimeout(resume, 20));
        }"""
    )
    assert worker.evaluate("self.opened") == f"{site.url}/games/"
    until_told(page, lambda: page.evaluate(SHOWN) == [], what="it is closed")
