"""A new email address: who may choose it, what it ends, and how its old owner undoes it."""

import datetime as dt
import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client

from accounts import account_closing, address_changes
from accounts.api_keys import keys
from accounts.models import AddressChange, User
from tests import factories, mails
from tests.factories import PASSWORD

CHANGE = {"email": "thief@x.test", "action_add": ""}
NEW_PASSWORD = "quite-another-phrase-7"


def current_address(person: User) -> str:
    return User.objects.get(pk=person.pk).email


def is_signed_in(client: Client) -> bool:
    return client.get("/accounts/preferences/").status_code == 200


def confirm_it_is_anna(client: Client) -> None:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def link_in_mail_to(address: str, start: str) -> str:
    """Return the path of the newest link that starts so in a mail to `address`."""
    texts = [str(each.body) for each in mails.delivered() if each.to == [address]]
    links: list[str] = []
    for text in texts:
        links += re.findall(rf"/accounts/{start}/\S+", text)
    return links[-1]


def change_address(client: Client, new: str) -> str:
    """Change the address of who is signed in; return the path of the link that undoes it."""
    confirm_it_is_anna(client)
    old = User.objects.get(pk=client.session["_auth_user_id"]).email
    client.post("/accounts/email/", {**CHANGE, "email": new})
    client.post(link_in_mail_to(new, "confirm-email"))
    return link_in_mail_to(old, "address/undo")


def sign_in(address: str, password: str = PASSWORD) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": address, "password": password})
    return client


def test_an_open_session_alone_changes_no_address(as_anna: Client, anna: User):
    answer = as_anna.post("/accounts/email/", CHANGE)
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert not EmailAddress.objects.filter(email=CHANGE["email"]).exists()


def test_with_the_password_the_change_goes_on_where_it_was(as_anna: Client, anna: User):
    asked = as_anna.post("/accounts/email/", CHANGE)["Location"]
    as_anna.post(asked, {"password": "not-the-password", "next": "/accounts/email/"})
    assert not EmailAddress.objects.filter(email=CHANGE["email"]).exists()
    as_anna.post(asked, {"password": PASSWORD, "next": "/accounts/email/"})
    assert EmailAddress.objects.filter(email=CHANGE["email"], user=anna, verified=False).exists()


def test_a_new_address_ends_all_sessions_but_that_which_confirmed_it(as_anna: Client, anna: User):
    other = sign_in(anna.email)
    assert is_signed_in(other)
    change_address(as_anna, "anna@new.test")
    assert current_address(anna) == "anna@new.test"
    assert is_signed_in(as_anna)
    assert not is_signed_in(other)


def test_the_old_address_undoes_the_change(as_anna: Client, anna: User):
    path = change_address(as_anna, CHANGE["email"])
    _key, key_of_the_thief = keys.make(anna, name="Bot")
    owner = Client()
    assert "anna@x.test" in owner.get(path).content.decode()
    assert current_address(anna) == CHANGE["email"]
    answer = owner.post(path, follow=True)
    assert current_address(anna) == "anna@x.test"
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["anna@x.test"]
    assert not is_signed_in(as_anna)
    assert keys.find(key_of_the_thief) is None
    assert not is_signed_in(sign_in("anna@x.test"))
    passwords = dict.fromkeys(("password1", "password2"), NEW_PASSWORD)
    owner.post(answer.redirect_chain[-1][0], passwords)
    assert is_signed_in(sign_in("anna@x.test", NEW_PASSWORD))


def test_the_first_address_undoes_a_chain_of_changes_and_no_later_link_brings_it_back(
    as_anna: Client, anna: User
):
    first = change_address(as_anna, "thief@x.test")
    second = change_address(as_anna, "other.thief@x.test")
    Client().post(first)
    assert current_address(anna) == "anna@x.test"
    for path in (first, second):
        assert Client().get(path).status_code == 404
        assert Client().post(path).status_code == 404
    assert current_address(anna) == "anna@x.test"


