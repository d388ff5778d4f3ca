"""Push subscriptions of browsers, and when they end."""

import pytest
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse

from accounts import account_closing
from accounts.models import User
from accounts.sessions import open_sessions
from accounts.sessions.store import SessionStore
from games.models import Browser, Game, Notification
from games.notifications import notify
from games.notifications.push import browsers
from tests.games.web.views.conftest import signed_in
from tests.phone import Phone

from .conftest import request_of

HERE = "https://push.example.org/here"


def add(person: User, endpoint: str = HERE) -> Browser:
    return browsers.add(request_of(person), endpoint=endpoint, **Phone().keys)


def endpoints_of(person: User) -> set[str]:
    return set(browsers.valid_browsers(person).values_list("endpoint", flat=True))


def test_a_person_may_have_several_browsers(players: list[User]) -> None:
    for number in range(3):
        add(players[0], f"{HERE}/{number}")
    add(players[1], f"{HERE}/other")
    assert endpoints_of(players[0]) == {f"{HERE}/{number}" for number in range(3)}


def test_beyond_the_most_the_oldest_is_forgotten(players: list[User]) -> None:
    for number in range(browsers.MOST + 2):
        add(players[0], f"{HERE}/{number}")
    assert endpoints_of(players[0]) == {
        f"{HERE}/{number}" for number in range(2, browsers.MOST + 2)
    }


def test_a_browser_belongs_to_whoever_signed_in_there_last(players: list[User]) -> None:
    add(players[0])
    add(players[1])
    assert (endpoints_of(players[0]), endpoints_of(players[1])) == (set(), {HERE})


def test_a_session_knows_its_own_browser_and_no_other(players: list[User]) -> None:
    request, other = request_of(players[0]), request_of(players[0])
    assert browsers.current_browser(request) is None
    browser = browsers.add(request, endpoint=HERE, **Phone().keys)
    assert browsers.current_browser(request) == browser
    assert browsers.current_browser(other) is None
    stolen = request_of(players[1])
    stolen.session[browsers.SESSION_KEY] = browser.pk
    assert browsers.current_browser(stolen) is None
    browsers.forget_current(request=stolen, user=players[1])
    assert endpoints_of(players[0]) == {HERE}


def test_signing_out_ends_the_subscription_of_that_browser_alone(players: list[User]) -> None:
    request = request_of(players[0])
    browsers.add(request, endpoint=HERE, **Phone().keys)
    add(players[0], f"{HERE}/phone")
    logout(request)
    assert endpoints_of(players[0]) == {f"{HERE}/phone"}


def test_a_session_that_is_ended_from_elsewhere_takes_its_subscription_along(
    players: list[User],
) -> None:
    person = players[0]
    clients = [signed_in(person), signed_in(person)]
    for number, client in enumerate(clients):
        subscription = {"endpoint": f"{HERE}/{number}", **Phone().keys}
        client.post(reverse("games:add_browser"), subscription)
    assert endpoints_of(person) == {f"{HERE}/0", f"{HERE}/1"}
    open_sessions.end_all(person, but=clients[1].session.session_key)
    assert endpoints_of(person) == {f"{HERE}/1"}


def test_signing_out_without_an_account_is_no_error(db: None) -> None:
    anonymous = HttpRequest()
    anonymous.user, anonymous.session = AnonymousUser(), SessionStore()
    logout(anonymous)


def test_a_new_password_ends_all_subscriptions(players: list[User]) -> None:
    """Whoever knew the old one may have a browser among them."""
    add(players[0])
    players[0].set_password("another long password")
    players[0].save(update_fields=["password"])
    assert endpoints_of(players[0]) == set()
    add(players[0], f"{HERE}/again")
    assert Browser.objects.get(person=players[0]).endpoint == f"{HERE}/again"


def test_a_new_key_of_the_site_ends_all_subscriptions(players: list[User], settings) -> None:
    """Push services accept only messages signed with the key of the subscription."""
    add(players[0])
    settings.VAPID_KEY = "A" * 42 + "E"
    assert endpoints_of(players[0]) == set()


def test_a_closed_account_leaves_no_subscription(players: list[User]) -> None:
    add(players[0])
    add(players[1], f"{HERE}/other")
    account_closing.close(players[0])
    assert list(Browser.objects.values_list("person", flat=True)) == [players[1].pk]


@pytest.mark.parametrize("ending", ["suspended", "closed"])
def test_a_closed_or_locked_account_gets_no_push(
    game: Game, players: list[User], ending: str
) -> None:
    add(players[0])
    gone = {"is_active": False} if ending == "suspended" else {"closed_at": "2000-01-01T00:00Z"}
    User.objects.filter(pk=players[0].pk).update(**gone)
    notify.notify(Notification.Kind.GAME_OVER, [players[0].pk], game=game)
    assert not Notification.objects.filter(channel="push", kind="game_over").exists()
