"""The fullest movement phases of the recorded games, as pictures with their outcomes."""

from __future__ import annotations

from functools import cache

from adjudicator import adjudicate
from adjudicator.terms import PhaseType
from games.board import DrawnOrder, DrawnUnit, Picture
from tests.adjudicator import recorded

LEAST = 30  # units


@cache
def pictures(count: int = 50) -> tuple[Picture, ...]:
    """The fullest phases first: with the most orders, then the most units."""
    found = []
    for i, (position, row) in enumerate(zip(recorded.positions(), recorded.rows(), strict=True)):
        units = sum(map(len, position.units.values()))
        if position.phase.type is PhaseType.MOVEMENT and units >= LEAST:
            found.append((-sum(map(len, row.get("orders", {}).values())), -units, i))
    return tuple(picture(i) for *_, i in sorted(found)[:count])


def picture(number: int) -> Picture:
    """A phase by its index in the recorded games."""
    position, row = recorded.positions()[number], recorded.rows()[number]
    units = [DrawnUnit(power, str(unit)) for power, us in position.units.items() for unit in us]
    units += [
        DrawnUnit(power, str(each.unit), dislodged=True)
        for power, beaten in position.dislodged.items()
        for each in beaten
    ]
    return Picture(
        f"{row['game']} {row['phase']}",
        tuple(units),
        {
            center: power
            for power, centers in (position.centers or {}).items()
            for center in centers
        },
        tuple(
            DrawnOrder(one.power, one.order, str(one.outcome), dislodged=bool(one.dislodged))
            for one in adjudicate(position, row["orders"]).results
            if one.given and one.order is not None
        ),
    )