def test_after_a_week_a_change_stays(as_anna: Client, anna: User):
    path = change_address(as_anna, "anna@new.test")
    later = dt.datetime.now(dt.UTC) + address_changes.UNDONE_WITHIN
    with time_machine.travel(later, tick=False):
        assert Client().post(path).status_code == 404
        address_changes.delete_expired()
    assert current_address(anna) == "anna@new.test"
    assert not AddressChange.objects.exists()


def test_nothing_is_undone_once_another_account_has_the_old_address(as_anna: Client, anna: User):
    path = change_address(as_anna, "anna@new.test")
    User.objects.create_user("anna@x.test", "Another", PASSWORD)
    assert Client().post(path).status_code == 404
    assert current_address(anna) == "anna@new.test"


@pytest.mark.parametrize("token", ["1", "wrong", "MQ:1r:abc"])
def test_a_wrong_link_undoes_nothing(client: Client, anna: User, token: str):
    answer = client.get(f"/accounts/address/undo/{token}/")
    assert answer.status_code == 404
    assert "This link no longer works" in answer.content.decode()


def test_a_closed_account_keeps_no_old_address(as_anna: Client, anna: User):
    path = change_address(as_anna, "anna@new.test")
    account_closing.close(anna)
    assert not AddressChange.objects.exists()
    assert Client().post(path).status_code == 404


def test_addresses_of_feeds_are_shown_and_made_only_after_the_password(as_anna: Client, anna: User):
    for ask in (as_anna.get, as_anna.post):
        assert ask("/feeds/")["Location"].startswith("/accounts/reauthenticate/")
    assert User.objects.get(pk=anna.pk).feed_key is None
    confirm_it_is_anna(as_anna)
    as_anna.post("/feeds/", {"act": "renew"})
    assert ".ics" in as_anna.get("/feeds/").content.decode()


@pytest.mark.parametrize("called_off", [True, False])
def test_a_change_that_was_called_off_is_not_made_later(as_anna: Client, called_off: bool):
    """Somebody at an open browser chooses an address; its owner confirms for another reason."""
    asked = as_anna.post("/accounts/email/", CHANGE)["Location"]
    if called_off:
        as_anna.get("/accounts/preferences/", headers={"accept": "text/html"})
    as_anna.post(asked, {"password": PASSWORD, "next": "/accounts/email/"})
    made = EmailAddress.objects.filter(email=CHANGE["email"]).exists()
    assert made is not called_off


def test_to_open_the_link_of_somebody_else_signs_nobody_out(as_anna: Client, anna: User, db: None):
    other = Client()
    other.force_login(factories.person("Berta"))
    confirm_it_is_anna(as_anna)
    as_anna.post("/accounts/email/", {**CHANGE, "email": "new@x.test"})
    link = link_in_mail_to("new@x.test", "confirm-email")
    assert "You’re signed in as Berta." in other.get(link).content.decode()
    assert is_signed_in(other)
    other.post(link)
    assert not is_signed_in(other)
    assert current_address(anna) == "new@x.test"


def test_who_asks_for_the_link_again_is_answered(as_anna: Client, anna: User, settings):
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": "1/30s/key"}
    confirm_it_is_anna(as_anna)
    start = dt.datetime.now(dt.UTC)
    again = {"email": CHANGE["email"], "action_send": ""}
    with time_machine.travel(start, tick=False) as clock:
        as_anna.post("/accounts/email/", CHANGE)
        page = as_anna.post("/accounts/email/", again, follow=True).content.decode()
        assert "The link was sent a moment ago." in page
        clock.shift(40)
        page = as_anna.post("/accounts/email/", again, follow=True).content.decode()
        assert "The link has been sent again." in page
        other = {**again, "email": "nobody@x.test"}
        page = as_anna.post("/accounts/email/", other, follow=True).content.decode()
        assert "has been sent again" not in page
        assert "a moment ago" not in page
