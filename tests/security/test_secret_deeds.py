"""A deed in secret changes no answer to those who may not notice it, not by a byte.

Each role looks at its pages without the deeds and after them, at the same time of a clock that is
set. It also looks after an announcement that follows the deeds: what counts the rows of the site,
such as a primary key, shows the deeds only then.
"""

import datetime as dt
import logging
import re
from collections.abc import Iterator, Set
from itertools import islice, zip_longest

import pytest
import time_machine
from django.db import transaction

from games import access
from games.models import Event, Game
from games.polling import states
from games.wording.event_kinds import NEWS_KINDS
from tests import factories
from tests.soak import SOAK

from .deeds import SECRET, Do, announce, prepare
from .table import Address, Row
from .walk import Walk
from .world import ROLES, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900)]
# Random for each answer: the token of a form, the key of a message to be sent, a new session.
RANDOM = re.compile(
    r'(?<=csrfmiddlewaretoken" value=")\w+|(?<=csrftoken=)\w+|(?<=sessionid=)\w+'
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)
MINUTE = dt.timedelta(minutes=1)
# A stranger, a player, a master, an administrator; in a soak all roles, and every deed alone.
LOOKING = list(ROLES) if SOAK else ["guest", "own", "master", "super"]
AT_ONCE = [[name] for name in SECRET] if SOAK else [list(SECRET)]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Let a failure show the wrong answers without the log of hundreds of requests."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def asked(walk: Walk, role: str) -> Iterator[tuple[Row, Address]]:
    """Yield the pages of games and of the administration that the role sees; in a soak, all."""
    for row in walk.rows:
        if row.method != "GET" or not (SOAK or row.expected(role, "public") == "200"):
            continue
        for address in walk.addresses_of[str(row)]:
            if SOAK or address.name.startswith(("games:", "admin:")):
                yield row, address


def look(walk: Walk, role: str, *deeds: Do, only: Set[str] | None = None) -> dict[str, str]:
    """Return what the role is answered after `deeds`, which are undone, by row and address.

    One deed is done a minute, and the look is an hour after the first. `only` are the rows,
    or the rows with addresses, to ask.
    """
    world, game = walk.world, walk.world.public.game
    found = {}
    began = factories.open_phase(game).opened_at
    with transaction.atomic(), time_machine.travel(began, tick=False) as time:
        prepare(game)
        for deed in deeds:
            time.shift(MINUTE)
            deed(world, game)
        time.move_to(began + 60 * MINUTE)
        for row, address in asked(walk, role):
            name = f"{row} {address.name}"
            if only is None or {name, str(row)} & only:
                _path, answer = walk.answer(address, row, role, "public")
                found[name] = RANDOM.sub("…", f"{answer.word}\n{answer.text}")
        transaction.set_rollback(True)
    assert found
    return found


def differences(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return the rows whose answers differ, each with the first line that does."""
    assert before.keys() == after.keys()
    lines = []
    for name in before:
        pairs = zip_longest(before[name].splitlines(), after[name].splitlines())
        changed = (f"{name}: {new!r} instead of {old!r}" for old, new in pairs if old != new)
        lines += list(islice((line for line in changed if "Content-Length" not in line), 1))
    return lines


def do_nothing(_world: World, _game: Game) -> None:
    """Let a minute pass, as a deed does."""


@pytest.mark.parametrize("role", LOOKING)
def test_who_looks_notices_no_deed_of_others_that_is_secret(walk: Walk, role: str):
    quiet = look(walk, role)
    announced: dict[int, dict[str, str]] = {}
    noticed = []
    for names in AT_ONCE:
        deeds = [SECRET[name].do for name in names if role not in SECRET[name].noticed_by]
        if len(deeds) not in announced:
            pauses = [do_nothing] * len(deeds)
            announced[len(deeds)] = look(walk, role, *pauses, announce)
        news = announced[len(deeds)]
        noticed += differences(news, look(walk, role, *deeds, announce))
        # Only where the announcement shows, it may cover a trace of the deeds.
        covered = {name: answer for name, answer in quiet.items() if answer != news[name]}
        noticed += differences(covered, look(walk, role, *deeds, only=covered.keys()))
    assert not noticed, "\n".join(noticed)


@pytest.mark.parametrize("deed", SECRET)
def test_whoever_may_notice_a_deed_does(walk: Walk, deed: str):
    """Negative control: otherwise a deed that does nothing would be no test of the others."""
    role, row = SECRET[deed].noticed_by[0], SECRET[deed].shown_by
    quiet = look(walk, role, only={row})
    assert not differences(quiet, look(walk, role, do_nothing, only={row}))
    assert differences(quiet, look(walk, role, SECRET[deed].do, only={row}))


HERE = "games:state GET"


@pytest.mark.parametrize("counted", ["of the game", "of the site"])
def test_the_key_of_an_event_would_be_noticed(
    walk: Walk, monkeypatch: pytest.MonkeyPatch, counted: str
):
    """Negative control: polling answered with such keys once."""

    def newest(role: access.Role) -> states.PageState:
        events = Event.objects.order_by("-pk")
        if counted == "of the game":
            events = events.filter(game=role.game, kind__in=NEWS_KINDS)
        return states.PageState(str(events[0].pk), "", is_live=False, left=None)

    monkeypatch.setattr(states, "page_state", newest)
    deed = SECRET["orders are saved"].do
    after_news = look(walk, "guest", do_nothing, announce, only={HERE})
    assert differences(after_news, look(walk, "guest", deed, announce, only={HERE}))
    at_once = differences(look(walk, "guest", only={HERE}), look(walk, "guest", deed, only={HERE}))
    assert bool(at_once) == (counted == "of the site")


@pytest.mark.parametrize("role", LOOKING)
def test_everybody_notices_what_is_announced(walk: Walk, role: str):
    """Negative control of the digest: it changes with the news."""
    assert differences(look(walk, role, only={HERE}), look(walk, role, announce, only={HERE}))
