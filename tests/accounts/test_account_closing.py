import datetime as dt
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import account_closing, address_changes, reader_locale
from accounts.dates import local_time_text
from accounts.models import User
from accounts.names import taken_names
from games.models import Notification
from games.notifications import preferences
from tests.factories import PASSWORD, confirm_identity
from tests.mails import delivered

pytestmark = pytest.mark.django_db

PAGE, KEEP = "/accounts/close/", "/accounts/keep/"


def ask(client: Client) -> None:
    form = {"password": PASSWORD, "next": PAGE}
    assert client.post("/accounts/reauthenticate/", form)["Location"] == PAGE
    assert client.post(PAGE)["Location"] == "/"


def let_time_pass(person: User) -> None:
    """Let the time in which the person may come back be over."""
    User.objects.filter(pk=person.pk).update(closing_at=timezone.now())


def sign_in(person: User) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": person.email, "password": PASSWORD})
    assert "_auth_user_id" in client.session
    return client


def test_asking_keeps_name_and_address_for_a_week(as_anna, anna):
    ask(as_anna)
    anna.refresh_from_db()
    left = anna.closing_at - timezone.now()
    assert dt.timedelta(days=6, hours=23) < left <= dt.timedelta(days=7)
    assert (anna.closed_at, anna.name, anna.email, str(anna)) == (
        None,
        "Anna",
        "anna@x.test",
        "Anna",
    )
    assert account_closing.close_due() == 0
    assert taken_names.is_taken("Anna")
    assert "_auth_user_id" not in as_anna.session


def test_one_mail_says_until_when_one_may_come_back_in_the_persons_own_time(as_anna, anna):
    ask(as_anna)
    account_closing.ask(anna)
    anna.refresh_from_db()
    (message,) = delivered()
    assert message.to == ["anna@x.test"]
    with reader_locale.override(anna):
        assert local_time_text(anna.closing_at) in message.body
    assert "(Madrid time)" in message.body


def test_asking_twice_does_not_put_the_day_off(anna):
    first = account_closing.ask(anna)
    assert account_closing.ask(anna) == first


def test_every_other_browser_is_signed_out_too_and_stays_so(as_anna, anna):
    elsewhere = sign_in(anna)
    assert elsewhere.get("/accounts/preferences/").status_code == 200
    ask(as_anna)
    back = sign_in(anna)
    back.post(KEEP)
    assert elsewhere.get("/accounts/preferences/")["Location"].startswith("/accounts/login/")
    assert back.get("/accounts/preferences/").status_code == 200


@pytest.mark.parametrize("path", ["/", "/games/", "/accounts/preferences/", "/admin/", PAGE])
def test_nothing_but_one_page_is_open_to_a_person_who_asked(as_anna, anna, path):
    ask(as_anna)
    client = sign_in(anna)
    assert client.get(path)["Location"] == KEEP
    answer = client.post(path, {"name": "Otto", "time_zone": "UTC", "language": "en"})
    assert answer.status_code == 403
    assert "Keep my account" in answer.content.decode()
    anna.refresh_from_db()
    assert anna.name == "Anna"


def test_an_address_that_does_not_exist_is_not_found_as_for_everybody(as_anna, anna):
    ask(as_anna)
    assert sign_in(anna).get("/no/such/page/").status_code == 404


def test_what_is_for_everyone_stays_open_to_a_person_who_asked(as_anna, anna, settings):
    settings.TERMS, settings.SECURITY_CONTACT = {"": "Be kind."}, "mailto:ada@example.org"
    ask(as_anna)
    client = sign_in(anna)
    for path in (
        *("/privacy/", "/terms/", "/healthz", "/readyz", "/latez", "/manifest.webmanifest"),
        "/.well-known/security.txt",
    ):
        assert client.get(path).status_code == 200, path


def test_the_links_in_mails_work_for_a_person_who_asked(as_anna, anna):
    ask(as_anna)
    client = sign_in(anna)
    url = preferences.unsubscribe_url(anna, Notification.Kind.RESULTS)
    assert client.get(urlsplit(url).path).status_code == 200
    change = address_changes.record(anna, old="old@x.test", new=anna.email)
    path = f"/accounts/address/undo/{change}/"
    assert client.get(path).status_code == 200
    assert "/password/reset/key/" in client.post(path)["Location"]


def test_signing_in_again_shows_until_when_and_lets_one_keep_the_account(as_anna, anna):
    ask(as_anna)
    client = sign_in(anna)
    anna.refresh_from_db()
    page = client.get("/", follow=True).content.decode()
    with reader_locale.override(anna):
        assert local_time_text(anna.closing_at) in page
    assert client.get(KEEP).status_code == 200
    anna.refresh_from_db()
    assert anna.closing_at, "looking at the page keeps nothing"
    assert "/games/mine/" not in page, "no menu leads to pages that are closed"
    assert client.post(KEEP)["Location"] == "/accounts/preferences/"
    anna.refresh_from_db()
    assert anna.closing_at is None
    assert client.get("/accounts/preferences/").status_code == 200
    assert client.get(KEEP)["Location"] == "/accounts/preferences/"


def test_a_person_who_asked_may_sign_out_and_read_the_page_in_another_language(as_anna, anna):
    ask(as_anna)
    client = sign_in(anna)
    client.post("/accounts/language/", {"language": "es", "next": KEEP})
    assert client.get(KEEP).headers["Content-Language"] == "es"
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


