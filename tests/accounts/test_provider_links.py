"""Linking accounts elsewhere, unlinking them, and what people without a password may do."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from pytest_django.fixtures import Settings

from accounts import account_closing, address_changes
from accounts.models import User
from accounts.providers.adapter import ProviderAdapter
from tests.factories import PASSWORD
from tests.fake_oidc import ID, FakeServer, Person, come_back, press
from tests.games.web.views.conftest import words
from tests.mails import delivered

pytestmark = pytest.mark.django_db

PAGE = "/accounts/3rdparty/"
ELSEWHERE = "/accounts/confirm-elsewhere/"
NEW = {"password1": "lay down your arms", "password2": "lay down your arms"}


def link(person: User, uid: str = "4711", provider: str = ID) -> SocialAccount:
    return SocialAccount.objects.create(
        user=person, provider=provider, uid=uid, extra_data={"name": "annika"}
    )


def reauthenticate(client: Client) -> None:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


@pytest.fixture
def berta(db: None, club: FakeServer) -> User:
    """A person without a password, with a linked account."""
    user = User.objects.create_user("berta@x.test", "Berta")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    link(user)
    return user


@pytest.fixture
def as_berta(client: Client, berta: User) -> Client:
    """Berta has signed in with the account elsewhere."""
    come_back(client, press(client))
    assert client.session["_auth_user_id"] == str(berta.pk)
    return client


def test_linking_asks_for_the_password_first_and_tells_by_mail(
    club: FakeServer, as_anna: Client, anna: User
):
    answer = press(as_anna, "connect")
    assert answer["Location"].startswith("/accounts/reauthenticate/?")
    page = as_anna.post(answer["Location"], {"password": PASSWORD})
    assert come_back(as_anna, page)["Location"] == PAGE
    assert SocialAccount.objects.get().user == anna
    text = words(as_anna.get(PAGE))
    assert "The account is linked" in text
    assert "Club: annika" in text
    [message] = delivered()
    assert message.to == [anna.email]
    assert "can now be opened with an account at Club." in message.body


def test_the_way_back_links_nothing_to_a_session_that_has_not_confirmed_lately(
    club: FakeServer, as_anna: Client, settings: Settings
):
    reauthenticate(as_anna)
    page = press(as_anna, "connect")
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0
    assert come_back(as_anna, page)["Location"] == PAGE
    assert not SocialAccount.objects.exists()
    assert "That took too long" in words(as_anna.get(PAGE))


def meanwhile(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> None:
    """Change people's rows when the provider has answered; the request has read Anna's before."""
    populate = ProviderAdapter.populate_user

    def late(*words: Any) -> User:
        User.objects.update(**changed)
        return populate(*words)

    monkeypatch.setattr(ProviderAdapter, "populate_user", late)


def test_linking_never_undoes_what_happened_to_the_person_meanwhile(
    club: FakeServer, as_anna: Client, anna: User, monkeypatch: pytest.MonkeyPatch
):
    """The provider takes its time; meanwhile an administrator gives Anna another language."""
    reauthenticate(as_anna)
    page = press(as_anna, "connect")
    meanwhile(monkeypatch, language="bg")
    come_back(as_anna, page)
    assert SocialAccount.objects.exists()
    anna.refresh_from_db()
    assert anna.language == "bg"


def test_a_person_who_has_been_suspended_meanwhile_gets_no_link(
    club: FakeServer, as_anna: Client, anna: User, monkeypatch: pytest.MonkeyPatch
):
    reauthenticate(as_anna)
    page = press(as_anna, "connect")
    meanwhile(monkeypatch, is_active=False)
    come_back(as_anna, page)
    assert not SocialAccount.objects.exists()
    anna.refresh_from_db()
    assert not anna.is_active


def test_linking_again_changes_nothing(club: FakeServer, as_anna: Client, anna: User):
    reauthenticate(as_anna)
    for _ in range(2):
        come_back(as_anna, press(as_anna, "connect"))
        assert "The account is linked" in words(as_anna.get(PAGE))
    assert SocialAccount.objects.get().user == anna


def test_strangers_link_nothing(club: FakeServer, client: Client):
    assert press(client, "connect")["Location"] == "/accounts/login/"


def test_an_account_that_is_linked_to_somebody_else_stays_theirs(
    berta: User, club: FakeServer, as_anna: Client
):
    reauthenticate(as_anna)
    come_back(as_anna, press(as_anna, "connect"))
    assert SocialAccount.objects.get().user == berta
    assert "linked to somebody else" in words(as_anna.get(PAGE))


def test_unlinking_asks_for_the_password_and_once_more_and_tells_by_mail(
    club: FakeServer, as_anna: Client, anna: User
):
    path = f"{PAGE}{link(anna).pk}/unlink/"
    for method in (as_anna.get, as_anna.post):
        assert method(path)["Location"].startswith("/accounts/reauthenticate/?")
    reauthenticate(as_anna)
    assert "Unlink your account at Club?" in words(as_anna.get(path))
    assert SocialAccount.objects.exists()
    assert as_anna.post(path)["Location"] == PAGE
    assert not SocialAccount.objects.exists()
    [message] = delivered()
    assert message.to == [anna.email]
    assert "can no longer be opened with your account at Club." in message.body


def test_nobody_unlinks_the_account_of_another(berta: User, as_anna: Client):
    reauthenticate(as_anna)
    found = SocialAccount.objects.get()
    assert as_anna.post(f"{PAGE}{found.pk}/unlink/").status_code == 404
    assert SocialAccount.objects.exists()


def confirm(client: Client, path: str) -> None:
    """Confirm who is there at the provider."""
    client.get(path)
    come_back(client, press(client, "redirect", next=f"{ELSEWHERE}?next={path}"))


def test_the_last_way_to_sign_in_stays_until_there_is_a_password(as_berta: Client, berta: User):
    path = f"{PAGE}{SocialAccount.objects.get().pk}/unlink/"
    confirm(as_berta, path)
    answer = as_berta.post(path)
    assert answer["Location"] == "/accounts/password/set/"
    assert "Choose a password first" in words(as_berta.get(answer["Location"]))
    as_berta.post("/accounts/password/set/", NEW)
    reauthenticate(as_berta)
    as_berta.post("/accounts/reauthenticate/", {"password": NEW["password1"]})
    as_berta.post(path)
    assert not SocialAccount.objects.exists()


def test_a_link_whose_provider_was_switched_off_is_no_way_to_sign_in(as_berta: Client, berta: User):
    gone = link(berta, "12", "gone.example.org")
    assert "gone.example.org" in words(as_berta.get(PAGE))
    path = f"{PAGE}{SocialAccount.objects.get(provider=ID).pk}/unlink/"
    confirm(as_berta, path)
    assert as_berta.post(path)["Location"] == "/accounts/password/set/"
    as_berta.post(f"{PAGE}{gone.pk}/unlink/")
    assert [each.provider for each in SocialAccount.objects.all()] == [ID]


# People without a password


def test_an_open_session_is_not_enough_to_choose_a_password(as_berta: Client, berta: User):
    answer = as_berta.post("/accounts/password/set/", NEW)
    assert answer["Location"] == f"{ELSEWHERE}?next=%2Faccounts%2Fpassword%2Fset%2F"
    berta.refresh_from_db()
    assert not berta.has_usable_password()


def test_what_had_to_wait_is_done_after_signing_in_at_the_provider_again(
    as_berta: Client, berta: User, club: FakeServer
):
    where = as_berta.post("/accounts/password/set/", NEW)["Location"]
    page = as_berta.get(where).content.decode()
    [back] = re.findall(rf'name="next" value="({ELSEWHERE}[^"]+)">\n    <button', page)
    page = press(as_berta, "redirect", next=back)
    assert "prompt=login" in page.content.decode()
    answer = come_back(as_berta, page)
    as_berta.get(answer["Location"])
    berta.refresh_from_db()
    assert berta.check_password(NEW["password1"])


def test_only_the_linked_account_confirms(as_berta: Client, club: FakeServer):
    club.person = Person(sub="666")
    page = press(as_berta, "redirect", next=ELSEWHERE)
    assert come_back(as_berta, page)["Location"] == ELSEWHERE
    assert "isn’t linked to your account here" in words(as_berta.get(ELSEWHERE))
    assert as_berta.get("/accounts/password/set/").status_code == 302


def test_the_account_of_somebody_else_here_does_not_confirm_either(
    as_berta: Client, anna: User, club: FakeServer
):
    link(anna, "666")
    club.person = Person(sub="666")
    come_back(as_berta, press(as_berta, "redirect", next=ELSEWHERE))
    assert as_berta.get("/accounts/password/set/").status_code == 302
    assert User.objects.get(pk=as_berta.session["_auth_user_id"]).name == "Berta"


def test_a_confirmation_grows_old(
    as_berta: Client, berta: User, settings: Settings, club: FakeServer
):
    confirm(as_berta, "/accounts/password/set/")
    assert as_berta.get("/accounts/password/set/").status_code == 200
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0
    assert as_berta.get("/accounts/password/set/").status_code == 302


def test_without_a_provider_a_password_comes_by_mail(as_berta: Client, settings: Settings):
    settings.SOCIALACCOUNT_PROVIDERS = {}
    page = words(as_berta.get(ELSEWHERE))
    assert "Get a password" in page
    assert "Sign in with" not in page


def test_a_person_with_a_password_cannot_confirm_elsewhere(
    club: FakeServer, as_anna: Client, anna: User
):
    link(anna)
    come_back(as_anna, press(as_anna, "redirect", next=ELSEWHERE))
    answer = as_anna.get(f"{PAGE}{SocialAccount.objects.get().pk}/unlink/")
    assert answer["Location"].startswith("/accounts/reauthenticate/?")


def test_people_with_a_password_are_asked_for_it(as_anna: Client):
    assert as_anna.get(ELSEWHERE)["Location"] == "/accounts/reauthenticate/"


def test_a_person_without_a_password_closes_the_account(as_berta: Client, berta: User):
    answer = as_berta.get("/accounts/close/")
    assert answer["Location"] == f"{ELSEWHERE}?next=%2Faccounts%2Fclose%2F"
    as_berta.post("/accounts/close/")
    berta.refresh_from_db()
    assert berta.closing_at is None
    confirm(as_berta, "/accounts/close/")
    assert "Your password" not in words(as_berta.get("/accounts/close/"))
    as_berta.post("/accounts/close/")
    berta.refresh_from_db()
    assert berta.closing_at is not None
    account_closing.close(berta)
    assert not SocialAccount.objects.exists()


# Getting an account back


def reset_key(email: str) -> str:
    Client().post("/accounts/password/reset/", {"email": email})
    [found] = re.findall(r"http://\S+(/accounts/password/reset/key/\S+)", str(delivered()[-1].body))
    return str(found)


@pytest.mark.parametrize("confirmed", [True, False])
def test_a_password_that_comes_by_mail_unlinks_what_a_stranger_may_have_linked(
    berta: User, confirmed: bool
):
    """The stranger has signed up with Berta's address and an account of theirs."""
    EmailAddress.objects.update(verified=confirmed)
    owner = Client()
    key = owner.get(reset_key(berta.email))["Location"]
    owner.post(key, NEW)
    berta.refresh_from_db()
    assert berta.check_password(NEW["password1"])
    assert not SocialAccount.objects.exists()
    stranger = Client()
    come_back(stranger, press(stranger))
    assert "_auth_user_id" not in stranger.session


def test_undoing_a_changed_address_unlinks_what_the_thief_may_have_linked(anna: User):
    link(anna)
    token = address_changes.record(anna, old="old@x.test", new=anna.email)
    change = address_changes.find(token)
    assert change is not None
    address_changes.undo(change)
    assert not SocialAccount.objects.exists()
