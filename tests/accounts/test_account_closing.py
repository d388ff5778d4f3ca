import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts import account_closing
from accounts.models import User
from tests.factories import PASSWORD
from tests.mails import delivered

pytestmark = pytest.mark.django_db

PAGE = "/accounts/close/"


def test_closing_scrubs_the_person_and_keeps_the_row(as_anna, anna):
    answer = as_anna.post(PAGE, {"password": PASSWORD})
    assert answer["Location"] == "/"
    row = User.objects.get(pk=anna.pk)
    assert row.closed_at is not None
    assert "anna" not in f"{row.name} {row.email} {row.name_key}".lower()
    assert (str(row), row.is_active, row.has_usable_password()) == ("closed account", False, False)
    assert not EmailAddress.objects.filter(user=row).exists()
    assert "_auth_user_id" not in as_anna.session


def test_every_other_browser_is_signed_out_too(as_anna, anna):
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
    assert elsewhere.get("/accounts/preferences/").status_code == 200
    as_anna.post(PAGE, {"password": PASSWORD})
    assert elsewhere.get("/accounts/preferences/").status_code == 302


def test_nobody_gets_in_by_password_or_mail_any_more(as_anna, anna):
    as_anna.post(PAGE, {"password": PASSWORD})
    delivered()
    mail.outbox.clear()
    stranger = Client()
    stranger.post("/accounts/login/", {"login": "anna@x.test", "password": PASSWORD})
    assert "_auth_user_id" not in stranger.session
    stranger.post("/accounts/password/reset/", {"email": "anna@x.test"})
    assert all("/password/reset/key/" not in str(message.body) for message in delivered())


def test_name_and_address_are_free_again(as_anna, anna):
    as_anna.post(PAGE, {"password": PASSWORD})
    User.objects.create_user("anna@x.test", "Anna")


def test_two_people_may_close_their_accounts(anna):
    berta = User.objects.create_user("berta@x.test", "Berta")
    account_closing.close(anna)
    account_closing.close(berta)
    assert User.objects.not_closed().count() == 0


def test_closing_twice_keeps_the_first_time(anna):
    account_closing.close(anna)
    first = User.objects.get(pk=anna.pk).closed_at
    account_closing.close(anna)
    assert User.objects.get(pk=anna.pk).closed_at == first


def test_a_wrong_password_closes_nothing(as_anna, anna):
    answer = as_anna.post(PAGE, {"password": "wrong"})
    assert answer.context["form"].errors.keys() == {"password"}
    anna.refresh_from_db()
    assert anna.closed_at is None


def test_passwords_cannot_be_guessed_here(as_anna, settings):
    settings.ACCOUNT_RATE_LIMITS = {"reauthenticate": "2/m/user"}
    codes = [as_anna.post(PAGE, {"password": "wrong"}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]


def test_looking_at_the_page_closes_nothing_and_warns_of_running_games(as_anna, anna, monkeypatch):
    monkeypatch.setattr(
        account_closing, "warning_sources", [lambda user: f"{user} plays in 2 games.", lambda _: ""]
    )
    page = as_anna.get(PAGE).content.decode()
    assert "Anna plays in 2 games." in page
    assert "seat in a running game" in page
    anna.refresh_from_db()
    assert anna.closed_at is None


def test_a_handler_that_fails_leaves_the_account_open_and_undoes_the_others(anna, monkeypatch):
    berta = User.objects.create_user("berta@x.test", "Berta")

    def rename_berta(_closed: User) -> None:
        User.objects.filter(pk=berta.pk).update(name="Clara")

    def fail(_closed: User) -> None:
        raise RuntimeError("a handler failed")

    monkeypatch.setattr(account_closing, "on_close", [rename_berta, fail])
    with pytest.raises(RuntimeError, match="a handler failed"):
        account_closing.close(anna)
    anna.refresh_from_db()
    berta.refresh_from_db()
    assert (anna.closed_at, anna.email, anna.is_active) == (None, "anna@x.test", True)
    assert EmailAddress.objects.filter(user=anna).exists()
    assert berta.name == "Berta"


def test_closing_starts_again_if_not_everything_was_locked(anna, monkeypatch):
    complete = iter([False, True])
    steps = []

    def lock(_user: User):
        steps.append("lock")
        return lambda: next(complete)

    monkeypatch.setattr(account_closing, "lockers", [lock])
    monkeypatch.setattr(account_closing, "on_close", [lambda _user: steps.append("handler")])
    account_closing.close(anna)
    assert steps == ["lock", "lock", "handler"]
    anna.refresh_from_db()
    assert anna.closed_at
