"""Readiness with holds that meets a sheet: the lock of the phase keeps the sheet."""

import threading
import time
from collections.abc import Sequence

import pytest

from games.deadlines import open_phase
from games.models import Phase, Seat
from games.orders import holding
from tests import factories
from tests.threads import ON_SQLITE, Act, is_waited_for

from .test_submission import stored, submit

pytestmark = [pytest.mark.django_db(transaction=True), ON_SQLITE]


def orders_after_a_sheet_at_once(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Save a sheet just after somebody who holds has seen that there are no orders."""
    first, *others = factories.PersonFactory.create_batch(7)
    game = factories.begun_game(first, others, as_master=False)
    seat, phase = factories.seat(game, "FRANCE"), factories.open_phase(game)
    person, seen = factories.holder(seat), threading.Event()
    without_orders = holding.without_orders

    def save() -> None:
        seen.wait(10)
        submit(game, "FRANCE", "A PAR - BUR")

    other = Act(save)

    def look(phase: Phase, seats: Sequence[Seat]) -> list[Seat]:
        found = without_orders(phase, seats)
        seen.set()
        while other.is_alive() and not is_waited_for():
            time.sleep(0.01)
        return found

    monkeypatch.setattr(holding, "without_orders", look)
    holding.be_ready(phase, [seat], person=person, holding=["FRANCE"])
    other.join(30)
    assert other.error is None
    return stored(game, "FRANCE")


def test_a_sheet_saved_at_once_with_holds_is_kept(monkeypatch: pytest.MonkeyPatch):
    assert orders_after_a_sheet_at_once(monkeypatch) == ["A PAR - BUR"]


def test_without_the_lock_holds_replace_a_sheet(monkeypatch: pytest.MonkeyPatch):
    def read(phase: Phase, *, late: bool = False) -> Phase:
        found = Phase.objects.select_related("game", "settings").get(pk=phase.pk)
        open_phase.must_be_open(found, late=late)
        return found

    monkeypatch.setattr(open_phase, "lock_open", read)
    assert len(orders_after_a_sheet_at_once(monkeypatch)) == 3
