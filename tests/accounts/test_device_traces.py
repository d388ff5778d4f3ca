"""Device traces: what is stored, for how long, and that no address can be read from it."""

import datetime as dt
import logging

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import DatabaseError
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import account_closing
from accounts.devices import device_traces
from accounts.models import Trace, User
from tests.factories import PASSWORD

HOME, NEXT_DOOR, AWAY = "203.0.113.7", "203.0.113.8", "198.51.100.7"


def sign_in(person: User, client: Client | None = None, address: str = HOME) -> Client:
    client = client or Client()
    form = {"login": person.email, "password": PASSWORD}
    client.post("/accounts/login/", form, REMOTE_ADDR=address)
    assert "_auth_user_id" in client.session
    return client


def marks(person: User) -> dict[str, set[str]]:
    kept = Trace.objects.filter(person=person)
    return {kind: {each.mark for each in kept if each.kind == kind} for kind in Trace.Kind.values}


@pytest.fixture
def berta(anna: User) -> User:
    berta = User.objects.create_user("berta@x.test", "Berta", PASSWORD)
    EmailAddress.objects.create(user=berta, email=berta.email, primary=True, verified=True)
    return berta


def test_two_people_at_one_browser_leave_one_mark(anna: User, berta: User):
    client = sign_in(anna)
    client.post("/accounts/logout/")
    sign_in(berta, client, address=AWAY)
    assert marks(anna)["browser"] == marks(berta)["browser"]
    assert marks(anna)["network"].isdisjoint(marks(berta)["network"])


def test_two_people_in_one_network_leave_one_mark(anna: User, berta: User):
    sign_in(anna)
    sign_in(berta, address=NEXT_DOOR)
    assert marks(anna)["network"] == marks(berta)["network"]
    assert marks(anna)["browser"].isdisjoint(marks(berta)["browser"])


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("::ffff:203.0.113.7", "203.0.113.0/24"),
        ("", ""),
    ],
)
def test_a_network_is_coarse(address: str, network: str):
    assert device_traces.client_network(RequestFactory().get("/", REMOTE_ADDR=address)) == network


def test_the_network_is_what_our_own_proxies_say(settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    forwarded = f"{AWAY}, {HOME}"
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
    assert device_traces.client_network(request) == "203.0.113.0/24"


def test_no_row_holds_an_address_or_the_cookie(anna: User):
    client = sign_in(anna)
    cookie = client.cookies[settings.BROWSER_COOKIE_NAME].value
    stored = str(list(Trace.objects.values_list()))
    assert not [word for word in (cookie, HOME, "203.0.113") if word in stored]


def test_a_mark_needs_the_sites_key(settings):
    before = device_traces.keyed_hash(Trace.Kind.NETWORK, "203.0.113.0/24")
    settings.SECRET_KEY = "another key altogether, which nobody has ever seen before this"
    assert device_traces.keyed_hash(Trace.Kind.NETWORK, "203.0.113.0/24") != before


def test_the_cookie_is_closed_to_scripts_and_lasts(anna: User, settings):
    settings.SESSION_COOKIE_SECURE = True
    client = sign_in(anna)
    cookie = client.cookies[settings.BROWSER_COOKIE_NAME]
    assert (cookie["httponly"], cookie["secure"], cookie["samesite"]) == (True, True, "Lax")
    assert cookie["max-age"] == device_traces.RETENTION.total_seconds()
    value = cookie.value
    client.post("/accounts/logout/")
    assert sign_in(anna, client).cookies[settings.BROWSER_COOKIE_NAME].value == value


def test_a_cookie_that_we_have_not_made_is_replaced(anna: User):
    client = Client()
    client.cookies[settings.BROWSER_COOKIE_NAME] = "<b>mine</b>"
    assert len(sign_in(anna, client).cookies[settings.BROWSER_COOKIE_NAME].value) == 32


def test_the_first_time_stays_and_the_last_follows_by_the_hour(anna: User):
    begins = timezone.now()
    with time_machine.travel(begins, tick=False):
        client = sign_in(anna)
    for minutes, last in ((30, 0), (90, 90)):
        with time_machine.travel(begins + dt.timedelta(minutes=minutes), tick=False):
            client.post("/accounts/logout/")
            sign_in(anna, client)
        for trace in Trace.objects.all():
            assert trace.first_at == begins
            assert trace.last_at == begins + dt.timedelta(minutes=last)
    assert Trace.objects.count() == 2


def test_after_90_days_it_is_forgotten(anna: User, berta: User):
    sign_in(anna)
    with time_machine.travel(timezone.now() + dt.timedelta(days=89)):
        device_traces.delete_expired()
        sign_in(berta)
        assert Trace.objects.count() == 4
    with time_machine.travel(timezone.now() + dt.timedelta(days=91)):
        device_traces.delete_expired()
        assert {trace.person for trace in Trace.objects.all()} == {berta}


def test_closing_an_account_forgets_it_too(anna: User):
    sign_in(anna)
    account_closing.close(anna)
    assert not Trace.objects.exists()


def test_who_looks_leaves_nothing(anna: User):
    client = Client()
    client.force_login(anna)
    client.get("/games/mine/")
    assert not Trace.objects.exists()


def test_where_it_cannot_be_stored_one_signs_in_all_the_same(
    anna: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(*_args: object) -> None:
        raise DatabaseError("203.0.113.0")

    monkeypatch.setattr(device_traces, "_store", fail)
    with caplog.at_level(logging.WARNING):
        sign_in(anna)
    assert "trace_not_stored" in caplog.text
    assert "203.0.113" not in caplog.text
