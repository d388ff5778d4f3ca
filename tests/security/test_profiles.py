"""Profiles say nothing of games that hide their players, to whoever asks about whomever."""

import pytest
from django.urls import reverse

from accounts.models import Profile, User
from games.models import Tenure
from tests.soak import SOAK

from .walk import ask
from .world import ROLES, Circle, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900)]
# One of each kind of reader; in a soak all that are answered.
READERS = ["nobody", "guest", "own", "heir", "master", "super"]
if SOAK:
    READERS = [role for role in ROLES if role not in ("closing", "ended", "pending")]


def players(circle: Circle) -> list[User]:
    """All people who hold or held a seat of the running game."""
    held = Tenure.objects.filter(seat__game=circle.game)
    return list(User.objects.filter(pk__in=held.values("person")).order_by("pk"))


def show_to_everyone(people: list[User]) -> None:
    everyone = Profile.Visibility.EVERYONE
    Profile.objects.bulk_create(Profile(person=each, visibility=everyone) for each in people)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_no_reader_finds_a_player_of_an_anonymous_game_by_a_profile(world: World, visibility: str):
    circle = world.circle(visibility)
    people = players(circle)
    assert len(people) >= 7
    show_to_everyone(people)
    traces = (circle.game.title, circle.game.slug, circle.lobby.title, circle.lobby.slug)
    for person in people:
        for role in READERS:
            answer = ask(world, role, "GET", reverse("games:profile", args=[person.name]))
            assert answer.word == "200", (person.name, role)
            found = [trace for trace in traces if trace in answer.text]
            assert not found, (person.name, role, found)
            assert "Games in progress</dt><dd>0<" in answer.text, (person.name, role)


def test_the_profile_lists_games_whose_names_are_open(world: World):
    """Negative control: without hidden names, the same pages name the games."""
    circle = world.circle("public")
    show_to_everyone([world.people["own"]])
    circle.game.anonymous = False
    circle.game.save(update_fields=["anonymous"])
    path = reverse("games:profile", args=[world.people["own"].name])
    assert circle.game.title in ask(world, "nobody", "GET", path).text
