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
    attackers, bits, forces = movement.attackers, movement.board.bits, movement.placement.forces
    yes = no = 0
    open_decisions = []
    for support, into in movement.supported_province.items():
        foes = attackers[support]
        if foes:
            foes &= ~forces[support]
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
    """Decide moves by land that meet little resistance; return the others.

    A single move to a vacant province succeeds. A move without support fails against a rival, and
    against a unit that stays (rulebook 2000, rules 3 and 5).
    """
    attackers, backers, target_of = movement.attackers, movement.matched_supports, movement.target
    posts, bits, sailing = movement.placement.posts, movement.board.bits, movement.may_be_convoyed
    yes = no = 0
    open_decisions: list[int] = []
    followers: list[int] = []
    attacks: list[int] = []
    contests: list[int] = []
    for unit, target in target_of.items():
        bit, goers = bits[unit], attackers[target]
        if sailing and sailing & (bit | bits[target]):
            open_decisions.append(unit)
        elif goers != bit:
            if backers[unit]:
                contests.append(unit)
            elif not (sailing or target in target_of) or _sure_rivals(movement, unit, target):
                no |= bit
            else:
                open_decisions.append(unit)
        elif posts[target] is None:
            yes |= bit
        elif target in target_of and target_of[target] != unit:
            followers.append(unit)
        elif backers[unit]:
            attacks.append(unit)
        else:
            no |= bit
    movement.yes |= yes
    movement.no |= no
    if contests:
        open_decisions += _decide_contests(movement, contests)
    open_decisions += _decide_attacks(movement, attacks)
    return open_decisions + _decide_followers(movement, followers)


def _sure_rivals(movement: Movement, unit: int, target: int) -> int:
    """The mask of the other units that go to a province by land and cannot be dislodged from there.

    At most one can be: the unit against which the one in the province moves.
    """
    target_of, bits = movement.target, movement.board.bits
    rivals = movement.attackers[target] ^ bits[unit]
    if target in target_of:
        rivals &= ~bits[target_of[target]]
    return rivals & ~movement.may_be_convoyed


def _decide_contests(movement: Movement, contests: list[int]) -> list[int]:
    """Decide supported moves that have rivals; return the others.

    Such a move fails against a rival that is as strong. It succeeds if the province is vacant and
    every rival is weaker (rulebook 2000, rules 4 and 5).
    """
    backers, bits, yes, no = (
        movement.matched_supports,
        movement.board.bits,
        movement.yes,
        movement.no,
    )
    open_decisions = []
    succeeded = failed = 0
    for unit in contests:
        target = movement.target[unit]
        rivals = _sure_rivals(movement, unit, target)
        least, most = (backers[unit] & yes).bit_count(), (backers[unit] & ~no).bit_count()
        stronger = (
            movement.placement.posts[target] is None
            and movement.attackers[target] == rivals | bits[unit]
        )
        while rivals:
            rival = rivals.bit_length() - 1
            rivals ^= bits[rival]
            if (backers[rival] & yes).bit_count() >= most:
                failed |= bits[unit]
                break
            if (backers[rival] & ~no).bit_count() >= least:
                stronger = False
        else:
            if stronger:
                succeeded |= bits[unit]
            else:
                open_decisions.append(unit)
    movement.yes |= succeeded
    movement.no |= failed
    return open_decisions


def _decide_attacks(movement: Movement, attacks: list[int]) -> list[int]:
    """Decide supported moves without rivals against units that stay or come head to head.

    Returns the others. Such a move succeeds if it is stronger (rulebook 2000, rule 5).
    """
    backers, target_of, bits = movement.matched_supports, movement.target, movement.board.bits
    given, undecided = movement.yes, ~(movement.yes | movement.no)
    open_decisions = []
    succeeded = failed = 0
    for unit in attacks:
        ours, theirs = backers[unit], backers[target_of[unit]]
        if (ours | theirs) & undecided:
            open_decisions.append(unit)
        elif (_counted_supports(movement, unit) & given).bit_count() > (theirs & given).bit_count():
            succeeded |= bits[unit]
        else:
            failed |= bits[unit]
    movement.yes |= succeeded
    movement.no |= failed
    return open_decisions


def _counted_supports(movement: Movement, unit: int) -> int:
    """The mask of the supports of a move that count against the unit in its way.

    Those by the power of that unit do not count. Against its own power a move has no strength, so
    no support counts (rulebook 2000, rule 12).
    """
    foes = movement.placement.forces[movement.target[unit]]
    return 0 if foes >> unit & 1 else movement.matched_supports[unit] & ~foes


def _decide_followers(movement: Movement, followers: list[int]) -> list[int]:
    """Decide moves without rivals into provinces that are being left; return the others.

    Such a move succeeds if the unit in its way moves off. If that unit fails to, it has a strength
    of 1, so one support is enough.
    """
    target_of, bits, backers = movement.target, movement.board.bits, movement.matched_supports
    yes, no = movement.yes, movement.no
    while followers:
        left = []
        for unit in followers:
            before = bits[target_of[unit]]
            if yes & before:
                yes |= bits[unit]
            elif not no & before:
                left.append(unit)
            elif not backers[unit]:
                no |= bits[unit]
            else:
                supports = _counted_supports(movement, unit)
                if supports & yes:
                    yes |= bits[unit]
                elif supports & ~no:
                    left.append(unit)
                else:
                    no |= bits[unit]
        if len(left) == len(followers):
            break
        followers = left
    movement.yes, movement.no = yes, no
    return followers
