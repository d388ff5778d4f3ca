"""Headers of every response. test_production.py checks those of static files."""

import gzip
import re
import secrets
from dataclasses import dataclass

import brotli
import django_permissions_policy
import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import feed_keys
from accounts.models import User
from config.http import browser_policies, middleware
from config.http.browser_policies import permissions_policy
from games.adjudication import due_phases
from games.models import Game
from tests import factories

PERMISSIONS = ", ".join(
    f"{feature}=({' '.join(origins)})" for feature, origins in sorted(permissions_policy().items())
)
# Hints for servers elsewhere: no page gives them away unless it says so.
CLIENT_HINTS = re.compile("ch-.+")
# Chromium does not know them, or only since lately, or only for sites that take part in a trial: it
# would complain.
NOT_SENT = {
    *("ambient-light-sensor", "aria-notify", "autofill", "bluetooth", "browsing-topics"),
    *("captured-surface-control", "deferred-fetch", "deferred-fetch-minimal", "device-attributes"),
    *("digital-credentials-create", "digital-credentials-get", "document-domain"),
    *("execution-while-not-rendered", "execution-while-out-of-viewport", "haptics"),
    *("focus-without-user-activation", "interest-cohort", "language-detector", "language-model"),
    *("local-network", "local-network-access", "loopback-network", "manual-text"),
    *("media-playback-while-not-visible", "on-device-speech-recognition"),
    *("private-state-token-issuance", "private-state-token-redemption", "rewriter"),
    *("shared-storage", "shared-storage-select-url", "speaker-selection", "summarizer", "tools"),
    *("translator", "unload", "vertical-scroll", "vr", "web-app-installation", "web-share"),
    *("webnn", "writer"),
}

# Every cookie that the site sets itself; over https their names begin with __Host-.
COOKIES = {"csrftoken", "sessionid", "django_language", "browser", "messages"}


@dataclass
class Table:
    """A private game in its second phase, a private lobby, and their readers."""

    game: Game
    lobby: Game
    people: dict[str, User]

    def client(self, role: str) -> Client:
        client = Client()
        if role in self.people:
            client.force_login(self.people[role])
        return client


@pytest.fixture
def table(db: None) -> Table:
    master = factories.person("Mia")
    game = factories.begun_game(master, visibility="private")
    lobby = factories.open_game(master, visibility="private")
    due = factories.open_phase(game).due_at
    assert due
    with time_machine.travel(due):
        due_phases.resolve_due()
    own = factories.holder(factories.seat(game, "FRANCE"))
    return Table(game, lobby, {"own": own, "master": master})


def pages(table: Table) -> list[str]:
    """Return the URL of one page of each kind."""
    slug, code = table.game.slug, factories.open_phase(table.game).code
    return [
        "/",
        "/games/",
        "/games/mine/",
        "/games/new/",
        table.game.get_absolute_url(),
        reverse("games:phase", args=[slug, "S1901M"]),
        reverse("games:after", args=[slug, "S1901M"]),
        reverse("games:board", args=[slug, "S1901M"]),
        reverse("games:board", args=[slug, code]),
        reverse("games:orders", args=[slug, code, "FRANCE"]),
        table.lobby.get_absolute_url(),
        reverse("games:invitation", args=[table.lobby.slug, table.lobby.invitation_key]),
        reverse("games:leave", args=[table.lobby.slug]),
        reverse("games:resume", args=[slug]),
    ]


def directives(answer) -> set[str]:
    return {part.strip() for part in answer["Cache-Control"].split(",")}


def check(answer, *, resource: str = "same-origin", referrer: str = "same-origin") -> None:
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "nonce" not in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == referrer
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Cross-Origin-Resource-Policy"] == resource
    is_page = answer.get("Content-Type", "").startswith("text/html")
    assert answer.get("Permissions-Policy") == (PERMISSIONS if is_page else None)


@pytest.mark.parametrize("role", ["nobody", "own", "master"])
def test_no_proxy_may_keep_a_page_of_a_game(table: Table, role: str):
    for page in pages(table):
        answer = table.client(role).get(page)
        check(answer)
        assert directives(answer) & {"private", "no-store"}, page
        assert "public" not in directives(answer), page


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/preferences/",
        "/accounts/close/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/logout/",
        "/admin/",
        "/admin/accounts/user/",
        "/nowhere/",
        "/games/nowhere/",
    ],
)
def test_no_proxy_may_keep_a_page_about_a_person(db: None, path: str):
    client = Client()
    client.force_login(User.objects.create_superuser("op@x.test", "Operator"))
    answer = client.get(path)
    check(answer)
    assert directives(answer) & {"private", "no-store"}


def test_no_proxy_may_keep_the_token_of_a_form(client: Client, db: None):
    answer = client.get(reverse("account_login"))
    assert "csrftoken" in answer.cookies
    assert directives(answer) & {"private", "no-store"}


