"""The operator's command for a person who has lost every second factor."""

from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client
from structlog.testing import capture_logs

from accounts.api_keys import keys
from accounts.models import User
from tests import factories, mails
from tests.accounts.second_factor_helpers import (
    PENDING,
    add_passkey,
    is_signed_in,
    set_up_app,
    sign_in_by_passkey,
    sign_in_by_password,
)
from tests.factories import PASSWORD
from tests.passkeys import Device


def reset(name: str) -> str:
    out = StringIO()
    call_command("reset_mfa", name, stdout=out)
    return out.getvalue()


def test_all_factors_go_and_the_password_is_enough(as_anna: Client, anna: User):
    device = Device()
    add_passkey(as_anna, anna, device)
    set_up_app(as_anna, anna)
    assert reset("anna").startswith("Anna: 3 removed")
    assert not Authenticator.objects.exists()
    client = Client()
    sign_in_by_passkey(client, device)
    assert not is_signed_in(client)
    assert is_signed_in(sign_in_by_password(anna))


def test_who_stands_before_the_second_factor_can_sign_in_anew(as_anna: Client, anna: User):
    set_up_app(as_anna, anna)
    browser = sign_in_by_password(anna)
    assert browser.get(PENDING).status_code == 200
    reset("anna")
    answer = browser.get(PENDING, follow=True)
    assert answer.redirect_chain == [("/accounts/login/", 302)]
    assert answer.status_code == 200
    browser.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
    assert is_signed_in(browser)


def test_the_sessions_of_that_person_end_and_no_others(as_anna: Client, anna: User):
    other = Client()
    other.force_login(factories.person())
    set_up_app(as_anna, anna)
    _key, text = keys.make(anna, name="Bot")
    reset("Anna")
    assert keys.find(text) is None
    assert as_anna.get("/accounts/preferences/").status_code == 302
    assert other.get("/accounts/preferences/").status_code == 200


def test_others_keep_their_factors(as_anna: Client, anna: User):
    berta, client = factories.person("Berta"), Client()
    client.force_login(berta)
    set_up_app(client, berta)
    reset("Anna")
    assert Authenticator.objects.filter(user=berta).count() == 2


def test_the_person_is_told_in_their_language_and_the_log_says_so(
    as_anna: Client, anna: User, settings
):
    settings.SITE_URL = "https://play.example.org"
    set_up_app(as_anna, anna)
    earlier = len(mails.delivered())
    with capture_logs() as logged:
        reset("Anna")
    (mail,) = mails.delivered()[earlier:]
    assert mail.to == [anna.email]
    assert "https://play.example.org" in str(mail.body)
    events = [each for each in logged if each["event"] == "second_factors_reset"]
    assert [(each["person"], each["erased"]) for each in events] == [(anna.pk, 2)]


def test_who_has_none_stays_signed_in_and_gets_no_mail(as_anna: Client, anna: User):
    assert reset("Anna") == "Anna has none: nothing was done\n"
    assert as_anna.get("/accounts/preferences/").status_code == 200
    assert not mails.delivered()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Nobody", "", "anna@x.test"])
def test_an_unknown_name_says_what_to_do(name: str):
    with pytest.raises(CommandError, match="take the name as it stands on the site"):
        reset(name)


def test_a_closed_account_is_unknown(anna: User):
    User.objects.filter(pk=anna.pk).update(closed_at="2030-01-01T00:00Z")
    with pytest.raises(CommandError, match="nobody here"):
        reset("Anna")
