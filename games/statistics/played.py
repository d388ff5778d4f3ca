"""Reads from the rows of a game what its figures are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count

from adjudicator import AdjudicatorError, OrderSyntaxError, parse_canonical

from ..models import Center, Game, Order, Phase
from ..state import positions
from . import figures
from .figures import CenterYear, PlayedOrder, PlayedPhase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator import Position


class PlayedGame(NamedTuple):
    """The positions of all phases of a game, and its resolved phases with their orders."""

    positions: list[Position]
    phases: list[PlayedPhase]


def center_years(game: Game, rows: Sequence[Phase]) -> list[CenterYear]:
    """The numbers of centers of each power in the columns of `figures.columns`, by one query.

    `rows` are the phases of the game that count, oldest first.
    """
    is_over = game.status == Game.Status.FINISHED
    found = figures.columns([row.when for row in rows], is_over=is_over)
    shown = [rows[each.place].pk for each in found]
    owned = Center.objects.filter(phase__in=shown, seat__game=game).order_by()
    counts: dict[int, dict[str, int]] = {key: {} for key in shown}
    for phase, power, number in owned.values_list("phase", "seat__power").annotate(Count("pk")):
        counts[phase][power] = number
    return [
        CenterYear(each.moment, each.year, counts[key])
        for each, key in zip(found, shown, strict=True)
    ]


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
    stored = Order.objects.filter(phase__in=resolved, seat__game=game).order_by("phase", "pk")
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
