"""The boards of a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from adjudicator import parse_canonical

from .. import wording
from ..board import DrawnOrder, pictures

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from adjudicator import Position

    from ..board import Theme
    from .line import Line, ResolvedPhase


def _title(position: Position, name: str = "") -> str:
    return f"{name or _('Sandbox')}: {wording.phase_name(position.phase)}"


def board_of(line: Line, name: str = "") -> SafeString:
    """The last position of a line with its orders; the names stand still while orders change.

    `name` is part of the board's title instead of “Sandbox”.
    """
    still = pictures.still_position(_title(line.position, name), line.position)
    return pictures.with_signs(still, signs_of(line))


def signs_of(line: Line) -> pictures.OrderSigns:
    """The signs of the orders that are not resolved yet."""
    return pictures.signs_in(line.position, drawn_orders(line))


def board_with_results(phase: ResolvedPhase, name: str = "") -> SafeString:
    """The board of a resolved phase with its orders and outcomes; `name` is as in `board_of`."""
    title = _title(phase.position, name)
    return pictures.draw_tried(title, phase.position, drawn_results(phase))


def board_after(phase: ResolvedPhase) -> SafeString:
    """The board of the position that a resolved phase leads to."""
    position = phase.resolution.next
    return pictures.draw_tried(_title(position), position, [])


def document_of(line: Line, number: int, *, theme: Theme, pattern_fills: bool) -> str:
    """The board of a phase as an SVG document: of a resolved one by its number, from 1.

    The number 0 is the last position, with the orders that are not resolved yet.
    """
    phase = line.phases[number - 1] if number else None
    position = phase.position if phase else line.position
    return pictures.tried_document(
        _title(position),
        position,
        drawn_results(phase) if phase else drawn_orders(line),
        theme=theme,
        pattern_fills=pattern_fills,
    )


def drawn_orders(line: Line) -> list[DrawnOrder]:
    """The orders of a line that are not resolved yet."""
    position, write = line.position, wording.order_shortener(line.position)
    parsed = (
        (power, parse_canonical(text, position.phase.type, position.board))
        for power, texts in line.orders.items()
        for text in texts
    )
    return [DrawnOrder(power, order, written=write(order)) for power, order in parsed]


def drawn_results(phase: ResolvedPhase) -> list[DrawnOrder]:
    """The orders of a resolved phase with their outcomes."""
    write = wording.order_shortener(phase.position)
    return [
        DrawnOrder(
            result.power,
            result.order,
            str(result.outcome),
            written=write(result.order),
            dislodged=result.dislodged,
        )
        for result in phase.resolution.results
        if result.order is not None
    ]
