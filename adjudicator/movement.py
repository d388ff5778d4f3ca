"""A movement phase as the rules see it: strengths, and decisions that lean on one another.

After Kruijswijk, "The Math of Adjudication" and chapter 5.B of the DATC. Every move, support and
convoy is a decision: the move succeeds, the support is given, the convoy stands. A decision is
true, false or, while it leans on something open, none; numbers that lean on open decisions are
pairs (at least, at most). What is true or false in these terms stays so whatever the open ones
become. What remains open after all were asked leans on itself: see `knots`.

Units, and with them their decisions, go by the number of their province; sets of them are masks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator.board import numbers
from adjudicator.convoys import has_route, on_route
from adjudicator.orders import Convoy, Move, SupportHold, SupportMove
from adjudicator.plain import decide_at_once
from adjudicator.routes import choose_routes, has_ordered_route

if TYPE_CHECKING:
    from collections.abc import Set

    from adjudicator.position import Position
    from adjudicator.resolution import Told
    from adjudicator.rules import Rules

Strength: TypeAlias = tuple[int, int]
_NONE: Strength = (0, 0)
_ALONE: Strength = (1, 1)


class Movement:
    """The orders of a movement phase, at most one legal order for each unit, and what became of
    them: `yes` and `no` are the masks of the decisions made.
    """

    def __init__(self, position: Position, told: Told, rules: Rules) -> None:
        self.position = position
        self.ground = position.ground
        self.board = position.board
        self.rules = rules
        self.orders = told.legal
        self.occupied = self.ground.occupied
        self.yes = self.no = 0
        self.leaned_on = 0
        """Open decisions that were asked for."""
        provinces = len(self.board.codes)
        self.target: dict[int, int] = {}
        """A moving unit -> where it goes."""
        self.attackers = [0] * provinces
        """A province -> the units that move there."""
        self.backers = [0] * provinces
        """A unit -> the supports that match what it was ordered."""
        self.into: dict[int, int] = {}
        """A matched support -> the province it counts in."""
        self.carriers: dict[int, int] = {}
        """An army -> the fleets ordered to carry it where it goes."""
        self.convoys = 0
        """The fleets among these."""
        self._enlist(_tried_to_move(told, rules))
        self.by_sea, self.either_way = choose_routes(self, told.not_plain)
        """The armies that go by convoy; those that go by convoy if it stands and by land if not."""
        self.sailing = self.by_sea | self.either_way

    def _enlist(self, tried_to_move: Set[int]) -> None:
        """Note who goes where, and who helps: what was ordered to help is a decision only if the
        other unit was ordered so."""
        number, orders = self.board.number, self.orders
        target_of, attackers, backers, into = self.target, self.attackers, self.backers, self.into
        order: Any  # by its class: this is the loop that every order passes
        for unit, order in orders.items():
            kind = order.__class__
            if kind is Move:
                target = target_of[unit] = number[order.target]
                attackers[target] |= 1 << unit
            elif kind is SupportMove:
                supported = number[order.supported.location]
                move: Any = orders.get(supported)
                if move.__class__ is Move and self._same_coast(order.target, move.target):
                    backers[supported] |= 1 << unit
                    into[unit] = number[order.target]
            elif kind is SupportHold:
                supported = number[order.supported.location]
                if orders.get(supported).__class__ is not Move and supported not in tried_to_move:
                    backers[supported] |= 1 << unit
                    into[unit] = supported
            elif kind is Convoy:
                army = number[order.army.location]
                move = orders.get(army)
                if move.__class__ is Move and move.target == order.target:
                    self.carriers[army] = self.carriers.get(army, 0) | 1 << unit
                    self.convoys |= 1 << unit

    def _same_coast(self, supported: str, target: str) -> bool:
        """Whether a support is for where a move goes: to that coast, or to any (DATC 4.B.4)."""
        if supported == target or supported == target[:3]:
            return True
        return self.rules.support_coast == "ignored" and supported[:3] == target[:3]

    def allies(self, unit: int) -> int:
        """The units of the same power, itself among them."""
        power, _ = self.ground.standing[unit]  # type: ignore[misc]  # there stands one
        return self.ground.forces[power]

    # Decisions

    def conclude(self) -> list[int]:
        """Decide all that follows without guessing; what remains open."""
        return self.conclude_among(decide_at_once(self))

    def conclude_among(self, open_ones: list[int]) -> list[int]:
        """Decide which of these follow from what is known, until no more do; what remains open."""
        while open_ones:
            left = []
            for unit in open_ones:
                verdict = self.decide(unit)
                if verdict is None:
                    left.append(unit)
                elif verdict:
                    self.yes |= 1 << unit
                else:
                    self.no |= 1 << unit
            if len(left) == len(open_ones):
                break
            open_ones = left
        return open_ones

    def verdict(self, unit: int) -> bool | None:
        """What is known of a decision."""
        bit = 1 << unit
        if self.yes & bit:
            return True
        if self.no & bit:
            return False
        self.leaned_on |= bit
        return None

    def decide(self, unit: int) -> bool | None:
        """Make a decision as far as it can be made now."""
        if unit in self.target:
            return self._move(unit)
        if unit in self.into:
            return self._support(unit)
        return self._convoy(unit)

    def _move(self, unit: int) -> bool | None:
        """A move succeeds if it is stronger than the province and than every rival."""
        target = self.target[unit]
        arrives = self.arrives(unit)
        if arrives is False:
            return False
        (low, high), (against_low, against) = self.clash(unit)
        if arrives is None:
            low = 0
        if high <= against_low:
            return False
        sure = low > against
        rivals = self.attackers[target] ^ 1 << unit
        while rivals:
            rival = rivals.bit_length() - 1
            rivals ^= 1 << rival
            against_low, against = self.prevention(rival)
            if high <= against_low:
                return False
            sure = sure and low > against
        return True if sure else None

    def _support(self, unit: int) -> bool | None:
        """A support is cut by an attack that does not come from where the support counts, and by
        the loss of its unit (rulebook 2000, rules 13 to 16)."""
        given: bool | None = True
        into = self.into[unit]
        for attacker in numbers(self.attackers[unit] & ~self.allies(unit)):
            cut = self.verdict(attacker) if attacker == into else self.cuts(attacker, unit)
            if cut:
                return False
            if cut is None:
                given = None
        return given

    def _convoy(self, fleet: int) -> bool | None:
        """A convoy stands unless its fleet is dislodged."""
        attackers = self.attackers[fleet]
        if attackers & self.yes:
            return False
        open_ones = attackers & ~self.no
        self.leaned_on |= open_ones
        return None if open_ones else True

    def cuts(self, attacker: int, supporter: int) -> bool | None:
        """Whether an attack reaches a supporter in such a way that it cuts (rules 13, 21, 22)."""
        if not self.sailing >> attacker & 1:
            return True
        carried, by_land = self.carried(attacker), bool(self.either_way >> attacker & 1)
        if carried is False:
            return by_land
        by_sea = self._cuts_from_sea(attacker, supporter)
        return by_sea if carried or by_sea is by_land else None

    def _cuts_from_sea(self, attacker: int, supporter: int) -> bool | None:
        """Whether a convoyed attack cuts (see `Rules.support_spared_by_convoyed_attack`)."""
        rules, into = self.rules, self.into[supporter]
        spared = rules.support_spared_by_convoyed_attack
        if spared == "none":
            return True
        if spared == "into any convoy's sea":
            return not self._carrying() >> into & 1
        if not self.carriers[attacker] >> into & 1:
            return True
        if spared == "into its fleet's sea":
            return False
        if not isinstance(self.orders[supporter], SupportMove):
            return True
        if spared == "against its fleets":
            return False
        if rules.alternative_convoy_routes == "all must stand":
            return into not in self.fleets_on_a_route(attacker)
        return self.carried(attacker, without=1 << into)

    def _carrying(self) -> int:
        """The fleets that carry somebody for whom a whole route was ordered."""
        fleets = 0
        for army in numbers(self.sailing):
            if has_ordered_route(self, army):
                fleets |= self.carriers[army]
        return fleets

    def arrives(self, unit: int) -> bool | None:
        """Whether a moving unit has a way to its target."""
        return self.carried(unit) if self.by_sea >> unit & 1 else True

    def carried(self, army: int, without: int = 0) -> bool | None:
        """Whether the convoy of an army stands, if need be without some of the fleets."""
        fleets = self.carriers.get(army, 0) & ~without
        target = self.target[army]
        self.leaned_on |= fleets & ~(self.yes | self.no)
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
        """Those of the fleets ordered to carry an army that are on one of its routes."""
        fleets, target = self.carriers[army], self.target[army]
        return [sea for sea in numbers(fleets) if on_route(self.board, fleets, army, target, sea)]

    # Strengths (DATC 5.B)

    def strength(self, unit: int, without: int = 0) -> Strength:
        """A unit and its supports, without those of some units."""
        backers = self.backers[unit]
        if without:
            backers &= ~without
        if not backers:
            return _ALONE
        sure = backers & self.yes
        possible = backers & ~self.no
        if sure == possible:
            strength = 1 + sure.bit_count()
            return strength, strength
        self.leaned_on |= possible ^ sure
        return 1 + sure.bit_count(), 1 + possible.bit_count()

    def clash(self, unit: int) -> tuple[Strength, Strength]:
        """What a move brings against its target, and what is held against it there.

        Against a unit of one's own that stays it brings nothing, and against another's no support
        of that power counts (rulebook 2000, rule 12). A unit that tried to leave holds out alone.
        """
        target = self.target[unit]
        if not self.occupied >> target & 1:
            return self.strength(unit), _NONE
        theirs = self.allies(target)
        against_them = _NONE if theirs >> unit & 1 else self.strength(unit, without=theirs)
        if target not in self.target:
            return against_them, self.strength(target)
        met = self.meet(unit, target)
        if met:
            return against_them, self.strength(target)
        leaves = self.verdict(target)
        if leaves and met is False:
            return self.strength(unit), _NONE
        if leaves is False and met is False:
            return against_them, _ALONE
        attack = (against_them[0], self.strength(unit)[1])
        if met is False:
            return attack, (0, 1)
        return attack, (0 if leaves is not False else 1, self.strength(target)[1])

    def prevention(self, rival: int) -> Strength:
        """What a move holds against others to its target (5.B.8): nothing if it does not arrive,
        or is dislodged by a unit from there (rulebook 2000, rule 11; DATC 4.A.7)."""
        arrives = self.arrives(rival)
        if arrives is False:
            return _NONE
        low, high = self.strength(rival)
        lost = self._lost_to_target(rival)
        if lost:
            return _NONE
        return (0 if arrives is None or lost is None else low), high

    def _lost_to_target(self, unit: int) -> bool | None:
        """Whether a unit is dislodged from where it wants to go, so that it has no effect there."""
        target = self.target[unit]
        if self.target.get(target) != unit:
            return False
        met, attacked = self.meet(unit, target), self.verdict(target)
        if met or attacked is False:
            return attacked
        if self.rules.dislodged_has_no_effect_on_attackers_province == "in a direct fight":
            return met
        moves = self.verdict(unit)
        if moves:
            return False
        return None if moves is None else attacked

    def meet(self, unit: int, other: int) -> bool | None:
        """Whether two units move against one another over the same border."""
        if self.target.get(other) != unit:
            return False
        if not self.sailing & (1 << unit | 1 << other):
            return True
        by_sea = (self.goes_by_sea(unit), self.goes_by_sea(other))
        decisive = self.rules.exchange_by_convoy == "one carried"
        if decisive in by_sea:
            return not decisive
        return None if None in by_sea else decisive

    def goes_by_sea(self, unit: int) -> bool | None:
        """Whether a moving unit leaves the land, and so meets nobody on its border."""
        if self.either_way >> unit & 1:
            return self.carried(unit)
        return bool(self.by_sea >> unit & 1)


def _tried_to_move(told: Told, rules: Rules) -> Set[int]:
    """Units that hold for want of a possible move, where that spoils a support to hold."""
    if rules.impossible_move == "holds":
        return frozenset()
    return {
        unit
        for unit, refusal in told.refused.items()
        if isinstance(refusal.order, Move) and refusal.error.code != "orders_conflict"
    }
