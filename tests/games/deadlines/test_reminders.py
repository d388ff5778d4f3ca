"""Reminders of missing orders: two days, one day and three hours before a deadline, once each."""

import datetime as dt

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import control, reminders
from games.models import Game, MailChoice, Notification, Phase, Receipt
from games.notifications.mail import delivery
from games.orders import submission
from games.state import phases

from ... import factories
from ..orders.test_submission import submit

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, phase_hours=72)


def reminded() -> set[User]:
    found = Notification.objects.filter(kind=Notification.Kind.REMINDER).select_related("person")
    assert not found.exclude(channel=Notification.Channel.MAIL).exists()
    return {notification.person for notification in found}


def remind(game: Game, hours: float) -> int:
    """Send the reminders at this time before the deadline."""
    with time_machine.travel(factories.deadline(game) - hours * HOUR, tick=False):
        return reminders.remind()


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


@pytest.mark.parametrize("hours", [48, 24, 3])
def test_who_has_not_ordered_is_reminded(game: Game, players: list[User], hours: int) -> None:
    submit(game, "FRANCE", "A PAR H")
    Phase.objects.update(remind_at=factories.deadline(game) - hours * HOUR)
    assert remind(game, hours + 0.5) == 0
    assert reminded() == set()
    assert remind(game, hours) == 1
    assert reminded() == set(players) - {holder(game, "FRANCE")}


def test_each_time_comes_once(game: Game) -> None:
    looks = (49, 48, 47, 24, 23, 4, 3, 2, 1)
    assert [remind(game, hours) for hours in looks] == [0, 1, 0, 1, 0, 0, 1, 0, 0]
    assert Notification.objects.filter(kind=Notification.Kind.REMINDER).count() == 3 * 7


def test_after_a_long_silence_one_mail_does_for_all_times_that_passed(game: Game) -> None:
    assert [remind(game, hours) for hours in (2, 1)] == [1, 0]
    assert Notification.objects.filter(kind=Notification.Kind.REMINDER).count() == 7


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
    submission.submit(phase, france, [], person=factories.holder(france))
    assert Receipt.objects.filter(phase=phase).exists()
    remind(game, 20)
    assert reminded() == {holder(game, "ITALY")}


def test_someone_with_several_powers_gets_one_mail(game: Game) -> None:
    france, italy = factories.seat(game, "FRANCE"), factories.seat(game, "ITALY")
    one = factories.holder(france)
    italy.tenures.update(person=one)
    remind(game, 20)
    assert Notification.objects.filter(kind=Notification.Kind.REMINDER, person=one).count() == 1
    mail.outbox.clear()
    with time_machine.travel(factories.deadline(game) - 20 * HOUR):
        delivery.deliver_due()
    (message,) = [
        each for each in mail.outbox if each.to == [one.email] and "missing" in each.subject
    ]
    assert "You haven’t given orders for France, Italy in" in message.body


@pytest.mark.parametrize(("length", "hours"), [(48, 47.9), (24, 23), (3, 2)])
def test_a_phase_that_has_just_opened_reminds_nobody(
    master: User, players: list[User], length: int, hours: float
) -> None:
    game = factories.begun_game(master, players, phase_hours=length)
    assert remind(game, hours) == 0


def test_a_power_that_nobody_waits_for_is_not_reminded(game: Game, players: list[User]) -> None:
    game.seats.filter(power="FRANCE").update(disorder_since=clock.now())
    assert remind(game, 24) == 1
    assert reminded() == set(players) - {holder(game, "FRANCE")}


def test_a_game_set_aside_reminds_nobody(game: Game) -> None:
    due_at = factories.deadline(game)
    due_phases.set_aside(factories.open_phase(game), "KeyError")
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
        delivery.deliver_due()
    missing = {each.to[0] for each in mail.outbox if "missing" in each.subject}
    assert len(missing) == 6
    assert holder(game, "FRANCE").email not in missing


def test_one_game_s_trouble_leaves_the_others_their_reminders(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    poisoned = factories.begun_game(title="Poisoned", phase_hours=72)
    due = phases.orders_due

    def poison(phase: Phase) -> object:
        if phase.game == poisoned:
            raise ValueError("A PAR - BUR")
        return due(phase)

    monkeypatch.setattr(phases, "orders_due", poison)
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
        due_phases.set_aside(phase, "error")
        control.restart_set_aside(game, by=None)
    assert remind(game, 20) == 1
    assert remind(game, 19) == 0
    assert Notification.objects.filter(kind=Notification.Kind.REMINDER).count() == 14
