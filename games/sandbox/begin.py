"""Lines that begin with a phase of a game."""

from collections.abc import Iterable

from .. import access
from ..models import Phase, Seat
from ..orders import feedback
from ..state import editions, positions
from .line import Line


def line_of_phase(shown: Phase) -> Line:
    """Return a line that begins with a phase, and with its orders once everybody may read them."""
    line = _without_orders(shown)
    if not access.may_read_orders(shown):
        return line
    orders: dict[str, list[str]] = {}
    for order in shown.orders.select_related("seat"):
        if order.given:
            orders.setdefault(order.seat.power, []).append(order.text)
    return line.with_orders(orders)


def line_with_orders_of(shown: Phase, seats: Iterable[Seat]) -> Line:
    """Return a private line that begins with an open phase and the stored orders of `seats`.

    The caller makes sure that its reader may order for all of them.
    """
    stored = {
        seat.power: tuple(order.text for order in feedback.orders_of(shown, seat)) for seat in seats
    }
    given = {power: texts for power, texts in stored.items() if texts}
    return _without_orders(shown).with_orders(given)


def _without_orders(shown: Phase) -> Line:
    changes = editions.stored_changes(shown.game, shown.number)
    return Line(positions.load(shown), shown.game.rules, changes)
