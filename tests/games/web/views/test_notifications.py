"""Subscribing a browser to push notifications, and unsubscribing it."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Browser, Notification
from games.notifications import preferences
from games.notifications.push import vapid
from tests.phone import Phone

from .conftest import alerts, nothing_changes, signed_in, words
from .test_mail import PAGE, everything_at_once

ADD, STOP, WORKER = "/mail/browser/", "/mail/browser/stop/", "/push-worker.js"
ENDPOINT = "https://push.example.org/to/somebody"


@pytest.fixture
def reader(players: list[User]) -> User:
    return players[0]


def given(**other: str) -> dict[str, str]:
    return {"endpoint": ENDPOINT, **Phone().keys, **other}


def test_a_browser_that_hands_over_its_address_tells_from_then_on(reader: User) -> None:
    client = signed_in(reader)
    page = client.post(ADD, given(), follow=True)
    assert "Notifications are on in this browser." in words(page)
    assert "Turn off in this browser" in words(page)
    assert Browser.objects.get().person == reader
    assert ENDPOINT not in page.content.decode()


def test_before_that_the_page_keeps_the_offer_for_the_script(reader: User) -> None:
    page = signed_in(reader).get(PAGE).content.decode()
    assert f'data-push="{vapid.public_key()}" data-worker="{WORKER}" hidden>' in page
    assert "data-subscribe hidden>" in page
    assert page.count(">Notifications in your browsers<") == 1  # the heading of the offer
    assert 'name="push"' not in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": ""},
        {"endpoint": "http://push.example.org/"},
        {"endpoint": "https://127.0.0.1/"},
        {"endpoint": "https://localhost/"},
        {"endpoint": "https://me:secret@push.example.org/"},
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": "https://push.example.org/" + "x" * 1000},
        {"endpoint": "https://push.example.org/\r\nX-More: 1"},
        {"key": "A" * 87},
        {"key": ""},
        {"auth": "A" * 21},
        {"auth": "é" * 22},
    ],
)
def test_an_unusable_subscription_is_refused(reader: User, wrong: dict[str, str]) -> None:
    client = signed_in(reader)
    with nothing_changes():
        page = client.post(ADD, given(**wrong), follow=True)
    assert "This browser gave a notification address that can’t be used." in words(page)


def test_one_browser_is_unsubscribed_and_the_others_stay(reader: User) -> None:
    here, there = signed_in(reader), signed_in(reader)
    here.post(ADD, given())
    there.post(ADD, given(endpoint=f"{ENDPOINT}/there"))
    assert "You get notifications in 1 other browser." in words(here.get(PAGE))
    page = here.post(STOP, {"which": "this"}, follow=True)
    assert "Notifications are off in this browser." in words(page)
    assert Browser.objects.get().endpoint == f"{ENDPOINT}/there"


def test_all_browsers_of_a_person_are_unsubscribed(reader: User, players: list[User]) -> None:
    for number, person in enumerate([reader, reader, players[1]]):
        signed_in(person).post(ADD, given(endpoint=f"{ENDPOINT}/{number}"))
    signed_in(reader).post(STOP, {"which": "all"})
    assert Browser.objects.get().person == players[1]


def test_unsubscribing_an_unknown_browser_changes_nothing(
    reader: User, players: list[User]
) -> None:
    signed_in(players[1]).post(ADD, given())
    client = signed_in(reader)
    with nothing_changes():
        client.post(STOP)


@pytest.mark.parametrize("path", ["/accounts/logout/", "/admin/logout/"])
def test_signing_out_unsubscribes_the_browser(reader: User, path: str) -> None:
    User.objects.filter(pk=reader.pk).update(is_staff=True, is_superuser=True)
    client = signed_in(reader)
    client.post(ADD, given())
    client.post(path)
    assert not Browser.objects.exists()


def test_the_kinds_of_push_notifications_are_chosen_beside_mail(reader: User) -> None:
    client = signed_in(reader)
    client.post(ADD, given())
    page = client.get(PAGE).content.decode()
    assert page.count('name="push"') == page.count(" checked") == len(Notification.Kind)
    client.post(PAGE, {**everything_at_once(), "push": ["message", "your_turn"]})
    assert preferences.push_preferences(reader) == ["your_turn", "message"]
    client.post(PAGE, everything_at_once())
    assert preferences.push_preferences(reader) == []
    client.post(PAGE, {**everything_at_once(), "push": Notification.Kind.values})
    assert preferences.push_preferences(reader) == Notification.Kind.values
    with nothing_changes():
        refused = client.post(PAGE, {**everything_at_once(), "push": ["fax"]})
    assert "fax" in alerts(refused)


def test_without_a_browser_the_choice_is_left_alone(reader: User) -> None:
    client = signed_in(reader)
    preferences.set_push_preferences(reader, ["message"])
    client.post(PAGE, {**everything_at_once(), "push": Notification.Kind.values})
    assert preferences.push_preferences(reader) == ["message"]


def test_the_script_of_browsers_stands_at_the_root_and_is_the_same_for_all(reader: User) -> None:
    for client in (Client(), signed_in(reader)):
        answer = client.get(WORKER)
        assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert answer.headers["Cache-Control"] == "public, no-cache"
        assert b"showNotification" in b"".join(answer.streaming_content)  # type: ignore[attr-defined]
        assert not answer.cookies
    assert Client().post(WORKER).status_code == 405


def test_a_site_that_cannot_push_shows_nothing_of_it(reader: User, settings: Any) -> None:
    settings.VAPID_KEY = ""
    client = signed_in(reader)
    page = client.get(PAGE)
    assert "rowser" not in words(page)
    assert client.get(WORKER).status_code == 404
    with nothing_changes():
        assert client.post(ADD, given()).status_code == 404
    assert client.post(STOP, follow=True).status_code == 200
