"""Lines that begin with a phase of a game."""

from .. import access
from ..models import Phase
from ..state import editions, positions
from .line import Line


def line_of_phase(shown: Phase) -> Line:
    """Return a line that begins with a phase, and with its orders once everybody may read them."""
    changes = editions.stored_changes(shown.game, shown.number)
    line = Line(positions.load(shown), shown.game.rules, changes)
    if not access.may_read_orders(shown):
        return line
    orders: dict[str, list[str]] = {}
    for order in shown.orders.select_related("seat"):
        if order.given:
            orders.setdefault(order.seat.power, []).append(order.text)
    return line.with_orders(orders)
