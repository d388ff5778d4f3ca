"""The equations of a movement phase: which units meet, and the strength of each.

After Kruijswijk, "The Math of Adjudication", and chapter 5.B of the DATC; where editions differ,
`Rules` decides. Units are named by their provinces throughout.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from adjudicator import Convoy, Hold, Move, SupportHold, SupportMove, Unit, UnitType

from .checker_orders import chain, useful

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from adjudicator import Order, Position, Rules


@dataclass
class Claim:
    """The claimed results; units are named by their provinces."""

    moved: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)
    stood: set[str] = field(default_factory=set)
    """Fleets whose convoy stood."""
    paradox: set[str] = field(default_factory=set)
    """Fleets whose convoy is claimed to be disrupted by a paradox rule."""


class Scene:
    """The orders that count, by the province of their unit, and which of them belong together.

    Units without such an order hold.
    """

    def __init__(
        self,
        position: Position,
        rules: Rules,
        orders: Mapping[str, Order],
        moved_in_vain: Collection[str] = (),
    ) -> None:
        self.position, self.rules = position, rules
        holds: dict[str, Order] = {p: Hold(unit) for p, (_, unit) in position.at.items()}
        self.orders: dict[str, Order] = holds | dict(orders)
        self.board = position.board
        self.power = {province: power for province, (power, _) in position.at.items()}
        self.target = {
            province: order.target[:3]
            for province, order in orders.items()
            if isinstance(order, Move)
        }
        tried = rules.impossible_move == "tried to move"
        self.no_hold_support = {*self.target, *(moved_in_vain if tried else ())}
        self.supports = {p: into for p in orders if (into := self._support_counts_in(p))}
        self.convoys = {p: army for p in orders if (army := self._carries(p))}
        self.way = {province: self._way(province) for province in self.target}

    def unit(self, province: str) -> Unit:
        return self.position.at[province][1]

    # Which orders belong together

    def _support_counts_in(self, province: str) -> str | None:
        """The province in which a support counts; None if it does not match the other order."""
        order = self.orders[province]
        if isinstance(order, SupportHold):
            supported = order.supported.province
            return None if supported in self.no_hold_support else supported
        if isinstance(order, SupportMove):
            move = self.orders[order.supported.province]
            if not isinstance(move, Move) or move.target[:3] != order.target[:3]:
                return None
            any_coast = self.rules.support_coast == "ignored" or not order.target[3:]
            return order.target[:3] if any_coast or order.target == move.target else None
        return None

    def _carries(self, province: str) -> str | None:
        """The army that a fleet convoys; None if the army was not ordered there."""
        order = self.orders[province]
        if isinstance(order, Convoy) and self.target.get(order.army.province) == order.target:
            return order.army.province
        return None

    def carriers(self, army: str) -> set[str]:
        """Return the fleets ordered to convoy an army where it goes."""
        return {fleet for fleet, carried in self.convoys.items() if carried == army}

    def route_ordered(self, army: str) -> bool:
        """Return whether fleets were ordered to convoy an army all the way."""
        return chain(self.board, self.carriers(army), army, self.target[army])

    def _way(self, province: str) -> Literal["land", "sea", "either"]:
        """The route of a unit (DATC 4.A.3); `either` is by sea if possible, otherwise by land."""
        order, rule = self.orders[province], self.rules.convoy_to_neighbour
        if self.unit(province).type is UnitType.FLEET or not isinstance(order, Move):
            return "land"
        if order.target not in self.board.army_moves[province]:
            return "sea"
        route, power = self.route_ordered(province), self.power[province]
        own = any(self.power[fleet] == power for fleet in self.carriers(province))
        opposite = self.target.get(order.target) == province
        if rule == "to exchange places":
            by_sea = route and opposite
        elif order.via:
            by_sea = route or self.rules.via_without_route == "fails"
        elif rule == "by intent":
            by_sea = route and (own or (opposite and self.power[order.target] == power))
        elif rule == "own fleet with a route":
            by_sea = route and own
        else:
            by_sea = own and rule == "own fleet"
        if not by_sea:
            return "land"
        return "either" if self.rules.disrupted_convoy == "by land" else "sea"

    # The equations (DATC 5.B)

    def convoy_path(self, army: str, claim: Claim, without: str | None = None) -> bool:
        """Return whether convoys that stood make a whole chain; in 1971 all must stand (4.A.1)."""
        ordered = self.carriers(army)
        standing = (ordered & claim.stood) - {without}
        if not chain(self.board, standing, army, self.target[army]):
            return False
        if self.rules.alternative_convoy_routes == "one must stand":
            return True
        return all(
            fleet in standing
            for fleet in ordered
            if useful(self.board, ordered, army, self.target[army], fleet)
        )

    def by_sea(self, mover: str, claim: Claim) -> bool:
        """Return whether a unit goes by convoy, according to the claim."""
        way = self.way[mover]
        return way == "sea" or (way == "either" and self.convoy_path(mover, claim))

    def path(self, mover: str, claim: Claim) -> bool:
        """PATH: always over land; by sea if there is a convoy."""
        return self.way[mover] != "sea" or self.convoy_path(mover, claim)

    def head_to_head(self, a: str, b: str, claim: Claim) -> bool:
        """HEAD-TO-HEAD: each unit goes where the other is, and neither by convoy."""
        if self.target.get(a) != b or self.target.get(b) != a:
            return False
        carried = [self.by_sea(a, claim), self.by_sea(b, claim)]
        pass_by = any(carried) if self.rules.exchange_by_convoy == "one carried" else all(carried)
        return not pass_by

    def supporters(self, unit: str, claim: Claim) -> list[str]:
        """Return the units whose support for a unit is given."""
        return [
            province
            for province in self.supports
            if province in claim.given and supported_by(self.orders[province]) == unit
        ]

    def attack_strength(self, mover: str, claim: Claim) -> int:
        """ATTACK STRENGTH: 0 against an own unit that stays, and without supports by its power."""
        if not self.path(mover, claim):
            return 0
        target = self.target[mover]
        supporters = self.supporters(mover, claim)
        leaves = target in claim.moved and not self.head_to_head(mover, target, claim)
        if target not in self.power or leaves:
            return 1 + len(supporters)
        if self.power[target] == self.power[mover]:
            return 0
        return 1 + len([s for s in supporters if self.power[s] != self.power[target]])

    def hold_strength(self, province: str, claim: Claim) -> int:
        """HOLD STRENGTH of a province: 0 if its unit left, 1 if its unit failed to leave."""
        if province not in self.power or province in claim.moved:
            return 0
        if province in self.target:
            return 1
        return 1 + len(self.supporters(province, claim))

    def defend_strength(self, mover: str, claim: Claim) -> int:
        """DEFEND STRENGTH of a unit in a head-to-head battle."""
        return 1 + len(self.supporters(mover, claim))

    def prevent_strength(self, mover: str, claim: Claim) -> int:
        """PREVENT STRENGTH: the strength of a move against other moves to its target.

        It is 0 without a path, and if the unit lost to one from there (rule 11; DATC 4.A.7).
        """
        target = self.target[mover]
        if not self.path(mover, claim):
            return 0
        beaten = target in claim.moved and self.target[target] == mover and mover not in claim.moved
        always = self.rules.dislodged_has_no_effect_on_attackers_province == "always"
        if beaten and (always or self.head_to_head(mover, target, claim)):
            return 0
        return 1 + len(self.supporters(mover, claim))

    def must_move(self, mover: str, claim: Claim) -> bool:
        """Return whether a move is stronger than the unit in its way and each other move there."""
        target, strength = self.target[mover], self.attack_strength(mover, claim)
        if target in self.power and self.head_to_head(mover, target, claim):
            resistance = self.defend_strength(target, claim)
        else:
            resistance = self.hold_strength(target, claim)
        rivals = [u for u, to in self.target.items() if to == target and u != mover]
        return strength > resistance and all(
            strength > self.prevent_strength(rival, claim) for rival in rivals
        )

    def dislodger(self, province: str, claim: Claim) -> str | None:
        """Return the unit that moved to a province whose unit stayed, or None."""
        if province not in self.power or province in claim.moved:
            return None
        return next((u for u in sorted(claim.moved) if self.target[u] == province), None)

    def must_be_given(self, supporter: str, claim: Claim) -> bool:
        """Return whether a support is not cut and its unit not dislodged.

        The rules are 13 to 16, 21 and 22.
        """
        for attacker, target in self.target.items():
            if target != supporter or self.power[attacker] == self.power[supporter]:
                continue
            if self.spares(attacker, supporter, claim):
                continue
            from_elsewhere = attacker != self.supports[supporter]
            if from_elsewhere and self.path(attacker, claim):
                return False
            if attacker == self.dislodger(supporter, claim):
                return False
        return True

    def spares(self, attacker: str, supporter: str, claim: Claim) -> bool:
        """Return whether a convoyed army does not cut a support in a convoy's sea (DATC 4.A.2)."""
        rule, sea = self.rules.support_spared_by_convoyed_attack, self.supports[supporter]
        if not self.by_sea(attacker, claim):
            return False
        if rule == "into any convoy's sea":
            army = self.convoys.get(sea)
            return army is not None and self.way[army] != "land" and self.route_ordered(army)
        if sea not in self.carriers(attacker) or rule == "none":
            return False
        if rule == "into its fleet's sea":
            return True
        if isinstance(self.orders[supporter], SupportHold):
            return False
        needed = not self.convoy_path(attacker, claim, without=sea)
        return rule == "against its fleets" or needed

    def must_stand(self, fleet: str, claim: Claim) -> bool:
        """Return whether the fleet of a convoy is not dislodged."""
        return self.dislodger(fleet, claim) is None


def supported_by(order: Order) -> str:
    """Return the province of the unit that an order supports."""
    assert isinstance(order, SupportHold | SupportMove)
    return order.supported.province
