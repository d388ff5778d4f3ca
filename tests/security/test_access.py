"""Access rights: every address of the site, every method, every role.

The expectations are in table.txt, and `walk` sends the requests. Besides the statuses it looks for
canaries (secret texts) in all answers, and for writes by requests that are refused or only read.
"""

import logging
from collections.abc import Iterable, Iterator

import pytest

from accounts.models import User
from games.lifecycle import lobby
from tests import factories
from tests.soak import SOAK

from .table import ASKED, Address, addresses, fitting, read_table
from .walk import Walk, ask
from .world import ROLES, World

# One test sends some hundreds of requests.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900)]
ROWS, SEES = read_table()
KNOWN = addresses()
# The roles whose requests are also sent with other methods, and without the CSRF token. The first
# may do most, so it asks all addresses; the others ask in turns, in a soak all.
A_FEW = ("super", "nobody", "own", "master")
# A player's walk runs on PostgreSQL too: it sends the queries of nearly all pages.
ON_SERVICES = pytest.param("own", marks=pytest.mark.services)
WALKS = [ON_SERVICES if role == "own" else role for role in ROLES]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Let a failure show the wrong answers without the log of hundreds of requests."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def report(trouble: Iterable[str]) -> None:
    """Fail with every line of `trouble`."""
    if lines := list(trouble):
        pytest.fail("\n".join([f"{len(lines)} answers are wrong:", *lines]), pytrace=False)


def turns(role: str) -> list[Address]:
    """Return the addresses that this role of `A_FEW` asks."""
    first, *others = A_FEW
    return KNOWN if SOAK or role == first else KNOWN[others.index(role) :: len(others)]


@pytest.mark.parametrize("role", WALKS)
def test_each_role_gets_and_reads_what_the_table_says(walk: Walk, role: str):
    trouble = [line for row in ROWS for line in walk.row_trouble(row, [role])]
    report([*trouble, *walk.reading_trouble(role)])


@pytest.mark.parametrize("role", A_FEW)
def test_other_verbs_do_nothing(walk: Walk, role: str):
    report(line for address in turns(role) for line in walk.verbs_trouble(address, role))


@pytest.mark.parametrize("role", A_FEW)
def test_nothing_is_done_without_the_token_of_the_form(walk: Walk, role: str):
    report(line for address in turns(role) for line in walk.token_trouble(address, role))


# The table


@pytest.mark.parametrize("method", ASKED)
def test_the_table_has_a_row_for_each_address(method: str):
    rows = [row for row in ROWS if row.method == method]
    covered = {address for row in rows for address in fitting(row, KNOWN, ROWS)}
    assert not set(KNOWN) - covered


def test_each_row_of_the_table_is_for_some_address():
    assert not [str(row) for row in ROWS if not fitting(row, KNOWN, ROWS)]
    assert len({str(row) for row in ROWS}) == len(ROWS)


def test_the_table_names_each_canary(walk: Walk):
    assert {canary.name for canary in walk.world.canaries} == set(SEES)


# Rules that the table cannot express


@pytest.mark.parametrize("holder", factories.HOLDS)
def test_each_seat_opens_its_own_order_form_alone(world: World, holder: str):
    game = world.private.game
    person = factories.holder(factories.seat(game, holder))
    for power in factories.HOLDS:
        for page, method, own in (("orders", "GET", "200"), ("ready", "POST", "302")):
            path = f"/games/{game.slug}/F1901M/{page}/{power}/"
            answer = ask(world, world.sign_in(person), method, path)
            got = "302" if answer.word == "done" else answer.word
            assert (power, page, got) == (power, page, own if power == holder else "404")


def test_nobody_changes_another_person(world: World):
    """A plain form changes one thing about a person: the language, at the foot of each page."""
    others = User.objects.exclude(pk=world.people["guest"].pk)
    before = list(others.order_by("pk").values_list("pk", "language"))
    for form in ("/accounts/language/", "/accounts/preferences/"):
        client = world.client("guest")
        client.post(form, {"language": "it", "name": "Otto", "time_zone": "Europe/Rome"})
    world.people["guest"].refresh_from_db()
    assert (world.people["guest"].name, world.people["guest"].language) == ("Otto", "it")
    assert list(others.order_by("pk").values_list("pk", "language")) == before


def test_who_left_a_private_lobby_may_leave_again_and_who_was_removed_finds_nothing(world: World):
    game = world.private.lobby
    for role in ("guest", "alien"):
        lobby.join(game, world.people[role], house_rules_accepted=True)
    lobby.leave(game, world.people["guest"])
    lobby.remove(game, world.people["alien"], by=world.people["master"])
    path = f"/games/{game.slug}/leave/"
    for method, again in (("GET", "404"), ("POST", "302")):
        words = [ask(world, role, method, path).word for role in ("guest", "alien", "own")]
        assert words == [again, "404", "404"]
