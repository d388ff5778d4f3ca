"""The table of powers on the pages of a game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from adjudicator.terms import PhaseType

from ... import access, wording
from ...models import Game, Phase
from ...polling.seat_states import SeatState, seat_states, shown_state
from ...state import positions
from . import profile


@dataclass(frozen=True)
class SeatLine:
    """One power in the table of a game.

    `has_ordered` and `is_ready` are None if the reader may not know them, or if the power has
    nothing to order. Nobody plays a `neutral` power. `seat` is the primary key of its seat. `url`
    is the address of its player's profile, empty in games that hide their players.
    """

    seat: int
    code: str
    power: str
    name: str
    neutral: bool
    units: int
    centers: int
    change: int
    must_order: bool
    url: str = ""
    mine: bool = False
    has_ordered: bool | None = None
    is_ready: bool | None = None

    @property
    def orders(self) -> SafeString:
        """Whether the power has ordered, as HTML; empty if the reader may not know it."""
        return _orders_html(get_language(), is_ready=self.is_ready, has_ordered=self.has_ordered)


@cache
def _orders_html(_language: str, *, is_ready: bool | None, has_ordered: bool | None) -> SafeString:
    context = {"is_ready": is_ready, "has_ordered": has_ordered}
    return SafeString(render_to_string("games/game/_seat_orders.html", context))


def seat_lines(role: access.Role, phase: Phase, due: Mapping[str, int]) -> list[SeatLine]:
    """The powers of a game in `phase`, as the reader may see them.

    `due` maps each power that has to order to the number of its orders.
    """
    states = seat_states(role.game) if phase.is_open else {}
    return lines_of(role, phase, named_lines(role, phase, due), states)


def public_lines(game: Game, phase: Phase, due: Mapping[str, int]) -> list[SeatLine]:
    """The powers of a game in `phase` with what everyone may see of them."""
    return named_lines(access.Role(AnonymousUser(), game), phase, due)


def named_lines(role: access.Role, phase: Phase, due: Mapping[str, int]) -> list[SeatLine]:
    """The powers of a game with the names that the reader may see, but not who has ordered.

    `change` is the number of units that a power builds (or, below zero, disbands) in an adjustment
    phase.
    """
    names_open = role.sees_names
    winter = phase.type == PhaseType.ADJUSTMENT
    stored = positions.stored(phase)
    units, centers = Counter(unit.power for unit in stored.units), Counter(stored.owners.values())
    lines = []
    for seat in role.game.seats.prefetch_related("tenures__person"):
        player = access.open_holder(seat)
        sign = 1 if centers[seat.power] > units[seat.power] else -1
        lines.append(
            SeatLine(
                seat=seat.pk,
                code=seat.power,
                power=wording.power(seat.power),
                name=access.shown_name(role.viewer, seat, names_open=names_open),
                neutral=seat.neutral,
                units=units[seat.power],
                centers=centers[seat.power],
                change=sign * due.get(seat.power, 0) if winter else 0,
                must_order=seat.power in due,
                url=profile.url_of(player) if player else "",
            )
        )
    return lines


def lines_of(
    role: access.Role, phase: Phase, lines: Sequence[SeatLine], states: Mapping[int, SeatState]
) -> list[SeatLine]:
    """`lines` with the reader's own powers marked, and who has ordered if they may know it.

    `states` are those of the open phase.
    """
    mine = {seat.pk for seat in role.held}
    return [
        _line_for(
            line,
            phase,
            shown_state(role, phase, line.seat, states, must_order=line.must_order),
            mine=line.seat in mine,
        )
        for line in lines
    ]


def _line_for(line: SeatLine, phase: Phase, state: SeatState | None, *, mine: bool) -> SeatLine:
    return replace(
        line,
        mine=mine,
        has_ordered=state.has_ordered if state else None,
        is_ready=state.ready_phase == phase.pk if state else None,
    )
