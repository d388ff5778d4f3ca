"""Players of one game who share a browser or a network, as administrators see them."""

import datetime as dt

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.devices import device_traces
from accounts.models import Trace, User
from games.models import Game, Tenure
from games.web.pages import shared_devices

from ... import factories
from ..web.views.conftest import OrderForm, signed_in, words

URL = "/games/shared/"


@pytest.fixture
def admin(db: None) -> User:
    return factories.person("Ada Admin", is_superuser=True, is_staff=True)


def come(person: User, place: str = "one", kind: Trace.Kind = Trace.Kind.BROWSER) -> Trace:
    now = timezone.now()
    mark = device_traces.keyed_hash(kind, place)
    return Trace.objects.create(person=person, kind=kind, mark=mark, first_at=now, last_at=now)


def rows(viewer: User) -> list[tuple[str, set[User], str]]:
    return [
        (shared.game.title, set(shared.people), shared.kind)
        for shared in shared_devices.shared_devices(viewer)
    ]


def test_two_players_of_a_game_are_seen_by_administrators_alone(
    game: Game, master: User, players: list[User], admin: User, client: Client
):
    for person in players[:2]:
        come(person)
    come(players[2], "another")
    page = words(signed_in(admin).get(URL))
    assert game.title in page
    assert f"{players[0]}, {players[1]}" in page
    assert str(players[2]) not in page
    for person in (master, players[0], factories.person(is_staff=True)):
        assert signed_in(person).get(URL).status_code == 404
        assert URL not in signed_in(person).get("/games/").content.decode()
    assert client.get(URL)["Location"].startswith("/accounts/login/")


def test_games_in_which_the_administrator_plays_are_not_there(
    master: User, players: list[User], admin: User
):
    factories.begun_game(master, [admin, *players[1:]])
    for person in (admin, *players[1:]):
        come(person)
    assert rows(admin) == []
    other = factories.person("Olga Other", is_superuser=True)
    assert len(rows(other)) == 7 * 6 / 2


def test_people_who_play_in_different_games_share_nothing(
    game: Game, master: User, players: list[User], admin: User
):
    elsewhere = factories.PersonFactory.create_batch(7)
    factories.begun_game(master, elsewhere)
    come(players[0])
    come(elsewhere[0])
    assert rows(admin) == []


def test_each_kind_is_a_line_and_many_places_are_one(game: Game, players: list[User], admin: User):
    for place in ("one", "two"):
        for person in players[:2]:
            come(person, place)
            come(person, place, Trace.Kind.NETWORK)
    assert sorted(kind for _, _, kind in rows(admin)) == ["browser", "network"]


def test_it_says_since_when_it_is_shared_and_until_when(
    game: Game, players: list[User], admin: User
):
    now = timezone.now()
    times = [(10, 1), (5, 3)]  # days ago
    for person, (first, last) in zip(players, times, strict=False):
        trace = come(person)
        first_at, last_at = (now - dt.timedelta(days=days) for days in (first, last))
        Trace.objects.filter(pk=trace.pk).update(first_at=first_at, last_at=last_at)
    [shared] = shared_devices.shared_devices(admin)
    assert ((now - shared.since).days, (now - shared.last).days) == (5, 1)


def test_who_has_left_long_ago_is_not_listed(game: Game, players: list[User], admin: User):
    for person in players[:2]:
        come(person)
    left = timezone.now() - device_traces.RETENTION - dt.timedelta(days=1)
    tenures = Tenure.objects.filter(person=players[0])
    tenures.update(since=left, until=left, ending=Tenure.Ending.REPLACED)
    assert rows(admin) == []


def test_whoever_gives_orders_leaves_a_trace(game: Game, players: list[User], admin: User):
    order_form = OrderForm(game, "FRANCE")
    person = factories.holder(factories.seat(game, "FRANCE"))
    answer = order_form.text("A PAR - BUR")
    assert settings.BROWSER_COOKIE_NAME in answer.cookies
    assert set(Trace.objects.values_list("person", "kind")) == {
        (person.pk, "browser"),
        (person.pk, "network"),
    }
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=5)):
        order_form.text("A PAR - GAS")
    assert Trace.objects.count() == 2


def test_many_players_take_as_many_queries_as_two(
    game: Game, players: list[User], admin: User, django_assert_num_queries
):
    for person in players[:2]:
        come(person)
    client = signed_in(admin)
    with django_assert_num_queries(4):
        client.get(URL)
    for person in players[2:]:
        come(person)
    with django_assert_num_queries(4):
        client.get(URL)
