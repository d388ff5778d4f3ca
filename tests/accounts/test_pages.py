"""All pages under /accounts/ use the site's layout."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.account.models import EmailConfirmationHMAC
from django.conf import settings as site_settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from tests import factories

TEMPLATES = Path(site_settings.BASE_DIR) / "templates"

# Where a page redirects to, for an anonymous visitor and for Anna.
STRANGER = {
    "account_change_password": "/accounts/login/",
    "account_email": "/accounts/login/",
    "account_logout": "/",
    "account_reauthenticate": "/accounts/login/",
    "account_set_password": "/accounts/login/",
    "account_confirm_login_code": "/accounts/login/",
    "accounts:preferences": "/accounts/login/",
    "accounts:profile": "/accounts/login/",
    "accounts:report_profile": "/accounts/login/",
    "accounts:close": "/accounts/login/",
    "accounts:api_keys": "/accounts/login/",
    "accounts:new_api_key": "/accounts/login/",
    "accounts:revoke_api_key": "/accounts/login/",
    "accounts:sessions": "/accounts/login/",
    "accounts:set_password": "/accounts/login/",
    "accounts:change_address": "/accounts/login/",
    "accounts:confirm_elsewhere": "/accounts/login/",
    "accounts:links": "/accounts/login/",
    "accounts:unlink": "/accounts/login/",
    "accounts:provider_sign_up": "/accounts/login/",
    "socialaccount_connections": "/accounts/login/",
    "socialaccount_signup": "/accounts/login/",
    "mfa_index": "/accounts/login/",
    "mfa_authenticate": "/accounts/login/",
    "mfa_reauthenticate": "/accounts/login/",
    "mfa_list_webauthn": "/accounts/login/",
    "mfa_add_webauthn": "/accounts/login/",
    "mfa_edit_webauthn": "/accounts/login/",
    "mfa_remove_webauthn": "/accounts/login/",
    "mfa_reauthenticate_webauthn": "/accounts/login/",
    "accounts:reauthenticate_by_passkey": "/accounts/login/",
    "mfa_login_webauthn": "/accounts/login/",
    "accounts:passkey_sign_in": "/accounts/login/",
    "mfa_activate_totp": "/accounts/login/",
    "mfa_deactivate_totp": "/accounts/login/",
    "mfa_view_recovery_codes": "/accounts/login/",
    "mfa_generate_recovery_codes": "/accounts/login/",
    "mfa_download_recovery_codes": "/accounts/login/",
    "accounts:keep": "/accounts/login/",
    "accounts:my_data": "/accounts/login/",
    "accounts:accept_terms": "/accounts/login/",
}
ANNA = {
    "account_login": "/",
    "account_signup": "/",
    "account_set_password": "/accounts/reauthenticate/",
    "account_confirm_login_code": "/",
    "accounts:set_password": "/accounts/reauthenticate/",
    "accounts:confirm_elsewhere": "/accounts/reauthenticate/",
    "accounts:unlink": "/accounts/reauthenticate/",
    "accounts:provider_sign_up": "/accounts/login/",
    "socialaccount_signup": "/accounts/login/",
    "mfa_authenticate": "/",
    "mfa_login_webauthn": "/",
    "accounts:passkey_sign_in": "/",
    # She has no second factor yet; test_passkeys.py and others show these pages.
    "mfa_reauthenticate": "/accounts/reauthenticate/",
    "mfa_reauthenticate_webauthn": "/accounts/reauthenticate/",
    "accounts:reauthenticate_by_passkey": "/accounts/reauthenticate/",
    "mfa_add_webauthn": "/accounts/reauthenticate/",
    "mfa_edit_webauthn": "/accounts/reauthenticate/",
    "mfa_remove_webauthn": "/accounts/reauthenticate/",
    "mfa_activate_totp": "/accounts/reauthenticate/",
    "mfa_generate_recovery_codes": "/accounts/reauthenticate/",
    "accounts:close": "/accounts/reauthenticate/",
    "accounts:my_data": "/accounts/reauthenticate/",
    "accounts:new_api_key": "/accounts/reauthenticate/",
    "accounts:keep": "/accounts/preferences/",
}
ARGUMENTS: dict[str, list[object]] = {
    "account_confirm_email": ["no-such-key"],
    "accounts:confirm_address": ["no-such-key"],
    "account_reset_password_from_key": ["1", "no-such-key"],
    "accounts:undo_address_change": ["no-such-token"],
    "accounts:no_old_addresses": ["signup/"],
    "accounts:revoke_api_key": ["no-such-key"],
    "accounts:report_profile": [0],  # nobody
    "accounts:unlink": [1],
    "mfa_edit_webauthn": [1],
    "mfa_remove_webauthn": [1],
    "openid_connect_callback": ["127.0.0.1-9"],
}
STATUS = {
    "accounts:no_google_tokens": 404,
    "accounts:no_old_addresses": 404,
    "accounts:provider_failed": 401,
    "accounts:report_profile": 404,
    "accounts:revoke_api_key": 404,
    "accounts:undo_address_change": 404,
    "discord_callback": 401,
    "mfa_deactivate_totp": 404,
    "mfa_download_recovery_codes": 404,
    "mfa_view_recovery_codes": 404,
    "openid_connect_callback": 401,
    "socialaccount_login_error": 401,
}
POST_ONLY = {
    "accounts:appearance",
    "accounts:time_zone",
    "accounts:language",
    "accounts:start_discord",
    "accounts:start_google",
    "accounts:start_oidc",
    "discord_login",
    "openid_connect_login",
}
FILES = {"accounts:download_data"}
# tests/security checks who may see these.
OF_ADMINISTRATORS = {
    "accounts:suspensions",
    "accounts:lift_suspension",
    "accounts:profile_reports",
    "accounts:close_profile_report",
}


@pytest.fixture(autouse=True)
def _terms(settings) -> None:
    settings.TERMS, settings.TERMS_VERSION = {"": "Be kind."}, "1"


def names_in(resolver: URLResolver) -> Iterator[str]:
    prefix = f"{resolver.app_name}:" if resolver.app_name else ""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from names_in(pattern)
        elif pattern.name:
            yield f"{prefix}{pattern.name}"


def pages() -> list[str]:
    """Return the URL names of all pages under /accounts/."""
    return [
        name
        for room in get_resolver().url_patterns
        if isinstance(room, URLResolver) and str(room.pattern) == "accounts/"
        for name in names_in(room)
        if name not in POST_ONLY | FILES | OF_ADMINISTRATORS
    ]


def assert_ours(answer, elsewhere: str | None, status: int = 200) -> None:
    if elsewhere is not None:
        assert answer.status_code == 302, answer.content
        assert answer["Location"].partition("?")[0] == elsewhere
        return
    assert answer.status_code == status
    page = answer.content.decode()
    assert 'class="bar"' in page, "not in our base"
    assert len(re.findall("<h1", page)) == 1
    assert not re.search(r"\sstyle=|<style|<script(?! type=\"module\" src=)", page)


def test_the_list_of_pages_is_not_empty():
    assert {"account_login", "accounts:preferences"} <= set(pages())


@pytest.mark.django_db
@pytest.mark.parametrize("name", pages())
def test_each_page_is_ours_for_a_stranger(client, name):
    answer = client.get(reverse(name, args=ARGUMENTS.get(name, ())))
    assert_ours(answer, STRANGER.get(name), STATUS.get(name, 200))


@pytest.mark.parametrize("name", pages())
def test_each_page_is_ours_for_a_person(as_anna, name):
    answer = as_anna.get(reverse(name, args=ARGUMENTS.get(name, ())))
    assert_ours(answer, ANNA.get(name), STATUS.get(name, 200))


@pytest.mark.django_db
def test_a_person_without_a_password_can_set_one(client, anna):
    anna.set_unusable_password()
    anna.save(update_fields=["password"])
    client.force_login(anna)
    factories.confirm_identity(client, anna)
    assert_ours(client.get(reverse("account_set_password")), None)


def test_a_pending_change_of_address_is_shown(as_anna, anna):
    factories.confirm_identity(as_anna, anna)
    answer = as_anna.post(
        reverse("account_email"), {"email": "anna@new.test", "action_add": ""}, follow=True
    )
    assert b"anna@new.test" in answer.content
    assert_ours(answer, None)


@pytest.mark.django_db
def test_the_link_of_a_confirmation_opens_our_page(client, anna):
    address = anna.emailaddress_set.get()
    address.verified = False
    address.save(update_fields=["verified"])
    key = EmailConfirmationHMAC(address).key
    assert_ours(client.get(reverse("account_confirm_email", args=[key])), None)


@pytest.mark.parametrize(
    "template",
    ["account/signup_closed", "account/verified_email_required", "404", "403", "403_csrf", "429"],
)
def test_a_rare_page_renders_too(rf, db, template):

    request = rf.get("/")
    request.user = AnonymousUser()
    page = render_to_string(f"{template}.html", {}, request)
    assert 'class="bar"' in page


def test_the_page_of_an_error_needs_neither_request_nor_database():
    assert "Something went wrong" in render_to_string("500.html")


@pytest.mark.django_db
def test_a_page_that_is_not_there_says_so_in_our_base(client):
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert b'class="bar"' in answer.content


def test_a_form_without_its_token_is_answered_in_our_base(db):
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {})
    assert answer.status_code == 403
    assert b"Send it again" in answer.content


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES))
)
def test_no_template_breaks_the_content_security_policy(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']", text)
    assert not re.search(r"<style|<script(?![^>]*\ssrc=)|javascript:", text)
    assert not re.search(r"(src|href)=[\"'](https?:)?//", text)
