"""Sessions: the page that lists them, their ends, and their limits."""

import datetime as dt
import html
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
import time_machine
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.core import management
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import account_closing, address_changes, suspension
from accounts.api_keys import keys
from accounts.models import Session, User
from accounts.sessions import open_sessions, store
from games import tasks
from tests import mails
from tests.factories import PASSWORD

PAGE = "/accounts/sessions/"
OWN_PAGE = "/accounts/preferences/"
NEW_PASSWORD = "quite-another-phrase-7"
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"
DESK = "Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0"


def sign_in(person: User, *, on: str = PHONE, client: Client | None = None) -> Client:
    client = client or Client()
    client.defaults["HTTP_USER_AGENT"] = on
    client.post("/accounts/login/", {"login": person.email, "password": PASSWORD})
    assert "_auth_user_id" in client.session
    return client


def key_of(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def with_cookie(key: str) -> Client:
    """Return a browser that somebody gave a copy of a session's cookie."""
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


def is_signed_in(client: Client) -> bool:
    return client.get(OWN_PAGE).status_code == 200


def handle_of(client: Client) -> str:
    return Session.objects.get(pk=key_of(client)).handle


def shown(client: Client) -> str:
    """Return the words of the page of sessions."""
    page = client.get(PAGE).content.decode()
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("ada@x.test", "Ada", PASSWORD)


# The page


def test_the_page_lists_each_device_with_its_times_and_this_one_first(anna: User):
    begins = dt.datetime(2026, 11, 2, 9, 0, tzinfo=dt.UTC)
    with time_machine.travel(begins, tick=False):
        phone = sign_in(anna)
    with time_machine.travel(begins + dt.timedelta(days=2), tick=False):
        desk = sign_in(anna, on=DESK)
    with time_machine.travel(begins + dt.timedelta(days=3), tick=False):
        assert is_signed_in(phone)
        words = shown(desk)
    [of_desk, of_phone] = re.findall(
        r"Firefox on \w+ (?:this browser|End.*?) Signed in: .*? Last used: [^)]*\)", words
    )
    assert of_phone.startswith("Firefox on Android End session : Firefox on Android Signed in: Mon")
    assert "Last used: Thu 5 Nov 2026, 10:00 (Madrid time)" in of_phone
    assert of_desk.startswith("Firefox on Windows this browser Signed in: Wed 4 Nov")


def test_no_page_shows_what_would_open_a_session(anna: User):
    phone, desk = sign_in(anna), sign_in(anna, on=DESK)
    page = desk.get(PAGE).content.decode()
    assert key_of(phone) not in page
    assert key_of(desk) not in page
    assert handle_of(phone) in page


def test_no_row_holds_an_address_or_what_a_browser_says_of_itself(anna: User):
    client = Client(REMOTE_ADDR="203.0.113.7")
    sign_in(anna, client=client)
    rows = str(list(Session.objects.values())) + str(
        [row.get_decoded() for row in Session.objects.all()]
    )
    assert "Firefox" in rows
    assert not [part for part in ("203.0.113", "Firefox/", "rv:145", "Gecko") if part in rows]


def test_a_visitor_leaves_no_device(db: None):
    client = Client(HTTP_USER_AGENT=PHONE)
    session = client.session
    session["something"] = "kept"
    session.save()
    client.get("/accounts/login/")
    [row] = Session.objects.all()
    assert (row.person, row.browser, row.system) == (None, "", "")


def test_one_session_is_ended_and_the_others_stay(anna: User):
    phone, desk, tablet = sign_in(anna), sign_in(anna, on=DESK), sign_in(anna)
    answer = desk.post(PAGE, {"session": handle_of(phone)}, follow=True)
    assert "The session has ended." in answer.content.decode()
    assert [is_signed_in(client) for client in (phone, desk, tablet)] == [False, True, True]


def test_all_others_are_ended_and_this_one_stays(anna: User):
    phone, desk, tablet = sign_in(anna), sign_in(anna, on=DESK), sign_in(anna)
    desk.post(PAGE)
    assert [is_signed_in(client) for client in (phone, desk, tablet)] == [False, True, False]


def test_to_end_what_has_ended_is_answered_kindly(anna: User):
    phone, desk = sign_in(anna), sign_in(anna, on=DESK)
    handle = handle_of(phone)
    desk.post(PAGE, {"session": handle})
    for late in (handle, "nonsense", "é"):  # the other tab, the back button
        answer = desk.post(PAGE, {"session": late}, follow=True)
        assert "That session had already ended." in answer.content.decode()
    assert is_signed_in(desk)


def test_to_end_this_session_is_to_sign_out(anna: User):
    desk = sign_in(anna, on=DESK)
    key = key_of(desk)
    desk.post(PAGE, {"session": handle_of(desk)})
    assert not is_signed_in(with_cookie(key))


def test_a_person_without_other_sessions_sees_no_button(anna: User):
    assert "End all other sessions" not in shown(sign_in(anna))
    assert "End all other sessions" in shown(sign_in(anna))


# After the end


def page(ended: Client, anna: User) -> None:
    sign_in(anna).post(PAGE, {"session": handle_of(ended)})


def others(ended: Client, anna: User) -> None:
    sign_in(anna).post(PAGE)


def sign_out(ended: Client, anna: User) -> None:
    ended.post("/accounts/logout/")


def suspend(ended: Client, anna: User) -> None:
    by = User.objects.get(name="Ada")
    suspension.suspend(anna, by=by, reason="Threats.")
    suspension.lift(anna, by=by, reason="Talked.")


def administrator(ended: Client, anna: User) -> None:
    form = {"action": "end_sessions", "_selected_action": [anna.pk]}
    sign_in(User.objects.get(name="Ada")).post("/admin/accounts/user/", form)


def change_password(ended: Client, anna: User) -> None:
    client = sign_in(anna)
    new = dict.fromkeys(("password1", "password2"), NEW_PASSWORD)
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, **new})
    assert is_signed_in(client)


