"""Live games begin at their joining time, with those who are there."""

import datetime as dt
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.models import QuerySet

from accounts import clock
from accounts.models import User
from games import tasks
from games.core.errors import Refused
from games.lifecycle import beginning, joining_time, lobby
from games.models import Event, Game, LobbyEntry, Notification, Outage, Phase

from ... import factories

ON_SQLITE = pytest.mark.skipif("connection.vendor == 'sqlite'", reason="one writer at a time")
SECOND = dt.timedelta(seconds=1)
MINUTE = dt.timedelta(minutes=1)
HOUR = dt.timedelta(hours=1)
NOW = dt.datetime(2026, 11, 22, 19, tzinfo=dt.UTC)
TIME = NOW + HOUR


@pytest.fixture
def at_seven(db: None) -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(at_seven: object, players: list[User]) -> Game:
    return factories.open_live_game(players)


def all_come(game: Game, *, but: tuple[User, ...] = ()) -> None:
    for entry in game.entries.exclude(person__in=but):
        assert joining_time.note_here(game, entry.person)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def waiting(game: Game) -> set[User]:
    return {entry.person for entry in game.entries.all()}


def test_a_full_lobby_waits_for_the_joining_time(at_seven: Any, players: list[User]) -> None:
    game = factories.open_live_game(players[:-1])
    game = lobby.join(game, players[-1], house_rules_accepted=True)
    assert game.in_lobby
    at_seven.move_to(TIME - SECOND)
    all_come(game)
    assert joining_time.begin_due() == 0
    at_seven.move_to(TIME)
    assert joining_time.begin_due() == 1
    assert fresh(game).status == Game.Status.PLAYING
    phase = factories.open_phase(game)
    assert (phase.opened_at, phase.deadline) == (TIME, TIME + 3 * MINUTE)
    assert joining_time.begin_due() == 0


def test_the_task_of_every_second_begins_it(game: Game, at_seven: Any) -> None:
    at_seven.move_to(TIME)
    all_come(game)
    tasks.resolve_due()
    assert fresh(game).status == Game.Status.PLAYING


def test_who_is_not_there_loses_the_place_and_is_told(
    game: Game, at_seven: Any, players: list[User]
) -> None:
    at_seven.move_to(TIME)
    all_come(game, but=(players[0],))
    assert joining_time.begin_due() == 0
    assert waiting(game) == set(players[1:])
    event = game.events.get(kind=Event.Kind.PLACE_FREED)
    assert (event.subject, event.actor) == (players[0], None)
    told = Notification.objects.filter(event=event)
    assert {each.person for each in told} == {players[0]}
    assert {each.channel for each in told} == {"site", "mail"}


@pytest.mark.parametrize(("ago", "stays"), [(119 * SECOND, True), (2 * MINUTE, False)])
def test_who_was_seen_two_minutes_ago_is_gone(
    game: Game, at_seven: Any, players: list[User], ago: dt.timedelta, stays: bool
) -> None:
    at_seven.move_to(TIME)
    all_come(game)
    game.entries.filter(person=players[0]).update(here_at=TIME - ago)
    joining_time.begin_due()
    assert fresh(game).has_begun == stays


def test_a_freed_place_can_be_taken_and_then_the_game_begins_at_once(
    game: Game, at_seven: Any, players: list[User]
) -> None:
    at_seven.move_to(TIME)
    all_come(game, but=(players[0],))
    joining_time.begin_due()
    at_seven.shift(MINUTE)
    assert lobby.join(game, factories.person("Nora"), house_rules_accepted=True).has_begun


def test_whoever_lost_the_place_can_come_back(
    game: Game, at_seven: Any, players: list[User]
) -> None:
    at_seven.move_to(TIME)
    all_come(game, but=(players[0],))
    joining_time.begin_due()
    assert lobby.join(game, players[0], house_rules_accepted=True).has_begun


def test_the_last_to_join_begins_it_though_no_worker_has_freed_a_place_yet(
    game: Game, at_seven: Any, players: list[User]
) -> None:
    at_seven.move_to(TIME)
    all_come(game, but=(players[0],))
    assert lobby.join(game, factories.person("Nora"), house_rules_accepted=True).has_begun


def test_whoever_leaves_after_the_joining_time_is_not_waited_for(
    game: Game, at_seven: Any, players: list[User]
) -> None:
    at_seven.move_to(TIME)
    all_come(game, but=tuple(players[:2]))
    joining_time.begin_due()
    at_seven.shift(3 * MINUTE)
    all_come(game, but=(players[2],))
    joining_time.begin_due()
    assert waiting(game) == set(players[3:])


def test_a_lobby_that_does_not_fill_closes_a_quarter_of_an_hour_later(
    game: Game, at_seven: Any, players: list[User]
) -> None:
    assert game.lobby_closes_at == TIME + 15 * MINUTE
    at_seven.move_to(game.lobby_closes_at)
    all_come(game, but=(players[0],))
    assert joining_time.begin_due() == 0
    with pytest.raises(Refused, match="This game didn’t fill in time"):
        lobby.join(game, factories.person("Nora"), house_rules_accepted=True)
    assert lobby.expire_lobbies() == 1
    assert not game.entries.exclude(here_at=None).exists()


