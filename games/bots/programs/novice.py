"""Novice: each unit goes where it likes best, and supports another one where both like the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .drafts import draw_plan
from .orders import canonical_orders, orders_outside_movement
from .plans import Planner
from .proposals import promises_of
from .scene import Outlook, scene_of

if TYPE_CHECKING:
    import random

    from .view import SeatView

HEAT = 0.3
"""Randomness of its choices (`draw_plan`)."""


def choose_orders(view: SeatView, *, dice: random.Random, limit: int = 0) -> tuple[str, ...]:
    """Return greedy orders (`ChooseOrders`); no phase is resolved for them."""
    orders = orders_outside_movement(view)
    if orders is not None:
        return orders
    planner = Planner(Outlook(scene_of(view), view.side), view.power, promises_of(view))
    return canonical_orders(view, draw_plan(planner, dice, HEAT))