def reset_password(ended: Client, anna: User) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": anna.email})
    body = mails.delivered()[-1].body
    [link] = [line for line in body.splitlines() if "/password/reset/key/" in line]
    form = client.get(urlsplit(link).path, follow=True).redirect_chain[-1][0]
    client.post(form, dict.fromkeys(("password1", "password2"), NEW_PASSWORD))
    assert is_signed_in(client)


def change_address(ended: Client, anna: User) -> None:
    client = sign_in(anna)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "anna@new.test", "action_add": ""})
    [link] = re.findall(r"/accounts/confirm-email/\S+", str(mails.delivered()[-1].body))
    client.post(link)
    assert is_signed_in(client)


def undo_address(ended: Client, anna: User) -> None:
    token = address_changes.record(anna, old="anna@old.test", new=anna.email)
    Client().post(f"/accounts/address/undo/{token}/")


def close(ended: Client, anna: User) -> None:
    account_closing.close(anna)


@pytest.mark.parametrize(
    "way",
    [
        page, others, sign_out, suspend, administrator, change_password, reset_password,
        change_address, undo_address, close,
    ],
)  # fmt: skip
def test_a_stolen_cookie_opens_nothing_when_its_session_was_ended(
    anna: User, admin: User, way: Callable[[Client, User], None]
):
    ended = sign_in(anna)
    key = key_of(ended)
    assert is_signed_in(with_cookie(key))
    way(ended, anna)
    assert not Session.objects.filter(pk=key).exists()
    thief = with_cookie(key)
    assert thief.get(OWN_PAGE)["Location"].startswith("/accounts/login/")
    assert thief.post(PAGE)["Location"].startswith("/accounts/login/")


def test_a_password_set_by_the_operator_empties_the_list(anna: User):
    phone = sign_in(anna)
    anna.set_password(NEW_PASSWORD)
    anna.save(update_fields=["password"])
    assert open_sessions.of_person(anna) == []
    assert not is_signed_in(phone)


def test_an_administrator_leaves_a_line_in_the_history(anna: User, admin: User):
    phone = sign_in(anna)
    _key, text = keys.make(anna, name="Bot")
    administrator(phone, anna)
    assert keys.find(text) is None
    [entry] = LogEntry.objects.all()
    assert (entry.user, entry.object_id) == (admin, str(anna.pk))
    assert "Ended all sessions." in entry.get_change_message()


