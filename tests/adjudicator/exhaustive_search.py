"""All answers that the equations of a movement phase allow, found by trying every one."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from adjudicator import Convoy, Move, Order, Position, SupportHold, SupportMove

from .checker import movement_faults
from .checker_equations import Claim, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator


def answers(scene: Scene) -> Iterator[Claim]:
    """Return every claim that satisfies all equations without a convoy disrupted by a paradox.

    Only the moves are guessed: they decide who is dislodged, so which convoys stand, so which moves
    have a path, so which supports are cut.
    """
    movers = sorted(scene.target)
    for count in range(len(movers) + 1):
        for moved in combinations(movers, count):
            if len({scene.target[mover] for mover in moved}) < count:
                continue
            claim = Claim(moved=set(moved))
            claim.stood = {fleet for fleet in scene.convoys if scene.must_stand(fleet, claim)}
            claim.given = {unit for unit in scene.supports if scene.must_be_given(unit, claim)}
            if not movement_faults(scene, claim):
                yield claim


def parts(scene: Scene) -> Iterator[Scene]:
    """Return the scene in independent parts, whose orders name no common province."""
    groups: list[tuple[set[str], list[str]]] = []
    for province, order in scene.orders.items():
        named, units = {province, *named_in(order)}, [province]
        for other in [group for group in groups if group[0] & named]:
            groups.remove(other)
            named |= other[0]
            units += other[1]
        groups.append((named, units))
    for _, units in groups:
        power_masks: dict[str, list[str]] = {}
        for province in units:
            power_masks.setdefault(scene.power[province], []).append(province)
        position = Position(
            scene.position.phase,
            {power: tuple(map(scene.unit, several)) for power, several in power_masks.items()},
            setup=scene.position.setup,
        )
        yield Scene(position, scene.rules, {province: scene.orders[province] for province in units})


def named_in(order: Order) -> set[str]:
    """Return the provinces that an order names besides that of its unit."""
    named = set()
    if isinstance(order, Move | SupportMove | Convoy):
        named.add(order.target[:3])
    if isinstance(order, SupportHold | SupportMove):
        named.add(order.supported.province)
    if isinstance(order, Convoy):
        named.add(order.army.province)
    return named
