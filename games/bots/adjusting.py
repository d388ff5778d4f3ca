"""Retreats, builds and disbands, chosen by the worth of places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import Build, Disband, Retreat, Season, UnitType, Waive, adjustment

from .scene import Outlook, Scene

if TYPE_CHECKING:
    from .view import SeatView


def retreat(view: SeatView) -> tuple[str, ...]:
    """Return a retreat for each dislodged unit, or its disbanding if nothing is open to it."""
    position = view.position
    outlook = Outlook(Scene(position, view.rules), view.side)
    number = position.board.number
    is_fall = position.phase.season is not Season.SPRING
    centers = outlook.scene.terrain.center_mask
    taken: set[str] = set()
    orders = []
    for each in position.dislodged[view.power]:
        best, found = float("-inf"), None
        for way in each.retreats:
            if way[:3] in taken:
                continue
            place = number[way]
            score = outlook.field[f"{each.unit.type} {way}"]
            if centers >> place & 1 and not outlook.owned >> place & 1 and is_fall:
                score += 1.5
            score -= 0.1 * outlook.rivals_for(place)
            if score > best:
                best, found = score, way
        if found is None:
            orders.append(str(Disband(each.unit)))
        else:
            taken.add(found[:3])
            orders.append(str(Retreat(each.unit, found)))
    return tuple(orders)


def adjust(view: SeatView) -> tuple[str, ...]:
    """Return the builds or disbands that are due."""
    position, power = view.position, view.power
    due = adjustment(position, power)
    outlook = Outlook(Scene(position, view.rules), view.side)
    if due.removals:
        def worth(order: Disband) -> float:
            place = position.board.number[order.unit.location]
            stays = outlook.owned >> place & 1 and outlook.rivals_for(place)
            return outlook.field[order.unit.text] + (1.0 if stays else 0.0)

        return tuple(map(str, sorted(due.options, key=worth)[: due.removals]))
    orders: list[str] = []
    used: set[str] = set()
    units = position.units.get(power, ())
    fleets = sum(unit.type is UnitType.FLEET for unit in units)
    armies = len(units) - fleets
    while len(orders) < due.builds:
        best, found = float("-inf"), None
        for order in due.options:
            if order.unit.province in used:
                continue
            score = outlook.field[order.unit.text]
            place = position.board.number[order.unit.location]
            score += 0.3 * min(outlook.rivals_for(place), 2)
            own = fleets if order.unit.type is UnitType.FLEET else armies
            score -= 0.15 * own
            if score > best:
                best, found = score, order
        if found is None:
            orders.append(str(Waive()))
            continue
        used.add(found.unit.province)
        if found.unit.type is UnitType.FLEET:
            fleets += 1
        else:
            armies += 1
        orders.append(str(found))
    return tuple(orders)
