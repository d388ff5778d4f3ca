"""Passkeys: adding one, signing in with it alone, and what is refused."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from structlog.testing import capture_logs

from accounts import account_closing, address_changes, suspension
from accounts.models import User
from tests import factories, mails
from tests.accounts.second_factor_helpers import (
    BASE,
    PENDING,
    add_passkey,
    is_signed_in,
    options_in,
    recovery_codes,
    set_up_app,
    sign_in_by_passkey,
    sign_in_by_password,
)
from tests.passkeys import Device


@pytest.fixture
def device(as_anna: Client, anna: User) -> Device:
    """Anna's telephone, with a passkey for the site."""
    device = Device()
    assert add_passkey(as_anna, anna, device)["Location"] == f"{BASE}/recovery-codes/"
    return device


def passkeys(person: User) -> Any:
    return Authenticator.objects.filter(user=person, type=Authenticator.Type.WEBAUTHN)


def test_a_passkey_signs_in_alone(device: Device):
    client = Client()
    sign_in_by_passkey(client, device)
    assert is_signed_in(client)


def test_a_passkey_is_asked_for_after_the_password(device: Device, anna: User):
    client = sign_in_by_password(anna)
    assert not is_signed_in(client)
    answer = client.post(PENDING, {"credential": device.sign(options_in(client.get(PENDING)))})
    assert (answer["Location"], is_signed_in(client)) == ("/", True)


def test_a_page_that_was_wanted_opens_after_the_passkey(device: Device):
    client, path = Client(), f"{BASE}/webauthn/login/"
    asked = client.get(path, headers={"accept": "application/json"}).json()["request_options"]
    answer = client.post(path, {"credential": device.sign(asked), "next": "/games/mine/"})
    assert answer["Location"] == "/games/mine/"


@pytest.mark.parametrize(
    ("wanted", "leads"),
    [
        ("/games/mine/", "/accounts/login/?next=%2Fgames%2Fmine%2F"),
        ("https://evil.example/", "/accounts/login/"),
    ],
)
def test_a_refused_passkey_keeps_the_page_that_was_wanted(device: Device, wanted: str, leads: str):
    client, path = Client(), f"{BASE}/webauthn/login/"
    asked = client.get(path, headers={"accept": "application/json"}).json()["request_options"]
    device.verifies = False
    answer = client.post(path, {"credential": device.sign(asked), "next": wanted})
    assert (answer.status_code, answer["Location"]) == (302, leads)


def test_a_refused_passkey_is_asked_for_again_with_the_page_that_was_wanted(
    as_anna: Client, anna: User, device: Device
):
    path = f"{BASE}/webauthn/reauthenticate/"
    options = options_in(as_anna.get(path))
    device.verifies = False
    sent = {"credential": device.sign(options), "next": "/accounts/close/"}
    answer = as_anna.post(path, sent)
    assert answer["Location"] == f"{path}?next=%2Faccounts%2Fclose%2F"


@pytest.mark.parametrize(
    ("change", "site"),
    [
        ({}, "play.elsewhere.example"),
        ({"verifies": False}, ""),
        ({"id": b"another passkey of the device"}, ""),
        ({"key": Device().key}, ""),
        ({"user": Device().user}, ""),
        ({"user": "OTk5OTk5"}, ""),  # nobody
    ],
    ids=["another site", "no finger", "another passkey", "another key", "no name", "a stranger"],
)
def test_a_passkey_that_does_not_fit_is_refused(device: Device, change: dict[str, Any], site: str):
    for name, value in change.items():
        setattr(device, name, value)
    client = Client()
    answer = sign_in_by_passkey(client, device, site=site)
    assert not is_signed_in(client)
    assert "This passkey didn’t work" in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize(
    ("origin", "fits"),
    [
        ("https://localhost", True),
        ("http://localhost:8000", True),  # browsers treat it as safe
        ("https://localhost.evil.example", False),
        ("http://evil.example", False),
    ],
)
def test_an_answer_that_was_made_on_another_page_is_refused(
    device: Device, origin: str, fits: bool
):
    client = Client()
    device.origin = origin
    sign_in_by_passkey(client, device)
    assert is_signed_in(client) is fits


