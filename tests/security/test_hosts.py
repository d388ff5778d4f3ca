"""The site answers for its own hosts only; checks of its health may ask over the loopback."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client

from config.site_address import is_public
from tests import factories, mails

pytestmark = pytest.mark.django_db

SITE = "play.example.org"
CHECKS = ["/healthz", "/readyz", "/latez", "/metrics"]


@pytest.fixture
def public_site(settings: Any) -> None:
    settings.SITE_URL = f"https://{SITE}"
    settings.ALLOWED_HOSTS = [SITE]


def reset(host: str) -> int:
    """Ask for a new password; return the status. The mail holds a link."""
    form = {"email": factories.person().email}
    mail.outbox.clear()
    answer = Client().post("/accounts/password/reset/", form, headers={"host": host})
    mails.delivered()
    return answer.status_code


@pytest.mark.parametrize("host", [SITE, f"{SITE}:443", f"{SITE}.", "PLAY.example.org"])
def test_a_public_site_answers_for_its_name_and_port(public_site: None, host: str) -> None:
    assert reset(host) == 302
    assert mail.outbox


@pytest.mark.parametrize(
    "host",
    [
        *(f"{SITE}:4444", f"{SITE}:80", f"{SITE}:0443", f"{SITE}:443:443", "evil.example"),
        *("localhost:6666", "localhost", "127.0.0.1", "127.0.0.1:8000", "[::1]:8000", ""),
    ],
)
def test_a_public_site_refuses_foreign_names_and_ports(public_site: None, host: str) -> None:
    assert reset(host) == 400
    assert not mail.outbox


def test_a_site_with_a_port_of_its_own_refuses_the_usual_one(settings: Any) -> None:
    settings.SITE_URL = f"https://{SITE}:8443"
    settings.ALLOWED_HOSTS = [SITE]
    answers = {host: reset(host) for host in (SITE, f"{SITE}:8443", f"{SITE}:443")}
    assert answers == {SITE: 302, f"{SITE}:8443": 302, f"{SITE}:443": 400}


def test_a_wildcard_lets_no_foreign_port_in(public_site: None, settings: Any) -> None:
    settings.ALLOWED_HOSTS = [".example.org"]
    assert reset("other.example.org") == 302
    assert reset("other.example.org:4444") == 400


def test_no_redirection_leads_to_a_foreign_port(
    client: Client, public_site: None, settings: Any
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/games/", headers={"host": SITE}).status_code == 301
    assert client.get("/games/", headers={"host": f"{SITE}:4444"}).status_code == 400


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:9000", "[::1]:1", "localhost"])
def test_a_site_of_one_machine_answers_on_any_port(settings: Any, host: str) -> None:
    """A tunnel or a container may lead to it from another port."""
    settings.SITE_URL = "http://localhost:8000"
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    assert reset(host) == 302


@pytest.mark.parametrize("path", CHECKS)
@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000", "", SITE])
def test_checks_reach_a_public_site_over_the_loopback(
    client: Client, public_site: None, path: str, host: str
) -> None:
    answer = client.get(path, headers={"host": host})
    assert answer.status_code == (404 if path == "/metrics" else 200)  # there is no token


@pytest.mark.parametrize("path", CHECKS)
@pytest.mark.parametrize("host", ["evil.example", f"{SITE}:4444", "10.0.0.7:8000"])
def test_checks_do_not_answer_for_other_hosts(
    client: Client, public_site: None, path: str, host: str
) -> None:
    assert client.get(path, headers={"host": host}).status_code == 400


@pytest.mark.parametrize(
    ("url", "public"),
    [
        ("https://play.example.org", True),
        ("http://192.168.1.7:8000", True),
        ("http://[2001:db8::1]", True),
        ("https://localhost.example.org", True),
        ("http://localhost:8000", False),
        ("http://site.localhost", False),
        ("http://127.0.0.1", False),
        ("http://127.8.8.8:8000", False),
        ("http://[::1]:8000", False),
        ("http://[::ffff:127.0.0.1]", False),
        ("http://0.0.0.0:8000", False),
    ],
)
def test_a_site_is_public_unless_only_its_own_machine_reaches_it(url: str, public: bool) -> None:
    assert is_public(urlsplit(url)) is public
