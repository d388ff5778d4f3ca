"""Suspending an account: what it ends, what the person is told, and the record of it."""

import datetime as dt
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends import locmem
from django.db import DatabaseError, IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import suspension
from accounts.models import Suspension, User
from tests.factories import PASSWORD
from tests.games.web.views.conftest import signed_in, words
from tests.mails import delivered

URL = "/accounts/suspensions/"
REASON = "Threats in three games."


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("ada@x.test", "Ada", PASSWORD)


def suspend(anna: User, admin: User) -> None:
    suspension.suspend(anna, by=admin, reason=REASON)
    anna.refresh_from_db()
    delivered()
    mail.outbox.clear()


def lift_page(person: User) -> str:
    return reverse("accounts:lift_suspension", args=[person.pk])


def test_a_session_ends_at_once_and_the_sign_in_says_why(as_anna: Client, anna: User, admin: User):
    assert as_anna.get("/games/mine/").status_code == 200
    suspend(anna, admin)
    assert as_anna.get("/games/mine/")["Location"].startswith("/accounts/login/")
    form = {"login": anna.email, "password": PASSWORD}
    answer = as_anna.post("/accounts/login/", form)
    assert answer.status_code == 403
    assert REASON in words(answer)
    assert as_anna.get("/games/mine/")["Location"].startswith("/accounts/login/")


def test_who_does_not_know_the_password_does_not_learn_why(anna: User, admin: User):
    suspend(anna, admin)
    form = {"login": anna.email, "password": "a guess of somebody"}
    assert REASON not in words(Client().post("/accounts/login/", form))


def test_one_mail_says_so_in_the_language_of_its_reader_and_no_other_comes(anna: User, admin: User):
    signed_in(admin).post(URL, {"name": "Anna", "reason": REASON})
    [message] = delivered()
    assert message.to == [anna.email]
    assert REASON in message.body
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": anna.email})
    Client().post(
        "/accounts/signup/",
        {"email": anna.email, "name": "Anna Two", "password1": PASSWORD, "time_zone": "UTC"},
    )
    assert delivered() == []


def test_others_get_those_mails(anna: User):
    Client().post("/accounts/password/reset/", {"email": anna.email})
    assert [message.to for message in delivered()] == [[anna.email]]


def test_a_link_to_choose_a_new_password_lets_nobody_in(anna: User, admin: User):
    Client().post("/accounts/password/reset/", {"email": anna.email})
    [link] = [line for line in delivered()[0].body.splitlines() if "/password/reset/key/" in line]
    suspend(anna, admin)
    client = Client()
    page = client.get(urlsplit(link).path, follow=True)
    form = {"password1": "quite another phrase", "password2": "quite another phrase"}
    client.post(page.redirect_chain[-1][0], form)
    assert "_auth_user_id" not in client.session


def test_an_administrator_suspends_with_a_reason_and_lets_in_again(anna: User, admin: User):
    as_admin = signed_in(admin)
    assert as_admin.post(URL, {"name": "Anna", "reason": ""}).status_code == 200
    assert not Suspension.objects.exists()
    assert as_admin.post(URL, {"name": "ANNA", "reason": REASON})["Location"] == URL
    page = words(as_admin.get(URL))
    assert REASON in page
    anna.refresh_from_db()
    assert not anna.is_active
    again = as_admin.post(URL, {"name": "Anna", "reason": "Once more."})
    assert "already suspended" in words(again)
    assert as_admin.post(lift_page(anna), {"reason": "Talked."})["Location"] == URL
    anna.refresh_from_db()
    assert anna.is_active
    rows = Suspension.objects.order_by("pk").values_list("person", "by", "lifted", "reason")
    assert list(rows) == [
        (anna.pk, admin.pk, False, REASON),
        (anna.pk, admin.pk, True, "Talked."),
    ]
    assert "Talked." in words(as_admin.get(URL))
    form = {"login": anna.email, "password": PASSWORD}
    assert Client().post("/accounts/login/", form)["Location"] == "/"


def test_two_clicks_are_one_suspension(anna: User, admin: User):
    suspend(anna, admin)
    suspend(anna, admin)
    assert Suspension.objects.count() == 1


def test_nobody_suspends_themselves(admin: User):
    answer = signed_in(admin).post(URL, {"name": "Ada", "reason": REASON})
    assert "No other account has this name." in words(answer)
    with pytest.raises(IntegrityError), transaction.atomic():
        Suspension.objects.create(person=admin, by=admin, at=timezone.now(), reason=REASON)


