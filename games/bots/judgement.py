"""Value of a position for one side, after a movement phase: centers held, threatened and in reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from adjudicator import Resolution

    from .scene import Outlook


class Weights(NamedTuple):
    """Worth of circumstances, in tenths of a center."""

    lost: float
    """An own center in which a foe's unit stands."""
    open_to_foes: float
    """An own vacant center that foes can enter and no own unit can."""
    disputed: float
    """An own vacant center that both can enter."""
    outnumbered: float
    """An own unit on a center that a foe can attack with support, without own support."""
    entered: float
    """A foreign center in which an own unit stands, outnumbered or not."""
    free: float
    """A foreign center that an own unit can enter and no foe can."""
    contested: float
    """A foreign vacant center that both can enter."""
    weak: float
    """A foreign center whose unit can be attacked with support and not be supported."""
    strong: float
    """A foreign center whose unit can be attacked by three."""
    nearby: float
    """A foreign center that an own unit can enter within two moves, and none in one."""
    build: float
    """A unit that could be built now."""
    unit: float
    """A unit on the board."""
    place: float
    """The field of a unit (`Outlook.field`)."""


AFTER_SPRING = Weights(-7.0, -4.0, -1.5, -2.0, 7.0, 4.5, 1.5, 3.0, 1.5, 0.7, 0.0, 3.0, 1.5)
AFTER_FALL = Weights(-10.0, -2.5, -1.0, -1.5, 10.0, 3.0, 1.0, 1.5, 1.0, 0.7, 1.5, 1.0, 1.5)
CENTER = 10.0


def judge(outlook: Outlook, resolution: Resolution) -> float:
    """Return the value of what a resolved movement phase leaves to a side, in tenths of a center."""
    scene, side = outlook.scene, outlook.side
    pieces, field = scene.terrain.pieces, outlook.field
    weights = AFTER_FALL if scene.is_fall else AFTER_SPRING
    mine = mine1 = mine2 = mine3 = 0
    near = foes = foes1 = foes2 = 0
    units, places = 0, 0.0
    own = []
    for power, several in resolution.next.units.items():
        if power in side:
            for unit in several:
                text = unit.text
                _, _, bit, reach, in_two, _, _ = pieces[text]
                mine |= bit
                mine3 |= mine2 & reach
                mine2 |= mine1 & reach
                mine1 |= reach
                near |= in_two
                places += field[text]
                own.append((bit, reach))
            units += len(several)
        else:
            once = twice = 0
            for unit in several:
                _, _, bit, reach, _, _, _ = pieces[unit.text]
                foes |= bit
                twice |= once & reach
                once |= reach
            foes1 |= once
            foes2 |= twice
    centers, owned = scene.terrain.center_mask, outlook.owned
    vacant = centers & ~(mine | foes)
    foreign = centers & ~owned
    own_vacant = owned & vacant
    if resolution.next.dislodged:
        for power, beaten in resolution.next.dislodged.items():
            if power in side:
                units += 0.5 * len(beaten)
    free = foreign & vacant & mine1 & ~foes1
    held = foreign & foes
    weak = held & mine2 & ~foes1
    strong = held & mine3 & foes1
    builds = 0
    if weights.build:
        after = owned & ~foes | mine & centers
        sites = outlook.homes & owned & ~(mine | foes)
        builds = max(0, min(after.bit_count() - units, sites.bit_count()))
    busy = 0 if scene.is_fall else foreign
    contested = foreign & vacant & mine1 & foes1
    idle = [reach for bit, reach in own if not bit & busy]
    takers = sum(1 for reach in idle if reach & free)
    takes = min(free.bit_count(), takers)
    tries = min(
        contested.bit_count(), sum(1 for reach in idle if reach & (free | contested)) - takes
    )
    return (
        CENTER * owned.bit_count()
        + weights.lost * (owned & foes).bit_count()
        + weights.open_to_foes * (own_vacant & foes1 & ~mine1).bit_count()
        + weights.disputed * (own_vacant & foes1 & mine1).bit_count()
        + weights.outnumbered * (centers & mine & foes2 & ~mine1).bit_count()
        + weights.entered * (foreign & mine).bit_count()
        + weights.free * takes
        + weights.contested * tries
        + weights.weak * weak.bit_count()
        + weights.strong * strong.bit_count()
        + weights.nearby * (foreign & near & ~mine1 & ~mine).bit_count()
        + weights.build * builds
        + weights.unit * units
        + weights.place * places
    )