def test_who_was_there_is_forgotten_when_the_game_begins(game: Game, at_seven: Any) -> None:
    at_seven.move_to(TIME)
    all_come(game)
    joining_time.begin_due()
    assert not game.entries.exclude(here_at=None).exists()


@pytest.mark.parametrize("all_are_back", [True, False])
def test_after_an_outage_people_have_two_minutes_to_come_back(
    game: Game, at_seven: Any, players: list[User], settings: Any, all_are_back: bool
) -> None:
    settings.OUTAGE_AFTER = 3 * MINUTE
    at_seven.move_to(TIME - MINUTE)
    all_come(game)
    tasks.resolve_due()
    at_seven.move_to(TIME + 5 * MINUTE)  # the site was down
    assert joining_time.begin_due() == 0
    assert Outage.objects.exists()
    assert waiting(game) == set(players)
    at_seven.shift(MINUTE)
    all_come(game, but=() if all_are_back else (players[0],))
    assert joining_time.begin_due() == all_are_back
    at_seven.shift(MINUTE)
    joining_time.begin_due()
    assert waiting(game) == set(players if all_are_back else players[1:])


def test_one_game_that_cannot_begin_keeps_no_other_waiting(
    game: Game, at_seven: Any, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    another = factories.open_live_game(players, title="Another")
    at_seven.move_to(TIME)
    for each in (game, another):
        all_come(each)
    begin = beginning.begin

    def broken(which: Game) -> None:
        if which.pk == game.pk:
            raise ValueError("no")
        begin(which)

    monkeypatch.setattr(beginning, "begin", broken)
    assert joining_time.begin_due() == 1
    assert fresh(game).in_lobby
    assert fresh(another).has_begun


def test_a_person_is_noted_every_quarter_of_a_minute(
    game: Game, at_seven: Any, players: list[User]
) -> None:
    def seen() -> dt.datetime | None:
        return game.entries.get(person=players[0]).here_at

    at_seven.shift(14 * SECOND)
    assert joining_time.note_here(game, players[0])
    assert seen() == NOW
    at_seven.shift(SECOND)
    assert joining_time.note_here(game, players[0])
    assert seen() == NOW + 15 * SECOND


def test_nobody_is_noted_in_other_lobbies(game: Game, players: list[User]) -> None:
    assert not joining_time.note_here(game, factories.person())
    weekly = factories.open_game(factories.person(), title="Weekly")
    lobby.join(weekly, players[0], house_rules_accepted=True)
    assert not joining_time.note_here(weekly, players[0])
    assert weekly.entries.get().here_at is None


@pytest.mark.parametrize(
    ("terms", "words"),
    [({"starts_at": None}, "needs a joining time"), ({"allotment": "master"}, "on its own")],
)
def test_a_live_game_has_a_joining_time_and_no_master_gives_its_powers(
    at_seven: Any, terms: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refused, match=words):
        factories.open_live_game([], **terms)
    assert not Game.objects.exists()


# Two workers, and the last person to join, at once


def at_once(monkeypatch: pytest.MonkeyPatch, *, join: bool) -> tuple[Game, list[str]]:
    """Let two workers, or a worker and the last to join, begin a game at once."""
    people = factories.PersonFactory.create_batch(7)
    game = factories.open_live_game(people[:6] if join else people)
    Game.objects.filter(pk=game.pk).update(starts_at=clock.now() - SECOND)
    together, errors = threading.Barrier(2), []
    free = joining_time.free_places

    def free_together(game: Game) -> None:
        free(game)
        try:
            together.wait(0.5)
        except threading.BrokenBarrierError:
            return  # the other one waits for the lock

    def do(act: Any) -> None:
        try:
            act()
        except Exception as error:
            errors.append(f"{type(error).__name__} {error}")
        finally:
            connection.close()

    monkeypatch.setattr(joining_time, "free_places", free_together)
    monkeypatch.setattr(
        joining_time.logger, "error", lambda _event, **about: errors.append(about["error"])
    )

    def join_last() -> None:
        lobby.join(fresh(game), people[6], house_rules_accepted=True)

    acts = [joining_time.begin_due, join_last if join else joining_time.begin_due]
    threads = [threading.Thread(target=do, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return fresh(game), errors


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("join", [False, True])
def test_two_who_begin_a_game_at_once_begin_it_once(
    monkeypatch: pytest.MonkeyPatch, join: bool
) -> None:
    game, errors = at_once(monkeypatch, join=join)
    assert errors == []
    assert game.status == Game.Status.PLAYING or join
    joining_time.begin_due()
    assert fresh(game).status == Game.Status.PLAYING
    assert Phase.objects.count() == 1
    assert game.events.filter(kind=Event.Kind.GAME_BEGUN).count() == 1
    assert LobbyEntry.objects.count() == 7


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_without_the_lock_both_would_begin_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control of the test above."""
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_how: rows)
    _game, errors = at_once(monkeypatch, join=False)
    assert len(errors) == 1
    assert "IntegrityError" in errors[0]
