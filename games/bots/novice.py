"""Novice: each unit goes where it likes best, and supports another one where two like the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import PhaseType, check_order

from .adjusting import adjust, retreat
from .plans import Planner
from .scene import Outlook, scene_of

if TYPE_CHECKING:
    import random

    from .view import SeatView

HEAT = 0.3
"""Randomness of its choices (`Planner.draw`)."""


def choose_orders(view: SeatView, *, dice: random.Random, limit: int) -> tuple[str, ...]:
    """Return greedy orders (`ChooseOrders`); no phase is resolved for them."""
    if not view.must_order:
        return ()
    kind = view.position.phase.type
    if kind is PhaseType.RETREAT:
        return retreat(view)
    if kind is PhaseType.ADJUSTMENT:
        return adjust(view)
    scene = scene_of(view)
    plan = Planner(Outlook(scene, view.side), view.power).draw(dice, HEAT)
    return tuple(str(check_order(o, scene.position, view.power, scene.rules)) for o in plan)
