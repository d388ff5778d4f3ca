"""Check that reasons are true, by the equations of the checker and without code of the resolver.

For each code there is a fact that must be true of the units that its sentence names. Where it tells
strengths, these units must have had them, with exactly the supports that it names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import (
    Convoy,
    Hold,
    IllegalOrder,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
    check_order,
)

from .sayings import beaten, strengths_with_and_without
from .true_reasons_of_help import OF_CONVOYS, OF_HOLDS, OF_MOVES, OF_SUPPORTS, other_unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator import Position

    from .checker_equations import Claim, Scene
    from .sayings import Facts, Saying


def _besieged(s: Saying) -> bool:
    """A unit with the strength told, against attackers with the strength told."""
    by = s.units("by")
    if len(by) > 1:
        theirs = s.of_each("against", by, map(s.brought, by))
    else:
        theirs = s.attacks_with("against", by[0])
    return theirs and all(s.holds_with("strength", s.at, each) for each in by)


def _at_rivals(s: Saying, unit: str, rivals: list[str]) -> bool:
    """The strength told of other moves to the province of a move."""
    if len(rivals) > 1:
        return s.of_each("against", rivals, map(s.prevented, rivals))
    return s.prevented(rivals[0]) == 1 + len(s.backers(rivals[0])) and s.moves_with(
        "against", rivals[0]
    )


def _contested(s: Saying) -> bool:
    """A move that was no stronger than the strongest other moves to its province."""
    rivals = s.opponents
    return (
        s.are_rivals(rivals)
        and s.moves_with("strength", s.at)
        and _at_rivals(s, s.at, rivals)
        and int(s.params["strength"]) <= int(s.params["against"])
    )


def _stopped(s: Saying) -> bool:
    """A move that was no stronger than the unit that stayed in its way."""
    return (
        s.is_in_the_way(s.opponents)
        and s.attacks_with("strength", s.at)
        and s.holds_with("against", s.target, s.at)
        and int(s.params["strength"]) <= int(s.params["against"])
    )


def _won(s: Saying) -> bool:
    """A move that was stronger than another to its province."""
    [other] = s.opponents
    return (
        s.are_rivals([other])
        and s.attacks_with("strength", s.at)
        and s.moves_with("against", other)
        and int(s.params["strength"]) > int(s.params["against"])
    )


def _dislodged(s: Saying) -> bool:
    """A move that was stronger than the unit it dislodged."""
    [other] = s.opponents
    return (
        s.scene.dislodger(other, s.claim) == s.at
        and s.attacks_with("strength", s.at)
        and s.holds_with("against", other, s.at)
        and int(s.params["strength"]) > int(s.params["against"])
    )


def _lost_on_the_border(s: Saying) -> bool:
    """A move that met a stronger one on the same border."""
    [other] = s.opponents
    return (
        s.met(other)
        and s.scene.dislodger(s.at, s.claim) == other
        and s.holds_with("strength", s.at, other)
        and s.attacks_with("against", other)
    )


def _kept_out(s: Saying) -> bool:
    """A foreign attack that was stronger than this unit, but not than others to its province."""
    [by], rivals = s.units("by"), s.opponents
    return (
        by not in rivals
        and s.come([by, *rivals])
        and s.foreign(by)
        and s.brought(by) > s.held(s.at, by)
        and s.attacks_with("strength", by)
        and _at_rivals(s, by, rivals)
        and s.brought(by) <= int(s.params["against"])
    )


def _stood_off(s: Saying) -> bool:
    """Several attacks, one at least stronger than the unit, and each as strong as the others."""
    by, strength = s.units("by"), int(s.params["against"])
    return (
        s.come(by)
        and any(map(s.foreign, by))
        and strength > s.held(s.at, by[0])
        and {s.prevented(each) for each in by} == {strength}
        and _besieged(s)
    )


def _own_power_stays(s: Saying) -> bool:
    """A unit of the move's own power, although the move was stronger."""
    return s.is_in_the_way(s.opponents) and not any(map(s.foreign, s.opponents))


def _left_out_of_standoff(s: Saying) -> bool:
    """A move that only supports which may not help to dislodge made stronger than its rivals."""
    return (
        s.are_rivals(s.opponents)
        and s.foreign(s.target)
        and s.moves_with("strength", s.at)
        and s.counts_without(s.at)
        and _at_rivals(s, s.at, s.opponents)
        and int(s.params["counted"]) <= int(s.params["against"]) < int(s.params["strength"])
    )


def _unopposed(s: Saying) -> bool:
    """Nobody in the way, and no other move there."""
    rivals = [each for each, to in s.scene.target.items() if to == s.target and each != s.at]
    return s.moved(s.at) and not s.defended(s.at) and not any(map(s.path, rivals))


def _in_circle(s: Saying) -> bool:
    """The other units of the circle, all of which moved."""
    circle = [s.target]
    while circle[-1] != s.at and len(circle) < 99:
        circle.append(s.scene.target.get(circle[-1], s.at))
    return {*circle} == {s.at, *s.units("with")} <= s.claim.moved and len(circle) > 2


def _past_another(s: Saying) -> bool:
    [other] = s.units("with")
    carried = s.at if s.by_sea(s.at) else other
    return (
        other == s.target
        and s.scene.target.get(other) == s.at
        and {s.at, other} <= s.claim.moved
        and s.stood(carried, "fleets")
    )


