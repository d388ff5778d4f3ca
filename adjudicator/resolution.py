"""What an adjudication says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from adjudicator.orders import Order
    from adjudicator.position import Position, Unit
    from adjudicator.reasons import Reason
    from adjudicator.terms import Outcome


class Result(NamedTuple):
    """How one order ended.

    `text` is the canonical order, or what was written if it could not be read (`order` is then
    none). `given` is false where nobody gave the order: an implicit hold, an automatic disband.
    `unit` is none for a waived build and for what names no unit. `destroyed` units were dislodged
    and had nowhere to go.
    """

    power: str
    unit: Unit | None
    order: Order | None
    text: str
    given: bool
    outcome: Outcome
    dislodged: bool
    destroyed: bool
    reason: Reason


def carried_out(
    power: str, order: Order, outcome: Outcome, reason: Reason, *, given: bool = True
) -> Result:
    """The result of a legal order outside the movement phase, where nobody is dislodged."""
    return Result(power, order.unit, order, str(order), given, outcome, False, False, reason)


class Resolution(NamedTuple):
    """How a phase ended and the position of the next one in which somebody has something to do.

    `year_ended` says that a fall turn was completed and the ownership of centers updated.
    """

    position: Position
    results: tuple[Result, ...]
    destroyed: tuple[tuple[str, Unit], ...]
    next: Position
    year_ended: bool
