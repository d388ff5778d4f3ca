"""Who may open and send what: every address of the site, every verb, every role.

The expectations stand in table.txt; `walk` asks. Beside the statuses it looks for canaries in all
answers, and for writes by requests that are refused or only look.
"""

import pytest

from accounts.models import User
from games import lobby
from tests import factories
from tests.soak import SOAK

from .paths import path_to
from .table import ASKED, Address, Row, addresses, fitting, read_table
from .walk import NOTED, REFUSED, Walk, ask, changes
from .world import ROLES, World

pytestmark = pytest.mark.django_db
ROWS, SEES = read_table()
KNOWN = addresses()
VISIBILITIES = ["public", "private"]
# Who asks in other ways than by a link or a form; by a script, in a soak, everybody.
A_FEW = ("nobody", "own", "master", "super")
BY_SCRIPT = tuple(ROLES) if SOAK else A_FEW
# What a script may ask: unless all is asked for, what changes something, and where private games
# answer otherwise than public ones.
SCRIPTED = [
    row
    for row in ROWS
    if row.pattern.startswith("games:") and (SOAK or row.method == "POST" or row.differs)
]
# Forms that come without a token, and why.
WITHOUT_TOKEN = {"games:unsubscribe": "sent by mail programs; its link is signed"}
# Views of our own, which say what they are asked by.
OURS = ("games:", "accounts:", "readyz", "latez")
OTHER_VERBS = ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_each_role_gets_what_the_table_says(walk: Walk, row: Row):
    """Where both kinds of games answer alike, the private one is asked in a soak alone: there is
    more to read in a public one."""
    sides = VISIBILITIES if SOAK or row.differs else ["public"]
    assert not [trouble for side in sides for trouble in walk.trouble(row, side)]


@pytest.mark.parametrize("row", SCRIPTED, ids=str)
def test_a_request_by_script_gets_the_same(walk: Walk, row: Row):
    asked_by = {"headers": {"hx-request": "true"}}
    assert not list(walk.trouble(row, "private", BY_SCRIPT, **asked_by))


@pytest.mark.parametrize("role", ROLES)
def test_what_may_be_read_is_read(walk: Walk, role: str):
    """The canaries sing: else nothing would be proved by their silence."""
    wanted = {canary for canary, readers in SEES.items() if readers[role]}
    assert walk.reads(role, wanted) == wanted


# The table


@pytest.mark.parametrize("method", ASKED)
def test_the_table_has_a_row_for_each_address(method: str):
    rows = [row for row in ROWS if row.method == method]
    covered = {address for row in rows for address in fitting(row, KNOWN, ROWS)}
    assert not set(KNOWN) - covered


def test_each_row_of_the_table_is_for_some_address():
    assert not [str(row) for row in ROWS if not fitting(row, KNOWN, ROWS)]
    assert len({str(row) for row in ROWS}) == len(ROWS)


def test_the_table_names_each_canary(laid: World):
    assert {canary.name for canary in laid.canaries} == set(SEES)


# What the table does not say


@pytest.mark.parametrize("holder", factories.HOLDS)
def test_each_seat_opens_its_own_desk_alone(world: World, holder: str):
    game = world.private.game
    person = factories.holder(factories.seat(game, holder))
    for power in factories.HOLDS:
        for page, method, own in (("orders", "GET", "200"), ("ready", "POST", "302")):
            path = f"/games/{game.slug}/F1901M/{page}/{power}/"
            answer = ask(world, world.sign_in(person), method, path)
            got = "302" if answer.word == "done" else answer.word
            assert (power, page, got) == (power, page, own if power == holder else "404")


@pytest.mark.parametrize("address", KNOWN, ids=lambda address: address.name)
def test_other_verbs_do_nothing(walk: Walk, address: Address):
    row = next(row for row in ROWS if row.method == "GET" and address in fitting(row, KNOWN, ROWS))
    for role in A_FEW:
        path = path_to(address, row, walk.world, walk.world.private, role)
        refused = row.expected(role, "private") in REFUSED
        for verb in OTHER_VERBS:
            answer = ask(walk.world, role, verb, path)
            who = f"{verb} {path} by {role}"
            assert not list(changes(who, verb, answer, NOTED.get(address.name, ())))
            assert not list(walk.secrets(who, role, answer, address.name, "private"))
            assert (who, answer.word[0]) != (who, "5")
            ours = address.name.startswith(OURS) and verb != "HEAD"
            if ours or (refused and verb != "OPTIONS"):
                assert (who, answer.word in REFUSED) == (who, True)


@pytest.mark.parametrize("address", KNOWN, ids=lambda address: address.name)
def test_nothing_is_done_without_the_token_of_the_form(walk: Walk, address: Address):
    row = next(row for row in ROWS if row.method == "POST" and address in fitting(row, KNOWN, ROWS))
    for role in A_FEW:
        _path, answer = walk.answer(
            address, row, role, "public", client={"enforce_csrf_checks": True}
        )
        refused = (answer.word, answer.wrote) == ("403", frozenset())
        assert refused == (address.name not in WITHOUT_TOKEN), role


def test_nobody_changes_another_person(world: World):
    """The language at the foot of a page is the one thing about people that a bare form changes."""
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
