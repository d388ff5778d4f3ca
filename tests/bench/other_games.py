"""Other running games, with all rows of their past phases.

A few are played by the site's own code and then copied. Their units hold, so that boards stay full.
None of their deadlines passes while the benchmark runs.
"""

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.adjudication import due_phases
from games.core import audit, bulk
from games.models import Event, Phase, Tenure
from games.state import phase_clock, positions

from . import copies, tables

FAR = dt.timedelta(days=3)  # too far off for reminders
MOST_PLAYED = 200  # phases, before copying


def fill(count: int, *, phases: int) -> None:
    """Add about `count` running games of `phases` phases each, the last of them open."""
    played = min(count, max(1, MOST_PLAYED // phases))
    games = tables.write(played, due_in=FAR)
    for _ in range(phases - 1):
        _let_be_due(games, timezone.now())
        assert due_phases.resolve_due() == len(games)
        _hold(games)
    _let_be_due(games, timezone.now() + FAR)
    copies.copy(games, round(count / played) - 1)


def _let_be_due(games: Sequence[int], moment: dt.datetime) -> None:
    phases = list(Phase.objects.open().filter(game__in=games))
    for phase in phases:
        phase_clock.set_deadline(phase, moment, now=timezone.now())
    bulk.update_each(phases, phase_clock.DEADLINE_FIELDS)


@transaction.atomic
def _hold(games: Sequence[int]) -> None:
    """Store a hold for every unit in a movement phase, as its player would."""
    movements = Phase.objects.filter(game__in=games, status=Phase.Status.OPEN, code__endswith="M")
    for phase in movements.select_related("game"):
        position = positions.load(phase)
        sheets = {power: [f"{unit} H" for unit in units] for power, units in position.units.items()}
        sitting = (
            Tenure.objects.current().filter(seat__game=phase.game).select_related("seat", "person")
        )
        holders = {
            each.seat.power: each.person for each in sitting.select_related("seat", "person")
        }
        seats = {seat.power: seat for seat in phase.game.seats.all()}
        tables.write_orders(phase, position, sheets, seats, holders)
        audit.log_all(
            audit.event(
                Event.Kind.ORDERS_SAVED,
                game=phase.game,
                phase=phase,
                seat=seats[power],
                actor=holders[power],
            )
            for power in sheets
        )
