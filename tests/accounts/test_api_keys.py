"""API keys: made, shown once, found by their text, and revoked."""

import datetime as dt
import re

import pytest
import time_machine
from django.test import Client

from accounts import account_closing, suspension
from accounts.api_keys import keys
from accounts.models import AccountMail, ApiKey, User
from tests import factories

PAGE = "/accounts/api-keys/"
NEW = "/accounts/api-keys/new/"
NEW_PASSWORD = "quite-another-phrase-7"


@pytest.fixture
def browser(anna: User) -> Client:
    client = Client()
    client.force_login(anna)
    factories.confirm_identity(client, anna)
    return client


def words(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_a_key_is_shown_once_and_then_only_by_its_beginning(browser, anna):
    made = browser.post(NEW, {"name": "Bot of the club", "orders": "on", "days": "30"})
    [text, copied] = re.findall(r"entente_[0-9a-f]{8}_[\w-]{43}", made.content.decode())
    assert text == copied  # what the page shows, and what its button copies
    assert "no-store" in made.headers["Cache-Control"]
    listed = browser.get(PAGE)
    assert text not in listed.content.decode()
    assert text[:16] in listed.content.decode()
    assert "reads, orders and votes" in words(listed)
    assert "Not used yet" in words(listed)
    row = ApiKey.objects.get()
    assert text not in str(vars(row))
    assert keys.find(text) == row
    assert row.scopes == ["read", "orders"]


def test_a_key_joins_games_and_changes_settings_only_if_chosen(browser, anna):
    assert 'name="account"' in browser.get(NEW).content.decode()
    browser.post(NEW, {"name": "Reader", "days": "90"})
    browser.post(NEW, {"name": "Joiner", "account": "on", "days": "0"})
    scopes = {key.name: key.scopes for key in ApiKey.objects.all()}
    assert scopes == {"Reader": ["read"], "Joiner": ["read", "account"]}
    assert "reads, joins games and changes settings" in words(browser.get(PAGE))


def test_its_owner_gets_a_mail_without_the_key(browser, anna):
    _key, text = keys.make(anna, name="Bot")
    mail = AccountMail.objects.get(to=anna.email)
    assert "“Bot”" in mail.text
    assert text not in mail.text


def test_making_one_asks_who_one_is_and_a_visitor_to_sign_in(anna):
    client = Client()
    assert client.get(PAGE)["Location"].startswith("/accounts/login/")
    client.force_login(anna)
    factories.confirm_identity(client, anna, until=0)
    assert client.post(NEW, {"name": "Bot"})["Location"].startswith("/accounts/reauthenticate/")
    assert not ApiKey.objects.exists()


def test_nobody_has_more_than_twenty_but_revoked_ones_do_not_count(browser, anna):
    made = [keys.make(anna, name=f"Key {number}")[0] for number in range(keys.MOST_KEYS)]
    refused = browser.post(NEW, {"name": "One more", "days": "90"})
    assert "You already have 20 keys. Revoke one first." in words(refused)
    keys.revoke(made[0])
    browser.post(NEW, {"name": "One more", "days": "90"})
    assert keys.usable_keys(anna).count() == keys.MOST_KEYS


def test_a_revoked_or_ended_key_opens_nothing(browser, anna):
    key, text = keys.make(anna, name="Bot")
    question = browser.get(f"{PAGE}{key.prefix}/revoke/")
    assert "Revoke the key “Bot”?" in words(question)
    assert keys.find(text)
    browser.post(f"{PAGE}{key.prefix}/revoke/")
    assert keys.find(text) is None
    now = dt.datetime(2030, 1, 1, tzinfo=dt.UTC)
    with time_machine.travel(now, tick=False):
        _key, ending = keys.make(anna, name="Bot", ends_at=now + dt.timedelta(days=1))
        assert keys.find(ending)
    with time_machine.travel(now + dt.timedelta(days=1), tick=False):
        assert keys.find(ending) is None


def test_nobody_revokes_the_key_of_another(browser):
    key, text = keys.make(factories.person("Boris"), name="Bot")
    assert browser.post(f"{PAGE}{key.prefix}/revoke/").status_code == 404
    assert keys.find(text)


def test_the_last_use_is_written_once_an_hour(anna):
    key, text = keys.make(anna, name="Bot")
    start = dt.datetime(2030, 1, 1, tzinfo=dt.UTC)
    for minutes, written in ((0, 0), (59, 0), (61, 61)):
        with time_machine.travel(start + dt.timedelta(minutes=minutes), tick=False):
            keys.find(text)
        key.refresh_from_db()
        assert key.used_at == start + dt.timedelta(minutes=written)


def test_a_suspension_revokes_all_keys_for_good(anna):
    admin = User.objects.create_superuser("ada@x.test", "Ada", "a long enough pass phrase")
    _key, text = keys.make(anna, name="Bot")
    suspension.suspend(anna, by=admin, reason="Be kind.")
    suspension.lift(anna, by=admin, reason="It was a mistake.")
    assert keys.find(text) is None


def test_no_key_is_found_while_its_person_is_suspended(anna):
    _key, text = keys.make(anna, name="Bot")
    end = dt.datetime(2090, 1, 1, tzinfo=dt.UTC)
    User.objects.filter(pk=anna.pk).update(is_active=False, suspended_until=end)
    assert keys.find(text) is None
    with time_machine.travel(end, tick=False):
        assert keys.find(text)


def test_closing_revokes_them_and_the_erased_account_has_none(anna):
    _key, text = keys.make(anna, name="Bot")
    account_closing.ask(anna)
    account_closing.keep(anna)
    assert keys.find(text) is None
    account_closing.close(anna)
    assert not ApiKey.objects.exists()


def test_nobody_makes_one_while_the_site_is_closed_to_them(anna):
    account_closing.ask(anna)
    with pytest.raises(keys.NotTakingPart):
        keys.make(anna, name="Bot")
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize("revokes", [True, False])
def test_a_new_password_asks_whether_the_keys_go(browser, anna, revokes):
    change = "/accounts/password/change/"
    assert "Revoke my API keys" not in words(browser.get(change))
    _key, text = keys.make(anna, name="Bot")
    assert "Revoke my API keys" in words(browser.get(change))
    typed = {
        "oldpassword": factories.PASSWORD,
        "password1": NEW_PASSWORD,
        "password2": NEW_PASSWORD,
        **({"revoke_keys": "on"} if revokes else {}),
    }
    assert browser.post(change, typed).status_code == 302
    assert (keys.find(text) is None) == revokes


def test_a_password_by_mail_revokes_all_keys(client, anna):
    _key, text = keys.make(anna, name="Bot")
    client.post("/accounts/password/reset/", {"email": anna.email})
    [mail] = AccountMail.objects.filter(to=anna.email, text__contains="/password/reset/key/")
    [path] = re.findall(r"/accounts/password/reset/key/\S+", mail.text)
    form = client.get(path, follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    anna.refresh_from_db()
    assert anna.check_password(NEW_PASSWORD)
    assert keys.find(text) is None


def test_keys_are_deleted_a_while_after_their_end(anna):
    now = dt.datetime(2030, 1, 1, tzinfo=dt.UTC)
    with time_machine.travel(now, tick=False):
        revoked, _text = keys.make(anna, name="Revoked")
        keys.revoke(revoked)
        stays, _text = keys.make(anna, name="Stays")
    with time_machine.travel(now + keys.KEPT, tick=False):
        keys.delete_expired()
    assert list(ApiKey.objects.all()) == [stays]
