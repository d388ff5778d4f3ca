"""Orders that race with the deadline: those answered “saved” count, the others are refused.

Threads with their own connections use the database of the tests.
"""

import contextlib
import datetime as dt
import os
import threading
import time
from itertools import cycle

import pytest
from django.db import OperationalError, connection

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases, resolution
from games.core.errors import Refused
from games.deadlines import open_phase
from games.models import Event, Game, Order, Phase, Receipt, Seat
from games.orders import submission
from games.orders.submission import Line
from tests.soak import SOAK

from .. import factories

ROUNDS = 25 if SOAK else 3
SOON = dt.timedelta(seconds=3)  # so long that everybody can begin
# Two sheets for each power, so that every save changes something.
SHEETS = {
    "AUSTRIA": ("A VIE - GAL", "A VIE - TYR"),
    "ENGLAND": ("F LON - NTH", "F LON - ENG"),
    "FRANCE": ("A PAR - BUR", "A PAR - PIC"),
    "GERMANY": ("A MUN - RUH", "A MUN - BUR"),
    "ITALY": ("A ROM - APU", "A ROM - TUS"),
    "RUSSIA": ("A MOS - UKR", "A MOS - SEV"),
    "TURKEY": ("A CON - BUL", "A CON - SMY"),
}


def due_soon(game: Game) -> Phase:
    phase = factories.open_phase(game)
    Phase.objects.filter(pk=phase.pk).update(due_at=clock.now() + SOON)
    phase.refresh_from_db()
    return phase


class Player(threading.Thread):
    """Saves two sheets in turn until the deadline, and remembers the answers."""

    def __init__(self, phase: Phase, seat: Seat, person: User) -> None:
        super().__init__()
        self.phase, self.seat, self.person = phase, seat, person
        self.saved: list[str] = []
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            for text in cycle(SHEETS[self.seat.power]):
                submission.submit(self.phase, self.seat, [Line("1", text)], person=self.person)
                self.saved.append(text)
        except Refused:
            pass  # the deadline
        except Exception as error:
            self.error = error
        finally:
            connection.close()


def race(*, clean: bool = True) -> tuple[int, int]:
    """Let seven players save until they are refused, while two workers wait for the deadline.

    Return how many sheets were saved, and how many of the last sheets have no outcome. `clean`: an
    error of any thread fails the test.
    """
    game = factories.begun_game()
    phase = due_soon(game)
    seats = game.seats.select_related("game")
    players = [Player(phase, seat, factories.holder(seat)) for seat in seats]
    errors: list[Exception] = []
    workers = [threading.Thread(target=resolve_when_due, args=(phase, errors)) for _ in range(2)]
    for thread in [*players, *workers]:
        thread.start()
    for thread in [*players, *workers]:
        thread.join(30)
    errors += [player.error for player in players if player.error]
    assert not (clean and errors)
    phase.refresh_from_db()
    assert phase.status == Phase.Status.RESOLVED
    lost = 0
    for player in filter(lambda player: player.saved, players):
        counted = Order.objects.filter(phase=phase, seat=player.seat).exclude(outcome="")
        lost += player.saved[-1] not in counted.values_list("text", flat=True)
        last = Receipt.objects.filter(phase=phase, seat=player.seat).latest("pk")
        assert not clean or last.text == player.saved[-1]
    return sum(len(player.saved) for player in players), lost


def resolve_when_due(phase: Phase, errors: list[Exception]) -> None:
    """Call `resolve_due` again and again, even after errors, as messages make a worker do."""
    try:
        while is_open(phase):
            try:
                due_phases.resolve_due()
            except OperationalError as error:
                errors.append(error)
            time.sleep(0.01)
    finally:
        connection.close()


def is_open(phase: Phase) -> bool:
    return Phase.objects.open().filter(pk=phase.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_every_order_answered_saved_has_an_outcome():
    results = [race() for _ in range(ROUNDS)]
    print(f"{sum(saved for saved, _ in results)} sheets saved, none lost")
    assert all(saved for saved, _ in results)
    assert [lost for _, lost in results] == [0] * ROUNDS
    assert Event.objects.filter(kind=Event.Kind.PHASE_RESOLVED).count() == ROUNDS


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    "sqlite" in os.environ.get("DATABASE_URL", "sqlite"),
    reason="on SQLite it is the IMMEDIATE transaction that locks, and it cannot be left out",
)
def test_without_the_lock_of_the_phase_orders_are_lost(monkeypatch):
    """Negative control of the test above."""

    def look_without_lock(phase: Phase, *, late: bool) -> Phase:
        phase = Phase.objects.select_related("game").get(pk=phase.pk)
        if not phase.is_open or (phase.due_at is not None and phase.due_at <= clock.now()):
            raise Refused("too late")
        patience = time.monotonic() + 20
        while is_open(phase) and time.monotonic() < patience:  # meanwhile the phase is resolved
            time.sleep(0.01)
        return phase

    monkeypatch.setattr(open_phase, "lock_open", look_without_lock)
    assert race(clean=False)[1], "nothing was lost"


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    "sqlite" in os.environ.get("DATABASE_URL", "sqlite"), reason="SQLite has no server to lose"
)
def test_a_database_that_goes_away_in_the_middle_sets_no_game_aside(monkeypatch):
    game = factories.begun_game()
    phase = factories.open_phase(game)
    Phase.objects.filter(pk=phase.pk).update(due_at=clock.now())
    resolve = resolution.resolve
    killed: list[Phase] = []

    def resolve_and_lose_the_connection(due: list[Phase]) -> list[Phase]:
        resolved = resolve(due)
        if not killed:
            killed.extend(due)
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return resolved

    monkeypatch.setattr(resolution, "resolve", resolve_and_lose_the_connection)
    with contextlib.suppress(OperationalError):  # the next message tries again
        due_phases.resolve_due()
    connection.close()
    due_phases.resolve_due()
    assert killed == [phase]
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert factories.open_phase(game).number == 2
    assert game.events.filter(kind=Event.Kind.PHASE_RESOLVED).count() == 1
