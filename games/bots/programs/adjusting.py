"""Retreats, builds and disbands, chosen by the worth of places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import Build, Disband, Retreat, Season, Waive, adjustment

from .proposals import promises_of
from .scene import Outlook, scene_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator import Dislodged, Order, Unit

    from .view import SeatView

CAPTURE = 1.5
"""Worth of a retreat to a foreign center in fall, beside the field of the place."""
DANGER = 0.1
"""Worth that a retreat loses by each rival."""
GUARD = 1.0
"""Worth of a unit on an own center that a foe can enter."""
DEFENCE = 0.3
"""Worth that a build gains by each rival."""
SAMENESS = 0.15
"""Worth that a build loses by each unit of the same type."""


def retreat(view: SeatView) -> tuple[str, ...]:
    """Return the orders for the dislodged units of a seat."""
    outlook = Outlook(scene_of(view), view.side)
    closed = promises_of(view).closed
    number = view.position.board.number
    promised = {code for code, place in number.items() if closed >> place & 1}
    return tuple(map(str, retreats(outlook, view.power, promised)))


def retreats(outlook: Outlook, power: str, promised: Iterable[str] = ()) -> list[Order]:
    """Return a retreat for each dislodged unit, or its disbanding if nothing is open to it.

    `promised` are provinces that no unit may enter.
    """
    taken = {code[:3] for code in promised}
    orders: list[Order] = []
    for each in outlook.scene.position.dislodged[power]:
        ways = [way for way in each.retreats if way[:3] not in taken]
        if ways:
            way = max(ways, key=lambda way, each=each: _worth_of_retreat(outlook, each, way))  # type: ignore[misc]
            taken.add(way[:3])
            orders.append(Retreat(each.unit, way))
        else:
            orders.append(Disband(each.unit))
    return orders


def _worth_of_retreat(outlook: Outlook, dislodged: Dislodged, way: str) -> float:
    place = outlook.scene.terrain.board.number[way]
    worth = outlook.field[f"{dislodged.unit.type} {way}"] - DANGER * outlook.rivals_for(place)
    foreign = outlook.scene.terrain.center_mask & ~outlook.owned
    captures = outlook.scene.position.phase.season is not Season.SPRING and foreign >> place & 1
    return worth + (CAPTURE if captures else 0.0)


def adjust(view: SeatView) -> tuple[str, ...]:
    """Return the builds or disbands that are due."""
    due = adjustment(view.position, view.power)
    outlook = Outlook(scene_of(view), view.side)
    if due.removals:
        units = sorted(view.position.units[view.power], key=lambda unit: _worth(outlook, unit))
        return tuple(str(Disband(unit)) for unit in units[: due.removals])
    options = [order.unit for order in due.options if isinstance(order, Build)]
    return tuple(_builds(view, outlook, options, due.builds))


def _worth(outlook: Outlook, unit: Unit) -> float:
    """The worth of a unit when some have to leave the board."""
    place = outlook.scene.terrain.board.number[unit.location]
    guards = outlook.owned >> place & 1 and outlook.rivals_for(place)
    return outlook.field[unit.text] + (GUARD if guards else 0.0)


def _builds(
    view: SeatView, outlook: Outlook, options: Iterable[Unit], number: int
) -> Iterable[str]:
    """The builds of most worth, one after the other; none may be left for the last ones."""
    units = [*view.position.units.get(view.power, ())]
    places = outlook.scene.terrain.board.number

    def worth(unit: Unit) -> float:
        rivals = min(outlook.rivals_for(places[unit.location]), 2)
        alike = sum(each.type is unit.type for each in units)
        return outlook.field[unit.text] + DEFENCE * rivals - SAMENESS * alike

    options = [*options]
    for _build in range(number):
        if not options:
            yield str(Waive())
            continue
        best = max(options, key=worth)
        options = [unit for unit in options if unit.province != best.province]
        units.append(best)
        yield str(Build(best))
