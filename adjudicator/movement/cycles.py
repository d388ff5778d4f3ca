"""Decisions that depend on one another: circular movement and convoy paradoxes (DATC 5.C, 5.D).

Decisions that are still open form cycles. For the smallest cycle, whose decisions depend on no open
decision outside it, every combination of answers is tried. If exactly one combination is
consistent, it is taken. Otherwise the backup rule decides: the convoys of the cycle are disrupted
(Szykman, DATC 4.A.2); without convoys the cycle is a circular movement, which succeeds (rulebook
2000, rule 7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from adjudicator.board import province_numbers

if TYPE_CHECKING:
    from adjudicator.movement.battle import Movement

Answer: TypeAlias = tuple[int, int]
"""The masks of the decisions that are true and of those that are false."""


def decide_all(movement: Movement) -> None:
    """Make every decision of the phase."""
    open_decisions = movement.deduce()
    while open_decisions:
        _decide_cycle(movement, _smallest_cycle(movement, open_decisions))
        decided = movement.yes | movement.no
        open_decisions = movement.deduce_among([u for u in open_decisions if not decided >> u & 1])


def _smallest_cycle(movement: Movement, open_decisions: list[int]) -> list[int]:
    """The smallest set of open decisions that depend on no open decision outside it."""
    depends_on = {decision: _dependencies(movement, decision) for decision in open_decisions}
    reach: dict[int, int] = {}
    for decision in open_decisions:
        seen = fresh = 1 << decision
        while fresh:
            found = 0
            for other in province_numbers(fresh):
                found |= depends_on[other]
            fresh = found & ~seen
            seen |= fresh
        reach[decision] = seen
    smallest = min(reach.values(), key=int.bit_count)
    return [decision for decision in open_decisions if smallest >> decision & 1]


def _dependencies(movement: Movement, decision: int) -> int:
    """The mask of the open decisions that a decision depends on."""
    movement.dependencies = 0
    movement.decide(decision)
    return movement.dependencies


def _decide_cycle(movement: Movement, cycle: list[int]) -> None:
    """Decide at least one decision of a cycle."""
    # At least one decision is made, because every cycle has a move or a convoy in it: supports
    # depend on moves and convoys only, so they cannot form a cycle alone.
    answers = _consistent_guesses(movement, cycle, cycle)
    if len(answers) == 1:
        movement.yes, movement.no = answers[0]
        return
    convoys = movement.convoys & sum(1 << decision for decision in cycle)
    if convoys:
        movement.no |= convoys
    else:
        movement.yes |= sum(1 << decision for decision in cycle if decision in movement.target)


def _consistent_guesses(
    movement: Movement, cycle: list[int], open_decisions: list[int]
) -> list[Answer]:
    """The consistent answers for a cycle, at most two of them."""
    before = movement.yes, movement.no
    answers: list[Answer] = []
    open_decisions = movement.deduce_among(open_decisions)
    if all(
        movement.decide(decision) in (None, movement.known_decision(decision)) for decision in cycle
    ):
        if open_decisions:
            guess, rest = 1 << open_decisions[0], open_decisions[1:]
            yes, no = movement.yes, movement.no
            for movement.yes, movement.no in ((yes | guess, no), (yes, no | guess)):
                answers += _consistent_guesses(movement, cycle, rest)
                if len(answers) > 1:
                    break
        else:
            answers.append((movement.yes, movement.no))
    movement.yes, movement.no = before
    return answers[:2]
