"""The site's script in a real browser. Pages also work without it."""

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route

from tests.site import until

STATIC = Path(settings.BASE_DIR) / "static"
SITE = "http://entente.test"
NOW = datetime.datetime(2026, 11, 22, 12, 0, tzinfo=datetime.UTC)

Show = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "timezone_id": "Asia/Calcutta"}


@pytest.fixture
def posted() -> list[str]:
    return []


@pytest.fixture
def show(page: Page, posted: list[str]) -> Show:
    """Open a page with this body and the site's script.

    It is a signed-in person’s: a stranger’s would be loaded again for the browser’s zone.
    """

    def open_page(body: str, html: str = 'lang="en" data-person') -> Page:
        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(SITE)
            if path.startswith("/static/"):
                route.fulfill(path=STATIC / path.removeprefix("/static/"))
            elif route.request.method == "POST":
                posted.append(route.request.post_data or "")
                stays = path == "/stay"  # a 204 keeps the browser on the page
                route.fulfill(status=204 if stays else 200, content_type="text/html", body="")
            else:
                head = '<script type="module" src="/static/js/main.js"></script>'
                words = 'data-in="in %s" data-ago="%s ago"'
                text = f"<!doctype html><html {html} {words}>{head}<body>{body}"
                route.fulfill(content_type="text/html; charset=utf-8", body=text)

        page.route(f"{SITE}/**", answer)
        page.clock.set_fixed_time(NOW)
        page.goto(f"{SITE}/")
        # The script leaves some of its work to a task of its own.
        page.evaluate("new Promise((done) => setTimeout(done))")
        return page

    return open_page


@pytest.mark.parametrize(
    ("ahead", "said"),
    [
        (datetime.timedelta(days=2, hours=3, minutes=59), "in 2 days 3 hr"),
        (datetime.timedelta(hours=5, minutes=12), "in 5 hours 12 min"),
        (datetime.timedelta(days=1, minutes=5), "in 1 day"),
        (datetime.timedelta(minutes=3, seconds=10), "in 3 minutes"),
        (datetime.timedelta(minutes=-90), "1 hour 30 min ago"),
        (datetime.timedelta(seconds=10), ""),
    ],
)
def test_a_deadline_says_how_far_away_it_is(show, ahead, said):
    page = show(f'<p><time datetime="{(NOW + ahead).isoformat()}" data-relative>x</time></p>')
    assert page.inner_text(".relative") == said


def test_only_a_deadline_within_a_day_is_near(show):
    hours = [5, 50]
    times = "".join(
        f'<p><time datetime="{(NOW + datetime.timedelta(hours=h)).isoformat()}" data-relative>'
        f"{h}</time></p>"
        for h in hours
    )
    page = show(times + f'<p><time datetime="{NOW.isoformat()}">plain</time></p>')
    assert page.locator(".is-near").all_inner_texts() == ["5 in 5 hours"]
    assert page.locator(".relative").count() == 2


def test_the_words_follow_the_pages_language(show):
    when = (NOW + datetime.timedelta(days=2, hours=3)).isoformat()
    page = show(
        f'<p><time datetime="{when}" data-relative>x</time></p>', html='lang="bg" data-person'
    )
    assert "дни" in page.inner_text(".relative")


def test_a_second_click_sends_nothing_more(show, posted):
    page = show('<form method="post" action="/stay"><button name="act" value="go">Go</button>')
    for _ in range(2):
        page.eval_on_selector("button", "each => each.click()")
        page.wait_for_timeout(150)
    until(lambda: posted or page.wait_for_timeout(50), seconds=20, what="the first click")
    assert posted == ["act=go"]
    assert page.get_by_role("button").get_attribute("aria-disabled") == "true"


def test_after_going_back_the_form_can_be_sent_again(show, posted):
    page = show('<form method="post" action="/there"><input name="a" value="1"><button>Go</button>')
    for _ in range(2):
        page.get_by_role("button").click()
        page.wait_for_url("**/there")
        page.go_back()
        page.wait_for_selector("button:not([aria-disabled])")
    assert posted == ["a=1", "a=1"]


def test_a_search_form_is_left_alone(show):
    page = show('<form method="get" target="x"><button>Find</button></form>')
    page.evaluate("document.forms[0].addEventListener('submit', (e) => e.preventDefault())")
    page.get_by_role("button").click()
    assert page.get_by_role("button").get_attribute("aria-disabled") is None


def test_sign_up_finds_the_browsers_zone_chosen_even_in_its_old_spelling(show):
    page = show("<select data-browser-zone><option>UTC</option><option>Europe/Rome</option>")
    assert page.eval_on_selector("select", "each => each.value") in {
        "Asia/Calcutta",
        "Asia/Kolkata",
    }
    assert page.locator("option:checked").text_content() == "India Standard Time"


def test_a_zone_a_person_chose_is_not_touched(show):
    page = show("<select><option>UTC</option></select>")
    assert page.eval_on_selector("select", "each => each.value") == "UTC"
    assert page.context.cookies() == []


def test_a_strangers_zone_goes_into_a_cookie_as_django_reads_it(show):
    page = show("", html='lang="en"')
    (cookie,) = page.context.cookies()
    assert cookie.get("name") == "time_zone"
    assert cookie.get("value") in {"Asia/Calcutta", "Asia/Kolkata"}


def test_an_open_menu_closes_on_escape_and_gives_the_focus_back(show):
    page = show('<details class="menu" open><summary>Anna</summary><a href="#">x</a></details>')
    page.get_by_role("link").focus()
    page.keyboard.press("Escape")
    assert page.locator("details").get_attribute("open") is None
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
