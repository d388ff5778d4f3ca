"""The board of an opening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import PhaseCode, Position, load_setup, parse_canonical

from .. import wording
from ..board import DrawnOrder, pictures
from ..state import variants
from .results import opening_phases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.safestring import SafeString

    from adjudicator import Order


def board_of(setup: str, power: str, orders: Sequence[str], *, is_fall: bool = False) -> SafeString:
    """The start of a set-up with orders of a power for its first spring or fall, for a page.

    The power has the units that were ordered: some set-ups begin with builds. In fall the other
    powers have none: where they are depends on the game.
    """
    position = _position(setup)
    parsed = _parsed(position, orders)
    ordered = tuple(order.unit for order in parsed if order.unit is not None)
    phase = PhaseCode.parse(opening_phases(setup)[is_fall])
    units = {power: ordered} if is_fall else {**position.units, power: ordered}
    position = Position(phase, units, position.centers, setup=position.setup)
    write = wording.order_shortener(position)
    drawn = [DrawnOrder(power, order, written=write(order)) for order in parsed]
    return pictures.draw_position(wording.power(power), position, drawn)


def in_words(setup: str, orders: Sequence[str]) -> str:
    """Orders of a first spring or fall in the reader's notation: “A PAR - BUR, F BRE - MAO”.

    The powers of supported units are left out: in fall they depend on the game.
    """
    position = _position(setup)
    write = wording.order_shortener(Position(position.phase, {}, setup=position.setup))
    return ", ".join(write(order) for order in _parsed(position, orders))


def _parsed(position: Position, orders: Sequence[str]) -> list[Order]:
    kind, board = position.phase.type, position.board
    return [parse_canonical(text, kind, board) for text in orders]


def _position(setup: str) -> Position:
    start = variants.start_position(setup)
    spring = PhaseCode.parse(opening_phases(setup)[0])
    return Position(spring, start.units, start.centers, setup=load_setup(setup))
