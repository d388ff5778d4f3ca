"""Clubs through their forms: members, links, masters, games and ratings."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts import account_closing
from accounts.models import Profile, User
from games import access
from games.clubs import creation, membership
from games.core.errors import Refused
from games.lifecycle import endings, lobby
from games.models import Club, ClubMembership, Game
from games.statistics.ratings import recompute
from tests import factories

from .conftest import signed_in, words

pytestmark = pytest.mark.django_db
FORM = {"name": "The Vienna Circle", "about": "We meet on Mondays.", "is_listed": "on"}


@pytest.fixture
def owner() -> User:
    return factories.person("Olga")


@pytest.fixture
def club(owner: User) -> Club:
    return creation.create(owner, name="The Vienna Circle", about="", is_listed=True)


def link_of(owner: User, club: Club) -> str:
    """The path of the link that the page shows a master."""
    page = signed_in(owner).get(club.get_absolute_url()).content.decode()
    found = re.search(r'id="invitation-link" readonly value="http://[^/]+([^"]+)"', page)
    assert found
    return found[1]


def members(*names: str, club: Club) -> list[User]:
    people = [factories.person(name) for name in names]
    for each in people:
        membership.join(club, each, club.invitation_key)
    return people


def page_of(club: Club, reader: User | None = None, question: str = "") -> str:
    answer = (signed_in(reader) if reader else Client()).get(club.get_absolute_url() + question)
    assert answer.status_code == 200
    return words(answer)


def masters(club: Club) -> set[str]:
    rows = club.memberships.masters().values_list("person__name", flat=True)
    return set(rows)


def test_a_club_of_twelve_through_its_forms(owner: User) -> None:
    answer = signed_in(owner).post("/clubs/new/", FORM)
    club = Club.objects.get()
    assert answer.headers["Location"] == club.get_absolute_url() == "/clubs/the-vienna-circle/"

    people = [factories.person(f"Member {n:02}") for n in range(1, 12)]
    link = link_of(owner, club)
    for each in people:
        assert "Join the club" in words(signed_in(each).get(link))
        signed_in(each).post(link)
        signed_in(each).post(link)  # a double click
    assert club.memberships.count() == 12
    assert "Member 01" in page_of(club, people[5])

    signed_in(people[0]).post(f"{club.get_absolute_url()}leave/")
    removed = club.memberships.get(person=people[1])
    signed_in(owner).post(f"{club.get_absolute_url()}members/{removed.pk}/dismiss/")
    assert signed_in(people[1]).get(link).status_code == 404, "the removed person has the old link"
    assert club.memberships.count() == 10

    heir = club.memberships.get(person=people[4])
    signed_in(owner).post(f"{club.get_absolute_url()}members/{heir.pk}/promote/")
    assert masters(club) == {"Olga", "Member 05"}
    account_closing.ask(owner)
    account_closing.close(owner)
    account_closing.close(people[4])
    assert masters(club) == {"Member 03"}, "the longest-standing member"
    assert club.memberships.count() == 8

    players = people[2:4] + people[5:10]
    game = factories.begun_game(
        people[10], players, title="Blackbird", club=club, provisional_days=0, anonymous=True
    )
    before = page_of(club, people[2])
    assert "Blackbird" in before
    assert "No member you can see has a rating here yet." in before
    endings.draw(game, among=["FRANCE", "ITALY"], by=None)
    recompute.recompute()
    table = page_of(club, people[2]).partition("Points")[2]
    assert all(str(each) in table.partition("Members")[0] for each in players)
    assert str(people[10]) not in table.partition("Members")[0]


def test_the_last_member_ends_the_club_and_its_games_stay(owner: User, club: Club) -> None:
    game = factories.open_game(owner, club=club)
    signed_in(owner).post(f"{club.get_absolute_url()}leave/")
    assert not Club.objects.exists()
    assert Game.objects.get(pk=game.pk).club is None


def test_closing_a_club_keeps_its_games(owner: User, club: Club) -> None:
    game = factories.open_game(owner, club=club)
    page = signed_in(owner).get(f"{club.get_absolute_url()}close/")
    assert "Its games go on, and anyone can join those that wait." in words(page)
    signed_in(owner).post(f"{club.get_absolute_url()}close/")
    assert not Club.objects.exists()
    assert Game.objects.get(pk=game.pk).club is None


def test_two_clubs_never_have_one_name(owner: User, club: Club) -> None:
    other = factories.person("Otto")
    page = signed_in(other).post("/clubs/new/", FORM | {"name": "the VIENNA circle"})
    assert "Another club has this name" in words(page)
    second = creation.create(other, name="Second", about="", is_listed=True)
    page = signed_in(other).post(f"{second.get_absolute_url()}settings/", FORM)
    assert "Another club has this name" in words(page)
    assert Club.objects.count() == 2


def test_the_same_form_sent_twice_makes_one_club(owner: User) -> None:
    for _click in range(2):
        assert signed_in(owner).post("/clubs/new/", FORM).status_code == 302
    assert Club.objects.count() == ClubMembership.objects.count() == 1


def test_a_club_never_gets_the_address_of_another_page(owner: User) -> None:
    assert creation.create(owner, name="New", about="", is_listed=True).slug != "new"
    assert creation.create(owner, name="Виена", about="", is_listed=True).slug == "club"


def test_who_does_not_belong_never_learns_of_a_club_that_is_not_listed(
    owner: User, club: Club
) -> None:
    Club.objects.update(is_listed=False)
    stranger = factories.person("Stan")
    for reader in (Client(), signed_in(stranger)):
        for path in ("", "settings/", "leave/", "close/", "link/"):
            answer = reader.get(f"{club.get_absolute_url()}{path}")
            assert "Vienna" not in answer.content.decode()
            assert answer.status_code in (302, 404)
        assert "Vienna" not in words(reader.get("/clubs/"))
    assert "Vienna" in words(signed_in(owner).get("/clubs/"))
    game = factories.open_game(owner, club=club)
    assert "Only for members of a club" in words(signed_in(stranger).get(game.get_absolute_url()))
    with pytest.raises(Refused, match="Only members of a club"):
        lobby.join(game, stranger, house_rules_accepted=True)


def test_only_members_join_a_game_of_the_club(owner: User, club: Club) -> None:
    stranger, (friend,) = factories.person("Stan"), members("Fred", club=club)
    game = factories.open_game(owner, club=club)
    page = signed_in(stranger).post(
        f"{game.get_absolute_url()}join/", {"csrfmiddlewaretoken": "a"}, follow=True
    )
    assert "Only members of “The Vienna Circle” can join this game." in words(page)
    signed_in(friend).post(f"{game.get_absolute_url()}join/", {"csrfmiddlewaretoken": "a"})
    assert list(game.entries.values_list("person", flat=True)) == [friend.pk]


def test_members_see_all_names_and_others_those_of_profiles_they_see(
    owner: User, club: Club
) -> None:
    public, hidden = members("Paula", "Hanna", club=club)
    Profile.objects.create(person=public, visibility=Profile.Visibility.EVERYONE)
    Profile.objects.create(person=hidden, visibility=Profile.Visibility.NOBODY)
    everyone, visitor = page_of(club, owner), page_of(club)
    assert all(name in everyone for name in ("Olga", "Paula", "Hanna"))
    assert "Paula" in visitor
    assert "Olga" not in visitor
    assert "Hanna" not in visitor
    assert "2 members aren’t shown" in visitor
    stranger = page_of(club, factories.person("Stan"))
    assert "Olga" in stranger
    assert "Hanna" not in stranger


@pytest.mark.parametrize("path", ["settings/", "close/", "link/", "members/{member}/dismiss/"])
def test_only_masters_and_administrators_change_a_club(owner: User, club: Club, path: str) -> None:
    (member,) = members("Mia", club=club)
    key = club.memberships.get(person=member).pk
    url = club.get_absolute_url() + path.format(member=key)
    for reader in (member, factories.person("Stan")):
        assert signed_in(reader).post(url).status_code == 404
    assert club.memberships.count() == 2
    assert signed_in(owner).get(url).status_code == 200
    assert signed_in(factories.person("Root", is_superuser=True)).get(url).status_code == 200


def test_a_member_of_another_club_is_not_removed_by_this_one(owner: User, club: Club) -> None:
    other = creation.create(factories.person("Otto"), name="Other", about="", is_listed=True)
    foreign = other.memberships.get()
    url = f"{club.get_absolute_url()}members/{foreign.pk}/dismiss/"
    assert signed_in(owner).post(url).status_code == 404
    assert other.memberships.count() == 1


def test_the_last_master_stays_one(owner: User, club: Club) -> None:
    members("Mia", club=club)
    own = club.memberships.get(person=owner)
    url = f"{club.get_absolute_url()}members/{own.pk}/demote/"
    assert "A club needs a master" in words(signed_in(owner).post(url, follow=True))
    assert masters(club) == {"Olga"}


def test_a_new_link_voids_the_old_one(owner: User, club: Club) -> None:
    old = link_of(owner, club)
    signed_in(owner).post(f"{club.get_absolute_url()}link/")
    stranger = signed_in(factories.person("Stan"))
    assert stranger.post(old).status_code == 404
    assert stranger.post(link_of(owner, club)).status_code == 302
    assert club.memberships.count() == 2


def test_clubs_and_people_have_their_limits(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "MOST_MEMBERS", 1)
    with pytest.raises(Refused, match="full"):
        members("Mia", club=club)
    monkeypatch.setattr(membership, "MOST_CLUBS", 1)
    with pytest.raises(Refused, match="as many clubs"):
        creation.create(owner, name="Second", about="", is_listed=True)


def test_a_member_opens_a_game_for_the_club_by_the_form(owner: User, club: Club) -> None:
    stranger = factories.person("Stan")
    page = signed_in(owner).get(f"/games/new/?club={club.slug}").content.decode()
    assert f'<option value="{club.pk}" selected>' in page
    assert 'name="club"' not in signed_in(stranger).get("/games/new/").content.decode()
    sent = _new_game(page) | {"names": "Stan"}
    refused = signed_in(owner).post("/games/new/", sent)
    assert "Stan isn’t a member of the club." in words(refused)
    signed_in(owner).post("/games/new/", sent | {"names": ""})
    assert Game.objects.get().club == club


def _new_game(page: str) -> dict[str, Any]:
    """Fields that the browser would send for a new game with the fewest answers."""
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)"', page)
    sent: dict[str, Any] = {"title": "Club table", "pace": "two", **dict(hidden)}
    for field in re.findall(r"<input[^>]*type=\"radio\"[^>]*checked[^>]*>", page):
        name, value = re.search(r'name="([^"]+)"', field), re.search(r'value="([^"]*)"', field)
        assert name
        assert value
        sent[name[1]] = value[1]
    for name, inner in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', inner)
        sent[name] = chosen[1] if chosen else ""
    for field in re.findall(r"<input type=\"number\"[^>]*>", page):
        name, value = re.search(r'name="([^"]+)"', field), re.search(r'value="([^"]*)"', field)
        if name and value:
            sent[name[1]] = value[1]
    return sent


def test_a_running_anonymous_game_leaves_no_trace_of_its_players(owner: User, club: Club) -> None:
    people = members(*(f"Member {n:02}" for n in range(1, 10)), club=club)
    readers = [owner, people[8], factories.person("Stan"), None]
    game = factories.open_game(owner, title="Masked", club=club, anonymous=True)
    seven = people[:7]
    for each in seven[:-1]:
        lobby.join(game, each, house_rules_accepted=True)
    lobby.join(game, seven[-1], house_rules_accepted=True)

    def part(reader: User | None) -> str:
        page = page_of(club, reader)
        return page.partition("Ratings")[2]

    seen = [part(reader) for reader in readers]
    tenures = list(game.seats.order_by("place"))
    for seat, person in zip(tenures, people[2:9], strict=True):
        seat.tenures.update(person=person)
    assert [part(reader) for reader in readers] == seen, "others play, and the page is the same"
    recompute.recompute()
    assert [part(reader) for reader in readers] == seen


def test_closing_an_account_names_the_clubs_that_it_leaves(owner: User, club: Club) -> None:
    warnings = " ".join(account_closing.warnings_for(owner))
    assert "You’ll leave these clubs: The Vienna Circle." in warnings
    account_closing.ask(owner)
    assert not Club.objects.exists()


def test_the_sections_of_own_data_name_the_clubs(owner: User, club: Club) -> None:
    from games.own_data import sections  # beside the other sections, which need the site

    [section] = sections.club_section(owner)
    assert section.data["clubs"][0]["name"] == club.name
    assert section.data["clubs"][0]["role"] == "master"


def test_the_games_of_a_club_are_those_that_the_reader_sees(owner: User, club: Club) -> None:
    (member,) = members("Mia", club=club)
    factories.open_game(owner, title="Secret table", club=club, visibility="private")
    assert "Secret table" in page_of(club, owner)
    assert "Secret table" not in page_of(club, member)
    assert not access.club_games(member, club).exists()