def test_an_answer_counts_once(device: Device):
    client, path = Client(), f"{BASE}/webauthn/login/"
    asked = client.get(path, headers={"accept": "application/json"}).json()["request_options"]
    credential = device.sign(asked)
    client.post(path, {"credential": credential})
    client.post("/accounts/logout/")
    client.post(path, {"credential": credential})
    assert not is_signed_in(client)
    client.get(path, headers={"accept": "application/json"})
    client.post(path, {"credential": credential})
    assert not is_signed_in(client)


def test_a_device_that_asks_for_no_finger_is_refused_after_the_password_too(
    device: Device, anna: User
):
    client = sign_in_by_password(anna)
    device.verifies = False
    answer = client.post(PENDING, {"credential": device.sign(options_in(client.get(PENDING)))})
    assert "This passkey didn’t work" in answer.content.decode()
    assert not is_signed_in(client)


def test_a_refused_passkey_is_logged_with_the_person_if_known(device: Device, anna: User):
    device.verifies = False
    client = sign_in_by_password(anna)
    with capture_logs() as lines:
        client.post(PENDING, {"credential": device.sign(options_in(client.get(PENDING)))})
        sign_in_by_passkey(Client(), device)
    failed = [each["person"] for each in lines if each["event"] == "second_factor_failed"]
    assert failed == [anna.pk, None]


def test_a_device_that_asks_for_no_finger_is_not_added(as_anna: Client, anna: User):
    answer = add_passkey(as_anna, anna, Device(verifies=False))
    assert "This passkey didn’t work" in answer.content.decode()
    assert not passkeys(anna).exists()


@pytest.mark.parametrize(
    "credential",
    [
        "",
        "x",
        "null",
        "[]",
        "{}",
        '"x"',
        '{"id": "a", "rawId": "b"}',
        '{"response": {}}',
        '{"rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "e30"}}',
    ],
)
def test_nonsense_is_refused_with_a_sentence(as_anna: Client, anna: User, credential: str):
    client, path = Client(), f"{BASE}/webauthn/login/"
    client.get(path, headers={"accept": "application/json"})
    assert client.post(path, {"credential": credential}).status_code == 302
    factories.confirm_identity(as_anna, anna)
    as_anna.get(f"{BASE}/webauthn/add/")
    answer = as_anna.post(f"{BASE}/webauthn/add/", {"name": "Ring", "credential": credential})
    assert answer.status_code == 200
    assert 'value="Ring"' in answer.content.decode()
    assert not passkeys(anna).exists()


@pytest.mark.parametrize("part", ["clientDataJSON", "authenticatorData", "signature", "userHandle"])
def test_an_answer_with_a_part_missing_or_wrong_is_refused(device: Device, part: str):
    for value in (None, "", "AAAA", "%", 7):
        client, path = Client(), f"{BASE}/webauthn/login/"
        asked = client.get(path, headers={"accept": "application/json"}).json()["request_options"]
        credential = json.loads(device.sign(asked))
        if value is None:
            del credential["response"][part]
        else:
            credential["response"][part] = value
        answer = client.post(path, {"credential": json.dumps(credential)})
        assert (answer.status_code, is_signed_in(client)) == (302, False)


def test_a_passkey_is_bound_to_the_site_whatever_the_request_says(as_anna, anna, settings):
    settings.ALLOWED_HOSTS = ["play.example.org", "127.0.0.1"]
    settings.SITE_URL = "https://play.example.org:8443"
    factories.confirm_identity(as_anna, anna)
    page = as_anna.get(f"{BASE}/webauthn/add/", headers={"host": "127.0.0.1"})
    assert options_in(page)["publicKey"]["rp"] == {"id": "play.example.org", "name": "Entente"}