def test_errors_say_the_same(table: Table, settings, monkeypatch):
    settings.ACCOUNT_RATE_LIMITS = {"games": "0/m/user"}
    client = table.client("own")
    client.raise_request_exception = False
    check(client.get("/nowhere/"))
    limited = client.post(reverse("games:leave", args=[table.game.slug]))
    forged = Client(enforce_csrf_checks=True).post(reverse("account_login"), {"login": "x"})
    monkeypatch.setattr("games.web.views.play.game_page", lambda *_arguments: 1 / 0)
    broken = client.get(table.game.get_absolute_url())
    for status, answer in ((429, limited), (403, forged), (500, broken)):
        assert answer.status_code == status
        check(answer)
        assert directives(answer) & {"private", "no-store"}


def test_files_feeds_pictures_and_json_say_the_same(table: Table):
    master, slug = table.client("master"), table.game.slug
    person = table.people["own"]
    feed_keys.renew(person)
    keyed = [
        reverse("games:own_calendar", args=[person.feed_key]),
        reverse("games:keyed_news", args=[slug, person.feed_key]),
    ]
    others = [
        *("/static/css/site.css", "/static/js/main.js", "/static/nowhere.css"),
        *("/healthz", "/readyz", "/latez", "/metrics", "/manifest.webmanifest", "/push-worker.js"),
        *("/accounts/language/", "/accounts/preferences"),
        reverse("games:board", args=[slug, "S1901M"]),
        reverse("games:state", args=[slug]),
    ]
    kinds = set()
    for path in others:
        answer = master.get(path)
        if answer.streaming:
            b"".join(answer)
        check(answer)
        kinds.add((answer.status_code, answer.get("Content-Type", "").partition(";")[0]))
    assert {status for status, _kind in kinds} == {200, 301, 404, 405}
    assert len({kind for _status, kind in kinds}) >= 6
    for path in keyed:
        answer = master.get(path)
        assert answer.status_code == 200
        check(answer, referrer="no-referrer")


def test_only_a_picture_for_forums_may_be_shown_elsewhere(table: Table):
    code, slug = "S1901M", table.game.slug
    picture = table.client("master").get(reverse("games:picture", args=[slug, code]))
    assert picture.status_code == 200
    check(picture, resource="cross-origin")
    again = {"If-None-Match": picture["ETag"]}
    same = table.client("master").get(reverse("games:picture", args=[slug, code]), headers=again)
    assert same.status_code == 304
    check(same, resource="cross-origin")
    drawing = reverse("games:board", args=[slug, code])
    check(table.client("master").get(drawing), resource="same-origin")


def test_a_refused_host_gets_the_same_headers(settings, db: None):
    settings.SITE_URL = "https://play.example.org"
    settings.ALLOWED_HOSTS = ["play.example.org"]
    for host in ("play.example.org:4444", "evil.example"):
        answer = Client().get("/games/", headers={"host": host})
        assert answer.status_code == 400
        check(answer)


def test_every_feature_of_browsers_is_used_refused_or_unknown_to_them():
    known = {
        name
        for name in django_permissions_policy._FEATURE_NAMES
        if not CLIENT_HINTS.fullmatch(name)
    }
    sent = {*browser_policies.USED_FEATURES, *browser_policies.UNUSED_FEATURES}
    assert known == sent | NOT_SENT
    assert not sent & NOT_SENT
    policy = permissions_policy()
    assert policy["publickey-credentials-get"] == ["self"]
    assert policy["publickey-credentials-create"] == ["self"]
    assert policy["camera"] == policy["geolocation"] == []


def test_the_policy_can_be_reported_without_stopping_anything(settings, client: Client, db: None):
    settings.CONTENT_SECURITY_POLICY_REPORT_ONLY = browser_policies.content_security_policy(
        https=True, report_only=True
    )
    settings.CONTENT_SECURITY_POLICY = None
    answer = client.get("/accounts/login/")
    assert "Content-Security-Policy" not in answer
    reported = answer["Content-Security-Policy-Report-Only"]
    assert "default-src 'none'" in reported
    assert "frame-ancestors" not in reported
    assert "upgrade-insecure-requests" not in reported
    assert answer["X-Frame-Options"] == "DENY"


def test_orders_press_and_account_are_left_in_no_browser(table: Table):
    own, slug = table.client("own"), table.game.slug
    code = factories.open_phase(table.game).code
    orders = reverse("games:orders", args=[slug, code, "FRANCE"])
    sheet = {"orders": "nonsense"}
    for path in (
        *(table.game.get_absolute_url(), orders),
        reverse("games:press", args=[slug]),
        reverse("games:public_press", args=[slug]),
        reverse("games:new_thread", args=[slug, ["ENGLAND", "FRANCE"]]),
        reverse("games:search_press", args=[slug]),
        *("/accounts/preferences/", "/accounts/email/", "/accounts/password/change/"),
        *("/accounts/close/", "/accounts/login/", "/accounts/password/reset/", "/mail/", "/feeds/"),
    ):
        assert "no-store" in directives(own.get(path)), path
    assert "no-store" in directives(own.post(orders, sheet))
    assert "no-store" in directives(own.post(orders, {**sheet, "check": "yes"}))
    master = table.client("master")
    assert "no-store" in directives(master.get(reverse("games:master", args=[slug])))
    assert "no-store" in directives(master.get(reverse("games:webhooks", args=[slug])))


