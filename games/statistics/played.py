"""Reads from the rows of a game what its figures are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator import AdjudicatorError, OrderSyntaxError, parse_canonical

from ..models import Game, Order, Phase
from ..state import positions
from .figures import PlayedOrder, PlayedPhase

if TYPE_CHECKING:
    from adjudicator import Position


class PlayedGame(NamedTuple):
    """The positions of all phases of a game, and its resolved phases with their orders."""

    positions: list[Position]
    phases: list[PlayedPhase]


def played_game(game: Game) -> PlayedGame | None:
    """Read a game by four queries; None if the rules cannot read one of its positions.

    Orders of phases that are not resolved are never read.
    """
    rows = list(game.phases.not_superseded().order_by("number"))
    for row in rows:
        row.game = game
    try:
        known = dict(zip(rows, positions.load_all(rows), strict=True))
    except AdjudicatorError:  # the game was set aside for it
        return None
    resolved = {row.pk: row for row in rows if row.status == Phase.Status.RESOLVED}
    orders: dict[int, list[PlayedOrder]] = {key: [] for key in resolved}
    stored = Order.objects.filter(phase__in=resolved).order_by("phase", "pk")
    columns = ("phase", "seat__power", "text", "outcome", "fate")
    for key, power, text, outcome, fate in stored.values_list(*columns):
        position = known[resolved[key]]
        try:
            order = parse_canonical(text, position.phase.type, position.board)
        except OrderSyntaxError:  # a corrupt row counts for nothing
            continue
        is_lost = fate == Order.Fate.DESTROYED
        orders[key].append(PlayedOrder(power, order, outcome, is_lost))
    phases = [PlayedPhase(known[row], orders[key]) for key, row in resolved.items()]
    return PlayedGame(list(known.values()), phases)
