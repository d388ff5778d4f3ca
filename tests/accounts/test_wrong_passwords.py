"""Wrong passwords are limited, and whoever sends them cannot lock the right person out."""

import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.devices import device_traces
from accounts.models import Trace, User
from config.settings import ACCOUNT_RATE_LIMITS
from tests import factories, mails
from tests.factories import PASSWORD

HOME, NEXT_DOOR, AWAY = "203.0.113.7", "203.0.113.8", "198.51.100.7"
ALLOWED = 10  # wrong passwords in five minutes, for an account and a network
ALLOWED_AT_HOME = 30  # from a browser in which the account has signed in before


@pytest.fixture(autouse=True)
def _limits(settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS


@pytest.fixture
def berta(anna: User) -> User:
    berta = User.objects.create_user("berta@x.test", "Berta", PASSWORD)
    EmailAddress.objects.create(user=berta, email=berta.email, primary=True, verified=True)
    return berta


def signs_in(person: User, *, client: Client | None = None, address: str = HOME) -> bool:
    """Try the right password, and sign out again; return whether it was accepted."""
    client = client or Client()
    send(client, person, PASSWORD, address)
    accepted = "_auth_user_id" in client.session
    client.post("/accounts/logout/")
    return accepted


def send(client: Client, person: User, password: str, address: str) -> str:
    form = {"login": person.email, "password": password}
    answer = client.post("/accounts/login/", form, REMOTE_ADDR=address)
    assert answer.status_code in (200, 302)
    return answer.content.decode()


def guess(
    person: User, *, times: int = ALLOWED, client: Client | None = None, address: str = AWAY
) -> str:
    """Send wrong passwords; return the last page."""
    client = client or Client()
    return [send(client, person, f"guess {number}", address) for number in range(times)][-1]


def test_ten_wrong_passwords_from_elsewhere_do_not_lock_the_right_person_out(anna: User):
    guess(anna)
    assert signs_in(anna)


def test_a_wrong_password_is_told_in_the_words_of_the_site(as_anna: Client, anna: User):
    own = "This isn’t your password. Try again."
    asked = as_anna.post("/accounts/reauthenticate/", {"password": "wrong"})
    assert own in asked.content.decode()
    factories.confirm_identity(as_anna, anna)
    sent = {"oldpassword": "wrong", "password1": "a new one", "password2": "a new one"}
    changed = as_anna.post("/accounts/password/change/", sent)
    assert own in changed.content.decode()
    assert "The email address or password is wrong." in guess(anna, times=1)


def test_wrong_passwords_are_limited_for_an_account_and_a_network(anna: User, berta: User):
    assert "tried too many times" not in guess(anna, address=HOME)
    assert "tried too many times" in guess(anna, times=1, address=HOME)
    assert not signs_in(anna)  # a lucky guess is refused too
    assert not signs_in(anna, address=NEXT_DOOR)
    assert signs_in(berta)
    assert signs_in(anna, address=AWAY)


def test_a_network_counts_as_one_whatever_case_the_address_is_typed_in(anna: User):
    guess(anna, times=ALLOWED // 2, address=HOME)
    anna.email = anna.email.upper()
    guess(anna, times=ALLOWED // 2, address=NEXT_DOOR)
    assert not signs_in(anna)


def test_a_browser_from_which_one_signed_in_before_is_exempt(anna: User):
    mine = Client()
    assert signs_in(anna, client=mine)
    guess(anna, times=ALLOWED + 1, address=HOME)
    assert not signs_in(anna)
    assert signs_in(anna, client=mine)
    guess(anna, client=mine, address=HOME)  # their own slips do not count either
    assert signs_in(anna, client=mine)


def test_a_browser_that_is_exempt_is_not_slowed_by_all_the_failures_of_its_address(
    anna: User, berta: User, settings
):
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS | {"login_failed": "3/m/ip,10/5m/key"}
    mine = Client()
    assert signs_in(anna, client=mine)
    guess(berta, times=4, address=HOME)
    assert not signs_in(berta)
    assert signs_in(anna, client=mine)


def test_a_browser_that_is_exempt_cannot_guess_for_ever(anna: User):
    mine = Client()
    assert signs_in(anna, client=mine)
    guess(anna, times=ALLOWED_AT_HOME, client=mine)
    assert not signs_in(anna, client=mine)
    assert signs_in(anna)  # from another browser


def test_the_browser_of_somebody_else_is_not_exempt(anna: User, berta: User):
    hers = Client()
    assert signs_in(berta, client=hers)
    guess(anna, client=hers, address=HOME)
    assert not signs_in(anna, client=hers)


@pytest.mark.parametrize("cookie", ["0" * 32, "", "x", "known"])
def test_a_cookie_that_the_account_has_not_signed_in_with_exempts_from_nothing(
    anna: User, cookie: str
):
    known = Client()
    assert signs_in(anna, client=known)
    token = known.cookies[settings.BROWSER_COOKIE_NAME].value
    forged = Client()
    mark = device_traces.keyed_hash(Trace.Kind.BROWSER, token)
    forged.cookies[settings.BROWSER_COOKIE_NAME] = mark if cookie == "known" else cookie
    guess(anna, client=forged, address=HOME)
    assert not signs_in(anna, client=forged)


def test_a_network_in_which_one_signed_in_before_is_not_exempt(anna: User):
    assert signs_in(anna)
    guess(anna, address=HOME)
    assert not signs_in(anna)


def test_a_browser_is_exempt_for_90_days(anna: User):
    mine = Client()
    assert signs_in(anna, client=mine)
    with time_machine.travel(timezone.now() + device_traces.RETENTION * 1.01):
        guess(anna, address=HOME)
        assert not signs_in(anna, client=mine)


def test_a_new_password_by_mail_opens_the_door_again(anna: User):
    guess(anna, address=HOME)
    assert not signs_in(anna)
    client = Client(REMOTE_ADDR=HOME)
    client.post("/accounts/password/reset/", {"email": anna.email})
    link = re.findall(r"http://[^/]+(/\S+/reset/\S+)", str(mails.delivered()[-1].body))[0]
    form = client.get(link, follow=True).redirect_chain[-1][0]
    new = {"password1": "entirely other words", "password2": "entirely other words"}
    assert client.post(form, new).status_code == 302
    send(stranger := Client(), anna, new["password1"], HOME)
    assert "_auth_user_id" in stranger.session


def test_an_account_that_does_not_exist_is_limited_alike(anna: User):
    nobody = User(email="nobody@x.test")
    pages = [guess(person, times=ALLOWED + 1) for person in (anna, nobody)]
    assert ["tried too many times" in page for page in pages] == [True, True]
