"""Mails about an account tell no address of the network, no browser's header, and name the site."""

from pathlib import Path

import allauth
import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from tests import factories, mails
from tests.factories import PASSWORD

NEW_PASSWORD = "lay down your arms"
# Mails with codes to sign in, which this site does not use, and one that allauth never sends.
UNUSED = {"login_code", "password_reset_code", "email_confirm"}
TEMPLATES = Path(str(allauth.__file__)).parent / "templates"


def stock_mails() -> list[str]:
    found = {
        str(path.relative_to(TEMPLATES))
        for path in TEMPLATES.glob("*/email/*.txt")
        if path.stem.removesuffix("_subject").removesuffix("_message") not in UNUSED
    }
    return sorted(found)


@pytest.mark.parametrize("name", stock_mails())
def test_every_mail_of_allauth_has_our_words(name: str):
    if "_signup_" in name:
        return  # it includes the mail without “signup” in its name
    assert (settings.BASE_DIR / "templates" / name).is_file()


def test_the_mail_about_a_changed_password_says_how_to_undo_it_and_nothing_of_the_browser(
    as_anna: Client, anna: User
):
    factories.confirm_identity(as_anna, anna)
    sent = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    browser = {"user-agent": "Browser/9"}
    as_anna.post("/accounts/password/change/", sent, headers=browser, REMOTE_ADDR="203.0.113.7")
    mail = mails.delivered()[-1]
    text = f"{mail.subject}\n{mail.body}"
    assert "Your password was changed" in text
    assert "/accounts/password/reset/" in text
    assert "203.0.113.7" not in text
    assert "Browser/9" not in text


def test_all_mails_about_an_account_have_one_foot(as_anna: Client, anna: User):
    Client().post("/accounts/password/reset/", {"email": anna.email})
    Client().post("/accounts/password/reset/", {"email": "nobody@x.test"})
    factories.confirm_identity(as_anna, anna)
    as_anna.post("/accounts/close/")
    bodies = [str(each.body) for each in mails.delivered()]
    assert len(bodies) == 3
    assert len({body.rpartition("-- \n")[2].strip() for body in bodies}) == 1
