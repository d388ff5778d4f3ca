"""A page costs as many queries in a long game as in a short one."""

import uuid
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.core import audit
from games.lifecycle import lobby
from games.models import Event, Game, Message
from games.press import locations
from tests import factories

from ...press.message_helpers import write
from .conftest import signed_in

MORE_PHASES = 6
MORE_EVENTS = 40


def play(game: Game, phases: int) -> None:
    for _ in range(phases):
        factories.keep_played(game)
        with time_machine.travel(factories.deadline(game), tick=False):
            assert due_phases.resolve_due() == 1


def queries(client: Client, game: Game, power: str) -> dict[str, int]:
    """The number of queries of each page, with warm caches."""
    oldest, newest = game.phases.earliest("number"), factories.open_phase(game)
    pages = {
        "front": reverse("games:front"),
        "index": reverse("games:index"),
        "mine": reverse("games:mine"),
        "game": game.get_absolute_url(),
        "phase": oldest.get_absolute_url(),
        "after": f"{oldest.get_absolute_url()}after/",
        "replay": reverse("games:replay_phase", args=[game.slug, oldest.code]),
        "statistics": reverse("games:statistics", args=[game.slug]),
        "report": reverse("games:report", args=[game.slug, oldest.code]),
        "messages": reverse("games:press", args=[game.slug]),
        "reports": reverse("games:reports", args=[game.slug]),
    }
    if power:
        pages["orders"] = reverse("games:orders", args=[game.slug, newest.code, power])
    found = {}
    for name, path in pages.items():
        assert client.get(path).status_code in (200, 302), name
        with CaptureQueriesContext(connection) as caught:
            client.get(path)
        found[name] = len(caught)
    return found


@pytest.mark.parametrize("power", ["FRANCE", ""])
def test_pages_take_no_more_queries_after_many_phases_and_events(
    game: Game, master: User, power: str
):
    reader = factories.holder(factories.seat(game, power)) if power else master
    client = signed_in(reader)
    play(game, 2)
    before = queries(client, game, power)
    play(game, MORE_PHASES)
    phase = factories.open_phase(game)
    for _ in range(MORE_EVENTS):
        audit.log(Event.Kind.ANNOUNCED, game=game, phase=phase, actor=master, text="Hear, hear")
    assert queries(client, game, power) == before


def test_the_pages_of_my_games_take_no_more_queries_where_there_are_many(game: Game, master: User):
    reader = factories.holder(factories.seat(game, "FRANCE"))
    client = signed_in(reader)
    mine = ("front", "mine")

    def taken() -> list[int]:
        found = queries(client, game, "FRANCE")
        return [found[name] for name in mine]

    play(game, 1)
    begin(reader, 1)
    before = taken()
    begin(reader, 3)
    assert taken() == before


def begin(reader: User, number: int) -> None:
    """Begin `number` games in which `reader` plays, and open as many lobbies."""
    for _ in range(number):
        factories.begun_game(players=[*(factories.person() for _ in range(6)), reader])
        lobby.join(factories.open_game(factories.person()), reader, house_rules_accepted=True)


@pytest.mark.parametrize("title", ["", "Burgundy"])
def test_a_page_of_500_messages_takes_19_queries_at_most(game: Game, title: str):
    first = write(game, "FRANCE", "GERMANY", topic=title)
    seat = factories.seat(game, "FRANCE")
    kept = {"thread": first.thread, "seat": seat, "person": factories.holder(seat)}
    Message.objects.bulk_create(
        Message(**kept, text="**Dear** all", sent_at=clock.now(), request_key=uuid.uuid4())
        for _number in range(499)
    )
    client = signed_in(factories.holder(factories.seat(game, "GERMANY")))
    page = locations.thread_url(game, list(first.thread.seats.order_by("place")), first.thread)
    assert client.get(page).status_code == 200
    with CaptureQueriesContext(connection) as caught:
        client.get(page)
    assert len(caught) <= 19


def test_a_lobby_takes_no_more_queries_with_more_people_in_it(master: User):
    lobby_game = factories.open_game(master)
    client = signed_in(factories.person())
    people = [factories.person() for _each in range(5)]
    for person in people:
        factories.begun_game(players=[person, *(factories.person() for _each in range(6))])
    lobby.join(lobby_game, people[0], house_rules_accepted=True)
    before = most_queries(client, lobby_game.get_absolute_url())
    for person in people[1:]:
        lobby.join(lobby_game, person, house_rules_accepted=True)
    assert most_queries(client, lobby_game.get_absolute_url()) == before <= MOST_OF_A_LOBBY


def test_a_replay_takes_few_queries(game: Game):
    play(game, 2)
    path = reverse("games:replay", args=[game.slug])
    assert most_queries(Client(), path) <= MOST_OF_A_REPLAY


MOST_OF_A_GAME = 12
MOST_OF_A_LOBBY = 24
MOST_OF_A_REPLAY = 18
MOST_OF_A_SAVE = 14


def most_queries(client: Client, path: str) -> int:
    """The number of queries of a page that was looked at before."""
    assert client.get(path).status_code == 200
    with CaptureQueriesContext(connection) as caught:
        client.get(path)
        return len(caught)


@pytest.mark.services
@pytest.mark.parametrize("anonymous", [False, True])
@pytest.mark.parametrize("watched_by", Game.Watch.values)
def test_a_game_page_takes_at_most_twelve_queries_whoever_looks(
    game: Game, master: User, order_form: Any, anonymous: bool, watched_by: str
):
    Game.objects.filter(pk=game.pk).update(anonymous=anonymous, orders_watched_by=watched_by)
    order_form().rows("A PAR - BUR")
    audit.log(Event.Kind.ANNOUNCED, game=game, actor=master, text="Hear, hear")
    write(game, "GERMANY", "FRANCE")
    france = factories.holder(factories.seat(game, "FRANCE"))
    readers = [Client(), *map(signed_in, (france, master, factories.person()))]
    found = [most_queries(client, game.get_absolute_url()) for client in readers]
    assert max(found) <= MOST_OF_A_GAME, found


@pytest.mark.services
def test_a_save_takes_few_queries(game: Game, order_form: Any):
    france = order_form()
    path = reverse("games:orders", args=[game.slug, "S1901M", "FRANCE"])
    for text in ("A PAR - BUR", "A PAR - PIC"):  # the first makes what all readers share
        with CaptureQueriesContext(connection) as caught:
            data = {"mode": "rows", "unit-PAR": text}
            answer = france.client.post(path, data, headers={"x-requested-with": "map"})
            number = len(caught)
        assert answer.status_code == 200
    assert number <= MOST_OF_A_SAVE
