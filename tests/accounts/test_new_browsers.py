"""Mails about a sign-in from a browser that is new to the account."""

import datetime as dt
import re

import time_machine
from django.test import Client

from accounts.models import AccountMail, User
from tests import mails
from tests.factories import PASSWORD

NEW_PASSWORD = "quite-another-phrase-7"
DESK = "Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0"
PAGE = "/accounts/sessions/"


def sign_in(person: User, client: Client | None = None) -> Client:
    client = client or Client(HTTP_USER_AGENT=DESK)
    client.post("/accounts/login/", {"login": person.email, "password": PASSWORD})
    assert "_auth_user_id" in client.session
    return client


def test_a_sign_in_from_a_new_browser_is_told_once(anna: User):
    User.objects.filter(pk=anna.pk).update(language="es", time_zone="America/Lima")
    sign_in(anna)
    assert mails.delivered() == []  # the first sign-in ever
    with time_machine.travel(dt.datetime(2026, 11, 25, 3, 0, tzinfo=dt.UTC), tick=False):
        desk = sign_in(anna)
        [message] = mails.delivered()
        assert message.to == [anna.email]
        for part in ("Firefox", "Windows", "24", "22:00 (hora de Lima)", PAGE, "/password/change/"):
            assert part in message.body
        desk.post("/accounts/logout/")
        sign_in(anna, desk)
        assert len(mails.delivered()) == 1


def test_a_newcomer_gets_no_mail_about_their_own_browser(db: None):
    client = Client()
    form = {"email": "ben@x.test", "name": "Ben", "password1": NEW_PASSWORD, "time_zone": "UTC"}
    client.post("/accounts/signup/", form)
    [confirm] = mails.delivered()
    [link] = re.findall(r"/accounts/confirm-email/\S+", str(confirm.body))
    client.post(link)
    assert "_auth_user_id" in client.session
    assert len(mails.delivered()) == 1


def test_a_wrong_password_sends_nothing_about_browsers(anna: User):
    sign_in(anna)
    Client().post("/accounts/login/", {"login": anna.email, "password": "not this one"})
    assert not AccountMail.objects.exists()


def test_links_in_that_mail_lead_to_the_site_itself(anna: User, settings):
    settings.ALLOWED_HOSTS = ["*"]
    sign_in(anna)
    form = {"login": anna.email, "password": PASSWORD}
    Client().post("/accounts/login/", form, headers={"host": "evil.test"})
    [message] = mails.delivered()
    assert "evil.test" not in message.body
    assert f"{settings.SITE_URL}{PAGE}" in message.body
