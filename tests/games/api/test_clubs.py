"""Clubs by the API: whom they show, joining by a link, and leaving."""

import pytest

from accounts.models import Profile, User
from games.clubs import creation, membership
from games.models import Club, Game
from tests import factories

from .conftest import Program, program

PATH = "/clubs/the-vienna-circle"


@pytest.fixture
def owner(db: None) -> User:
    return factories.person("Olga")


@pytest.fixture
def club(owner: User) -> Club:
    return creation.create(owner, name="The Vienna Circle", about="Mondays.", is_listed=False)


@pytest.fixture
def bot(db: None) -> Program:
    return program(factories.person("Ben"))


def test_a_club_that_is_not_listed_is_there_for_its_members_alone(club: Club, bot: Program):
    for path in ("", "/games", "/ratings"):
        assert bot.get(PATH + path).status_code == 404
    assert bot.get("/clubs").json()["clubs"] == []
    wrong = bot.post(f"{PATH}/join", {"invitation": "0" * 32})
    assert wrong.status_code == 404
    joined = bot.post(f"{PATH}/join", {"invitation": club.invitation_key})
    assert joined.status_code == 200
    assert bot.post(f"{PATH}/join", {"invitation": club.invitation_key}).status_code == 200
    [line] = bot.get("/clubs?mine=true").json()["clubs"]
    assert (line["slug"], line["role"], line["listed"]) == (club.slug, "member", False)
    found = bot.get(PATH).json()
    assert [(each["name"], each["is_master"]) for each in found["members"]] == [
        ("Ben", False), ("Olga", True)
    ]  # fmt: skip
    assert club.invitation_key not in bot.get(PATH).content.decode()


def test_a_stranger_sees_members_as_their_profiles_say(owner: User, club: Club, bot: Program):
    Club.objects.update(is_listed=True)
    [member] = bot.get(PATH).json()["members"]
    assert (member["name"], member["since"]) == ("Olga", None)
    Profile.objects.create(person=owner, visibility=Profile.Visibility.NOBODY)
    found = bot.get(PATH).json()
    assert (found["members"], found["members_not_shown"], found["role"]) == ([], 1, None)


def test_leaving_tells_what_follows_and_a_stranger_cannot(club: Club, owner: User, bot: Program):
    membership.join(club, User.objects.get(name="Ben"), club.invitation_key)
    asked = program(owner).post(f"{PATH}/leave", {}).json()
    assert (asked["code"], "only master" in asked["detail"]) == ("needs_confirmation", True)
    assert program(owner).post(f"{PATH}/leave", {"confirmed": True}).status_code == 200
    assert club.memberships.get().is_master
    Club.objects.update(is_listed=True)
    refused = program(owner).post(f"{PATH}/leave", {"confirmed": True})
    assert (refused.status_code, refused.json()["code"]) == (409, "refused")


def test_the_games_of_a_club_are_those_that_one_may_see(club: Club, owner: User):
    games = [factories.open_game(owner, title=f"Table {n}") for n in range(3)]
    Game.objects.filter(pk__in=[game.pk for game in games]).update(club=club)
    reader = program(owner)
    first = reader.get(f"{PATH}/games?limit=2").json()
    rest = reader.get(f"{PATH}/games?limit=2&cursor={first['next_cursor']}").json()
    slugs = [each["slug"] for each in (*first["games"], *rest["games"])]
    assert slugs == [game.slug for game in reversed(games)]
    assert rest["next_cursor"] is None
