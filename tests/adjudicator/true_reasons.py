"""Check that reasons are true, by the equations of the checker and without code of the resolver.

For each code there is a fact that must be true of the units that its sentence names. Where it tells
strengths, these units must have had them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from adjudicator import IllegalOrder, Retreat, SupportMove, check_order

from .checker_equations import supported_by
from .checker_orders import useful

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from adjudicator import Position

    from .checker_equations import Claim, Scene


@dataclass
class Saying:
    """A sentence about the order of the unit in a province."""

    scene: Scene
    claim: Claim
    at: str
    params: Mapping[str, str]

    def units(self, name: str) -> list[str]:
        """Return the provinces of the units that a parameter names."""
        return [text[2:5] for text in self.params[name].split(", ")]

    @property
    def opponents(self) -> list[str]:
        return self.units("opposed_by")

    @property
    def into(self) -> str:
        """The province in which the support counts."""
        return self.scene.supports[self.at]

    @property
    def helped(self) -> str:
        """The supported unit."""
        return supported_by(self.scene.orders[self.at])

    @property
    def army(self) -> str:
        """The convoyed army."""
        return self.scene.convoys[self.at]

    # What became of units

    def path(self, unit: str) -> bool:
        return self.scene.path(unit, self.claim)

    def by_sea(self, unit: str) -> bool:
        return self.scene.by_sea(unit, self.claim) and self.path(unit)

    def lost(self, unit: str) -> bool:
        return self.scene.dislodger(unit, self.claim) is not None

    def foreign(self, unit: str) -> bool:
        return self.scene.power[unit] != self.scene.power[self.at]

    def come(self, units: list[str], target: str | None = None) -> bool:
        """Whether there are such units and all had a path to `target` (default: this province)."""
        goals = {self.scene.target.get(unit) for unit in units}
        return goals == {target or self.at} and all(map(self.path, units))

    def on_route(self, army: str, fleet: str) -> bool:
        scene = self.scene
        fleets, target = scene.carriers(army), scene.target[army]
        return fleet in fleets and useful(scene.board, fleets, army, target, fleet)

    def stood(self, army: str, name: str) -> bool:
        """Return whether fleets that are said to have convoyed an army did."""
        fleets = {*self.units(name)}
        return self.by_sea(army) and fleets <= self.scene.carriers(army) & self.claim.stood

    def fell(self, army: str) -> bool:
        """Return whether fleets that are said to be lost were, and were on a route of the army."""
        return all(
            self.on_route(army, fleet) and fleet not in self.claim.stood
            for fleet in self.units("lost")
        )

    def unsupported(self) -> Claim:
        """Return what would be claimed without this support."""
        return replace(self.claim, given=self.claim.given - {self.at})

    # Strengths

    def brought(self, unit: str) -> int:
        """Return the attack strength of a move, as if a unit of its own power were foreign."""
        attack = self.scene.attack_strength(unit, self.claim)
        return attack or 1 + len(self.scene.supporters(unit, self.claim))

    def held(self, unit: str, attacker: str) -> int:
        """Return the strength with which a unit that stayed holds against an attack."""
        if self.scene.head_to_head(unit, attacker, self.claim):
            return self.scene.defend_strength(unit, self.claim)
        return self.scene.hold_strength(unit, self.claim)

    def against(self, unit: str, other: str) -> int:
        """Return the strength of another unit against a move: one in its way, or a rival."""
        if self.scene.target[unit] == other:
            return self.held(other, unit)
        return self.scene.prevent_strength(other, self.claim)

    def had_strength(self, side: str, subject: str, strength: int) -> bool:
        """Return whether a unit had the strength told, and those supports were given, or cut."""
        here = f"{side}_with", f"{side}_cut"
        given, cut = ({*self.units(name)} if name in self.params else set() for name in here)
        mine = {p for p in self.scene.supports if supported_by(self.scene.orders[p]) == subject}
        fits = given <= mine & self.claim.given and cut <= mine - self.claim.given
        return fits and int(self.params[side]) == strength


def _besieged(s: Saying) -> bool:
    by = s.units("by")
    return s.had_strength("strength", s.at, s.held(s.at, by[0])) and all(
        s.had_strength("against", each, s.brought(each)) for each in by
    )


def _beaten(s: Saying) -> bool:
    [by] = s.units("by")
    return (
        s.scene.dislodger(s.at, s.claim) == by
        and s.had_strength("strength", by, s.brought(by))
        and s.had_strength("against", s.at, s.held(s.at, by))
    )


def _met(s: Saying) -> bool:
    return s.had_strength("strength", s.at, s.brought(s.at)) and all(
        s.had_strength("against", each, s.against(s.at, each)) for each in s.opponents
    )


def _won(s: Saying) -> bool:
    [other] = s.opponents
    supporters = s.scene.supporters(other, s.claim)
    return s.had_strength("strength", s.at, s.brought(s.at)) and s.had_strength(
        "against", other, 1 + len(supporters)
    )


def _lost_on_the_border(s: Saying) -> bool:
    [other] = s.opponents
    return (
        s.scene.dislodger(s.at, s.claim) == other
        and s.had_strength("strength", s.at, s.held(s.at, other))
        and s.had_strength("against", other, s.brought(other))
    )


def _kept_out(s: Saying) -> bool:
    [by] = s.units("by")
    return s.had_strength("strength", by, s.brought(by)) and all(
        s.had_strength("against", each, s.scene.prevent_strength(each, s.claim))
        for each in s.opponents
    )


STRENGTHS: dict[str, Callable[[Saying], bool]] = {
    **dict.fromkeys(("held_against", "beleaguered", "spared_by_own_power"), _besieged),
    **dict.fromkeys(("dislodged_by", "support_cut_by_dislodgement", "convoy_dislodged"), _beaten),
    "spared_by_standoff": _kept_out,
    "move_wins": _won,
    "lost_head_to_head": _lost_on_the_border,
}
"""Code -> the units whose strengths it tells; by default a move and the unit it met."""


def _stood_off(s: Saying) -> bool:
    """Several attacks, one at least stronger than the unit, and each as strong as the others."""
    by, strength = s.units("by"), int(s.params["against"])
    return (
        s.come(by)
        and len(by) > 1
        and any(map(s.foreign, by))
        and strength > s.held(s.at, by[0])
        and {s.scene.prevent_strength(each, s.claim) for each in by} == {strength}
    )


def _stood_off_unequally(s: Saying) -> bool:
    [by] = s.units("by")
    return s.come([by, *s.opponents]) and s.foreign(by) and s.brought(by) > s.held(s.at, by)


def _spared(s: Saying, *fields: str) -> bool:
    """The edition spares the support if the convoys stand on which it is said to depend."""
    [fleet] = s.units("fleets")
    standing = replace(s.claim, stood=s.claim.stood | {fleet})
    return (
        s.scene.rules.support_spared_by_convoyed_attack in fields
        and fleet == s.into
        and all(
            s.foreign(army)
            and s.scene.target[army] == s.at
            and s.scene.path(army, standing)
            and s.scene.spares(army, s.at, standing)
            for army in s.units("by")
        )
    )


def _spared_by_need(s: Saying) -> bool:
    """Rule 21: with the fleet there was a route, without it none."""
    return _spared(s, "against a fleet it needs") and not any(
        s.scene.convoy_path(army, s.claim, without=s.into) for army in s.units("by")
    )


def _cut(s: Saying) -> bool:
    by = s.units("by")
    return s.come(by) and all(
        s.foreign(each) and each != s.into and not s.scene.spares(each, s.at, s.claim)
        for each in by
    )


def _cut_by_other_route(s: Saying) -> bool:
    """Rule 22: the fleet was on a route, but there was another."""
    return (
        _cut(s)
        and s.scene.rules.support_spared_by_convoyed_attack == "against a fleet it needs"
        and isinstance(s.scene.orders[s.at], SupportMove)
        and s.units("fleets") == [s.into]
        and all(
            s.by_sea(army)
            and s.on_route(army, s.into)
            and s.scene.convoy_path(army, s.claim, without=s.into)
            for army in s.units("by")
        )
    )


def _would_be_dislodged(s: Saying) -> bool:
    """Whether the supported unit would have been dislodged without the support."""
    return any(
        s.scene.must_move(attacker, s.unsupported())
        for attacker, target in s.scene.target.items()
        if target == s.helped
    )


FACTS: dict[str, Callable[[Saying], bool]] = {
    # holds
    "held_against": lambda s: s.come(s.units("by")),
    "beleaguered": _stood_off,
    "spared_by_standoff": _stood_off_unequally,
    "spared_by_own_power": lambda s: (
        s.come(s.units("by")) and not any(map(s.foreign, s.units("by")))
    ),
    # moves
    "move_despite_dislodged": lambda s: all(
        s.lost(each) and not s.scene.prevent_strength(each, s.claim) for each in s.opponents
    ),
    "move_in_circle": lambda s: {*s.units("with")} <= s.claim.moved,
    "move_past_another": lambda s: {*s.units("with")} <= s.claim.moved,
    "move_by_convoy_succeeds": lambda s: s.stood(s.at, "fleets"),
    "move_by_open_route": lambda s: s.stood(s.at, "fleets") and s.fell(s.at),
    "bounced_after_convoy": lambda s: s.stood(s.at, "fleets"),
    "bounced_with_dislodged": lambda s: all(map(s.lost, s.opponents)),
    "outdone": lambda s: {*s.opponents} <= s.claim.moved,
    "own_unit_stays": lambda s: not any(map(s.foreign, s.opponents)),
    "no_convoy": lambda s: not s.scene.carriers(s.at) and not s.path(s.at),
    "convoy_incomplete": lambda s: not s.scene.route_ordered(s.at) and not s.path(s.at),
    "convoy_was_disrupted": lambda s: (
        not s.path(s.at)
        and s.fell(s.at)
        and {s.scene.dislodger(fleet, s.claim) for fleet in s.units("lost")} == {*s.units("by")}
    ),
    "convoy_lost_in_paradox": lambda s: not s.path(s.at) and s.fell(s.at),
    # supports
    "support_helped_move": lambda s: (
        s.helped in s.claim.moved and not s.scene.must_move(s.helped, s.unsupported())
    ),
    "support_needless_move": lambda s: s.scene.must_move(s.helped, s.unsupported()),
    "support_in_vain_move": lambda s: s.helped not in s.claim.moved,
    "support_not_against_own": lambda s: not any(map(s.foreign, s.opponents)),
    "support_helped_hold": lambda s: not s.lost(s.helped) and _would_be_dislodged(s),
    "support_needless_hold": lambda s: not _would_be_dislodged(s),
    "support_in_vain_hold": lambda s: s.lost(s.helped),
    "support_untested": lambda s: (
        not any(
            target == s.helped and s.path(attacker) for attacker, target in s.scene.target.items()
        )
    ),
    "support_cut": _cut,
    "support_cut_by_dislodged": lambda s: _cut(s) and all(map(s.lost, s.units("by"))),
    "support_cut_by_other_route": _cut_by_other_route,
    "not_cut_from_there": lambda s: s.units("by") == [s.into],
    "not_cut_by_own": lambda s: not any(map(s.foreign, s.units("by"))),
    "not_cut_by_needed_convoy": _spared_by_need,
    "not_cut_by_convoyed": lambda s: _spared(
        s, "against its fleets", "into its fleet's sea", "into any convoy's sea"
    ),
    "not_cut_without_convoy": lambda s: not any(map(s.path, s.units("by"))),
    # convoys
    "convoyed": lambda s: s.by_sea(s.army) and s.army in s.claim.moved,
    "convoyed_in_vain": lambda s: s.by_sea(s.army) and s.army not in s.claim.moved,
    "convoy_not_used": lambda s: s.scene.way[s.army] == "land",
    "convoy_without_route": lambda s: not s.on_route(s.army, s.at),
    "convoy_broken_elsewhere": lambda s: s.on_route(s.army, s.at) and s.fell(s.army),
    "convoy_not_disturbed": lambda s: s.come(s.units("by")) and not s.lost(s.at),
}
"""The facts that must be true for each code."""


def is_true(code: str, saying: Saying) -> bool:
    """Return whether a sentence is true as far as it can be judged."""
    strengths = STRENGTHS.get(code, _met)
    if "strength" in saying.params and not strengths(saying):
        return False
    return code not in FACTS or FACTS[code](saying)


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
