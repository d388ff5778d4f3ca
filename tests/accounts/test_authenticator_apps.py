"""Codes of authenticator apps, and recovery codes."""

import re

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.test import Client
from structlog.testing import capture_logs

from accounts.models import User
from tests import factories, mails
from tests.accounts.second_factor_helpers import (
    BASE,
    CODES,
    PENDING,
    add_passkey,
    code_of,
    is_signed_in,
    recovery_codes,
    set_up_app,
    sign_in_by_password,
)
from tests.passkeys import Device

NOON = 1_800_000_000  # the beginning of a period of 30 seconds


@pytest.fixture
def secret(as_anna: Client, anna: User) -> str:
    """Secret of the app that Anna has set up."""
    return set_up_app(as_anna, anna)


def signs_in(person: User, code: str) -> bool:
    client = sign_in_by_password(person)
    assert not is_signed_in(client)
    client.post(PENDING, {"code": code})
    return is_signed_in(client)


def test_the_secret_can_be_read_in_groups_and_opened_in_an_app(as_anna: Client, anna: User):
    factories.confirm_identity(as_anna, anna)
    page = as_anna.get(f"{BASE}/totp/activate/").content.decode()
    secret = re.findall(r'value="([A-Z2-7]{32})"', page)[0]
    groups = [secret[start : start + 4] for start in range(0, 32, 4)]
    assert " ".join(groups) in page
    assert f"secret={secret}" in re.findall(r'href="(otpauth://totp/[^"]+)"', page)[0]
    assert "autofocus" not in page


def test_the_password_alone_does_not_sign_in(anna: User, secret: str):
    client = sign_in_by_password(anna)
    assert client.get("/accounts/preferences/").status_code == 302
    assert client.get("/accounts/login/")["Location"] == PENDING
    client.post(PENDING, {"code": code_of(secret)})
    assert client.get("/accounts/preferences/").status_code == 200


def test_a_new_password_by_mail_does_not_replace_the_second_factor(anna: User, secret: str):
    client = Client()
    client.post("/accounts/password/reset/", {"email": anna.email})
    text = "".join(str(each.body) for each in mails.delivered())
    path = re.findall(r"/accounts/password/reset/key/\S+", text)[0]
    form = client.get(path)["Location"]
    chosen = "quite-another-phrase-7"
    client.post(form, {"password1": chosen, "password2": chosen})
    assert not is_signed_in(client)
    assert client.get(PENDING).status_code == 200


@pytest.mark.parametrize(("shift", "fits"), [(-60, True), (60, True), (-90, False), (90, False)])
def test_a_clock_may_be_off_by_a_minute(as_anna, anna: User, shift: int, fits: bool):
    with time_machine.travel(NOON, tick=False):
        as_anna.force_login(anna)
        secret = set_up_app(as_anna, anna)
    with time_machine.travel(NOON + 600, tick=False):
        assert signs_in(anna, code_of(secret, shift=shift)) is fits


@pytest.mark.parametrize("later", [1, 31, 59])
def test_a_code_works_once_for_as_long_as_it_fits(as_anna, anna: User, later: int):
    with time_machine.travel(NOON, tick=False):
        as_anna.force_login(anna)
        secret = set_up_app(as_anna, anna)
    with time_machine.travel(NOON + 600, tick=False) as clock:
        code = code_of(secret, shift=60)
        assert signs_in(anna, code)
        clock.shift(later)
        assert not signs_in(anna, code)


def test_the_code_that_set_the_app_up_does_not_sign_in(as_anna, anna: User):
    with time_machine.travel(NOON, tick=False) as clock:
        as_anna.force_login(anna)
        secret = set_up_app(as_anna, anna)
        code = code_of(secret, shift=-30)
        clock.shift(29)
        assert not signs_in(anna, code)


def test_a_wrong_code_says_what_to_do(anna: User, secret: str):
    client = sign_in_by_password(anna)
    page = client.post(PENDING, {"code": "000000"}).content.decode()
    assert "already used. Try another." in page


def test_the_help_names_only_the_codes_that_the_person_has(as_anna: Client, anna: User):
    app = "A 6-digit code from your authenticator app"
    add_passkey(as_anna, anna, Device())
    page = sign_in_by_password(anna).get(PENDING).content.decode()
    assert "One of your recovery codes." in page
    assert app not in page
    set_up_app(as_anna, anna)
    assert app in sign_in_by_password(anna).get(PENDING).content.decode()


def test_the_file_of_codes_names_site_and_account(as_anna: Client, anna: User, settings):
    settings.SITE_URL = "https://play.example.org"
    set_up_app(as_anna, anna)
    lines = as_anna.get(f"{CODES}download/").content.decode().splitlines()
    assert lines[0] == "Recovery codes of Anna on play.example.org"
    assert lines[2:] == recovery_codes(anna)


