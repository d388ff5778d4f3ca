"""Check of a resolution against the equations of the rules, slow and simple.

It has no code in common with the resolver. After Kruijswijk, "The Math of Adjudication", and
chapter 5 of the DATC. The resolution is taken as a claim: these moves succeeded, these supports
were given, these convoys stood. Each order is then judged from what the claim says of all others,
and the result must be what was claimed. Nothing is searched, so cycles need no special treatment.

Two things that the equations do not decide are taken as claimed: the convoys disrupted by a paradox
(Szykman, DATC 4.A.2; `disrupted` with the reason `convoy_paradox`), and which of several answers a
circle of orders gets. `exhaustive_search` tells whether there was a choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import (
    Convoy,
    Hold,
    Move,
    Outcome,
    PhaseType,
    SupportMove,
    Unit,
)

from .checker_equations import Claim, Scene, supported_by
from .checker_orders import assign, in_vain, read
from .checker_results import (
    adjustment_faults,
    lines_faults,
    next_faults,
    retreat_faults,
    ways_to_retreat,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from adjudicator import Order, Position, Resolution, Rules

    from .checker_orders import Line


def violations(
    position: Position,
    sheets: Mapping[str, Sequence[Order | str]],
    resolution: Resolution,
    rules: Rules,
) -> list[str]:
    """Return the equations that a resolution does not satisfy, as texts; empty if it is right."""
    if position.phase.type is PhaseType.RETREAT:
        return retreat_faults(position, sheets, resolution, rules)
    if position.phase.type is PhaseType.ADJUSTMENT:
        return adjustment_faults(position, sheets, resolution, rules)
    lines = read(position, sheets, rules)
    counting = assign(lines, position.at, rules)
    scene = Scene(position, rules, counting_orders(counting), in_vain(lines, position.at, rules))
    wrong = lines_faults(position, lines, resolution)
    if wrong:  # without one result an order there is no claim to judge
        return wrong
    claim = claim_of(scene, resolution)
    return [
        *movement_faults(scene, claim),
        *word_faults(scene, claim, resolution, counting),
        *aftermath_faults(scene, claim, resolution),
    ]


def counting_orders(counting: Mapping[str, Line]) -> dict[str, Order]:
    """Return the orders that count, by the province of their unit."""
    return {p: line.order for p, line in counting.items() if line.order is not None}


def claim_of(scene: Scene, resolution: Resolution) -> Claim:
    """Return the claim that a resolution makes by the outcomes of the orders that count."""
    claim = Claim()
    for result in resolution.results:
        if result.unit is None or scene.orders.get(result.unit.province) != result.order:
            continue
        province = result.unit.province
        if result.outcome is Outcome.SUCCEEDS:
            claim.moved.add(province)
        elif result.outcome is Outcome.GIVEN:
            claim.given.add(province)
        elif result.outcome is Outcome.AVAILABLE:
            claim.stood.add(province)
        elif result.outcome is Outcome.DISRUPTED and result.reason.code == "convoy_paradox":
            claim.paradox.add(province)
    return claim


def movement_faults(scene: Scene, claim: Claim) -> list[str]:
    """Return the equations of a movement phase that a claim does not satisfy."""
    wrong = []
    for mover in scene.target:
        if scene.must_move(mover, claim) != (mover in claim.moved):
            word = "did not succeed" if scene.must_move(mover, claim) else "succeeded"
            strength = scene.attack_strength(mover, claim)
            wrong.append(f"{scene.orders[mover]} {word} with attack strength {strength}")
    for supporter in scene.supports:
        told = scene.orders[supporter]
        if not matters(scene, supporter):
            continue
        if scene.must_be_given(supporter, claim) != (supporter in claim.given):
            word = "cut" if supporter in claim.given else "not cut"
            wrong.append(f"{told} should be {word}")
    for fleet in scene.convoys:
        stands = scene.must_stand(fleet, claim)
        if fleet not in claim.paradox and stands != (fleet in claim.stood):
            wrong.append(f"{scene.orders[fleet]}: the fleet was {'not ' * stands}dislodged")
    wrong += [f"nobody said {p} could move" for p in claim.moved - scene.target.keys()]
    wrong += [f"{p} supports nothing" for p in claim.given - scene.supports.keys()]
    return wrong + [
        f"{p} carries nobody" for p in (claim.stood | claim.paradox) - scene.convoys.keys()
    ]


def matters(scene: Scene, supporter: str) -> bool:
    """Return whether a support can have an effect.

    A support to hold a unit that nobody attacks has none, and editions name its outcome differently
    if its own unit is attacked.
    """
    order = scene.orders[supporter]
    return isinstance(order, SupportMove) or supported_by(order) in scene.target.values()


def word_faults(
    scene: Scene, claim: Claim, resolution: Resolution, told: Collection[str]
) -> list[str]:
    """Return the results whose outcome is not the word of the DATC."""
    wrong = []
    for result in resolution.results:
        if result.unit is None or result.order is None or result.outcome is Outcome.ILLEGAL:
            continue
        province = result.unit.province
        if scene.orders.get(province) != result.order or scene.power[province] != result.power:
            continue
        if not result.given and province in told:
            continue
        right = right_word(scene, claim, province)
        if result.outcome is not right:
            wrong.append(f"{result.order} is called {result.outcome}, not {right}")
    return wrong


def right_word(scene: Scene, claim: Claim, province: str) -> Outcome:
    """Return the word of the DATC for the outcome of a unit's order."""
    order = scene.orders[province]
    lost = scene.dislodger(province, claim) is not None
    if isinstance(order, Hold):
        return Outcome.FAILS if lost else Outcome.STANDS
    if isinstance(order, Move):
        if province in claim.moved:
            return Outcome.SUCCEEDS
        no_way = scene.way[province] == "sea" and not scene.route_ordered(province)
        return Outcome.INVALID if no_way else Outcome.FAILS
    if isinstance(order, Convoy):
        if province not in scene.convoys:
            return Outcome.INVALID
        ended = lost or province in claim.paradox
        return Outcome.DISRUPTED if ended else Outcome.AVAILABLE
    if province not in scene.supports:
        return Outcome.INVALID
    if scene.must_be_given(province, claim):
        return Outcome.GIVEN
    if not lost and not matters(scene, province):
        return Outcome(scene.rules.untested_support)
    return Outcome.CUT


