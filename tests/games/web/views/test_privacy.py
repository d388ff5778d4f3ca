"""The privacy page names every table and cookie with data about people, and true numbers."""

import datetime as dt
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailConfirmation
from allauth.socialaccount.models import SocialApp
from django.apps import apps
from django.conf import settings as site_settings
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Model
from django.test import Client, RequestFactory
from django.utils.html import strip_tags

from accounts import account_closing, address_changes, kept_data
from accounts.devices import device_traces
from accounts.models import User
from config.http.message_cookies import MessageStorage
from games import models
from games.notifications import leases, presence
from games.notifications.push import vapid
from games.press import drafts
from games.web.pages import kept_in_browser, privacy
from tests import factories
from tests.security.test_headers import COOKIES

pytestmark = pytest.mark.django_db

# Tables that say nothing about people, or only by way of a table that is named.
IMPERSONAL: set[type[Model]] = {
    *(ContentType, Group, Permission, SocialApp),
    *(models.Game, models.GameSettings, models.RuleChange, models.SkippedDate, models.Sharer),
    *(models.Seat, models.Phase, models.Unit, models.Center),
    *(models.GameResult, models.PowerResult, models.Animation),
    *(models.Tournament, models.Team, models.Round, models.Table, models.TablePlace),
    *(models.Heartbeat, models.Outage),
}
STATIC = Path(site_settings.BASE_DIR) / "static" / "js"


def items() -> list[kept_data.KeptItem]:
    request = RequestFactory().get("/privacy/")
    request.session = SessionStore()
    request._messages = MessageStorage(request)  # type: ignore[attr-defined]
    return [item for section in privacy.all_sections(request) for item in section.items]


def text_of_page(client: Client | None = None) -> str:
    answer = (client or Client()).get("/privacy/")
    assert answer.status_code == 200
    return " ".join(unescape(strip_tags(answer.content.decode())).split())


def test_every_table_is_on_the_page_or_says_nothing_about_people(settings: Any) -> None:
    settings.INBOUND_ADDRESS = "orders@play.test"
    named = {model for item in items() for model in item.models}
    tables = set(apps.get_models())
    assert EmailConfirmation in tables
    missing = tables - named - IMPERSONAL
    assert not missing, f"tell on the privacy page what these keep: {missing}"
    assert not named & IMPERSONAL


def test_no_table_with_a_person_in_it_counts_as_impersonal() -> None:
    for model in IMPERSONAL:
        related = {field.related_model for field in model._meta.fields}
        assert User not in related, model


def test_closing_an_account_erases_it_after_the_days_that_it_can_be_kept(client: Client) -> None:
    page = client.get("/privacy/").content.decode()
    assert f"erased after {account_closing.COMING_BACK.days} days" in page
    assert '<a href="/accounts/data/">My data</a>' in page


def test_every_cookie_is_on_the_page(client: Client) -> None:
    named = {name for item in items() for name in item.cookies}
    by_settings = {
        getattr(site_settings, name) for name in dir(site_settings) if name.endswith("_COOKIE_NAME")
    }
    assert by_settings | COOKIES <= named
    page = client.get("/privacy/").content.decode()
    for name in by_settings | COOKIES:
        assert f"<code>{name}</code>" in page


def test_what_scripts_keep_in_the_browser_is_on_the_page() -> None:
    keeps = re.compile(r"document\.cookie|localStorage|sessionStorage|indexedDB|caches\.")
    keeping = {
        str(path.relative_to(STATIC)) for path in STATIC.rglob("*.js") if keeps.search(read(path))
    }
    assert keeping == {
        "board/half-made.js",
        "board/view.js",
        "cookies.js",
        "course.js",
        "drafts.js",
        "follow.js",
        "key-switch.js",
        "panel-scroll.js",
        "sandbox/tried.js",
    }
    sets = {
        path.name: re.findall(r'setCookie\("(\w+)", \w*"?"?, ([\d_]+)\)', read(path))
        for path in STATIC.rglob("*.js")
    }
    age = int(kept_data.ZONE_COOKIE_AGE / dt.timedelta(seconds=1))
    assert {name: found for name, found in sets.items() if found} == {
        "order-choices.js": [("choices", "0")],
        "time-zone.js": [("time_zone", f"{age:_}")],
    }
    days = int(kept_in_browser.DRAFTS_KEPT / dt.timedelta(days=1))
    assert f"const LASTS = {days} * 24 * 3600 * 1000;" in read(STATIC / "drafts.js")
    assert 'const KEPT = "order:half-made";' in read(STATIC / "board" / "half-made.js")
    assert 'const KEPT = "board:view";' in read(STATIC / "board" / "view.js")
    assert 'const DONE = "course";' in read(STATIC / "course.js")
    assert 'const SCORES = "quiz";' in read(STATIC / "course.js")
    assert 'const KEPT = "game:follow";' in read(STATIC / "follow.js")
    assert 'const KEPT = "keys:off";' in read(STATIC / "key-switch.js")
    assert 'const KEPT = "order:scroll";' in read(STATIC / "panel-scroll.js")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (address_changes, "UNDONE_WITHIN"),
        (device_traces, "RETENTION"),
        (drafts, "KEPT"),
        (leases, "GIVEN_UP_AFTER"),
        (presence, "KEPT"),
        (vapid, "KEPT_FOR"),
    ],
)
def test_the_numbers_are_those_of_the_code(
    module: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "77 days" not in text_of_page()
    monkeypatch.setattr(module, name, dt.timedelta(days=77))
    assert "77 days" in text_of_page()


@pytest.mark.parametrize("name", ["SESSION_COOKIE_AGE", "CSRF_COOKIE_AGE", "LANGUAGE_COOKIE_AGE"])
def test_the_ages_of_cookies_are_those_of_the_settings(name: str, settings: Any) -> None:
    setattr(settings, name, 77 * 24 * 3600)
    assert "77 days" in text_of_page()


def test_the_longest_counter_of_forms_is_told(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "5/m/ip,10/3d/key"}
    assert "At most 3 days." in text_of_page()


def test_the_operator_is_named_with_links_or_said_to_be_unknown(
    client: Client, settings: Any
) -> None:
    settings.OPERATOR = ""
    assert "hasn’t given a name here" in text_of_page()
    settings.OPERATOR = "Ada <b>Diplomat</b>, ada@example.org"
    page = client.get("/privacy/").content.decode()
    assert 'href="mailto:ada@example.org"' in page
    assert "<b>Diplomat</b>" not in page


def test_emails_that_come_in_are_told_only_where_the_site_takes_them(settings: Any) -> None:
    assert "Your addresses for orders by email" not in text_of_page()
    settings.INBOUND_ADDRESS = "orders@play.test"
    assert "Your addresses for orders by email" in text_of_page()


def test_push_and_mail_are_told_only_where_the_site_has_them(settings: Any) -> None:
    assert "The browsers in which you get notifications" in text_of_page()
    settings.VAPID_KEY = ""
    assert "The browsers in which you get notifications" not in text_of_page()


def test_the_foot_of_every_page_leads_to_it(client: Client) -> None:
    for path in ("/", "/games/", "/accounts/login/", "/nowhere/"):
        assert '<a href="/privacy/"' in client.get(path).content.decode(), path
    signed_in = Client()
    signed_in.force_login(factories.person())
    assert "Privacy" in text_of_page(signed_in)
