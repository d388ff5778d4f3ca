"""Games that others play besides, with all that stays of the phases behind them.

Some are played by the site's own code and copied until they are many. Their units hold, so that
boards stay as full as they were; none of their deadlines comes while the benchmark runs.
"""

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games import audit, batch, positions
from games.deadlines import resolving, schedule
from games.models import Event, Phase, Tenure

from . import copies, tables

FAR = dt.timedelta(days=3)  # so far off that nobody is reminded of it either
MOST_PLAYED = 200  # phases


def fill(count: int, *, phases: int) -> None:
    """Add about `count` running games of `phases` phases each, the last of them open."""
    played = min(count, max(1, MOST_PLAYED // phases))
    games = tables.write(played, due_in=FAR)
    for _ in range(phases - 1):
        _let_be_due(games, timezone.now())
        assert resolving.resolve_due() == len(games)
        _hold(games)
    _let_be_due(games, timezone.now() + FAR)
    copies.copy(games, round(count / played) - 1)


def _let_be_due(games: Sequence[int], moment: dt.datetime) -> None:
    phases = list(Phase.objects.filter(game__in=games, status=Phase.Status.OPEN))
    for phase in phases:
        schedule.promise(phase, moment, now=timezone.now())
    batch.update_each(phases, schedule.PROMISED)


@transaction.atomic
def _hold(games: Sequence[int]) -> None:
    """Give every unit that may move the order to hold, as its player would."""
    movements = Phase.objects.filter(game__in=games, status=Phase.Status.OPEN, code__endswith="M")
    for phase in movements.select_related("game"):
        position = positions.load(phase)
        sheets = {power: [f"{unit} H" for unit in units] for power, units in position.units.items()}
        sitting = Tenure.objects.filter(seat__game=phase.game, until=None).select_related(
            "seat", "person"
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
