"""Decisions that lean on themselves: circular movement and convoy paradoxes (DATC 5.C, 5.D).

What is left open is a knot of decisions. In the innermost knot - it leans on nothing open outside -
every way of guessing is tried. If just one is consistent, that is the answer. If several or none
are, the backup rule decides: convoys in the knot are disrupted (Szykman, DATC 4.A.2), and without
convoys it is a circular movement, which succeeds (rulebook 2000, rule 7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.orders import Convoy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.battle import Battle


def settle(battle: Battle) -> None:
    """Make every decision of the battle."""
    for decision in battle.decide:
        battle.verdict(decision)
    knots = [decision for decision, verdict in battle.known.items() if verdict is None]
    while knots:
        if not _draw_conclusions(battle, knots):
            _untie(battle, _innermost(battle, knots))
        knots = [decision for decision in knots if battle.known[decision] is None]


def _draw_conclusions(battle: Battle, knot: Iterable[str]) -> bool:
    """Decide what by now follows without guessing; whether anything did."""
    before = sum(1 for decision in knot if battle.known[decision] is None)
    for decision in knot:
        if battle.known[decision] is None:
            battle.known[decision] = battle.decide[decision](decision)
    return sum(1 for decision in knot if battle.known[decision] is None) < before


def _innermost(battle: Battle, knots: list[str]) -> list[str]:
    """The smallest set of open decisions that lean on no open decision outside it."""
    leans_on = {decision: _asked_by(battle, decision) for decision in knots}
    reach: dict[str, set[str]] = {}
    for decision in knots:
        seen, waiting = {decision}, [decision]
        while waiting:
            for other in leans_on[waiting.pop()] - seen:
                seen.add(other)
                waiting.append(other)
        reach[decision] = seen
    smallest = min(knots, key=lambda decision: len(reach[decision]))
    return [decision for decision in knots if decision in reach[smallest]]


def _asked_by(battle: Battle, decision: str) -> set[str]:
    battle.asked = set()
    battle.decide[decision](decision)
    asked, battle.asked = battle.asked, None
    return asked


def _untie(battle: Battle, knot: list[str]) -> None:
    # At least one decision is made, for every knot holds a move or a convoy: a support leans on
    # moves and convoys only, never on another support, so supports alone cannot make one.
    answers = _consistent_guesses(battle, knot)
    if len(answers) == 1:
        battle.known.update(answers[0])
        return
    convoys = [decision for decision in knot if isinstance(battle.orders[decision], Convoy)]
    for fleet in convoys:
        battle.disrupted.add(fleet)
        battle.known[fleet] = False
    if not convoys:
        for decision in knot:
            if decision in battle.target:
                battle.known[decision] = True


def _consistent_guesses(battle: Battle, knot: list[str]) -> list[dict[str, bool | None]]:
    """The consistent ways to decide a knot, two of them at most."""
    known = battle.known
    before = {decision: known[decision] for decision in knot}
    answers: list[dict[str, bool | None]] = []
    while _draw_conclusions(battle, knot):
        pass
    if all(battle.decide[decision](decision) in (None, known[decision]) for decision in knot):
        open_ones = [decision for decision in knot if known[decision] is None]
        if not open_ones:
            answers.append({decision: known[decision] for decision in knot})
        else:
            for guess in (True, False):
                known[open_ones[0]] = guess
                answers += _consistent_guesses(battle, knot)
                if len(answers) > 1:
                    break
    known.update(before)
    return answers[:2]
