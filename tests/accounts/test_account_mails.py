"""Mails about accounts wait in the outbox: no page depends on the mail server."""

import datetime as dt
import re
from collections import Counter

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends import locmem
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import account_closing, suspension
from accounts.mails import account_mails
from accounts.models import AccountMail, User
from config.backup import restoring
from tests import factories
from tests.factories import PASSWORD
from tests.games.web.views.conftest import signed_in
from tests.mails import delivered

pytestmark = pytest.mark.django_db

NEWCOMER = {
    "email": "berta@x.test",
    "name": "Berta",
    "password1": "lay down your arms",
    "time_zone": "UTC",
}


class MailServer:
    """Django's mail in memory, which refuses every mail while it is `down`."""

    down = False


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> MailServer:
    server = MailServer()
    take = locmem.EmailBackend.send_messages

    def send(backend: locmem.EmailBackend, messages: list[EmailMessage]) -> int:
        if server.down:
            raise ConnectionRefusedError
        return take(backend, messages)

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", send)
    return server


def sign_up(_anna: User) -> str:
    return Client().post("/accounts/signup/", NEWCOMER)["Location"]


def ask_for_a_new_password(anna: User) -> str:
    return Client().post("/accounts/password/reset/", {"email": anna.email})["Location"]


def ask_as_a_stranger(_anna: User) -> str:
    return Client().post("/accounts/password/reset/", {"email": "nobody@x.test"})["Location"]


def change_the_address(anna: User) -> str:
    client = signed_in(anna)
    factories.confirm_identity(client, anna)
    return client.post("/accounts/email/", {"email": "anna@new.test", "action_add": ""})["Location"]


def suspend(anna: User) -> str:
    ada = User.objects.create_superuser("ada@x.test", "Ada", PASSWORD)
    form = {"name": anna.name, "reason": "Threats."}
    return signed_in(ada).post("/accounts/suspensions/", form)["Location"]


DEEDS = {
    sign_up: ("/accounts/confirm-email/", "berta@x.test"),
    ask_for_a_new_password: ("/accounts/password/reset/done/", "anna@x.test"),
    ask_as_a_stranger: ("/accounts/password/reset/done/", "nobody@x.test"),
    change_the_address: ("/accounts/email/", "anna@new.test"),
    suspend: ("/accounts/suspensions/", "anna@x.test"),
}


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_while_the_mail_server_is_down_pages_answer_as_ever_and_one_mail_comes_later(
    deed, anna, server
):
    page, address = DEEDS[deed]
    server.down = True
    assert deed(anna) == page
    began = timezone.now()
    for minute in range(10):
        with time_machine.travel(began + dt.timedelta(minutes=minute)):
            assert delivered() == []
    server.down = False
    for minute in range(10, 60):
        with time_machine.travel(began + dt.timedelta(minutes=minute)):
            delivered()
    assert Counter(message.to[0] for message in mail.outbox) == {address: 1}


def test_an_administrator_signs_in_for_the_first_time_without_any_mail(server, monkeypatch):
    server.down = True
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--no-input", email="Ada@X.test", name="Ada", verbosity=0)
    ada = User.objects.get()
    address = EmailAddress.objects.get(user=ada)
    assert (address.email, address.verified, address.primary) == ("ada@x.test", True, True)
    client = Client()
    answer = client.post("/accounts/login/", {"login": "ada@x.test", "password": PASSWORD})
    assert answer["Location"] == "/"
    assert client.get("/admin/").status_code == 200
    assert not AccountMail.objects.exists()


def test_a_link_to_choose_a_password_is_stored_only_until_it_was_sent(anna):
    ask_for_a_new_password(anna)
    link = re.search(r"/accounts/password/reset/key/\S+", AccountMail.objects.get().text)
    assert link
    [message] = delivered()
    assert link[0] in message.body
    assert not AccountMail.objects.exists()


def test_a_link_that_waits_is_gone_with_its_account(anna):
    ask_for_a_new_password(anna)
    account_closing.close(anna)
    assert not AccountMail.objects.exists()


def test_a_suspended_person_gets_no_mail_that_still_waited(anna):
    ada = User.objects.create_superuser("ada@x.test", "Ada", PASSWORD)
    ask_for_a_new_password(anna)
    suspension.suspend(anna, by=ada, reason="Threats.")
    [message] = delivered()
    assert "Threats." in message.body


def test_a_mail_for_nobody_is_stored_without_its_words_and_never_sent():
    account_mails.queue(to="", subject="A secret", text="A link")
    assert AccountMail.objects.get().text == AccountMail.objects.get().subject == ""
    assert delivered() == []
    assert not AccountMail.objects.exists()


def test_a_restored_backup_sends_no_link_that_waited(anna):
    ask_for_a_new_password(anna)
    assert restoring.hold_mail_back() == 1
    assert delivered() == []
