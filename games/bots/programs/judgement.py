"""Value of what a movement phase leaves to a side: centers held, threatened and in reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from adjudicator import Resolution

    from .scene import Outlook


class Weights(NamedTuple):
    """Values of circumstances, in tenths of a center."""

    lost: float
    """An own center in which a foe stands."""
    open_to_foes: float
    """An own vacant center that foes can enter and no own unit can."""
    disputed: float
    """An own vacant center that both can enter."""
    outnumbered: float
    """An own unit on a center that foes can attack with support, without support of its own."""
    entered: float
    """A foreign center in which an own unit stands."""
    free: float
    """A foreign vacant center that an own unit can enter and no foe can."""
    contested: float
    """A foreign vacant center that both can enter."""
    superior: float
    """The same, in addition, if only the own side can do so with support."""
    unclaimed: float
    """The same, in addition, if nobody owns the center."""
    weak: float
    """A foe on a center that can be attacked with support, and not be supported."""
    strong: float
    """A foe on a center that three units can attack."""
    nearby: float
    """A foreign center that an own unit can enter within two moves, and none in one."""
    build: float
    """A unit that can be built next."""
    unit: float
    """A unit on the board; half of it for a dislodged one."""
    place: float
    """The field of a unit (`Outlook.field`)."""


AFTER_SPRING = Weights(
    lost=-7.0,
    open_to_foes=-4.0,
    disputed=-1.5,
    outnumbered=-2.0,
    entered=7.0,
    free=4.5,
    contested=1.5,
    superior=1.5,
    unclaimed=1.5,
    weak=3.0,
    strong=1.5,
    nearby=0.7,
    build=0.0,
    unit=3.0,
    place=1.5,
)
AFTER_FALL = Weights(
    lost=-10.0,
    open_to_foes=-2.5,
    disputed=-1.0,
    outnumbered=-1.5,
    entered=10.0,
    free=3.0,
    contested=1.0,
    superior=0.5,
    unclaimed=0.5,
    weak=1.5,
    strong=1.0,
    nearby=0.7,
    build=1.5,
    unit=1.0,
    place=1.5,
)
CENTER = 10.0
LEADER = 2.0
"""Value of entering a center of a power that comes near to winning, in addition."""


class _Units(NamedTuple):
    """The units of a side after a phase; sets of provinces are masks."""

    occupied: int
    once: int
    """The provinces that at least one of them can enter; then those that two and three can."""
    twice: int
    thrice: int
    in_two: int
    """The provinces that one can enter within two moves."""
    each: list[tuple[int, int]]
    """The province of each, and those that it can enter."""
    field: float


def judge(outlook: Outlook, resolution: Resolution) -> float:
    """Return the value for a side, in tenths of a center."""
    weights = AFTER_FALL if outlook.scene.is_fall else AFTER_SPRING
    own = _own_units(outlook, resolution)
    foes, foes_once, foes_twice = _foes(outlook, resolution)
    dislodged = resolution.next.dislodged
    lost_place = sum(len(dislodged.get(power, ())) for power in outlook.side) if dislodged else 0
    centers, owned = outlook.scene.terrain.center_mask, outlook.owned
    foreign, vacant = centers & ~owned, centers & ~(own.occupied | foes)
    open_own, open_foreign = owned & vacant & foes_once, foreign & vacant & own.once
    contested = open_foreign & foes_once
    held = foreign & foes
    entered = foreign & own.occupied
    return (
        CENTER * owned.bit_count()
        + weights.lost * (owned & foes).bit_count()
        + weights.open_to_foes * (open_own & ~own.once).bit_count()
        + weights.disputed * (open_own & own.once).bit_count()
        + weights.outnumbered * (centers & own.occupied & foes_twice & ~own.once).bit_count()
        + weights.entered * entered.bit_count()
        + LEADER * (entered & outlook.leaders_own).bit_count()
        + _prospects(outlook, weights, own, open_foreign & ~foes_once, contested)
        + weights.superior * (contested & own.twice & ~foes_twice).bit_count()
        + weights.unclaimed * (contested & outlook.unclaimed).bit_count()
        + weights.weak * (held & own.twice & ~foes_once).bit_count()
        + weights.strong * (held & own.thrice & foes_once).bit_count()
        + weights.nearby * (foreign & own.in_two & ~(own.once | own.occupied)).bit_count()
        + (weights.build * _builds(outlook, own, foes) if weights.build else 0.0)
        + weights.unit * (len(own.each) + lost_place / 2)
        + weights.place * own.field
    )


def _own_units(outlook: Outlook, resolution: Resolution) -> _Units:
    pieces, field = outlook.scene.terrain.pieces, outlook.field
    occupied = once = twice = thrice = in_two = 0
    worth = 0.0
    each = []
    units = resolution.next.units
    for power in outlook.powers:
        for unit in units.get(power, ()):
            text = unit.text
            _, _, bit, reach, further, _, _ = pieces[text]
            occupied |= bit
            thrice |= twice & reach
            twice |= once & reach
            once |= reach
            in_two |= further
            worth += field[text]
            each.append((bit, reach))
    return _Units(occupied, once, twice, thrice, in_two, each, worth)


def _foes(outlook: Outlook, resolution: Resolution) -> tuple[int, int, int]:
    """The provinces of foes, those that they can enter, and those that two of one power can."""
    pieces, side = outlook.scene.terrain.pieces, outlook.side
    neutral = outlook.scene.neutral
    occupied = any_once = any_twice = 0
    for power, units in resolution.next.units.items():
        if power in side:
            continue
        once = twice = 0
        for unit in units:
            _, _, bit, reach, _, _, _ = pieces[unit.text]
            occupied |= bit
            twice |= once & reach
            once |= reach
        if power in neutral:
            continue
        any_once |= once
        any_twice |= twice
    return occupied, any_once, any_twice


def _prospects(outlook: Outlook, weights: Weights, own: _Units, free: int, contested: int) -> float:
    """The value of foreign centers that could be entered next, each by a unit of its own.

    After spring a unit in a foreign center stays there to take it.
    """
    either = free | contested
    if not either:
        return 0.0
    stay = 0 if outlook.scene.is_fall else outlook.scene.terrain.center_mask & ~outlook.owned
    ways = [reach for bit, reach in own.each if reach & either and not bit & stay]
    taken = min(free.bit_count(), sum(1 for reach in ways if reach & free))
    tried = min(contested.bit_count(), len(ways) - taken)
    return weights.free * taken + weights.contested * tried


def _builds(outlook: Outlook, own: _Units, foes: int) -> int:
    """The number of units that can be built after a fall turn."""
    owned = outlook.owned & ~foes | own.occupied & outlook.scene.terrain.center_mask
    sites = outlook.homes & owned & ~own.occupied
    return max(0, min(owned.bit_count() - len(own.each), sites.bit_count()))
