"""Account mails name the site as SITE_URL does, whatever host a request names."""

import re
from typing import Any

import pytest
from django.test import Client

from tests import factories, mails
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db

SITE = "play.example.org"
NEW_PASSWORD = "lay down your arms"
SIGN_UP = {"name": "Berta", "password1": NEW_PASSWORD, "time_zone": "UTC"}
# Each makes the site send a mail: a page, its form, and whether Anna has signed in before.
DEEDS: dict[str, tuple[str, dict[str, str], bool]] = {
    "sign up": ("signup", SIGN_UP | {"email": "berta@x.test"}, False),
    "sign up again": ("signup", SIGN_UP | {"email": "anna@x.test"}, False),
    "forget a password": ("password/reset", {"email": "anna@x.test"}, False),
    "forget an account": ("password/reset", {"email": "nobody@x.test"}, False),
    "change the address": ("email", {"email": "anna@new.test", "action_add": ""}, True),
    "change the password": (
        "password/change",
        {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD},
        True,
    ),
}


@pytest.mark.parametrize("host", [SITE, f"{SITE}:443", "old.example.org", "old.example.org:4444"])
@pytest.mark.parametrize("deed", DEEDS)
def test_a_mail_names_the_site_as_its_settings_do(
    client: Client, settings: Any, anna: Any, deed: str, host: str
) -> None:
    settings.SITE_URL = f"https://{SITE}"
    settings.ALLOWED_HOSTS = [SITE, "old.example.org"]
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "host" not in name]
    page, form, signed_in = DEEDS[deed]
    if signed_in:
        client.force_login(anna)
        factories.confirm_identity(client, anna)
    assert client.post(f"/accounts/{page}/", form, headers={"host": host}).status_code == 302
    sent = mails.delivered()
    assert sent
    for message in sent:
        text = f"{message.subject}\n{message.body}"
        assert set(re.findall(r"[\w.]*example\.org(?::\d+)?", text)) == {SITE}
        links = re.findall(r"\w+://\S+", text)
        assert all(link.startswith(f"https://{SITE}/accounts/") for link in links)
        assert links


def test_the_link_of_a_site_with_a_port_of_its_own_names_the_port(
    client: Client, settings: Any, anna: Any
) -> None:
    settings.SITE_URL = f"https://{SITE}:8443"
    settings.ALLOWED_HOSTS = [SITE]
    # The port is missing behind a proxy that passes on the name alone.
    client.post("/accounts/password/reset/", {"email": anna.email}, headers={"host": SITE})
    assert f"https://{SITE}:8443/accounts/password/reset/key/" in str(mails.delivered()[0].body)
