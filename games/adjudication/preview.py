"""The results that a closed phase will have, for the game master who publishes them.

Nothing is stored.
"""

from dataclasses import dataclass

from accounts import clock
from adjudicator import Position, adjudicate

from ..lifecycle import verdicts
from ..lifecycle.verdicts import Verdict
from ..models import Order, Phase
from ..orders import bot_sheets
from ..orders.order_sheets import hiding_orders
from ..state import positions
from . import outcomes


@dataclass(frozen=True)
class PhasePreview:
    """The orders of a phase with their outcomes, not stored, and the position after them.

    `verdict` is the end of the game to which they lead, None if it goes on.
    """

    orders: list[Order]
    next: Position
    verdict: Verdict | None

    def value(self, phase: Phase) -> str:
        """The orders as one text: whoever publishes the results has seen those of this text."""
        return "\n".join([str(phase.number), *sorted(order.text for order in self.orders)])


def preview(phase: Phase) -> PhasePreview:
    """Adjudicate the stored orders of `phase`. Raises `SaveFailedError` for a damaged position."""
    with hiding_orders():
        return _preview(phase)


def _preview(phase: Phase) -> PhasePreview:
    seats = {seat.power: seat for seat in phase.game.seats.all()}
    given = list(phase.orders.select_related("seat").order_by("pk"))
    for sheet in bot_sheets.counting([phase]).get(phase.pk, ()):
        given += bot_sheets.orders_of(phase, sheet)
    texts: dict[str, list[str]] = {}
    for order in given:
        texts.setdefault(order.seat.power, []).append(order.text)
    resolution = adjudicate(positions.load(phase), texts, positions.rules_of(phase))
    verdict = verdicts.verdict(
        phase, resolution.next, year_ended=resolution.year_ended, now=clock.now()
    )
    return PhasePreview(
        outcomes.unstored(phase, given, seats, resolution), resolution.next, verdict
    )