def test_a_wrong_code_is_logged_with_nothing_that_was_typed(as_anna, anna: User, secret: str):
    client = sign_in_by_password(anna)
    with capture_logs() as lines:
        client.post(PENDING, {"code": "987654"})
        as_anna.post(f"{BASE}/reauthenticate/", {"code": "987654"})
    failed = [each for each in lines if each["event"] == "second_factor_failed"]
    assert [(each["person"], each["log_level"]) for each in failed] == [(anna.pk, "warning")] * 2
    assert "987654" not in str(lines)


def test_a_right_code_and_a_first_one_that_is_wrong_are_no_failure(as_anna, anna: User):
    secret = set_up_app(as_anna, anna)
    with capture_logs() as lines:
        assert signs_in(anna, code_of(secret))
        as_anna.post(f"{BASE}/totp/deactivate/")
        as_anna.get(f"{BASE}/totp/activate/")
        as_anna.post(f"{BASE}/totp/activate/", {"code": "000000"})
    assert "second_factor_failed" not in [each["event"] for each in lines]


def test_codes_cannot_be_guessed(anna: User, secret: str, settings):
    client = sign_in_by_password(anna)
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/5m/key"}
    for _ in range(3):
        client.post(PENDING, {"code": "000000"})
    client.post(PENDING, {"code": code_of(secret)})
    assert not is_signed_in(client)


def test_secrets_are_encrypted_in_the_database(anna: User, secret: str):
    rows = {row.type: row.data for row in Authenticator.objects.filter(user=anna)}
    assert secret not in str(rows)
    assert rows["totp"]["secret"].startswith("gAAAA")  # a Fernet token
    assert rows["recovery_codes"]["seed"].startswith("gAAAA")


def test_another_secret_key_makes_codes_worthless_without_an_error(anna, secret: str, settings):
    before = recovery_codes(anna)
    settings.SECRET_KEY = "another-key-of-fifty-characters-0123456789-abcdefghi"
    for code in (code_of(secret), before[0], "000000"):
        assert not signs_in(anna, code)


def test_the_page_shows_the_secret_as_text_and_as_a_picture_of_its_own(as_anna, anna: User):
    factories.confirm_identity(as_anna, anna)
    page = as_anna.get(f"{BASE}/totp/activate/").content.decode()
    assert re.search(r'<svg [^>]*class="qr"[^>]*role="img"', page)
    assert "data:" not in page
    assert re.search(r">([A-Z2-7]{4} ?){8}<", page)


def test_a_wrong_first_code_keeps_the_secret(as_anna, anna: User):
    factories.confirm_identity(as_anna, anna)
    path, pattern = f"{BASE}/totp/activate/", r'value="([A-Z2-7]{32})"'
    before = re.findall(pattern, as_anna.get(path).content.decode())
    page = as_anna.post(path, {"code": "000000"}).content.decode()
    assert re.findall(pattern, page) == before
    assert not Authenticator.objects.exists()


def test_mails_tell_of_the_app(as_anna, anna: User):
    set_up_app(as_anna, anna)
    as_anna.post(f"{BASE}/totp/deactivate/")
    assert [str(each.subject) for each in mails.delivered()] == [
        "An authenticator app was set up",
        "The authenticator app was removed",
    ]
    assert is_signed_in(sign_in_by_password(anna))


# Recovery codes


def test_a_recovery_code_signs_in_once(anna: User, secret: str):
    code = recovery_codes(anna)[0]
    assert signs_in(anna, code)
    assert not signs_in(anna, code)
    assert len(recovery_codes(anna)) == 9


def test_recovery_codes_are_shown_once(as_anna, anna: User, secret: str):
    codes = recovery_codes(anna)
    page = as_anna.get(CODES).content.decode()
    assert all(code in page for code in codes)
    page = as_anna.get(CODES).content.decode()
    assert not any(code in page for code in codes)
    assert "make new ones" in page
    assert as_anna.get(f"{CODES}download/").status_code == 403


def test_new_recovery_codes_replace_the_old_ones(
    as_anna, anna: User, secret: str, django_capture_on_commit_callbacks
):
    old = recovery_codes(anna)
    as_anna.get(CODES)
    with django_capture_on_commit_callbacks(execute=True):
        answer = as_anna.post(f"{CODES}generate/")
    new = recovery_codes(anna)
    assert not set(old) & set(new)
    assert new[0] in as_anna.get(answer["Location"]).content.decode()
    assert not signs_in(anna, old[0])
    assert "You have new recovery codes" in [str(each.subject) for each in mails.delivered()]


def test_a_recovery_code_confirms_who_one_is(anna: User, secret: str):
    client = Client()
    client.force_login(anna)
    form = {"code": recovery_codes(anna)[0], "next": "/feeds/"}
    assert client.post(f"{BASE}/reauthenticate/", form)["Location"] == "/feeds/"
    assert client.get("/feeds/").status_code == 200