# Limits


@pytest.mark.parametrize(("days", "stays"), [(29, True), (31, False)])
def test_a_session_ends_when_it_is_not_used_for_30_days(anna: User, days: int, stays: bool):
    client = sign_in(anna)
    with time_machine.travel(timezone.now() + dt.timedelta(days=days)):
        assert is_signed_in(client) is stays


def test_use_prolongs_a_session_until_180_days(anna: User):
    begins = timezone.now()
    client = sign_in(anna)
    for days in range(25, 180, 25):
        with time_machine.travel(begins + dt.timedelta(days=days)):
            assert is_signed_in(client)
    with time_machine.travel(begins + dt.timedelta(days=179, hours=23)):
        assert is_signed_in(client)
    with time_machine.travel(begins + dt.timedelta(days=180, minutes=1)):
        assert not is_signed_in(client)


def test_what_is_written_into_a_session_does_not_prolong_it(anna: User):
    begins = timezone.now()
    client = sign_in(anna)
    for days in range(25, 180, 25):
        with time_machine.travel(begins + dt.timedelta(days=days)):
            session = client.session
            session["something"] = days
            session.save()
            assert is_signed_in(client)
    with time_machine.travel(begins + dt.timedelta(days=181)):
        assert not is_signed_in(client)


def test_signing_in_begins_anew(anna: User):
    begins = timezone.now()
    client = sign_in(anna)
    with time_machine.travel(begins + dt.timedelta(days=29)):
        client.post("/accounts/logout/")
        sign_in(anna, client=client)
    with time_machine.travel(begins + dt.timedelta(days=50)):
        assert is_signed_in(client)


def test_shorter_limits_hold_for_sessions_that_have_begun(anna: User, settings):
    client = sign_in(anna)
    settings.SESSION_IDLE_LIMIT = dt.timedelta(days=2)
    with time_machine.travel(timezone.now() + dt.timedelta(days=3)):
        assert not is_signed_in(client)
        assert open_sessions.of_person(anna) == []


def test_the_last_use_is_written_by_the_hour_and_costs_no_query_otherwise(anna: User):
    begins = timezone.now()
    with time_machine.travel(begins, tick=False):
        client = sign_in(anna)
        client.get(OWN_PAGE)
    for minutes, writes, used in ((59, 0, 0), (61, 1, 61), (90, 0, 61)):
        at = begins + dt.timedelta(minutes=minutes)
        with time_machine.travel(at, tick=False), CaptureQueriesContext(connection) as log:
            client.get(OWN_PAGE)
        about = [
            query["sql"] for query in log.captured_queries if "accounts_session" in query["sql"]
        ]
        assert len(about) == 1 + writes
        assert Session.objects.get().used_at == begins + dt.timedelta(minutes=used)


def test_a_page_comes_even_if_its_use_cannot_be_written(
    anna: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(_store: object) -> None:
        raise DatabaseError("locked")

    client = sign_in(anna)
    monkeypatch.setattr(store.SessionStore, "note_use", fail)
    assert is_signed_in(client)
    assert "session_use_not_stored" in caplog.text


def test_to_note_a_use_brings_no_ended_session_back(anna: User):
    key = key_of(sign_in(anna))
    session = store.SessionStore(key)
    assert session.get("_auth_user_id")
    open_sessions.end_all(anna)
    with time_machine.travel(timezone.now() + dt.timedelta(hours=2)):
        session.note_use()
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    "clear", [tasks.delete_expired, lambda: management.call_command("clearsessions")]
)
def test_old_sessions_are_deleted_by_themselves(anna: User, clear: Callable[[], None]):
    key = key_of(sign_in(anna))
    begins = timezone.now()
    with time_machine.travel(begins + dt.timedelta(days=29)):
        clear()
        assert Session.objects.filter(pk=key).exists()
    with time_machine.travel(begins + dt.timedelta(days=31)):
        clear()
        assert not Session.objects.exists()
