"""The table of powers on the pages of a game."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.terms import PhaseType

from ... import access, wording
from ...models import Game, Phase
from ...state import positions


@dataclass(frozen=True)
class SeatLine:
    """One power in the table of a game.

    `has_ordered` and `is_ready` are None if the reader may not know them, or if the power has
    nothing to order. Nobody plays a `neutral` power.
    """

    code: str
    power: str
    name: str
    mine: bool
    neutral: bool
    units: int
    centers: int
    change: int
    must_order: bool
    has_ordered: bool | None
    is_ready: bool | None


def seat_lines(
    viewer: access.Viewer, game: Game, phase: Phase, due: Mapping[str, int]
) -> list[SeatLine]:
    """The powers of a game in `phase`.

    `due` maps each power that has to order to the number of its orders. `change` is the number of
    units that a power builds (or, below zero, disbands) in an adjustment phase.
    """
    names_open = access.sees_names(viewer, game)
    watching = access.sees_who_has_ordered(viewer, game)
    winter = phase.type == PhaseType.ADJUSTMENT
    stored = positions.stored(phase)
    units, centers = Counter(unit.power for unit in stored.units), Counter(stored.owners.values())
    ordered = set(phase.orders.values_list("seat", flat=True))
    mine = set(access.held_seats(viewer, game).values_list("pk", flat=True))
    lines = []
    for seat in game.seats.prefetch_related("tenures__person"):
        own = seat.pk in mine
        shown = (own or watching) and phase.is_open and seat.power in due
        sign = 1 if centers[seat.power] > units[seat.power] else -1
        lines.append(
            SeatLine(
                code=seat.power,
                power=wording.power(seat.power),
                name=access.shown_name(viewer, seat, names_open=names_open),
                mine=own,
                neutral=seat.neutral,
                units=units[seat.power],
                centers=centers[seat.power],
                change=sign * due.get(seat.power, 0) if winter else 0,
                must_order=seat.power in due,
                has_ordered=seat.pk in ordered if shown else None,
                is_ready=seat.ready_phase_id == phase.pk if shown else None,
            )
        )
    return lines
