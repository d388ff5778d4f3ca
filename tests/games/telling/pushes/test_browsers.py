"""Which browsers tell whom, and when that ends."""

import pytest
from django.contrib.auth import logout

from accounts import closing
from accounts.models import User
from games.models import Browser, Game, Notice
from games.telling import notifications
from games.telling.pushes import browsers
from tests.phone import Phone

from .conftest import request_of

HERE = "https://push.example.org/here"


def add(person: User, endpoint: str = HERE) -> Browser:
    return browsers.add(request_of(person), endpoint=endpoint, **Phone().keys)


def of(person: User) -> set[str]:
    return set(browsers.of(person).values_list("endpoint", flat=True))


def test_a_person_may_have_several(players: list[User]) -> None:
    for number in range(3):
        add(players[0], f"{HERE}/{number}")
    add(players[1], f"{HERE}/other")
    assert of(players[0]) == {f"{HERE}/{number}" for number in range(3)}


def test_beyond_the_most_the_oldest_is_forgotten(players: list[User]) -> None:
    for number in range(browsers.MOST + 2):
        add(players[0], f"{HERE}/{number}")
    assert of(players[0]) == {f"{HERE}/{number}" for number in range(2, browsers.MOST + 2)}


def test_a_browser_tells_whoever_signed_in_there_last(players: list[User]) -> None:
    add(players[0])
    add(players[1])
    assert (of(players[0]), of(players[1])) == (set(), {HERE})


def test_a_session_knows_its_own_browser_and_no_other(players: list[User]) -> None:
    request, other = request_of(players[0]), request_of(players[0])
    assert browsers.this(request) is None
    browser = browsers.add(request, endpoint=HERE, **Phone().keys)
    assert browsers.this(request) == browser
    assert browsers.this(other) is None
    stolen = request_of(players[1])
    stolen.session[browsers.IN_SESSION] = browser.pk
    assert browsers.this(stolen) is None
    browsers.forget_this(request=stolen, user=players[1])
    assert of(players[0]) == {HERE}


def test_signing_out_ends_it_in_that_browser_alone(players: list[User]) -> None:
    request = request_of(players[0])
    browsers.add(request, endpoint=HERE, **Phone().keys)
    add(players[0], f"{HERE}/phone")
    logout(request)
    assert of(players[0]) == {f"{HERE}/phone"}


def test_strangers_sign_out_too(db: None) -> None:
    logout(request_of(None))


def test_a_new_password_ends_it_everywhere(players: list[User]) -> None:
    """Whoever knew the old one may have a browser among them."""
    add(players[0])
    players[0].set_password("another long password")
    players[0].save(update_fields=["password"])
    assert of(players[0]) == set()
    add(players[0], f"{HERE}/again")
    assert Browser.objects.get(person=players[0]).endpoint == f"{HERE}/again"


def test_a_new_key_of_the_site_ends_it_for_all(players: list[User], settings) -> None:
    """Services pass on only what the key signs that the browser was told of."""
    add(players[0])
    settings.VAPID_KEY = "A" * 42 + "E"
    assert of(players[0]) == set()


def test_a_closed_account_leaves_none(players: list[User]) -> None:
    add(players[0])
    add(players[1], f"{HERE}/other")
    closing.close(players[0])
    assert list(Browser.objects.values_list("person", flat=True)) == [players[1].pk]


@pytest.mark.parametrize("ending", ["suspended", "closed"])
def test_who_is_gone_is_told_nothing(game: Game, players: list[User], ending: str) -> None:
    add(players[0])
    gone = {"is_active": False} if ending == "suspended" else {"closed_at": "2000-01-01T00:00Z"}
    User.objects.filter(pk=players[0].pk).update(**gone)
    notifications.tell(Notice.Kind.GAME_OVER, [players[0].pk], game=game)
    assert not Notice.objects.filter(channel="push", kind="game_over").exists()
