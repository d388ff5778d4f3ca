"""What a movement phase decides at first sight, before anything is weighed.

An abbreviation: `Movement.decide` comes to the same answers, and takes longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.board import numbers

if TYPE_CHECKING:
    from adjudicator.movement import Movement


def decide_at_once(movement: Movement) -> list[int]:
    """Decide what needs no weighing; what may lean on something else."""
    open_ones = _supports(movement)
    if movement.convoys:
        open_ones += _convoys(movement)
    return open_ones + _moves(movement)


def _supports(movement: Movement) -> list[int]:
    """A support that nobody attacks is given; one attacked by land, from elsewhere than where it
    counts, is cut. The others stay open."""
    attackers = movement.attackers
    yes = no = 0
    open_ones = []
    for support, into in movement.into.items():
        foes = attackers[support]
        if foes:
            foes &= ~movement.allies(support)
        if not foes:
            yes |= 1 << support
        elif foes & ~movement.sailing & ~(1 << into):
            no |= 1 << support
        else:
            open_ones.append(support)
    movement.yes |= yes
    movement.no |= no
    return open_ones


def _convoys(movement: Movement) -> list[int]:
    """A convoy whose fleet nobody attacks stands. The others stay open."""
    open_ones = []
    for fleet in numbers(movement.convoys):
        if movement.attackers[fleet]:
            open_ones.append(fleet)
        else:
            movement.yes |= 1 << fleet
    return open_ones


def _moves(movement: Movement) -> list[int]:
    """A move alone into a vacant province succeeds; one without support fails there against a
    rival, and against a unit that stays. The others stay open."""
    attackers, backers, sailing = movement.attackers, movement.backers, movement.sailing
    standing, target_of = movement.ground.standing, movement.target
    yes = no = 0
    open_ones, followers = [], []
    for unit, target in target_of.items():
        bit = 1 << unit
        alone = attackers[target] == bit
        if standing[target] is None:
            if alone and not (sailing and sailing & bit):
                yes |= bit
            elif not alone and not backers[unit] and attackers[target] & ~(sailing | bit):
                no |= bit
            else:
                open_ones.append(unit)
        elif backers[unit] or (sailing and sailing & (bit | 1 << target)):
            open_ones.append(unit)
        elif target not in target_of or target_of[target] == unit:
            no |= bit
        elif alone:
            followers.append(unit)
        else:
            open_ones.append(unit)
    movement.yes |= yes
    movement.no |= no
    return open_ones + _followers(movement, followers)


def _followers(movement: Movement, followers: list[int]) -> list[int]:
    """A move without support and rivals succeeds just if the unit in its way moves off. Those stay
    open of whom that one does."""
    target_of = movement.target
    while followers:
        left = []
        for unit in followers:
            target = target_of[unit]
            if movement.yes >> target & 1:
                movement.yes |= 1 << unit
            elif movement.no >> target & 1:
                movement.no |= 1 << unit
            else:
                left.append(unit)
        if len(left) == len(followers):
            break
        followers = left
    return followers
