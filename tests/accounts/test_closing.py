import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts import closing
from accounts.models import User
from tests.factories import PASSWORD

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
    mail.outbox.clear()
    stranger = Client()
    stranger.post("/accounts/login/", {"login": "anna@x.test", "password": PASSWORD})
    assert "_auth_user_id" not in stranger.session
    stranger.post("/accounts/password/reset/", {"email": "anna@x.test"})
    assert all("/password/reset/key/" not in str(message.body) for message in mail.outbox)


def test_name_and_address_are_free_again(as_anna, anna):
    as_anna.post(PAGE, {"password": PASSWORD})
    User.objects.create_user("anna@x.test", "Anna")


def test_two_people_may_close_their_accounts(anna):
    berta = User.objects.create_user("berta@x.test", "Berta")
    closing.close(anna)
    closing.close(berta)
    assert User.objects.filter(closed_at=None).count() == 0


def test_closing_twice_keeps_the_first_time(anna):
    closing.close(anna)
    first = User.objects.get(pk=anna.pk).closed_at
    closing.close(anna)
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
        closing, "concerns", [lambda user: f"{user} plays in 2 games.", lambda _: ""]
    )
    page = as_anna.get(PAGE).content.decode()
    assert "Anna plays in 2 games." in page
    assert "seat in a running game" in page
    anna.refresh_from_db()
    assert anna.closed_at is None
