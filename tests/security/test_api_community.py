"""Access by keys to ratings, statistics, tournaments and clubs."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from accounts.models import User
from games.models import Entrant, Tenure

from . import api_community
from .api_walk import WITH_KEYS, ask, key_of, report
from .paths import club_of, cup, rated_person
from .world import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]
# What roles are answered: the guest is in the tournament, which “master” organizes, and not in the
# club, which has “own” as a member and “master” as its master.
STATUSES = {
    "/tournaments/{tournament}/enter": {"own": 200, "master": 200, "guest": 409},
    "/tournaments/{tournament}/leave": {"own": 409, "master": 409, "guest": 200},
    "/tournaments/{tournament}/team": {"own": 409, "master": 409, "guest": 200},
    "/clubs/{club}/join": {"own": 200, "master": 200, "guest": 200},
    "/clubs/{club}/leave": {"own": 200, "master": 200, "guest": 404},
}
SEE_THE_CLUB = {"own", "master", "super", "supmas", "plays", "spast"}  # members, administrators


def reads(world: World, role: str) -> Iterator[tuple[str, int]]:
    """The addresses that concern more than one game, each with its status for a role."""
    values = {"tournament": cup(world).slug, "number": 1, "power": "FRANCE"}
    for path in api_community.FOR_ALL:
        yield path.format(**values), 200
    for path in api_community.OF_A_CLUB:
        yield path.format(club=club_of(world).slug), 200 if role in SEE_THE_CLUB else 404
    for path in api_community.OF_A_PERSON:
        yield path.format(name=quote(rated_person().name)), 200


@pytest.mark.parametrize("role", WITH_KEYS)
def test_each_role_reads_what_its_pages_show_and_writes_nothing(world: World, role: str):
    key, trouble = key_of(world, role), []
    club, member = club_of(world), world.people["own"]
    for path, status in reads(world, role):
        answer = ask(key, "GET", path)
        if (answer.status, answer.wrote) != (status, frozenset()):
            trouble.append(f"{path}: {answer.status} instead of {status}, wrote {answer.wrote}")
        told = club.name in answer.text or club.invitation_key in answer.text
        if told and role not in SEE_THE_CLUB:
            trouble.append(f"{path}: tells of the club")
        if member.name in answer.text and not (role in SEE_THE_CLUB and "/clubs/" in path):
            trouble.append(f"{path}: names the holder of France")
        trouble += [
            f"{path}: reads {each.name}"
            for each in world.canaries
            if each.is_in(answer.text, "games:api_v1")
        ]
    report(trouble)


@pytest.mark.parametrize("role", ["own", "master", "plays", "guest"])
def test_the_statistics_of_a_game_name_nobody_who_plays_in_it(world: World, role: str):
    game, key = world.public.game, key_of(world, role)
    holders = User.objects.filter(pk__in=Tenure.objects.filter(seat__game=game).values("person"))
    answer = ask(key, "GET", f"/games/{game.slug}/statistics")
    assert answer.status == 200
    assert holders.exists()
    report(person.name for person in holders if person.name in answer.text)


@pytest.mark.parametrize("role", ["own", "master", "guest"])
def test_a_key_acts_in_clubs_and_tournaments_only_with_the_scope_of_the_account(
    world: World, role: str
):
    trouble = []
    enough = key_of(world, role, "account")
    small = key_of(world, role, "orders", "press", "master")
    slugs = {"tournament": cup(world).slug, "club": club_of(world).slug}
    for method, template, _scope, body in api_community.WRITES:
        path = template.format(**slugs)
        refused, answer = ask(small, method, path, body), ask(enough, method, path, body)
        if (refused.status, refused.wrote) != (403, frozenset()):
            trouble.append(f"{path} without the scope: {refused.status}, {refused.wrote}")
        wanted = STATUSES[template][role]
        if answer.status != wanted or (answer.wrote and wanted != 200):
            trouble.append(f"{path}: {answer.status} instead of {wanted}, wrote {answer.wrote}")
    report(trouble)


def test_an_entry_by_key_is_that_of_the_owner_of_the_key(world: World):
    path = f"/tournaments/{cup(world).slug}/enter"
    answer = ask(key_of(world, "plays", "account"), "POST", path, {})
    assert (answer.status, Entrant._meta.db_table in answer.wrote) == (200, True)
    assert ask(key_of(world, "guest", "account"), "POST", path, {}).status == 409
