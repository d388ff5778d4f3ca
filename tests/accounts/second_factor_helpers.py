"""Set up second factors through the pages, as people do."""

import base64
import hmac
import json
import re
import struct
import time
from typing import Any
from unittest import mock

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.test import Client

from accounts.models import User
from tests.factories import PASSWORD, confirm_identity
from tests.passkeys import Device

BASE = "/accounts/2fa"
PENDING = f"{BASE}/authenticate/"
CODES = f"{BASE}/recovery-codes/"


def code_of(secret: str, *, shift: int = 0) -> str:
    """Return the code of an app whose clock is `shift` seconds ahead (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time() + shift) // 30)
    digest = hmac.digest(base64.b32decode(secret), counter, "sha1")
    place = digest[-1] & 15
    number = struct.unpack(">I", digest[place : place + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def what_waits_for_the_commit_done_at_once() -> Any:
    """Run what is given to `transaction.on_commit` at once: a test's transaction never commits."""
    return mock.patch.object(transaction, "on_commit", lambda run, **_options: run())


def set_up_app(client: Client, person: User) -> str:
    """Set up an authenticator app; return its secret."""
    confirm_identity(client, person)
    page = client.get(f"{BASE}/totp/activate/").content.decode()
    secret = str(re.findall(r'value="([A-Z2-7]{32})"', page)[0])
    # A code of the past, so that the current one is still unused.
    with what_waits_for_the_commit_done_at_once():
        answer = client.post(f"{BASE}/totp/activate/", {"code": code_of(secret, shift=-30)})
    assert answer.status_code == 302, answer.content.decode()
    return secret


def add_passkey(client: Client, person: User, device: Device, name: str = "Telephone") -> Any:
    """Add the device's passkey; return the answer of the site."""
    confirm_identity(client, person)
    options = options_in(client.get(f"{BASE}/webauthn/add/"))
    sent = {"name": name, "credential": device.register(options)}
    return client.post(f"{BASE}/webauthn/add/", sent)


def options_in(page: Any) -> dict[str, Any]:
    """Return the options for the browser that a page holds."""
    found = re.findall(
        r'<script id="passkey-options" type="application/json">(.*?)</script>',
        page.content.decode(),
    )
    options: dict[str, Any] = json.loads(found[0])
    return options


def sign_in_by_password(person: User) -> Client:
    """Return a new browser in which the password was given."""
    client = Client()
    client.post("/accounts/login/", {"login": person.email, "password": PASSWORD})
    return client


def sign_in_by_passkey(client: Client, device: Device, **options: Any) -> Any:
    path = f"{BASE}/webauthn/login/"
    asked = client.get(path, headers={"accept": "application/json"}).json()["request_options"]
    return client.post(path, {"credential": device.sign(asked, **options)})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def recovery_codes(person: User) -> list[str]:
    held = Authenticator.objects.get(user=person, type=Authenticator.Type.RECOVERY_CODES)
    codes: list[str] = held.wrap().get_unused_codes()
    return codes
