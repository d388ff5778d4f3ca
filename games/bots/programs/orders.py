"""Orders in the form that players return: canonical and legal, for each type of phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import Hold, IllegalOrder, PhaseType, check_order

from .adjusting import adjust, retreat

if TYPE_CHECKING:
    from adjudicator import Order

    from .plans import Plan
    from .view import SeatView


def orders_outside_movement(view: SeatView) -> tuple[str, ...] | None:
    """Return the orders for a phase of retreats or adjustments, None for a movement phase.

    They are empty for a seat that has nothing to do, in any phase.
    """
    if not view.must_order:
        return ()
    kind = view.position.phase.type
    if kind is PhaseType.RETREAT:
        return retreat(view)
    return adjust(view) if kind is PhaseType.ADJUSTMENT else None


def canonical_orders(view: SeatView, plan: Plan) -> tuple[str, ...]:
    """Return the orders of a plan as the edition writes them; an illegal one becomes a hold."""
    return tuple(_canonical(view, order) for order in plan)


def _canonical(view: SeatView, order: Order) -> str:
    try:
        return str(check_order(order, view.position, view.power, view.rules))
    except IllegalOrder:
        assert order.unit is not None
        return str(Hold(order.unit))