def test_a_path_that_looks_otherwise_is_left_in_no_browser_either(table: Table):
    """SCRIPT_NAME is the part of the path that comes before the site's own."""
    answer = table.client("own").get("/accounts/preferences/", SCRIPT_NAME="/elsewhere")
    assert "no-store" in directives(answer)


def test_what_everyone_may_read_stays_for_the_back_button(table: Table):
    slug = table.game.slug
    for path in ("/", "/games/", "/games/new/", reverse("games:phase", args=[slug, "S1901M"])):
        assert directives(table.client("own").get(path)) == {"private", "no-cache"}, path


def test_no_cookie_is_for_scripts_or_other_sites(client: Client, db: None):
    user = User.objects.create_user("anna@x.test", "Anna", "a long password")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.get(reverse("account_login"))
    form = {"login": user.email, "password": "a long password"}
    client.post(reverse("account_login"), form)
    choices = {"name": "Anna", "time_zone": "UTC", "language": "en"}
    client.post("/accounts/preferences/", choices)  # leaves a message
    client.post("/accounts/language/", {"language": "es", "next": "/"})
    assert set(client.cookies) == COOKIES
    for name, cookie in client.cookies.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
        # What browsers demand of a cookie whose name begins with __Host-, besides https.
        assert (cookie["path"], cookie["domain"]) == ("/", ""), name


def test_pages_hold_nothing_that_the_policy_would_stop(table: Table):
    for path in pages(table):
        page = table.client("own").get(path).content.decode()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page), path
        assert not re.search(r"<script(?![^>]*\ssrc=)(?![^>]*application/json)", page), path


BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
READERS = {"br": brotli.decompress, "gzip": gzip.decompress}


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        (BROWSER["Accept-Encoding"], "br"),
        ("gzip, deflate", "gzip"),
        ("gzip;q=1.0,br;q=0.5", "br"),
        ("BR", "br"),
        ("gzip, br;q=0", "gzip"),
        ("br ; q=0.000 , gzip ; q=0.001", "gzip"),
    ],
)
def test_pages_are_compressed(client: Client, db: None, accepted: str, encoding: str):
    page = client.get("/", headers={"Accept-Encoding": accepted})
    assert page.headers["Content-Encoding"] == encoding
    assert page.headers["Content-Length"] == str(len(page.content))
    assert "Accept-Encoding" in page.headers["Vary"]
    assert READERS[encoding](page.content).startswith(b"<!doctype html>")


def test_pages_are_not_compressed_for_programs_that_do_not_ask(client: Client, db: None):
    for accepted in ("", "identity", "brx, xgzip", "br;q=0, gzip;q=0.0", "*", "br;q="):
        page = client.get("/", headers={"Accept-Encoding": accepted})
        assert "Content-Encoding" not in page.headers
        assert page.content.startswith(b"<!doctype html>")


def test_pictures_are_not_compressed_again(client: Client, db: None):
    picture = client.get("/games/set-ups/standard.png", headers=BROWSER)
    assert picture.status_code == 200
    assert "Content-Encoding" not in picture.headers


@pytest.mark.parametrize("length", [1, 2, 63, 64, 255, 256])
@pytest.mark.parametrize("content", [b"", b"a", b"Munich, Berlin, Kiel " * 9_000])
def test_padding_adds_its_length_and_changes_nothing(content: bytes, length: int):
    padding = secrets.token_bytes(length)
    compressed = middleware.by_brotli(content, padding)
    assert brotli.decompress(compressed) == content
    assert padding in compressed
    assert len(compressed) - len(middleware.by_brotli(content, b"x")) == length - 1
    assert gzip.decompress(middleware.by_gzip(content, padding)) == content


@pytest.mark.parametrize("accepted", ["br", "gzip"])
def test_the_length_of_the_same_page_varies(rf: RequestFactory, accepted: str):
    """Otherwise its length would tell what of a request is repeated in it (BREACH)."""
    compress = middleware.CompressionMiddleware(lambda _request: HttpResponse(b"Munich" * 999))
    request = rf.get("/", headers={"Accept-Encoding": accepted})
    lengths = {len(compress(request).content) for _ in range(40)}  # type: ignore[union-attr]
    assert max(lengths) - min(lengths) > 40
    assert len(lengths) > 10
