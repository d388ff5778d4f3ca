"""The metrics of games count what happened and was committed, and nothing else."""

import datetime as dt
from collections.abc import Callable
from functools import partial
from unittest import mock

import pytest
import time_machine
from django.db import OperationalError, connection
from prometheus_client import REGISTRY

from accounts import clock
from games.adjudication import due_phases, resolution
from games.models import Game, Notification, Phase
from games.notifications import leases, recipients
from games.notifications.mail import delivery

from ... import factories

Rise = Callable[[str], float]
LATENESS = "entente_phase_lateness_seconds"
FAILURES = "entente_adjudication_failures_total"


def value(name: str, labels: dict[str, str]) -> float:
    found = REGISTRY.get_sample_value(name, labels)
    assert found is not None, f"{name} {labels} is not here before it happens"
    return found


def counting(name: str, **labels: str) -> Callable[[], float]:
    """Return a function that gives the increase of a counter since this call."""
    before = value(name, labels)
    return lambda: value(name, labels) - before


def let_it_pass(game: Game, seconds: float = 0) -> None:
    when = factories.deadline(game) + dt.timedelta(seconds=seconds)
    with time_machine.travel(when, tick=False):
        due_phases.resolve_due()


def test_a_resolved_phase_is_counted_by_its_type_and_by_how_late_it_was(game: Game) -> None:
    movement = counting("entente_phases_resolved_total", type="movement")
    retreat = counting("entente_phases_resolved_total", type="retreat")
    seconds = counting(f"{LATENESS}_sum")
    within_two = counting(f"{LATENESS}_bucket", le="2.0")
    within_five = counting(f"{LATENESS}_bucket", le="5.0")
    let_it_pass(game, seconds=3)
    assert (movement(), retreat()) == (1, 0)
    assert seconds() == pytest.approx(3)
    assert (within_two(), within_five()) == (0, 1)


def test_a_phase_that_is_rolled_back_is_not_counted(game: Game, monkeypatch) -> None:
    resolve = resolution.resolve

    def resolve_and_stumble(due: list[Phase]) -> list[Phase]:
        resolve(due)
        raise OperationalError("deadlock detected")

    monkeypatch.setattr(resolution, "resolve", resolve_and_stumble)
    movement = counting("entente_phases_resolved_total", type="movement")
    left = counting(FAILURES, to="left_for_later")
    let_it_pass(game)
    assert (movement(), left()) == (0, 1)


def test_a_phase_whose_deadline_is_put_off_is_not_counted(game: Game, monkeypatch) -> None:
    def put_off(_due: list[Phase]) -> list[Phase]:
        Phase.objects.update(due_at=clock.now() + dt.timedelta(hours=1))
        return []

    monkeypatch.setattr(resolution, "resolve", put_off)
    movement = counting("entente_phases_resolved_total", type="movement")
    let_it_pass(game)
    assert movement() == 0


@pytest.mark.django_db(transaction=True)
def test_a_phase_whose_commit_fails_is_not_counted(game: Game) -> None:
    movement = counting("entente_phases_resolved_total", type="movement")
    left = counting(FAILURES, to="left_for_later")
    resolve, commit = resolution.resolve, connection.commit
    full: list[bool] = []

    def fill_the_disk(due: list[Phase]) -> list[Phase]:
        full.append(True)
        return resolve(due)

    def commit_once_there_is_room() -> None:
        if full:
            full.clear()
            raise OperationalError("disk full")
        commit()

    with (
        mock.patch.object(resolution, "resolve", fill_the_disk),
        mock.patch.object(connection, "commit", commit_once_there_is_room),
    ):
        let_it_pass(game)
    assert (movement(), left()) == (0, 1)
    let_it_pass(game)
    assert (movement(), left()) == (1, 1)


def fail(*_args: object, **_options: object) -> None:
    raise ValueError("A PAR - BUR")


def test_a_game_that_is_set_aside_is_counted_and_so_is_one_that_cannot_be(
    game: Game, monkeypatch
) -> None:
    monkeypatch.setattr(resolution, "resolve", fail)
    aside, not_aside = (counting(FAILURES, to=to) for to in ("set_aside", "not_set_aside"))
    with monkeypatch.context() as patch:
        patch.setattr(recipients, "masters", fail)
        let_it_pass(game)
    assert (aside(), not_aside()) == (0, 1)
    let_it_pass(game)
    assert (aside(), not_aside()) == (1, 1)


def test_a_mail_is_counted_by_what_became_of_it(game: Game, monkeypatch) -> None:
    outcomes = ("sent", "not_sent", "given_up", "needless")
    counted = [counting("entente_mails_total", outcome=outcome) for outcome in outcomes]
    wait = partial(
        Notification.objects.filter(channel="mail").update, send_at=clock.now(), sent_at=None
    )
    mails = wait()
    assert mails  # the game has begun
    monkeypatch.setattr(delivery, "compose", fail)
    delivery.deliver_due()
    assert [rise() for rise in counted] == [0, mails, 0, 0]
    wait(attempts=9, created_at=clock.now() - leases.GIVEN_UP_AFTER)
    delivery.deliver_due()
    assert [rise() for rise in counted] == [0, 2 * mails, mails, 0]
    wait(attempts=10)  # earlier attempts whose workers died uncounted
    delivery.deliver_due()
    assert [rise() for rise in counted] == [0, 2 * mails, 2 * mails, 0]
    wait(attempts=0)
    monkeypatch.setattr(delivery, "compose", lambda _notification: None)
    delivery.deliver_due()
    monkeypatch.undo()
    wait()
    delivery.deliver_due()
    assert [rise() for rise in counted] == [mails, 2 * mails, 2 * mails, mails]