def test_a_suspended_person_does_not_get_in_by_passkey(device: Device, anna: User):
    suspension.suspend(anna, by=factories.person(is_superuser=True), reason="Be kind.")
    client = Client()
    assert b"Be kind." in sign_in_by_passkey(client, device).content
    assert not is_signed_in(client)


def test_closing_an_account_erases_its_second_factors(device: Device, anna: User):
    account_closing.close(anna)
    assert not Authenticator.objects.filter(user=anna).exists()
    client = Client()
    sign_in_by_passkey(client, device)
    assert not is_signed_in(client)


def test_undoing_a_change_of_address_removes_the_passkey_of_a_thief(device: Device, anna: User):
    path = f"/accounts/address/undo/{address_changes.record(anna, old='a@x.test', new=anna.email)}/"
    Client().post(path)
    assert not passkeys(anna).exists()


def test_undoing_a_change_of_address_keeps_a_passkey_of_long_ago(device: Device, anna: User):
    token = address_changes.record(anna, old="a@x.test", new=anna.email)
    passkeys(anna).update(created_at="2020-01-01T00:00Z")
    Client().post(f"/accounts/address/undo/{token}/")
    assert passkeys(anna).exists()


# The page


def test_the_page_lists_passkeys_which_are_renamed_and_removed(as_anna, anna, device: Device):
    page = as_anna.get(f"{BASE}/").content.decode()
    assert "Telephone" in page
    assert "Not used yet" in page
    path = f"{BASE}/webauthn/keys/{passkeys(anna).get().pk}"
    refused = as_anna.post(f"{path}/edit/", {"name": "x" * 61})
    assert "at most 60" in refused.content.decode()
    as_anna.post(f"{path}/edit/", {"name": "Ring"})
    sign_in_by_passkey(Client(), device)
    page = as_anna.get(f"{BASE}/").content.decode()
    assert "Ring" in page
    assert "Last used" in page
    as_anna.post(f"{path}/remove/")
    assert not Authenticator.objects.filter(user=anna).exists()  # no recovery codes either
    client = Client()
    sign_in_by_passkey(client, device)
    assert not is_signed_in(client)


def test_nobody_renames_or_removes_the_passkey_of_somebody_else(anna, device: Device):
    path = f"{BASE}/webauthn/keys/{passkeys(anna).get().pk}"
    client, other = Client(), factories.person()
    client.force_login(other)
    factories.confirm_identity(client, other)
    for page in ("edit", "remove"):
        assert client.get(f"{path}/{page}/").status_code == 404
        assert client.post(f"{path}/{page}/", {"name": "Mine"}).status_code == 404
    assert str(passkeys(anna).get()) == "Telephone"


def test_an_open_session_alone_adds_and_removes_no_passkey(as_anna, anna, device: Device):
    client = Client()
    client.force_login(anna)
    for path in (
        "webauthn/add",
        f"webauthn/keys/{passkeys(anna).get().pk}/remove",
        "totp/activate",
    ):
        answer = client.post(f"{BASE}/{path}/", {})
        assert answer["Location"].startswith("/accounts/reauthenticate/"), path
    assert passkeys(anna).count() == 1


@pytest.mark.parametrize("kind", ["passkey", "app"])
def test_adding_and_removing_a_factor_ends_all_other_sessions(as_anna, anna, kind: str):
    for change in ("add", "remove"):
        elsewhere = Client()
        elsewhere.force_login(anna)
        assert elsewhere.get("/accounts/preferences/").status_code == 200
        if change == "remove":
            factor = Authenticator.objects.exclude(type=Authenticator.Type.RECOVERY_CODES).get()
            path = "totp/deactivate" if kind == "app" else f"webauthn/keys/{factor.pk}/remove"
            as_anna.post(f"{BASE}/{path}/")
            assert not Authenticator.objects.exists()
        elif kind == "app":
            set_up_app(as_anna, anna)
        else:
            add_passkey(as_anna, anna, Device())
        assert elsewhere.get("/accounts/preferences/").status_code == 302, change
        assert as_anna.get("/accounts/preferences/").status_code == 200


