"""Headers of every response. test_production.py checks those of static files."""

import re
from dataclasses import dataclass

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.adjudication import due_phases
from games.models import Game
from tests import factories

UNUSED_FEATURES = (
    "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), "
    "gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()"
)


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


def check(answer) -> None:
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "nonce" not in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Permissions-Policy"] == UNUSED_FEATURES


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


def test_no_cookie_is_for_scripts_or_other_sites(client: Client, db: None):
    user = User.objects.create_user("anna@x.test", "Anna", "a long password")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.get(reverse("account_login"))
    client.post(reverse("account_login"), {"login": user.email, "password": "a long password"})
    client.post("/accounts/language/", {"language": "es", "next": "/"})
    assert {"csrftoken", "sessionid"} <= client.cookies.keys()
    for name, cookie in client.cookies.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name


def test_pages_hold_nothing_that_the_policy_would_stop(table: Table):
    for path in pages(table):
        page = table.client("own").get(path).content.decode()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page), path
        assert not re.search(r"<script(?![^>]*\ssrc=)(?![^>]*application/json)", page), path
