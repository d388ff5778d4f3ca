"""Orders missing at a deadline: no grace, a grace period, or one more deadline a year."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import time_machine

from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import control
from games.models import Event, Game, Notification, Order, Phase
from games.seats import tenures

from ... import factories
from ..orders.test_submission import submit

HOUR = dt.timedelta(hours=1)
MADRID = "Europe/Madrid"
SUNDAYS = {
    "weekdays": 1 << 6,
    "at": dt.time(20),
    "zone": MADRID,
    "least_hours": 72,
    "window_hours": 48,
}


@contextmanager
def at_the_deadline(game: Game) -> Iterator[None]:
    with time_machine.travel(factories.deadline(game), tick=False):
        yield


def play(game: Game, *powers: str) -> Phase:
    """Give orders for `powers`, let the deadline pass, and return the phase that is open then."""
    phase = factories.open_phase(game)
    for power in powers:
        unit = phase.units.filter(seat__power=power).order_by("province")[0]
        submit(game, power, f"{unit} H")
    with at_the_deadline(game):
        due_phases.resolve_due()
    return factories.open_phase(game)


ALL = tuple(factories.HOLDS)
BUT_FRANCE = tuple(power for power in ALL if power != "FRANCE")


def kinds(game: Game) -> list[str]:
    return list(game.events.order_by("pk").values_list("kind", flat=True))


def test_without_a_second_chance_the_phase_is_resolved_and_the_power_in_disorder(
    master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players, on_missed="none")
    assert play(game, *BUT_FRANCE).code == "F1901M"
    france = factories.seat(game, "FRANCE")
    assert france.disorder_since is not None
    assert game.seats.exclude(disorder_since=None).count() == 1
    event = game.events.get(kind=Event.Kind.CIVIL_DISORDER)
    assert event.seat == france


def test_units_in_civil_disorder_hold(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players)
    phase = factories.open_phase(game)
    play(game, *BUT_FRANCE)
    texts = Order.objects.filter(phase=phase, seat__power="FRANCE").values_list("text", "typed")
    assert sorted(texts) == [("A MAR H", None), ("A PAR H", None), ("F BRE H", None)]


def test_a_grace_period_is_given_once(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, on_missed="grace", grace_hours=12)
    before = factories.deadline(game)
    phase = play(game, *BUT_FRANCE)
    assert (phase.code, phase.due_at) == ("S1901M", before + 12 * HOUR)
    assert not game.seats.exclude(disorder_since=None).exists()
    assert play(game).code == "F1901M"
    assert factories.seat(game, "FRANCE").disorder_since is not None
    assert kinds(game).count("grace_given") == 1


def test_who_has_not_ordered_is_told_by_no_news_of_a_grace_period(
    master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players, on_missed="grace")
    play(game, *BUT_FRANCE)
    event = game.events.get(kind=Event.Kind.GRACE_GIVEN)
    assert event.seat is None
    assert not game.events.filter(kind=Event.Kind.NO_MOVES_RECEIVED).exists()
    reminded = Notification.objects.filter(game=game, kind=Notification.Kind.REMINDER)
    assert [notification.person for notification in reminded] == [
        factories.holder(factories.seat(game, "FRANCE"))
    ]


def test_a_grace_period_ends_soon_after_the_missing_orders_came(
    master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players, on_missed="grace", grace_hours=24)
    before = factories.deadline(game)
    play(game, *BUT_FRANCE)
    with time_machine.travel(before + HOUR, tick=False):
        submit(game, "FRANCE", "A PAR H")
        assert factories.open_phase(game).due_at == before + HOUR + dt.timedelta(minutes=30)


def test_for_a_power_in_disorder_nobody_waits_again(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, on_missed="grace")
    play(game, *BUT_FRANCE)
    play(game)
    assert play(game, *BUT_FRANCE).code == "S1902M"
    assert kinds(game).count("grace_given") == 1
    assert kinds(game).count("civil_disorder") == 1
    assert kinds(game).count("no_moves_received") == 2


def test_who_came_back_is_waited_for_again(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, on_missed="grace")
    play(game, *BUT_FRANCE)
    play(game)
    play(game, *ALL)
    assert factories.seat(game, "FRANCE").disorder_since is None
    assert play(game, *BUT_FRANCE).code == "S1902M"
    assert kinds(game).count("grace_given") == 2


def test_an_extension_goes_to_the_next_date_of_the_timetable(
    master: User, players: list[User]
) -> None:
    with time_machine.travel(dt.datetime(2027, 1, 4, 12, tzinfo=dt.UTC)):
        game = factories.begun_game(master, players, on_missed="extension", **SUNDAYS)
    assert factories.deadline(game) == dt.datetime(2027, 1, 10, 19, tzinfo=dt.UTC)
    phase = play(game, *BUT_FRANCE)
    assert (phase.code, phase.due_at) == ("S1901M", dt.datetime(2027, 1, 17, 19, tzinfo=dt.UTC))
    assert play(game).code == "F1901M"


def test_a_game_year_has_one_extension(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, on_missed="extension")
    play(game, *BUT_FRANCE)
    assert play(game, "FRANCE").code == "F1901M"
    assert play(game, *BUT_FRANCE).code == "S1902M"  # the same year
    play(game, *ALL)
    play(game, *ALL)
    assert factories.open_phase(game).code == "S1903M"
    assert kinds(game).count("grace_given") == 1
    assert play(game, *BUT_FRANCE).code == "S1903M"  # a new one
    assert kinds(game).count("grace_given") == 2


def test_process_now_grants_no_grace(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, on_missed="grace")
    control.end_now(game, by=master)
    due_phases.resolve_due()
    assert factories.open_phase(game).code == "F1901M"


def test_a_missing_retreat_gets_no_grace(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, on_missed="grace")
    factories.set_up_position(
        game,
        "S1902R",
        units={"GERMANY": ["A BUR"]},
        dislodged={"FRANCE": [("A BUR", "MUN", ["GAS", "PAR"])]},
    )
    assert play(game).code == "F1902M"
    assert factories.seat(game, "FRANCE").disorder_since is None


def test_a_power_that_lost_its_last_unit_is_not_in_disorder(
    master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players)
    factories.set_up_position(
        game,
        "S1902M",
        units={"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A PIC"], "ITALY": ["A GAS", "F BRE"]},
    )
    submit(game, "GERMANY", "A BUR - PAR", "A PIC S A BUR - PAR")
    submit(game, "ITALY", "A GAS H")
    with at_the_deadline(game):
        due_phases.resolve_due()
    assert "no_moves_received" in kinds(game)
    assert "civil_disorder" not in kinds(game)


def test_a_resigned_seat_has_no_grace(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, on_missed="grace")
    france = factories.seat(game, "FRANCE")
    tenures.resign(france, factories.holder(france))
    assert play(game, *BUT_FRANCE).code == "F1901M"


def test_orders_that_stand_when_a_player_resigns_still_count(
    master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players)
    phase = factories.open_phase(game)
    submit(game, "FRANCE", "A PAR - BUR")
    france = factories.seat(game, "FRANCE")
    tenures.resign(france, factories.holder(france))
    play(game, *BUT_FRANCE)
    assert Order.objects.get(phase=phase, text="A PAR - BUR").outcome == "succeeds"


@pytest.mark.parametrize("on_missed", ["none", "grace", "extension"])
def test_nobody_is_excused_where_all_orders_came(
    master: User, players: list[User], on_missed: str
) -> None:
    game = factories.begun_game(master, players, on_missed=on_missed)
    assert play(game, *ALL).code == "F1901M"
    assert not {"grace_given", "civil_disorder", "no_moves_received"} & set(kinds(game))


def test_a_game_is_set_aside_whose_grace_period_cannot_be_given(
    master: User, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = factories.begun_game(master, players, on_missed="grace")
    tries = []

    def fail(*_people: object, **_of: object) -> None:
        tries.append(1)
        if len(tries) > 3:
            pytest.fail("the same phase is claimed again and again")
        raise ValueError

    monkeypatch.setattr("games.notifications.notify.remind", fail)
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    game.refresh_from_db()
    assert (len(tries), game.status) == (1, Game.Status.ASIDE)
