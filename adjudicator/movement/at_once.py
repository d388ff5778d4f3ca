"""Decisions of a movement phase that depend on few others.

This is a shortcut: `Movement.decide` gives the same answers and takes longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.board import province_numbers

if TYPE_CHECKING:
    from adjudicator.movement.battle import Movement


def decide_at_once(movement: Movement) -> list[int]:
    """Make the simple decisions; return those that remain open."""
    open_decisions = _decide_supports(movement)
    if movement.convoys:
        open_decisions += _decide_convoys(movement)
    return open_decisions + _decide_moves(movement)


def _decide_supports(movement: Movement) -> list[int]:
    """Decide supports that nobody attacks, and those cut by land; return the others.

    A support is cut by an attack by land that does not come from the province in which it counts
    (rulebook 2000, rule 13).
    """
    attackers, bits = movement.attackers, movement.board.bits
    yes = no = 0
    open_decisions = []
    for support, into in movement.supported_province.items():
        foes = attackers[support]
        if foes:
            foes &= ~movement.power_mask(support)
        if not foes:
            yes |= bits[support]
        elif foes & ~(movement.may_be_convoyed | bits[into]):
            no |= bits[support]
        else:
            open_decisions.append(support)
    movement.yes |= yes
    movement.no |= no
    return open_decisions


def _decide_convoys(movement: Movement) -> list[int]:
    """Decide the convoys whose fleet nobody attacks; return the others."""
    open_decisions = []
    for fleet in province_numbers(movement.convoys):
        if movement.attackers[fleet]:
            open_decisions.append(fleet)
        else:
            movement.yes |= 1 << fleet
    return open_decisions


def _decide_moves(movement: Movement) -> list[int]:
    """Decide moves without support or without competition; return the others.

    A single move to a vacant province succeeds. A move without support fails against a rival, and
    against a unit that stays (rulebook 2000, rules 3 and 5).
    """
    attackers, backers, sailing = (
        movement.attackers,
        movement.matched_supports,
        movement.may_be_convoyed,
    )
    standing, target_of = movement.placement.standing, movement.target
    bits = movement.board.bits
    yes = no = 0
    open_decisions: list[int] = []
    followers: list[int] = []
    attacks: list[int] = []
    for unit, target in target_of.items():
        bit, rivals = bits[unit], attackers[target]
        alone = rivals == bit
        if standing[target] is None:
            if alone and not (sailing and sailing & bit):
                yes |= bit
            elif not alone and not backers[unit] and rivals & ~(sailing | bit):
                no |= bit
            else:
                open_decisions.append(unit)
        elif sailing and sailing & (bit | bits[target]):
            open_decisions.append(unit)
        elif backers[unit]:
            (attacks if alone and target not in target_of else open_decisions).append(unit)
        elif target not in target_of or target_of[target] == unit:
            no |= bit
        elif alone:
            followers.append(unit)
        else:
            open_decisions.append(unit)
    movement.yes |= yes
    movement.no |= no
    open_decisions += _decide_attacks(movement, attacks)
    return open_decisions + _decide_followers(movement, followers)


def _decide_attacks(movement: Movement, attacks: list[int]) -> list[int]:
    """Decide supported moves without rivals against units that stay; return the others.

    Such a move succeeds if it is stronger. Against its own power it has no strength, and supports
    by the power of the attacked unit do not count (rulebook 2000, rules 5 and 12).
    """
    backers, open_decisions = movement.matched_supports, []
    for unit in attacks:
        target, yes = movement.target[unit], movement.yes
        ours, theirs = backers[unit], backers[target]
        if (ours | theirs) & ~(yes | movement.no):
            open_decisions.append(unit)
            continue
        foes = movement.power_mask(target)
        stronger = (ours & yes & ~foes).bit_count() > (theirs & yes).bit_count()
        if stronger and not foes >> unit & 1:
            movement.yes |= 1 << unit
        else:
            movement.no |= 1 << unit
    return open_decisions


def _decide_followers(movement: Movement, followers: list[int]) -> list[int]:
    """Decide moves without support into provinces that are being left; return the others.

    Such a move, if it has no rivals, succeeds if and only if the unit in its way moves off.
    """
    target_of, bits = movement.target, movement.board.bits
    yes, no = movement.yes, movement.no
    while followers:
        left = []
        for unit in followers:
            before = bits[target_of[unit]]
            if yes & before:
                yes |= bits[unit]
            elif no & before:
                no |= bits[unit]
            else:
                left.append(unit)
        if len(left) == len(followers):
            break
        followers = left
    movement.yes, movement.no = yes, no
    return followers