def aftermath_faults(scene: Scene, claim: Claim, resolution: Resolution) -> list[str]:
    """Return what is wrong with the units' places, the dislodged units and their retreats."""
    standing: list[tuple[str, Unit]] = []
    lost: dict[str, str] = {}
    for province, (power, unit) in scene.position.at.items():
        order, attacker = scene.orders[province], scene.dislodger(province, claim)
        if province in claim.moved and isinstance(order, Move):
            standing.append((power, Unit(unit.type, order.target)))
        elif attacker is None:
            standing.append((power, unit))
        else:
            lost[province] = attacker
    wrong = []
    arrived = [scene.target[mover] for mover in claim.moved & scene.target.keys()]
    if len(set(arrived)) < len(arrived):
        wrong.append(f"two units came to one province of {sorted(arrived)}")
    flagged = sorted(f"{r.power} {r.unit}" for r in resolution.results if r.dislodged)
    if flagged != sorted(f"{scene.power[p]} {scene.unit(p)}" for p in lost):
        wrong.append(f"{flagged} are marked as dislodged, not those in {sorted(lost)}")
    bounced = {
        target
        for target in scene.target.values()
        if sum(
            mover not in claim.moved and scene.prevent_strength(mover, claim) > 0
            for mover, to in scene.target.items()
            if to == target
        )
        > 1
    }
    closed = {unit.province for _, unit in standing} | bounced
    may_go = {
        province: ways_to_retreat(
            scene.position,
            province,
            attacker,
            closed,
            by_sea=scene.by_sea(attacker, claim),
            rules=scene.rules,
        )
        for province, attacker in lost.items()
    }
    destroyed = sorted(
        f"{scene.power[p]} {scene.unit(p)}" for p, ways in may_go.items() if not ways
    )
    for what, named in (
        ("destroyed", [f"{power} {unit}" for power, unit in resolution.destroyed]),
        ("marked as destroyed", [f"{r.power} {r.unit}" for r in resolution.results if r.destroyed]),
    ):
        if sorted(named) != destroyed:
            wrong.append(f"{what} are {sorted(named)}, not {destroyed}")
    dislodged = [
        (scene.power[p], scene.unit(p), lost[p], ways) for p, ways in sorted(may_go.items()) if ways
    ]
    return wrong + next_faults(scene.position, standing, dislodged, resolution)