def test_what_is_on_record_stays_as_it_is(anna: User, admin: User):
    suspend(anna, admin)
    for change in (
        lambda: Suspension.objects.update(reason=""),
        lambda: Suspension.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()


def test_a_mail_server_that_is_away_suspends_all_the_same(
    anna: User, admin: User, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_args: object) -> None:
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(locmem.EmailBackend, "send_messages", refuse)
        answer = signed_in(admin).post(URL, {"name": "Anna", "reason": REASON}, follow=True)
        assert "has been suspended." in words(answer)
        assert delivered() == []
    anna.refresh_from_db()
    assert not anna.is_active
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=1)):
        [message] = delivered()
    assert REASON in message.body


def test_nobody_else_opens_the_pages(anna: User, admin: User):
    clerk = User.objects.create_user("clerk@x.test", "Clerk", is_staff=True)
    otto = User.objects.create_user("otto@x.test", "Otto", is_active=False)
    for page in (URL, lift_page(otto)):
        for person in (anna, clerk):
            assert signed_in(person).post(page, {"reason": "x"}).status_code == 404
        assert Client().get(page)["Location"].startswith("/accounts/login/")
    assert signed_in(admin).get(lift_page(anna)).status_code == 404  # Anna is not suspended


# Suspensions that end by themselves


def in_days(days: float) -> dt.datetime:
    return timezone.now() + dt.timedelta(days=days)


def sign_in(person: User) -> int:
    form = {"login": person.email, "password": PASSWORD}
    return Client().post("/accounts/login/", form).status_code


def test_a_suspension_for_days_says_until_when_in_the_mail_and_at_the_sign_in(
    anna: User, admin: User
):
    signed_in(admin).post(URL, {"name": "Anna", "reason": REASON, "days": "3"})
    [message] = delivered()
    assert "The suspension ends by itself on" in message.body
    form = {"login": anna.email, "password": PASSWORD}
    told = words(Client().post("/accounts/login/", form))
    assert "It is suspended until" in told
    assert REASON in told


def test_it_ends_at_its_moment_without_a_task(anna: User, admin: User):
    suspension.suspend(anna, by=admin, reason=REASON, days=3)
    before, after = in_days(2.99), in_days(3)
    with time_machine.travel(before, tick=False):
        assert sign_in(anna) == 403
        assert list(suspension.suspended_people()) == [anna]
        assert not User.objects.taking_part().filter(pk=anna.pk).exists()
    with time_machine.travel(after, tick=False):
        assert sign_in(anna) == 302
        assert not suspension.suspended_people().exists()
        assert User.objects.taking_part().filter(pk=anna.pk).exists()
        assert User.objects.get(pk=anna.pk).is_active


def test_one_without_days_never_ends_by_itself(anna: User, admin: User):
    suspension.suspend(anna, by=admin, reason=REASON)
    with time_machine.travel(in_days(4000), tick=False):
        assert list(suspension.suspended_people()) == [anna]
        assert sign_in(anna) == 403


def test_a_person_whose_suspension_has_ended_can_be_suspended_again(anna: User, admin: User):
    suspension.suspend(anna, by=admin, reason=REASON, days=3)
    with time_machine.travel(in_days(4), tick=False):
        suspension.suspend(anna, by=admin, reason="Again.")
        assert sign_in(anna) == 403
    assert Suspension.objects.filter(person=anna).count() == 2


def test_lifting_forgets_the_end(anna: User, admin: User):
    suspension.suspend(anna, by=admin, reason=REASON, days=3)
    suspension.lift(anna, by=admin, reason="A mistake.")
    anna.refresh_from_db()
    assert (anna.is_active, anna.suspended_until) == (True, None)


@pytest.mark.parametrize("days", ["0", "366", "-1", "soon"])
def test_an_impossible_number_of_days_suspends_nobody(anna: User, admin: User, days: str):
    signed_in(admin).post(URL, {"name": "Anna", "reason": REASON, "days": days})
    assert not Suspension.objects.exists()


def test_a_closed_account_is_not_opened_by_the_end_of_its_suspension(anna: User, admin: User):
    suspension.suspend(anna, by=admin, reason=REASON, days=3)
    User.objects.filter(pk=anna.pk).update(closed_at=timezone.now())
    with time_machine.travel(in_days(4), tick=False):
        assert not User.objects.get(pk=anna.pk).is_active
        assert not User.objects.active().filter(pk=anna.pk).exists()
