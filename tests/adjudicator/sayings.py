"""Sentences about orders of a movement phase, and the facts that they may tell.

The facts come from the equations of the checker, without code of the resolver.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from adjudicator import Convoy, Move, SupportMove

from .checker_equations import supported_by
from .checker_orders import useful

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from adjudicator import Order

    from .checker_equations import Claim, Scene

Facts: TypeAlias = "dict[str, Callable[[Saying], bool]]"
"""Code -> the fact that must be true."""
UNITS = ("by", "opposed_by", "with", "fleets", "lost", "left_out", "supported", "army")
"""Parameters that name units, besides the supporters of strengths."""
LISTS = tuple(f"{side}_{of}" for side in ("strength", "against") for of in ("with", "cut"))


@dataclass
class Saying:
    """A sentence about the order of the unit in a province."""

    scene: Scene
    claim: Claim
    at: str
    params: Mapping[str, str]
    order: Order | None = field(default=None)
    """The order of the result; by default the one that counts for the unit."""
    given: bool = True

    def units(self, name: str) -> list[str]:
        """Return the provinces of the units that a parameter names."""
        return [text[2:5] for text in self.params[name].split(", ")]

    @property
    def opponents(self) -> list[str]:
        return self.units("opposed_by")

    @property
    def told(self) -> Order:
        """The order that the sentence is about."""
        return self.order or self.scene.orders[self.at]

    @property
    def target(self) -> str:
        """The province that the unit was to move to."""
        return self.scene.target[self.at]

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

    def names_units_and_places(self) -> bool:
        """Return whether all units are on the board and all places those of the orders."""
        texts = [
            text
            for name in (*UNITS, *LISTS)
            if name in self.params
            for text in self.params[name].split(", ")
        ]
        there = {str(unit) for _, unit in self.scene.position.at.values()}
        province = self.params.get("province")
        return there.issuperset(texts) and (province is None or province in self._places())

    def _places(self) -> set[str]:
        """The texts by which the target of the order may be named.

        A unit that moved is said to have gone to a coast; what bounces does so in a province.
        """
        order = self.told
        if isinstance(order, Move):
            return {order.target if self.at in self.claim.moved else order.target[:3]}
        return {order.target} if isinstance(order, SupportMove | Convoy) else set()

    # What became of units

    def path(self, unit: str) -> bool:
        return unit in self.scene.target and self.scene.path(unit, self.claim)

    def by_sea(self, unit: str) -> bool:
        return self.scene.by_sea(unit, self.claim) and self.path(unit)

    def moved(self, unit: str) -> bool:
        return unit in self.claim.moved

    def lost(self, unit: str) -> bool:
        return self.scene.dislodger(unit, self.claim) is not None

    def foreign(self, unit: str) -> bool:
        return self.scene.power[unit] != self.scene.power[self.at]

    def come(self, units: Iterable[str], target: str | None = None) -> bool:
        """Whether there are such units and all had a path to `target` (default: this province)."""
        goals = {self.scene.target.get(unit) for unit in units}
        return goals == {target or self.at} and all(map(self.path, units))

    def are_rivals(self, units: Collection[str]) -> bool:
        """Whether other units moved to the same province."""
        return self.at not in units and self.come(units, self.target)

    def met(self, unit: str) -> bool:
        """Whether a unit came head to head."""
        return self.scene.target.get(unit) == self.at and self.scene.head_to_head(
            self.at, unit, self.claim
        )

    def is_in_the_way(self, units: Collection[str]) -> bool:
        """Whether these are the one unit that stayed where this one was to move."""
        return [*units] == [self.target] and not self.moved(self.target)

    def on_route(self, army: str, fleet: str) -> bool:
        scene = self.scene
        fleets, target = scene.carriers(army), scene.target[army]
        return fleet in fleets and useful(scene.board, fleets, army, target, fleet)

    def stood(self, army: str, name: str) -> bool:
        """Return whether fleets that are said to have convoyed an army did, on a whole route."""
        fleets, board = {*self.units(name)}, self.scene.board
        standing = self.scene.carriers(army) & self.claim.stood
        needed = {f for f in standing if useful(board, standing, army, self.scene.target[army], f)}
        return self.by_sea(army) and fleets == needed

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

    def defended(self, unit: str) -> bool:
        """Whether a move met a unit that stayed, or that came head to head."""
        target = self.scene.target[unit]
        stays = target in self.scene.power and not self.moved(target)
        return stays or (
            self.scene.target.get(target) == unit
            and self.scene.head_to_head(unit, target, self.claim)
        )

    def backers(self, unit: str) -> set[str]:
        """Return the units whose support of a unit was given."""
        return {*self.scene.supporters(unit, self.claim)}

    def left_out(self, unit: str) -> set[str]:
        """Return those of the power of the unit that a move met: they help not to dislodge it."""
        if not self.defended(unit):
            return set()
        theirs = self.scene.power[self.scene.target[unit]]
        return {each for each in self.backers(unit) if self.scene.power[each] == theirs}

    def attackers(self, unit: str) -> set[str]:
        """Return the supporters of a move, as if a unit of its own power were foreign."""
        own = self.scene.power.get(self.scene.target[unit]) == self.scene.power[unit]
        return self.backers(unit) - (set() if own else self.left_out(unit))

    def brought(self, unit: str) -> int:
        """Return the attack strength of a move, as if a unit of its own power were foreign."""
        return 1 + len(self.attackers(unit))

    def held(self, unit: str, attacker: str) -> int:
        """Return the strength with which a unit that stayed holds against an attack."""
        if self.scene.head_to_head(unit, attacker, self.claim):
            return self.scene.defend_strength(unit, self.claim)
        return self.scene.hold_strength(unit, self.claim)

    def prevented(self, rival: str) -> int:
        return self.scene.prevent_strength(rival, self.claim)

    def tells(self, side: str, strength: int) -> bool:
        return int(self.params[side]) == strength

    def lists(self, side: str, unit: str, given: set[str], *, cut: bool = True) -> bool:
        """Return whether the supports told are exactly these, and those of the unit that were cut.

        Supports are counted one by one; the strength told is one more than those that were given.
        """
        here = [{*self.units(f"{side}_{of}")} if f"{side}_{of}" in self.params else set()
                for of in ("with", "cut")]  # fmt: skip
        mine = {p for p in self.scene.supports if supported_by(self.scene.orders[p]) == unit}
        lost = mine - self.claim.given if cut else set()
        return here == [given, lost] and self.tells(side, 1 + len(given))

    def attacks_with(self, side: str, unit: str) -> bool:
        """Return whether the strength told is that of a move against the unit in its way."""
        return self.lists(side, unit, self.attackers(unit))

    def moves_with(self, side: str, unit: str) -> bool:
        """Return whether the strength told is that of a move with all its supports."""
        return self.lists(side, unit, self.backers(unit))

    def holds_with(self, side: str, unit: str, attacker: str) -> bool:
        """Return whether the strength told is that of a unit in its place."""
        if unit in self.scene.target and not self.scene.head_to_head(unit, attacker, self.claim):
            return self.lists(side, unit, set(), cut=False)
        return self.lists(side, unit, self.backers(unit))

    def of_each(self, side: str, units: list[str], strengths: Iterable[int]) -> bool:
        """Return whether several units had the strength told, whose supports are not told."""
        told = any(f"{side}_{of}" in self.params for of in ("with", "cut"))
        return len(units) > 1 and not told and {*strengths} == {int(self.params[side])}

    def counts_without(self, unit: str) -> bool:
        """Return whether the strength without supports of the attacked unit's power is told."""
        left_out = self.left_out(unit)
        named = {*self.units("left_out")} if "left_out" in self.params else left_out
        return bool(left_out) and named == left_out and self.tells(
            "counted", 1 + len(self.backers(unit) - left_out)
        )  # fmt: skip


def beaten(s: Saying) -> bool:
    """The one unit that dislodged this one, and both strengths."""
    [by] = s.units("by")
    return (
        s.scene.dislodger(s.at, s.claim) == by
        and s.attacks_with("strength", by)
        and s.holds_with("against", s.at, by)
        and int(s.params["strength"]) > int(s.params["against"])
    )


def strengths_with_and_without(s: Saying, unit: str) -> bool:
    """The strengths with and without supports by the power of the unit in the way."""
    return (
        s.moves_with("strength", unit)
        and s.counts_without(unit)
        and s.holds_with("against", s.scene.target[unit], unit)
    )
