"""Signing in and up with an account elsewhere."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.conf import settings as site
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django.fixtures import Settings

from accounts import account_closing, suspension
from accounts.models import User
from tests.fake_oidc import ID, MISSING, FakeServer, Person, come_back, press
from tests.games.web.views.conftest import Answer, alerts, words
from tests.mails import delivered

pytestmark = pytest.mark.django_db

SIGN_UP = "/accounts/3rdparty/signup/"
FORM = {"email": "annika@x.test", "name": "Annika", "time_zone": "Europe/Vienna"}


def link(person: User, server: FakeServer) -> SocialAccount:
    return SocialAccount.objects.create(
        user=person, provider=ID, uid=server.person.sub, extra_data={"name": "annika"}
    )


def signed_in_as(client: Client) -> str | None:
    pk = client.session.get("_auth_user_id")
    return User.objects.get(pk=pk).name if pk else None


def with_address(server: FakeServer, email: str, *, verified: object = True) -> None:
    server.person.claims |= {"email": email, "email_verified": verified}


def sign_up(client: Client, **fields: str) -> Answer:
    come_back(client, press(client))
    return client.post(SIGN_UP, {**FORM, **fields})


def test_a_linked_account_signs_in(club: FakeServer, anna: User, client: Client):
    link(anna, club)
    answer = come_back(client, press(client, next="/games/"))
    assert answer["Location"] == "/games/"
    assert signed_in_as(client) == "Anna"


def test_the_way_there_is_a_page_and_not_a_redirect_of_a_form(club: FakeServer, client: Client):
    page = press(client)
    assert page.status_code == 200
    assert club.url not in page["Content-Security-Policy"]
    assert "no-store" in page["Cache-Control"]
    assert "Continue to Club" in words(page)


def test_a_code_counts_only_with_its_state_and_its_verifier(
    club: FakeServer, anna: User, client: Client
):
    link(anna, club)
    page = press(client)
    assert "code_challenge=" in page.content.decode()
    stranger = come_back(Client(), page)  # a browser that did not begin this
    assert stranger.status_code == 401
    assert "That didn’t work" in words(stranger)
    other = come_back(client, press(client))
    assert other.status_code == 302


def test_a_button_needs_a_form_that_is_sent(club: FakeServer, client: Client):
    assert client.get(f"/accounts/oidc/{ID}/login/").status_code == 405


def test_signing_up_asks_name_zone_and_address_and_waits_for_our_mail(
    club: FakeServer, client: Client
):
    with_address(club, "annika@x.test")
    answer = come_back(client, press(client))
    assert answer["Location"] == SIGN_UP
    page = client.get(SIGN_UP).content.decode()
    assert "Annika Real" not in page
    assert 'value="annika@x.test"' in page
    answer = client.post(SIGN_UP, FORM)
    assert answer["Location"] == "/accounts/confirm-email/"
    person = User.objects.get()
    assert (person.name, person.time_zone, person.language) == ("Annika", "Europe/Vienna", "en")
    assert not person.has_usable_password()
    assert signed_in_as(client) is None
    [message] = delivered()
    [address] = re.findall(r"http://\S+(/accounts/confirm-email/\S+)", str(message.body))
    client.post(address)
    assert signed_in_as(client) == "Annika"


def test_signing_in_sends_the_mail_again_to_who_has_not_followed_it(
    club: FakeServer, client: Client, settings: Settings
):
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": False}
    come_back(client, press(client))
    waiting = client.post(SIGN_UP, {**FORM, "email": "annika@x.test"})["Location"]
    assert "password" not in words(client.get(waiting))
    assert come_back(client, press(client))["Location"] == waiting
    assert len(delivered()) == 2


@pytest.mark.parametrize("verified", [True, False, "true", "false", None])
def test_an_address_counts_as_confirmed_only_if_a_trusted_provider_says_so(
    club: FakeServer, settings: Settings, verified: object, client: Client
):
    settings.SOCIALACCOUNT_PROVIDERS = club.providers(trusted=True)
    with_address(club, "annika@x.test", verified=verified)
    sign_up(client)
    assert EmailAddress.objects.get().verified == (verified is True)
    assert (signed_in_as(client) == "Annika") == (verified is True)


def test_a_confirmed_address_cannot_be_replaced_in_the_form(
    club: FakeServer, settings: Settings, client: Client
):
    settings.SOCIALACCOUNT_PROVIDERS = club.providers(trusted=True)
    with_address(club, "annika@x.test")
    sign_up(client, email="victim@x.test")
    assert [*EmailAddress.objects.values_list("email", flat=True)] == ["annika@x.test"]
    assert User.objects.get().email == "annika@x.test"


def test_another_address_of_the_provider_is_not_kept(club: FakeServer, client: Client):
    with_address(club, "real.annika@x.test")
    sign_up(client, email="annika@x.test")
    assert [*EmailAddress.objects.values_list("email", flat=True)] == ["annika@x.test"]


@pytest.mark.parametrize("trusted", [True, False])
@pytest.mark.parametrize("verified", [True, False])
def test_an_equal_address_never_opens_or_links_an_account(
    club: FakeServer,
    anna: User,
    settings: Settings,
    trusted: bool,
    verified: bool,
    client: Client,
):
    settings.SOCIALACCOUNT_PROVIDERS = club.providers(trusted=trusted)
    with_address(club, anna.email, verified=verified)
    before = User.objects.values().get()
    answer = sign_up(client, email=anna.email)
    assert answer["Location"] == "/accounts/confirm-email/"
    assert signed_in_as(client) is None
    assert User.objects.values().get() == before
    assert not SocialAccount.objects.exists()
    [message] = delivered()
    assert message.to == [anna.email]
    assert "already has an account" in message.body


def test_the_pages_do_not_tell_whether_an_address_is_known(club: FakeServer, anna: User):
    def seen(email: str) -> tuple[Any, ...]:
        club.person = Person(sub=email)
        client = Client()
        answer = sign_up(client, email=email, name=f"Friend of {email[0]}")
        pages = [words(client.get(page)) for page in ("/accounts/confirm-email/", "/", SIGN_UP)]
        return answer.status_code, answer["Location"], sorted(answer.cookies), pages

    assert seen(anna.email) == seen("nobody@x.test")


@pytest.mark.parametrize(
    ("name", "why"),
    [("Anna", "already uses this name"), ("Admın", "reserved"), ("a@x.test", "email address")],
)
def test_names_are_checked_as_at_any_sign_up(
    club: FakeServer, anna: User, name: str, why: str, client: Client
):
    answer = sign_up(client, name=name)
    assert answer.status_code == 200
    assert why in alerts(answer)
    assert 'value="annika@x.test"' in answer.content.decode()


def test_of_the_provider_only_number_and_name_are_kept_and_no_token(
    club: FakeServer, client: Client
):
    with_address(club, "annika@x.test")
    club.person.claims |= {"picture": "https://x.test/face.png", "birthdate": "1990-01-01"}
    come_back(client, press(client))
    pending = [each.get_decoded() for each in Session.objects.all()]
    assert not any(word in str(pending) for word in ("s3cret-token", "birthdate", "face.png"))
    client.post(SIGN_UP, FORM)
    account = SocialAccount.objects.get()
    assert (account.uid, account.extra_data) == ("4711", {"name": "annika"})
    assert not SocialToken.objects.exists()
    come_back(client, press(client))
    account.refresh_from_db()
    assert account.extra_data == {"name": "annika"}


def test_suspended_people_do_not_get_in_and_read_why(club: FakeServer, anna: User, client: Client):
    link(anna, club)
    admin = User.objects.create_superuser("op@x.test", "Olga")
    suspension.suspend(anna, by=admin, reason="Be kind.")
    answer = come_back(client, press(client))
    assert answer.status_code == 403
    assert "Be kind." in words(answer)
    assert signed_in_as(client) is None


def test_a_closed_account_loses_its_links(club: FakeServer, anna: User, client: Client):
    link(anna, club)
    account_closing.close(anna)
    assert not SocialAccount.objects.exists()
    assert come_back(client, press(client))["Location"] == SIGN_UP
    assert signed_in_as(client) is None


def test_a_person_who_says_no_reads_what_to_do(club: FakeServer, client: Client):
    answer = come_back(client, press(client), "deny")
    page = client.get(answer["Location"])
    assert page.status_code == 200
    assert "You canceled" in words(page)


@pytest.mark.parametrize("broken", ["/.well-known/openid-configuration", "/token", "/userinfo"])
def test_a_provider_that_is_down_is_a_page_and_no_error(
    club: FakeServer, client: Client, broken: str
):
    club.broken = broken
    answer = press(client)
    if not broken.startswith("/.well"):
        answer = come_back(client, answer)
    assert answer.status_code == 503
    assert "The other site isn’t responding" in words(answer)


def test_a_provider_that_nothing_listens_for_is_a_page_too(
    club: FakeServer, client: Client, settings: Settings
):
    club.url = "http://127.0.0.1:9"
    settings.SOCIALACCOUNT_PROVIDERS = club.providers()
    assert press(client).status_code == 503


def test_a_description_without_addresses_is_a_page_too(
    club: FakeServer, client: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(club, "description", lambda: {"issuer": club.url})
    assert press(client).status_code == 503


@pytest.mark.parametrize("number", [MISSING, None, "", "x" * 192])
def test_an_answer_without_the_number_of_the_account_is_a_failed_sign_in(
    club: FakeServer, client: Client, number: object
):
    club.person.claims["sub"] = number
    answer = come_back(client, press(client))
    assert answer.status_code == 401
    assert "Press the button of the other site again" in words(answer)
    assert signed_in_as(client) is None


def test_requests_to_providers_end_in_time(club: FakeServer, monkeypatch: pytest.MonkeyPatch):
    options: list[dict[str, Any]] = []
    request = "requests.sessions.Session.request"

    def note(_session: object, *_words: Any, **sent: Any) -> None:
        options.append(sent)
        raise OSError

    monkeypatch.setattr(request, note)
    assert press(Client()).status_code == 503
    assert [each["timeout"] for each in options] == [site.SOCIALACCOUNT_REQUESTS_TIMEOUT]


def test_a_refused_code_is_a_page_that_says_what_to_do(
    club: FakeServer, client: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(club, "token", lambda _form: (400, {"error": "invalid_client"}))
    answer = come_back(client, press(client))
    assert answer.status_code == 401
    assert "Press the button of the other site again" in words(answer)


PAGES = (
    "/accounts/3rdparty/",
    "/accounts/3rdparty/signup/",
    "/accounts/3rdparty/login/cancelled/",
    "/accounts/3rdparty/login/error/",
    "/accounts/social/signup/",
    "/accounts/google/login/token/",
    f"/accounts/oidc/{ID}/login/callback/",
)


@pytest.mark.parametrize("page", PAGES)
def test_without_a_provider_there_are_no_pages(page: str, as_anna: Client, settings: Settings):
    settings.SOCIALACCOUNT_PROVIDERS = {}
    assert as_anna.get(page).status_code == 404
    assert press(as_anna).status_code == 404


def test_a_provider_that_is_not_set_up_is_not_found(club: FakeServer, client: Client):
    for path in ("/accounts/discord/login/", "/accounts/oidc/other/login/"):
        assert client.post(path, {"process": "login"}).status_code == 404


@pytest.mark.parametrize("page", ["/accounts/login/", "/accounts/signup/"])
def test_buttons_are_shown_for_what_is_set_up(
    page: str, club: FakeServer, client: Client, settings: Settings
):
    assert "Sign in with Club" in words(client.get(page))
    assert "Discord" not in words(client.get(page))
    settings.SOCIALACCOUNT_PROVIDERS = {}
    assert "Sign in with Club" not in words(client.get(page))


def test_the_administration_shows_neither_links_nor_secrets(client: Client):
    client.force_login(User.objects.create_superuser("op@x.test", "Olga"))
    assert "socialaccount" not in client.get("/admin/").content.decode()
    for model in ("socialaccount", "socialapp", "socialtoken"):
        assert client.get(f"/admin/socialaccount/{model}/").status_code == 404
