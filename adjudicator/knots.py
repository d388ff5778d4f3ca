"""Decisions that lean on themselves: circular movement and convoy paradoxes (DATC 5.C, 5.D).

What is left open is a knot of decisions. In the innermost knot - it leans on nothing open outside -
every way of guessing is tried. If just one is consistent, that is the answer. If several or none
are, the backup rule decides: convoys in the knot are disrupted (Szykman, DATC 4.A.2), and without
convoys it is a circular movement, which succeeds (rulebook 2000, rule 7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from adjudicator.board import numbers

if TYPE_CHECKING:
    from adjudicator.movement import Movement

Answer: TypeAlias = tuple[int, int]
"""The masks of the decisions that are true and of those that are false."""


def settle(movement: Movement) -> None:
    """Make every decision of the phase."""
    open_ones = movement.conclude()
    while open_ones:
        _untie(movement, _innermost(movement, open_ones))
        decided = movement.yes | movement.no
        open_ones = movement.conclude_among([u for u in open_ones if not decided >> u & 1])


def _innermost(movement: Movement, knots: list[int]) -> list[int]:
    """The smallest set of open decisions that lean on no open decision outside it."""
    leans_on = {decision: _leans_on(movement, decision) for decision in knots}
    reach: dict[int, int] = {}
    for decision in knots:
        seen = fresh = 1 << decision
        while fresh:
            found = 0
            for other in numbers(fresh):
                found |= leans_on[other]
            fresh = found & ~seen
            seen |= fresh
        reach[decision] = seen
    smallest = min(reach.values(), key=int.bit_count)
    return [decision for decision in knots if smallest >> decision & 1]


def _leans_on(movement: Movement, decision: int) -> int:
    movement.leaned_on = 0
    movement.decide(decision)
    return movement.leaned_on


def _untie(movement: Movement, knot: list[int]) -> None:
    # At least one decision is made, for every knot holds a move or a convoy: a support leans on
    # moves and convoys only, never on another support, so supports alone cannot make one.
    answers = _consistent_guesses(movement, knot, knot)
    if len(answers) == 1:
        movement.yes, movement.no = answers[0]
        return
    convoys = movement.convoys & sum(1 << decision for decision in knot)
    if convoys:
        movement.no |= convoys
    else:
        movement.yes |= sum(1 << decision for decision in knot if decision in movement.target)


def _consistent_guesses(movement: Movement, knot: list[int], open_ones: list[int]) -> list[Answer]:
    """The consistent ways to decide a knot, two of them at most."""
    before = movement.yes, movement.no
    answers: list[Answer] = []
    open_ones = movement.conclude_among(open_ones)
    if all(movement.decide(decision) in (None, movement.verdict(decision)) for decision in knot):
        if open_ones:
            guess, rest = 1 << open_ones[0], open_ones[1:]
            yes, no = movement.yes, movement.no
            for movement.yes, movement.no in ((yes | guess, no), (yes, no | guess)):
                answers += _consistent_guesses(movement, knot, rest)
                if len(answers) > 1:
                    break
        else:
            answers.append((movement.yes, movement.no))
    movement.yes, movement.no = before
    return answers[:2]
