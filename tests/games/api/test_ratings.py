"""Ratings by the API: what the pages of ratings show, and no more."""

from typing import Any

import pytest

from accounts.models import Profile, User
from games.lifecycle import endings
from games.models import Game, Rating
from games.statistics.ratings import recompute
from games.statistics.ratings.rate import SETTLED_BELOW
from tests import factories

from .conftest import Program, program


@pytest.fixture
def people(db: None) -> dict[str, User]:
    """The players of France, Italy and so on, by the initials of their powers."""
    return {each: factories.person(f"{each}ora Ñandú") for each in "AEFGIRT"}


@pytest.fixture
def reader(db: None) -> Program:
    return program(factories.person("Reader"))


def drawn(people: dict[str, User], **fields: Any) -> Game:
    """A rated game that France and Italy have drawn."""
    wanted = {"provisional_days": 0, "title": "Blackbird", **fields}
    game = factories.begun_game(None, list(people.values()), **wanted)
    for seat in game.seats.all():
        seat.tenures.update(person=people[seat.power[0]])
    endings.draw(game, among=["FRANCE", "ITALY"], by=None)
    recompute.recompute()
    return game


def all_pages(reader: Program, path: str, name: str) -> list[Any]:
    """The items of all pages of a list, three on each."""
    found: list[Any] = []
    cursor = ""
    while True:
        page = reader.get(f"{path}?limit=3{cursor}").json()
        assert len(page[name]) <= 3
        found += page[name]
        if page["next_cursor"] is None:
            return found
        cursor = f"&cursor={page['next_cursor']}"


def test_a_list_has_settled_ratings_first_and_keeps_ranks_on_later_pages(
    people: dict[str, User], reader: Program
):
    drawn(people)
    Rating.objects.filter(person=people["T"]).update(sigma=SETTLED_BELOW - 0.1)
    lines = all_pages(reader, "/ratings", "ratings")
    assert [each["name"][0] for each in lines] == list("TFIAEGR")
    assert [each["rank"] for each in lines] == [1, *[None] * 6]
    assert lines == reader.get("/ratings").json()["ratings"]
    Rating.objects.update(sigma=SETTLED_BELOW - 0.1)
    lines = all_pages(reader, "/ratings", "ratings")
    assert [each["rank"] for each in lines] == [1, 1, 3, 3, 3, 3, 3]
    assert reader.get("/ratings?ladder=gunboat").json()["ratings"] == []
    assert reader.get("/ratings?cursor=YWZ0ZXIgTm9ib2R5").json()["code"] == "unknown_cursor"


def test_a_person_who_shows_no_games_is_in_no_list(people: dict[str, User], reader: Program):
    drawn(people)
    path = f"/ratings/{people['F'].name}"
    assert reader.get(path).status_code == 200
    Profile.objects.create(person=people["F"], visibility=Profile.Visibility.NOBODY)
    assert reader.get(path).status_code == 404
    assert "Fora" not in reader.get("/ratings").content.decode()
    assert program(people["F"]).get(path).json()["name"] == people["F"].name


def test_the_changes_of_a_person_name_no_private_game_to_strangers(
    people: dict[str, User], reader: Program
):
    open_games = [drawn(people) for _number in range(3)]
    hidden = drawn(people, visibility="private", title="Nightingale")
    path = f"/ratings/{people['F'].name}"
    changes = all_pages(reader, path, "changes")
    assert [each["game"] for each in changes] == [
        None, *(game.slug for game in reversed(open_games))
    ]  # fmt: skip
    assert (changes[0]["result"], changes[0]["powers"]) == ("Shared the best result.", [])
    assert changes[1]["powers"] == ["FRANCE"]
    assert changes[1]["result"].startswith("Shared a draw of 2 with Iora Ñandú, against Aora")
    assert hidden.slug not in reader.get(f"{path}?limit=1").content.decode()
    [newest] = program(people["T"]).get(f"{path}?limit=1").json()["changes"]
    assert (newest["game"], newest["title"]) == (hidden.slug, "Nightingale")


def test_no_rating_tells_of_an_anonymous_game_before_its_end_is_final(
    people: dict[str, User], reader: Program
):
    drawn(people)
    paths = ("/ratings", f"/ratings/{people['F'].name}")
    before = [reader.get(path).content for path in paths]
    drawn(people, anonymous=True, provisional_days=2)
    assert [reader.get(path).content for path in paths] == before
