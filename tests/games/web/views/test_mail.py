"""The page of notification preferences, and the unsubscribe link."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import account_closing
from accounts.models import User
from games.models import Game, MailChoice, Notification
from games.notifications import preferences
from games.notifications.mail import delivery

from .conftest import alerts, nothing_changes, signed_in, words

PAGE = "/mail/"


@pytest.fixture
def reader(players: list[User]) -> User:
    return players[0]


def everything_at_once() -> dict[str, str]:
    return dict.fromkeys(Notification.Kind.values, "at_once")


def path(person: User, kind: str = "message") -> str:
    return "/" + preferences.unsubscribe_url(person, kind).split("/", 3)[3]


def test_at_first_everything_comes_at_once(reader: User) -> None:
    page = signed_in(reader).get(PAGE)
    assert page.content.decode().count('<option value="at_once" selected>') == len(
        Notification.Kind
    )
    assert page.content.decode().count('value="without_text"') == 1
    assert reader.email in words(page)


def test_a_choice_is_stored_and_shown_again(reader: User) -> None:
    client = signed_in(reader)
    wanted = {**everything_at_once(), "results": "off", "message": "without_text"}
    page = client.post(PAGE, wanted, follow=True)
    assert "Your choice is saved." in words(page)
    assert preferences.mail_preferences(reader) == wanted
    client.post(PAGE, everything_at_once())
    assert preferences.mail_preferences(reader) == everything_at_once()


def test_what_is_not_offered_is_refused(reader: User) -> None:
    client = signed_in(reader)
    with nothing_changes():
        page = client.post(PAGE, {**everything_at_once(), "results": "without_text"})
    assert "without_text" in alerts(page)


def test_a_choice_changes_nothing_for_others(reader: User, players: list[User]) -> None:
    signed_in(reader).post(PAGE, {**everything_at_once(), "results": "off"})
    assert preferences.mail_preferences(players[1]) == everything_at_once()


def test_strangers_are_asked_to_sign_in(reader: User) -> None:
    assert Client().get(PAGE)["Location"].startswith(reverse("account_login"))


def test_the_page_of_preferences_and_the_menu_lead_there(reader: User) -> None:
    page = signed_in(reader).get(reverse("accounts:preferences")).content.decode()
    assert page.count(f'href="{PAGE}"') == 2


def test_looking_at_the_link_changes_nothing(reader: User) -> None:
    with nothing_changes():
        page = Client().get(path(reader))
    assert "You get emails of this kind: New message. Should they stop?" in words(page)


def test_the_link_of_a_mail_ends_its_kind_for_whoever_is_signed_out(
    game: Game, reader: User
) -> None:
    delivery.deliver_due()
    message = next(message for message in mail.outbox if message.to == [reader.email])
    link = message.extra_headers["List-Unsubscribe"].strip("<>")
    # The one-click request of a mail program: no cookie, no CSRF token (RFC 8058).
    program = Client(enforce_csrf_checks=True)
    for _time in range(2):
        page = program.post("/" + link.split("/", 3)[3], {"List-Unsubscribe": "One-Click"})
        assert page.status_code == 200
        assert "You no longer get emails of this kind: A game begins." in words(page)
    stored = MailChoice.objects.get()
    assert (stored.person, stored.kind, stored.how) == (reader, "game_begun", "off")
    assert 'href="/mail/"' in page.content.decode()


def test_the_link_works_whoever_is_signed_in(reader: User, players: list[User]) -> None:
    signed_in(players[1]).post(path(reader))
    assert preferences.mail_preference(reader, "message") == "off"
    assert preferences.mail_preference(players[1], "message") == "at_once"


def test_a_link_with_a_wrong_signature_is_not_found(reader: User) -> None:
    good = path(reader)
    token = good.rstrip("/").rpartition("/")[2]
    value, _point, signature = token.partition(".")
    other = path(reader, "results").rstrip("/").rpartition("/")[2].partition(".")[0]
    for bad in (
        f"{other}.{signature}",
        f"{value}.{signature[:-1]}",
        "a.b",
        value,
        "é.b",
        f"{token}x",
    ):
        for send in (Client().get, Client().post):
            with nothing_changes():
                assert send(f"/mail/unsubscribe/{bad}/").status_code == 404, bad


def test_a_closed_account_has_nothing_to_switch_off(reader: User) -> None:
    link = path(reader)
    account_closing.close(reader)
    with nothing_changes():
        assert Client().get(link).status_code == 404
        assert Client().post(link).status_code == 404
