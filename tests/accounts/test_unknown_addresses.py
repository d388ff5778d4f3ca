"""Mails that say “no such account”: few, whoever asks for them."""

import datetime as dt
from collections import Counter

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import AccountMail, User
from tests.mails import delivered

pytestmark = pytest.mark.django_db

HOUR = dt.timedelta(hours=1)


def ask(email: str, *, network: int = 0, host: int = 1) -> tuple[int, str]:
    answer = Client().post(
        "/accounts/password/reset/", {"email": email}, REMOTE_ADDR=f"203.0.{network}.{host}"
    )
    return answer.status_code, answer.get("Location", "")


def recipients() -> Counter[str]:
    return Counter(message.to[0] for message in delivered())


def test_an_unknown_address_gets_one_mail_a_day():
    began = timezone.now()
    for hours in range(24):
        with time_machine.travel(began + hours * HOUR):
            ask("nobody@x.test" if hours % 2 else "Nobody@X.test", network=hours)
            assert recipients() == {"nobody@x.test": 1}
    with time_machine.travel(began + 25 * HOUR):
        ask("nobody@x.test")
        assert recipients() == {"nobody@x.test": 2}


def test_a_network_causes_five_such_mails_an_hour():
    began = timezone.now()
    with time_machine.travel(began):
        for number in range(20):
            ask(f"nobody.{number}@x.test", host=number)
        assert recipients().total() == 5
        ask("somebody@x.test", network=1)
        assert recipients().total() == 6
    with time_machine.travel(began + HOUR + dt.timedelta(minutes=1)):
        ask("nobody.100@x.test")
        assert recipients().total() == 7


def test_an_address_that_its_network_kept_from_its_mail_gets_it_elsewhere():
    for number in range(6):
        ask(f"nobody.{number}@x.test")
    ask("nobody.5@x.test", network=1)
    assert recipients()["nobody.5@x.test"] == 1


def test_people_with_accounts_get_their_mail_all_the_same(anna: User):
    for number in range(20):
        ask(f"nobody.{number}@x.test")
    delivered()
    mail.outbox.clear()
    ask(anna.email)
    assert recipients() == {anna.email: 1}


def test_the_answer_does_not_tell_that_no_mail_is_sent():
    first, second = ask("nobody@x.test"), ask("nobody@x.test")
    assert first == second == (302, "/accounts/password/reset/done/")
    assert list(AccountMail.objects.values_list("to", flat=True)) == ["nobody@x.test", ""]
