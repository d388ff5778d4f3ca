"""Players of one game who share a browser or a network, as administrators see them."""

import datetime as dt

import pytest
import time_machine
from django.conf import settings
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.devices import device_traces
from accounts.models import Trace, User
from games.models import DismissedSharing, Game, Tenure
from games.web.pages import shared_devices

from ... import factories
from ..web.views.conftest import Answer, OrderForm, signed_in, words

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
    assert f"{players[0]} with {players[1]}" in page or f"{players[1]} with {players[0]}" in page
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
    with django_assert_num_queries(5):
        client.get(URL)
    for person in players[2:]:
        come(person)
    with django_assert_num_queries(5):
        client.get(URL)


# Groups, and pairs that are dismissed


def later(days: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + dt.timedelta(days=days), tick=False)


def dismiss_url(*people: User) -> str:
    return reverse("games:dismiss_sharing", args=sorted(person.pk for person in people))


def dismiss(admin: User, *people: User, note: str = "Brothers.") -> Answer:
    return signed_in(admin).post(dismiss_url(*people), {"note": note}, follow=True)


def listed(admin: User) -> list[tuple[str, list[str]]]:
    """The people on the page, and those with whom each shares something."""
    page = shared_devices.shared_devices_page(admin)
    return [
        (str(group.person), sorted(str(pair.people[1]) for pair in group.pairs))
        for group in page.groups
    ]


def test_pairs_are_grouped_under_the_person_who_is_in_most(
    game: Game, players: list[User], admin: User
):
    for person in players[:3]:
        come(person, f"of {person.pk}")
    for other in players[1:3]:
        come(players[0], f"of {other.pk}")
    assert listed(admin) == [(str(players[0]), sorted(map(str, players[1:3])))]


def test_a_pair_is_dismissed_with_a_note_that_all_administrators_read(
    game: Game, players: list[User], admin: User
):
    for person in players[:2]:
        come(person)
    assert "The pair is dismissed." in words(dismiss(admin, *players[:2]))
    other = factories.person("Olga Other", is_superuser=True, is_staff=True)
    assert listed(other) == []
    page = words(signed_in(other).get(URL))
    assert "Brothers." in page
    assert "Ada Admin" in page


def test_a_dismissed_pair_comes_back_with_another_device_and_not_by_further_visits(
    game: Game, players: list[User], admin: User
):
    traces = [come(person) for person in players[:2]]
    dismiss(admin, *players[:2])
    with later(1):
        Trace.objects.filter(pk__in=[each.pk for each in traces]).update(last_at=timezone.now())
        assert listed(admin) == []
        for person in players[:2]:
            come(person, "two")
        assert len(listed(admin)) == 1
        dismiss(admin, *players[:2], note="Two brothers, two browsers.")
        assert listed(admin) == []


def test_a_dismissed_pair_comes_back_in_another_game(
    game: Game, master: User, players: list[User], admin: User
):
    for person in players[:2]:
        come(person)
    dismiss(admin, *players[:2])
    factories.begun_game(master, players)
    assert len(listed(admin)) == 1


def test_a_note_is_needed_and_nobody_else_dismisses(
    game: Game, master: User, players: list[User], admin: User
):
    for person in players[:2]:
        come(person)
    dismiss(admin, *players[:2], note=" ")
    for person in (master, players[0], factories.person(is_staff=True)):
        answer = signed_in(person).post(dismiss_url(*players[:2]), {"note": "Fine."})
        assert answer.status_code == 404
    assert not DismissedSharing.objects.exists()


def test_an_administrator_dismisses_nothing_in_games_in_which_they_play(
    master: User, players: list[User], admin: User
):
    factories.begun_game(master, [admin, *players[1:]])
    for person in players[1:3]:
        come(person)
    answer = signed_in(admin).post(dismiss_url(*players[1:3]), {"note": "Fine."})
    assert answer.status_code == 404


def test_no_note_is_changed_or_deleted(game: Game, players: list[User], admin: User):
    for person in players[:2]:
        come(person)
    dismiss(admin, *players[:2])
    with pytest.raises(DatabaseError), transaction.atomic():
        DismissedSharing.objects.update(note="Nothing.")
    with pytest.raises(DatabaseError), transaction.atomic():
        DismissedSharing.objects.all().delete()
