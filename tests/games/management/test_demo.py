"""The games of `./run demo`: made from recorded orders by the ordinary code."""

import datetime as dt
import gzip
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from accounts import clock
from accounts.models import User
from games.management import demo
from games.management.demo import record
from games.models import Event, Game, Message, Notification, Order, Phase, Receipt
from games.press import unread

pytestmark = pytest.mark.django_db

RECORD = Path(__file__).parents[2] / "data/recorded_games.jsonl.gz"
SOURCES = {"finished": "game_2433", "middle": "game_2808"}


@pytest.fixture(scope="module")
def games(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Game]]:
    """The games of a demo, by stage; filled once for all tests of this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        assert not demo.is_inhabited()
        demo.fill()
        yield demo.games()
        transaction.set_rollback(True)


def open_phase(games: dict[str, Game]) -> Phase:
    return games["in the middle"].phases.get(status=Phase.Status.OPEN)


def recorded(source: str) -> dict[str, dict[str, Any]]:
    with gzip.open(RECORD, "rt", encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["game"] == source]
    return {row["phase"]: row for row in rows}


@pytest.mark.parametrize("name", SOURCES)
def test_the_games_of_the_demo_are_those_that_were_recorded(name: str) -> None:
    record_of = recorded(SOURCES[name])
    for page in record.pages(name):
        assert page.orders == record_of[page.code]["orders"]


@pytest.mark.parametrize("name", SOURCES)
def test_every_message_belongs_to_a_phase_and_to_powers_that_play_in_it(name: str) -> None:
    pages = record.pages(name)
    messages = list(itertools.chain.from_iterable(page.messages for page in pages))
    assert len(messages) > 10
    written = (record.HERE / "messages.toml").read_text(encoding="utf-8").count(f"[[{name}]]")
    assert len(messages) == written  # each belongs to a phase that is played
    powers = record.pages(name)[0].orders.keys()
    for message in messages:
        assert message.sender in {*powers, record.MASTER}
        assert powers >= set(message.readers)


def test_one_game_waits_one_is_played_and_one_is_won(games: dict[str, Game]) -> None:
    lobby, middle, finished = games.values()
    assert (lobby.status, lobby.entries.count()) == (Game.Status.LOBBY, 5)
    assert middle.status == Game.Status.PLAYING
    assert finished.status == Game.Status.FINISHED
    assert [seat.power for seat in finished.seats.filter(result="won")] == ["GERMANY"]


@pytest.mark.parametrize(("stage", "name"), [("finished", "finished"), ("in the middle", "middle")])
def test_the_newest_position_is_that_of_the_record(
    games: dict[str, Game], stage: str, name: str
) -> None:
    newest = games[stage].phases.order_by("number").last()
    assert newest is not None
    was = recorded(SOURCES[name])[newest.code]
    for rows, by_power in (
        (newest.units.select_related("seat"), was["units"]),
        (newest.centers.select_related("seat"), was["centers"]),
    ):
        expected = {f"{power} {each}" for power, several in by_power.items() for each in several}
        assert {f"{row.seat.power} {row}" for row in rows} == expected


def test_the_middle_game_waits_for_france_alone(games: dict[str, Game]) -> None:
    phase = open_phase(games)
    assert phase.units.count() > 30
    assert demo.waits_for_one()
    given = set(phase.orders.values_list("seat__power", flat=True))
    assert given == {seat.power for seat in games["in the middle"].seats.all()} - {"FRANCE"}
    assert phase.due_at is not None
    assert dt.timedelta(days=2) < phase.due_at - clock.now() < dt.timedelta(days=4)


def test_what_happened_lies_in_the_past_and_in_its_order(games: dict[str, Game]) -> None:
    for game in games.values():
        # The orders of each power are sent at an hour of their own.
        sheets = [Event.Kind.ORDERS_SAVED, Event.Kind.READY]
        others = game.events.exclude(kind__in=sheets).order_by("pk").values_list("at", flat=True)
        assert list(others) == sorted(others)
        assert all(event.at < clock.now() for event in game.events.all())
        for phase in game.phases.all():
            saved = Receipt.objects.filter(phase=phase).values_list("saved_at", flat=True)
            until = min(clock.now(), phase.due_at or clock.now())
            assert all(phase.opened_at < time < until for time in saved)
        for thread in game.threads.all():
            sent = list(thread.messages.order_by("pk").values_list("sent_at", flat=True))
            assert sent == sorted(sent)
            assert sent[-1] < clock.now()


def test_the_demo_was_played_by_the_rules_of_the_site(games: dict[str, Game]) -> None:
    assert not Event.objects.filter(kind=Event.Kind.NO_MOVES_RECEIVED).exists()
    past = Order.objects.filter(phase__status=Phase.Status.RESOLVED)
    pages = [*record.pages("finished"), *record.pages("middle")[:-1]]
    told = sum(len(texts) for page in pages for texts in page.orders.values())
    assert past.exclude(typed=None).count() == told > 800
    assert not past.filter(outcome="").exists()
    assert past.exclude(reason_code="").exists()


def test_nobody_is_mailed_about_the_past(games: dict[str, Game]) -> None:
    assert Notification.objects.filter(channel=Notification.Channel.SITE).exists()
    assert not Notification.objects.filter(channel=Notification.Channel.MAIL).exists()


def test_flora_has_two_messages_to_read(games: dict[str, Game]) -> None:
    flora = User.objects.get(name="Flora")
    assert unread.unread_in(flora, games["in the middle"]) == 2
    assert unread.unread_in(flora, games["finished"]) == 0
    assert Message.objects.filter(thread__circle="").exists()


def test_everyone_who_is_printed_can_sign_in(games: dict[str, Game]) -> None:
    people = demo.people()
    assert [person.role for person in people[:2]] == ["Austria", "England"]
    assert len(people) == 8
    for person in people:
        client = Client()
        form = {"login": person.email, "password": demo.PASSWORD}
        assert client.post("/accounts/login/", form).status_code == 302
        assert person.name in client.get("/").content.decode()
    flora = User.objects.get(name="Flora")
    assert games["in the middle"].seats.get(tenures__person=flora).power == "FRANCE"