def test_new_recovery_codes_end_no_session(as_anna, anna, device: Device):
    elsewhere = Client()
    elsewhere.force_login(anna)
    as_anna.post(f"{BASE}/recovery-codes/generate/")
    assert elsewhere.get("/accounts/preferences/").status_code == 200


def test_mails_tell_of_a_new_and_a_removed_passkey(as_anna, anna, device: Device, settings):
    settings.SITE_URL = "https://play.example.org"
    factories.confirm_identity(as_anna, anna)
    as_anna.post(f"{BASE}/webauthn/keys/{passkeys(anna).get().pk}/remove/")
    added, removed = mails.delivered()
    assert (added.subject, removed.subject) == ("A passkey was added", "A passkey was removed")
    assert "https://play.example.org/accounts/2fa/" in str(removed.body)


def test_a_mail_server_that_is_down_keeps_nobody_from_a_passkey(as_anna, anna, settings):
    settings.EMAIL_BACKEND = "no.such.Backend"
    assert add_passkey(as_anna, anna, Device()).status_code == 302
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert [str(each.subject) for each in mails.delivered()] == ["A passkey was added"]


# Confirming who one is, and closing


def without_password(person: User) -> None:
    person.set_unusable_password()
    person.save(update_fields=["password"])


def test_people_without_a_password_confirm_and_close_by_passkey(anna, device: Device):
    without_password(anna)
    client = Client()
    sign_in_by_passkey(client, device)
    asked = client.get("/accounts/close/")["Location"]
    assert asked.startswith(f"{BASE}/reauthenticate/")
    page = client.get(asked)
    assert "Use a passkey" in page.content.decode()
    asked = f"{BASE}/webauthn/reauthenticate/?next=/accounts/close/"
    credential = device.sign(options_in(client.get(asked)))
    answer = client.post(asked, {"credential": credential, "next": "/accounts/close/"})
    assert answer["Location"] == "/accounts/close/"
    assert 'type="password"' not in client.get("/accounts/close/").content.decode()
    client.post("/accounts/close/")
    anna.refresh_from_db()
    assert anna.closing_at is not None


def test_an_open_session_without_a_password_does_not_close_the_account(anna, device: Device):
    without_password(anna)
    client = Client()
    client.force_login(anna)
    assert client.post("/accounts/close/")["Location"].startswith(BASE)
    anna.refresh_from_db()
    assert anna.closing_at is None


def test_a_passkey_confirms_who_one_is_where_the_password_is_asked_for(anna, device: Device):
    client = Client()
    client.force_login(anna)
    asked = client.get("/feeds/")["Location"]
    assert asked.startswith("/accounts/reauthenticate/")
    assert "Use a passkey" in client.get(asked).content.decode()
    asked = f"{BASE}/webauthn/reauthenticate/?next=/feeds/"
    credential = device.sign(options_in(client.get(asked)))
    assert (
        client.post(asked, {"credential": credential, "next": "/feeds/"})["Location"] == "/feeds/"
    )
    assert client.get("/feeds/").status_code == 200


def test_a_changed_address_is_possible_beside_a_passkey(as_anna, anna, device: Device):
    factories.confirm_identity(as_anna, anna)
    as_anna.post("/accounts/email/", {"email": "anna@new.test", "action_add": ""})
    assert EmailAddress.objects.filter(user=anna, email="anna@new.test").exists()


def test_recovery_codes_come_with_the_first_passkey(anna, device: Device):
    assert len(set(recovery_codes(anna))) == 10