HOLDS: Facts = {
    "holds": lambda s: (
        not s.lost(s.at)
        and not any(target == s.at and s.path(each) for each, target in s.scene.target.items())
    ),
    "no_order": lambda s: not s.given,
    "held_against": lambda s: (
        not s.lost(s.at)
        and s.come(s.units("by"))
        and _besieged(s)
        and int(s.params["strength"]) >= int(s.params["against"])
    ),
    "beleaguered": _stood_off,
    "spared_by_standoff": _kept_out,
    "spared_by_own_power": lambda s: (
        s.come(s.units("by"))
        and not any(map(s.foreign, s.units("by")))
        and _besieged(s)
        and int(s.params["strength"]) < int(s.params["against"])
    ),
}
MOVES: Facts = {
    "move_succeeds": lambda s: _unopposed(s) and not s.by_sea(s.at),
    "move_wins": lambda s: s.moved(s.at) and _won(s),
    "move_dislodges": _dislodged,
    "move_despite_dislodged": lambda s: (
        s.are_rivals(s.opponents)
        and all(s.lost(each) and not s.prevented(each) for each in s.opponents)
    ),
    "move_in_circle": _in_circle,
    "move_past_another": _past_another,
    "move_by_convoy_succeeds": lambda s: s.moved(s.at) and s.stood(s.at, "fleets"),
    "move_by_open_route": lambda s: s.stood(s.at, "fleets") and s.fell(s.at),
    "bounced_off_unit": lambda s: s.target not in s.scene.target and _stopped(s),
    "bounced_off_failed_move": lambda s: s.target in s.scene.target and _stopped(s),
    "bounced_off_strength": _stopped,
    "bounced_after_convoy": lambda s: s.stood(s.at, "fleets") and _stopped(s),
    "bounced_in_standoff": lambda s: not any(map(s.moved, s.opponents)) and _contested(s),
    "standoff_after_convoy": lambda s: (
        not any(map(s.moved, s.opponents)) and s.stood(s.at, "fleets") and _contested(s)
    ),
    "bounced_with_dislodged": lambda s: all(map(s.lost, s.opponents)) and _contested(s),
    "outdone": lambda s: {*s.opponents} <= s.claim.moved and _contested(s),
    "head_to_head": lambda s: s.met(s.target) and _stopped(s),
    "lost_head_to_head": _lost_on_the_border,
    "own_unit_stays": lambda s: (
        _own_power_stays(s)
        and not s.left_out(s.at)
        and s.moves_with("strength", s.at)
        and s.holds_with("against", s.target, s.at)
        and s.brought(s.at) > int(s.params["against"])
    ),
    "own_unit_despite_support": lambda s: (
        _own_power_stays(s) and strengths_with_and_without(s, s.at)
    ),
    "own_support_left_out": lambda s: (
        s.is_in_the_way(s.opponents)
        and s.foreign(s.target)
        and strengths_with_and_without(s, s.at)
        and int(s.params["counted"]) <= int(s.params["against"]) < int(s.params["strength"])
    ),
    "own_support_left_out_of_standoff": _left_out_of_standoff,
    "no_convoy": lambda s: not s.scene.carriers(s.at) and not s.path(s.at),
    "convoy_incomplete": lambda s: (
        not s.scene.route_ordered(s.at)
        and not s.path(s.at)
        and {*s.units("fleets")} == s.scene.carriers(s.at)
    ),
    "convoy_was_disrupted": lambda s: (
        not s.path(s.at)
        and s.fell(s.at)
        and {s.scene.dislodger(fleet, s.claim) for fleet in s.units("lost")} == {*s.units("by")}
    ),
    "convoy_lost_in_paradox": lambda s: (
        not s.path(s.at) and s.fell(s.at) and {*s.units("lost")} <= s.claim.paradox
    ),
}
FACTS: Facts = {
    **HOLDS,
    **MOVES,
    **OF_MOVES,
    **OF_HOLDS,
    **OF_SUPPORTS,
    **OF_CONVOYS,
    "dislodged_by": beaten,
}
"""The facts that must be true for each code."""
ORDERS: dict[type, Facts] = {
    Hold: HOLDS,
    Move: MOVES,
    SupportHold: OF_HOLDS | OF_SUPPORTS,
    SupportMove: OF_MOVES | OF_SUPPORTS,
    Convoy: OF_CONVOYS,
}
"""The reasons of each kind of order, except for a dislodgement."""


def is_true(code: str, saying: Saying) -> bool:
    """Return whether a sentence is true and about an order of its kind."""
    params, kind = saying.params, type(saying.told)
    if any(
        saying.units(name) != [other_unit(saying)]
        for name in ("supported", "army")
        if name in params
    ):
        return False
    fits = code == "dislodged_by" or code in ORDERS[kind]
    return fits and saying.names_units_and_places() and FACTS[code](saying)


def refused_retreats(scene: Scene, claim: Claim, after: Position) -> Iterator[tuple[str, str]]:
    """Return every refused retreat to a neighbour whose reason is untrue."""
    rules = scene.rules
    for power, several in after.dislodged.items():
        for unit in (each.unit for each in several):
            attacker = scene.dislodger(unit.province, claim)
            assert attacker is not None, f"nobody dislodged {unit}"
            convoyed = scene.by_sea(attacker, claim)
            barred = not (convoyed and rules.may_retreat_to_convoyed_attackers_province)
            for way in sorted(after.board.moves(unit.type, unit.location)):
                try:
                    check_order(Retreat(unit, way), after, power, rules)
                except IllegalOrder as error:
                    province = way[:3]
                    standoff = province not in after.at and any(
                        scene.prevent_strength(mover, claim)
                        for mover, to in scene.target.items()
                        if to == province and mover not in claim.moved
                    )
                    closed = province == attacker and barred
                    true = {
                        "retreat_to_occupied": province in after.at,
                        "retreat_to_attacker": closed,
                        "retreat_to_standoff": standoff,
                        "retreat_to_attacker_or_standoff": province == attacker
                        and (closed or standoff),
                    }
                    if not true.get(error.code):
                        yield f"{unit} - {way}", error.code
