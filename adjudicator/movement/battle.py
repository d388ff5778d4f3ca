"""The decisions of a movement phase, and the strengths that they depend on.

After Kruijswijk, "The Math of Adjudication", and chapter 5.B of the DATC. Every move, support and
convoy is a decision: the move succeeds, the support is given, the convoy is not disrupted. A
decision is true, false or, while it depends on an open decision, None. A strength that depends on
open decisions is a pair (at least, at most). Answers found in this way stay true whatever the open
decisions turn out to be. Decisions that remain open depend on one another: see `cycles`.

Units and their decisions are identified by the number of their province; sets of them are masks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator.board import province_numbers
from adjudicator.convoys import has_route, is_on_route
from adjudicator.movement.at_once import decide_at_once
from adjudicator.movement.land_or_sea import choose_routes, has_ordered_route
from adjudicator.orders import Move, SupportMove

if TYPE_CHECKING:
    from collections.abc import Set

    from adjudicator.position import Position
    from adjudicator.resolution import AssignedOrders
    from adjudicator.rules import Rules

Strength: TypeAlias = tuple[int, int]
"""The least and the greatest strength that is still possible."""
_NONE: Strength = (0, 0)
_ALONE: Strength = (1, 1)


class Movement:
    """The legal orders of a movement phase and the decisions made so far.

    `yes` and `no` are the masks of the decisions made.
    """

    def __init__(self, position: Position, assigned: AssignedOrders, rules: Rules) -> None:
        self.position = position
        self.placement = position.placement
        self.board = position.board
        self.rules = rules
        self.orders = assigned.legal
        self.occupied = self.placement.occupied
        self.yes = self.no = 0
        self.dependencies = 0
        """The mask of open decisions that were asked for, since it was last set to 0."""
        provinces = len(self.board.codes)
        self.target = assigned.targets
        """Moving unit -> the province it goes to."""
        self.attackers = [0] * provinces
        """Province -> the mask of the units that move there."""
        self.matched_supports = [0] * provinces
        """Unit -> the mask of the supports that match its order."""
        self.supported_province: dict[int, int] = {}
        """Matched support -> the province in which it counts."""
        self.convoy_fleets: dict[int, int] = {}
        """Army -> the mask of the fleets ordered to convoy it where it goes."""
        self.convoys = 0
        """The mask of the fleets whose convoy order matches a move."""
        self._match_orders(assigned)
        self.by_convoy = self.convoy_or_land = 0
        """The masks of armies that go by convoy, and of those that fall back on land."""
        if assigned.maybe_convoyed or self.convoys:
            self.by_convoy, self.convoy_or_land = choose_routes(self, assigned.maybe_convoyed)
        self.may_be_convoyed = self.by_convoy | self.convoy_or_land

    def _match_orders(self, assigned: AssignedOrders) -> None:
        """Note the attackers of each province, and supports and convoys that match another order.

        Supports and convoys that match no order are not decisions.
        """
        target_of, attackers, backers = self.target, self.attackers, self.matched_supports
        counts_in, bits = self.supported_province, self.board.bits
        for unit, target in target_of.items():
            attackers[target] |= bits[unit]
        coasts = self.board.split_coasts
        tried_to_move = _tried_to_move(assigned, self.rules) if assigned.refused else ()
        for unit, (supported, into) in assigned.supports.items():
            if supported in target_of:
                if target_of[supported] != into:
                    continue
                if into in coasts and not self._same_coast(unit, supported):
                    continue
            elif supported != into or supported in tried_to_move:
                continue  # a unit that stays is supported in its own province
            backers[supported] |= bits[unit]
            counts_in[unit] = into
        for fleet, (army, target) in assigned.convoys.items():
            if target_of.get(army) == target:
                self.convoy_fleets[army] = self.convoy_fleets.get(army, 0) | 1 << fleet
                self.convoys |= 1 << fleet

    def _same_coast(self, unit: int, moving: int) -> bool:
        """Whether a support is for the location a move goes to, or for any coast (DATC 4.B.4)."""
        order: Any = self.orders[unit]
        move: Any = self.orders[moving]
        supported, target = order.target, move.target
        if supported == target or supported == target[:3]:
            return True
        return self.rules.support_coast == "ignored"

    def power_mask(self, unit: int) -> int:
        """Return the mask of all units of the unit's power, itself included."""
        return self.placement.forces[unit]

    # Decisions

    def deduce(self) -> list[int]:
        """Make every decision that follows without guessing; return those that remain open."""
        return self.deduce_among(decide_at_once(self))

    def deduce_among(self, open_decisions: list[int]) -> list[int]:
        """Make the decisions among these that follow from others; return those that remain open."""
        while open_decisions:
            left = []
            for unit in open_decisions:
                verdict = self.decide(unit)
                if verdict is None:
                    left.append(unit)
                elif verdict:
                    self.yes |= 1 << unit
                else:
                    self.no |= 1 << unit
            if len(left) == len(open_decisions):
                break
            open_decisions = left
        return open_decisions

    def known_decision(self, unit: int) -> bool | None:
        """Return what is known of a decision; note an open one in `dependencies`."""
        bit = 1 << unit
        if self.yes & bit:
            return True
        if self.no & bit:
            return False
        self.dependencies |= bit
        return None

    def decide(self, unit: int) -> bool | None:
        """Return a decision as far as it can be made now, None if it is still open."""
        if unit in self.target:
            return self._move_succeeds(unit)
        if unit in self.supported_province:
            return self._support_given(unit)
        return self._convoy_stands(unit)

    def _move_succeeds(self, unit: int) -> bool | None:
        """Whether a move is stronger than the unit in its way and every rival (DATC 5.B)."""
        target = self.target[unit]
        path = self.has_path(unit) if self.by_convoy else True
        if path is False:
            return False
        (low, high), (against_low, against) = self.attack_and_hold_strength(unit)
        if path is None:
            low = 0
        if high <= against_low:
            return False
        sure = low > against
        rivals = self.attackers[target] ^ 1 << unit
        while rivals:
            rival = rivals.bit_length() - 1
            rivals ^= 1 << rival
            against_low, against = self.prevent_strength(rival)
            if high <= against_low:
                return False
            sure = sure and low > against
        return True if sure else None

    def _support_given(self, unit: int) -> bool | None:
        """Whether a support is not cut (rulebook 2000, rules 13 to 16).

        It is cut by an attack from anywhere but the province in which it counts, and if its unit is
        dislodged.
        """
        given: bool | None = True
        into = self.supported_province[unit]
        for attacker in province_numbers(self.attackers[unit] & ~self.power_mask(unit)):
            cut = self.known_decision(attacker) if attacker == into else self.cuts(attacker, unit)
            if cut:
                return False
            if cut is None:
                given = None
        return given

    def _convoy_stands(self, fleet: int) -> bool | None:
        """Whether a convoying fleet is not dislodged (rulebook 2000, rule 17)."""
        attackers = self.attackers[fleet]
        if attackers & self.yes:
            return False
        open_decisions = attackers & ~self.no
        self.dependencies |= open_decisions
        return None if open_decisions else True

    def cuts(self, attacker: int, supporter: int) -> bool | None:
        """Return whether an attack cuts a support (rulebook 2000, rules 13, 21 and 22)."""
        if not self.may_be_convoyed >> attacker & 1:
            return True
        carried, by_land = self.convoy_succeeds(attacker), bool(self.convoy_or_land >> attacker & 1)
        if carried is False:
            return by_land
        by_sea = self._convoyed_attack_cuts(attacker, supporter)
        return by_sea if carried or by_sea is by_land else None

    def _convoyed_attack_cuts(self, attacker: int, supporter: int) -> bool | None:
        """Whether a convoyed attack cuts a support (`Rules.support_spared_by_convoyed_attack`)."""
        rules, into = self.rules, self.supported_province[supporter]
        spared = rules.support_spared_by_convoyed_attack
        if spared == "none":
            return True
        if spared == "into any convoy's sea":
            return not self._fleets_of_ordered_routes() >> into & 1
        if not self.convoy_fleets[attacker] >> into & 1:
            return True
        if spared == "into its fleet's sea":
            return False
        if not isinstance(self.orders[supporter], SupportMove):
            return True
        if spared == "against its fleets":
            return False
        if rules.alternative_convoy_routes == "all must stand":
            return into not in self.fleets_on_a_route(attacker)
        return self.convoy_succeeds(attacker, without=1 << into)

    def _fleets_of_ordered_routes(self) -> int:
        """The mask of the fleets that convoy an army for which a whole route was ordered."""
        fleets = 0
        for army in province_numbers(self.may_be_convoyed):
            if has_ordered_route(self, army):
                fleets |= self.convoy_fleets[army]
        return fleets

    def has_path(self, unit: int) -> bool | None:
        """Return whether a moving unit has a way to its target, by land or by convoy."""
        return self.convoy_succeeds(unit) if self.by_convoy >> unit & 1 else True

    def convoy_succeeds(self, army: int, without: int = 0) -> bool | None:
        """Return whether the convoy of an army succeeds, if need be without the fleets of a mask.

        Whether one of several routes is enough is decided by `Rules.alternative_convoy_routes`.
        """
        fleets = self.convoy_fleets.get(army, 0) & ~without
        target = self.target[army]
        self.dependencies |= fleets & ~(self.yes | self.no)
        if self.rules.alternative_convoy_routes == "one must stand":
            if has_route(self.board, fleets & self.yes, army, target):
                return True
            return None if has_route(self.board, fleets & ~self.no, army, target) else False
        if not has_route(self.board, fleets, army, target):
            return False
        needed = self.fleets_on_a_route(army)
        if any(self.no >> sea & 1 for sea in needed):
            return False
        return True if all(self.yes >> sea & 1 for sea in needed) else None

    def fleets_on_a_route(self, army: int) -> list[int]:
        """Return the fleets ordered to convoy an army that are on one of its routes."""
        fleets, target = self.convoy_fleets[army], self.target[army]
        return [
            sea
            for sea in province_numbers(fleets)
            if is_on_route(self.board, fleets, army, target, sea)
        ]

    # Strengths (DATC 5.B)

    def supported_strength(self, unit: int, without: int = 0) -> Strength:
        """Return the strength of a unit with its supports, except those in the mask `without`."""
        backers = self.matched_supports[unit]
        if without:
            backers &= ~without
        if not backers:
            return _ALONE
        sure = backers & self.yes
        possible = backers & ~self.no
        if sure == possible:
            strength = 1 + sure.bit_count()
            return strength, strength
        self.dependencies |= possible ^ sure
        return 1 + sure.bit_count(), 1 + possible.bit_count()

    def attack_and_hold_strength(self, unit: int) -> tuple[Strength, Strength]:
        """Return the attack strength of a move and the hold strength against it (DATC 5.B).

        Against a unit of its own power that stays a move has no strength, and supports by the power
        of the attacked unit do not count (rulebook 2000, rule 12). A unit that failed to move away
        holds with a strength of 1. In a head-to-head battle the other move's strength is the hold
        strength.
        """
        target = self.target[unit]
        if not self.occupied >> target & 1:
            return self.supported_strength(unit), _NONE
        theirs = self.power_mask(target)
        against_them = (
            _NONE if theirs >> unit & 1 else self.supported_strength(unit, without=theirs)
        )
        if target not in self.target:
            return against_them, self.supported_strength(target)
        met = self.head_to_head(unit, target)
        if met:
            return against_them, self.supported_strength(target)
        leaves = self.known_decision(target)
        if leaves and met is False:
            return self.supported_strength(unit), _NONE
        if leaves is False and met is False:
            return against_them, _ALONE
        attack = (against_them[0], self.supported_strength(unit)[1])
        if met is False:
            return attack, (0, 1)
        return attack, (0 if leaves is not False else 1, self.supported_strength(target)[1])

    def prevent_strength(self, rival: int) -> Strength:
        """Return the strength with which a move keeps others out of its target (DATC 5.B.8).

        It is 0 for a move without a path and for a unit that is dislodged by a unit from its target
        (rulebook 2000, rule 11; DATC 4.A.7).
        """
        path = self.has_path(rival) if self.by_convoy else True
        if path is False:
            return _NONE
        strength = self.supported_strength(rival)
        lost: bool | None = False
        if self.target.get(self.target[rival]) == rival:  # the two move against one another
            lost = self._dislodged_from_target(rival)
        if lost:
            return _NONE
        return (0, strength[1]) if path is None or lost is None else strength

    def _dislodged_from_target(self, unit: int) -> bool | None:
        """Whether a unit is dislodged from the province it moves to, so it has no effect there."""
        target = self.target[unit]
        met, attacked = self.head_to_head(unit, target), self.known_decision(target)
        if met or attacked is False:
            return attacked
        if self.rules.dislodged_has_no_effect_on_attackers_province == "in a direct fight":
            return met
        moves = self.known_decision(unit)
        if moves:
            return False
        return None if moves is None else attacked

    def head_to_head(self, unit: int, other: int) -> bool | None:
        """Return whether two units move against one another over the same border by land or sea.

        Units of which one goes by convoy may pass (`Rules.exchange_by_convoy`).
        """
        if self.target.get(other) != unit:
            return False
        if not self.may_be_convoyed & (1 << unit | 1 << other):
            return True
        by_sea = (self.goes_by_convoy(unit), self.goes_by_convoy(other))
        decisive = self.rules.exchange_by_convoy == "one carried"
        if decisive in by_sea:
            return not decisive
        return None if None in by_sea else decisive

    def goes_by_convoy(self, unit: int) -> bool | None:
        """Return whether a moving unit goes by convoy, so it cannot meet another head to head."""
        if self.convoy_or_land >> unit & 1:
            return self.convoy_succeeds(unit)
        return bool(self.by_convoy >> unit & 1)


def _tried_to_move(assigned: AssignedOrders, rules: Rules) -> Set[int]:
    """The units with an impossible move that count as moving (`Rules.impossible_move`)."""
    if rules.impossible_move == "holds":
        return frozenset()
    return {
        unit
        for unit, refusal in assigned.refused.items()
        if isinstance(refusal.order, Move) and refusal.error.code != "orders_conflict"
    }
