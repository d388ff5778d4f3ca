"""A day before a deadline, whose orders are missing hears of it; once, and nobody else."""

import datetime as dt

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import clock, deadlines, deliveries, mastering, orders, reminders
from games.models import Game, MailChoice, Notice, Phase, Receipt

from .. import factories
from .test_orders import submit

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, phase_hours=72)


def reminded() -> set[User]:
    found = Notice.objects.filter(kind=Notice.Kind.REMINDER).select_related("person")
    assert not found.exclude(channel=Notice.Channel.MAIL).exists()
    return {notice.person for notice in found}


def remind(game: Game, hours: float) -> int:
    """Send the reminders so long before the deadline."""
    with time_machine.travel(factories.deadline(game) - hours * HOUR, tick=False):
        return reminders.remind()


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def test_who_has_not_ordered_is_reminded_a_day_before(game: Game, players: list[User]) -> None:
    submit(game, "FRANCE", "A PAR H")
    assert remind(game, 24.5) == 0
    assert reminded() == set()
    assert remind(game, 24) == 1
    assert reminded() == set(players) - {holder(game, "FRANCE")}


def test_nobody_is_reminded_twice(game: Game) -> None:
    assert [remind(game, hours) for hours in (24, 23, 22, 1)] == [1, 0, 0, 0]
    assert Notice.objects.filter(kind=Notice.Kind.REMINDER).count() == 7


def test_whoever_looked_and_orders_nothing_has_decided_where_that_is_a_choice(
    game: Game,
) -> None:
    phase = factories.set_up_position(
        game,
        "W1901A",
        units={"FRANCE": ["A PAR"], "ITALY": ["A ROM"], "TURKEY": ["A CON"]},
        centers={"FRANCE": ["BRE", "PAR"], "ITALY": ["ROM", "VEN"], "TURKEY": ["CON"]},
    )
    france = factories.seat(game, "FRANCE")
    orders.submit(phase, france, [], person=factories.holder(france))
    assert Receipt.objects.filter(phase=phase).exists()
    remind(game, 20)
    assert reminded() == {holder(game, "ITALY")}


def test_someone_with_several_powers_gets_one_mail(game: Game) -> None:
    france, italy = factories.seat(game, "FRANCE"), factories.seat(game, "ITALY")
    one = factories.holder(france)
    italy.tenures.update(person=one)
    remind(game, 20)
    assert Notice.objects.filter(kind=Notice.Kind.REMINDER, person=one).count() == 1
    mail.outbox.clear()
    with time_machine.travel(factories.deadline(game) - 20 * HOUR):
        deliveries.deliver_due()
    (message,) = [
        each for each in mail.outbox if each.to == [one.email] and "missing" in each.subject
    ]
    assert "no orders for France, Italy in" in message.body


def test_in_games_of_short_phases_nobody_is_reminded(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, phase_hours=24)
    assert remind(game, 12) == 0


def test_a_game_set_aside_reminds_nobody(game: Game) -> None:
    due_at = factories.deadline(game)
    Phase.objects.update(due_at=None)
    with time_machine.travel(due_at - HOUR):
        assert reminders.remind() == 0


def test_a_phase_that_is_due_reminds_nobody(game: Game) -> None:
    assert remind(game, 0) == 0


def test_whoever_switched_reminders_off_gets_none(game: Game, players: list[User]) -> None:
    MailChoice.objects.create(person=players[0], kind="reminder", how="off")
    remind(game, 20)
    assert reminded() == set(players[1:])


def test_a_reminder_whose_orders_came_meanwhile_is_not_sent(game: Game) -> None:
    remind(game, 20)
    submit(game, "FRANCE", "A PAR H")
    mail.outbox.clear()
    with time_machine.travel(factories.deadline(game) - 20 * HOUR):
        deliveries.deliver_due()
    missing = {each.to[0] for each in mail.outbox if "missing" in each.subject}
    assert len(missing) == 6
    assert holder(game, "FRANCE").email not in missing


def test_one_game_s_trouble_leaves_the_others_their_reminders(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    poisoned = factories.begun_game(title="Poisoned", phase_hours=72)
    due = orders.due

    def poison(phase: Phase) -> object:
        if phase.game == poisoned:
            raise ValueError("A PAR - BUR")
        return due(phase)

    monkeypatch.setattr(orders, "due", poison)
    assert remind(poisoned, 20) == 1
    assert len(reminded()) == 7


def test_a_phase_that_was_looked_at_costs_nothing_more(game: Game) -> None:
    remind(game, 20)
    with (
        time_machine.travel(factories.deadline(game) - 19 * HOUR),
        CaptureQueriesContext(connection) as queries,
    ):
        assert clock.now() < factories.deadline(game)
        before = len(queries)
        reminders.remind()
    assert len(queries) - before == 1


def test_a_game_that_was_set_aside_after_its_reminders_reminds_once_more(game: Game) -> None:
    assert remind(game, 20) == 1
    phase = factories.open_phase(game)
    assert phase.due_at
    with time_machine.travel(phase.due_at, tick=False):
        deadlines.set_aside(phase, "error")
        mastering.resume(game, by=None)
    assert remind(game, 20) == 1
    assert remind(game, 19) == 0
    assert Notice.objects.filter(kind=Notice.Kind.REMINDER).count() == 14