def test_after_the_week_the_person_is_scrubbed_and_the_row_kept(as_anna, anna):
    ask(as_anna)
    let_time_pass(anna)
    assert account_closing.close_due() == 1
    row = User.objects.get(pk=anna.pk)
    assert row.closed_at is not None
    assert row.closing_at is None
    assert "anna" not in f"{row.name} {row.email} {row.name_key}".lower()
    assert (str(row), row.is_active, row.has_usable_password()) == ("closed account", False, False)
    assert not EmailAddress.objects.filter(user=row).exists()


def test_preferences_are_kept_for_those_who_come_back_and_erased_with_the_account(anna):
    chosen = {
        "language": "bg",
        "notation": "de",
        "time_zone": "Europe/Sofia",
        "pattern_fills": True,
        "takes_invitations": False,
    }
    people = User.objects.filter(pk=anna.pk)
    people.update(**chosen)
    preferences.set_mail_preferences(anna, {Notification.Kind.MESSAGE: "off"})
    preferences.set_push_preferences(anna, [])
    account_closing.ask(anna)
    assert people.filter(**chosen).exists()
    assert preferences.mail_preferences(anna)[Notification.Kind.MESSAGE] == "off"
    let_time_pass(anna)
    assert account_closing.close_due() == 1
    fresh = User()
    assert people.values(*chosen).get() == {name: getattr(fresh, name) for name in chosen}
    assert set(preferences.mail_preferences(anna).values()) == {"at_once"}
    assert preferences.push_preferences(anna) == Notification.Kind.values


def test_who_came_back_is_not_closed_later(as_anna, anna):
    ask(as_anna)
    sign_in(anna).post(KEEP)
    assert account_closing.close_due() == 0
    anna.refresh_from_db()
    assert anna.closed_at is None


def test_coming_back_too_late_is_said(as_anna, anna, monkeypatch):
    ask(as_anna)
    client = sign_in(anna)

    def too_late(_user: User) -> bool:
        account_closing.close(anna)
        return keep(anna)

    keep = account_closing.keep
    monkeypatch.setattr(account_closing, "keep", too_late)
    answer = client.post(KEEP, follow=True)
    assert "It’s too late: this account has been erased." in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_an_account_that_cannot_be_closed_does_not_keep_the_others(anna, monkeypatch):
    berta = User.objects.create_user("berta@x.test", "Berta")
    for person in (anna, berta):
        account_closing.ask(person)
        let_time_pass(person)

    def fail(closed: User) -> None:
        if closed.pk == anna.pk:
            raise RuntimeError("a handler failed")

    monkeypatch.setattr(account_closing, "on_close", [fail])
    assert account_closing.close_due() == 1
    assert list(User.objects.not_closed()) == [anna]


def test_a_person_without_a_password_confirms_in_another_way(anna):
    anna.set_unusable_password()
    anna.save(update_fields=["password"])
    client = Client()
    client.force_login(anna)
    assert client.post(PAGE).status_code == 302
    anna.refresh_from_db()
    assert anna.closing_at is None
    confirm_identity(client, anna)
    client.post(PAGE)
    anna.refresh_from_db()
    assert anna.closing_at is not None


def test_the_password_is_asked_for_once_and_the_page_holds_no_field_for_it(as_anna, anna):
    asked = as_anna.get(PAGE)["Location"]
    assert asked == "/accounts/reauthenticate/?next=%2Faccounts%2Fclose%2F"
    as_anna.post(asked, {"password": PASSWORD, "next": PAGE})
    page = as_anna.get(PAGE)
    assert page.status_code == 200
    assert 'type="password"' not in page.content.decode()


def test_after_the_password_one_is_asked_again_whether_to_close(as_anna, anna):
    asked = as_anna.post(PAGE)["Location"]
    answer = as_anna.post(asked, {"password": PASSWORD, "next": PAGE}, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    anna.refresh_from_db()
    assert anna.closing_at is None
    as_anna.post(PAGE)
    anna.refresh_from_db()
    assert anna.closing_at is not None


def test_nobody_gets_in_by_password_or_mail_any_more(as_anna, anna):
    account_closing.close(anna)
    delivered()
    mail.outbox.clear()
    stranger = Client()
    stranger.post("/accounts/login/", {"login": "anna@x.test", "password": PASSWORD})
    assert "_auth_user_id" not in stranger.session
    stranger.post("/accounts/password/reset/", {"email": "anna@x.test"})
    assert all("/password/reset/key/" not in str(message.body) for message in delivered())


def test_name_and_address_are_free_again(as_anna, anna):
    account_closing.close(anna)
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
    asked = as_anna.post(PAGE)["Location"]
    answer = as_anna.post(asked, {"password": "wrong", "next": PAGE})
    assert answer.context["form"].errors.keys() == {"password"}
    assert as_anna.post(PAGE)["Location"] == asked
    anna.refresh_from_db()
    assert anna.closing_at is None


def test_passwords_cannot_be_guessed_here(as_anna, settings):
    settings.ACCOUNT_RATE_LIMITS = {"reauthenticate": "2/m/user"}
    asked = as_anna.post(PAGE)["Location"]
    codes = [as_anna.post(asked, {"password": "wrong"}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]


def test_looking_at_the_page_closes_nothing_and_warns_of_running_games(as_anna, anna, monkeypatch):
    monkeypatch.setattr(
        account_closing, "warning_sources", [lambda user: f"{user} plays in 2 games.", lambda _: ""]
    )
    confirm_identity(as_anna, anna)
    page = as_anna.get(PAGE).content.decode()
    assert "Anna plays in 2 games." in page
    assert "seat in a running game" in page
    anna.refresh_from_db()
    assert anna.closing_at is None


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
