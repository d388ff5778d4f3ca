"""Games that have agreed to no machine help: replies to their running phases are not searched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import AdjudicatorError

from ..models import Game, Phase, Seat
from ..models.game import RUNNING
from ..state import positions

if TYPE_CHECKING:
    from accounts.models import User
    from adjudicator import Position

    from .line import Line


def game_without_help(line: Line, person: User) -> Game | None:
    """Return a game whose running phase is in a line, and in which the search is not allowed.

    `person` holds a seat in it. An address says nothing of games, so positions are compared. People
    who sign out, or change the position, can't be recognized.
    """
    several = {str(each.phase): _state(each) for each in _positions(line)}
    own = Seat.objects.held_by(person).values("game")
    running = (
        Phase.objects.open()
        .filter(
            code__in=several,
            game__in=own,
            game__status__in=RUNNING,
            game__setup=line.start.setup.name,
            game__no_machine_help=True,
        )
        .select_related("game")
    )
    for phase in running:
        try:
            position = positions.load(phase)
        except AdjudicatorError:  # such a game is set aside, and begins no line
            continue
        if _state(position) == several[phase.code]:
            return phase.game
    return None


def _positions(line: Line) -> list[Position]:
    return [*(phase.position for phase in line.phases), line.position]


def _state(position: Position) -> tuple[Any, ...]:
    """The units and centers of a position, without powers that have none."""
    return tuple(
        {power: several for power, several in (part or {}).items() if several}
        for part in (position.units, position.centers)
    )
