"""Which orders of a movement phase succeed: strengths, and decisions that lean on one another.

After Kruijswijk, "The Math of Adjudication" and chapter 5.B of the DATC. Every move, support and
convoy is a decision, named by its unit's province: the move succeeds, the support is given, the
convoy stands. A decision is true, false or, while it leans on something open, none; numbers that
lean on open decisions are pairs (at least, at most). What is true or false in these terms stays so
whatever the open ones become. What remains open after all were asked leans on itself: see `cycles`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from adjudicator.convoys import has_route
from adjudicator.orders import Convoy, Move, SupportHold, SupportMove
from adjudicator.terms import UnitType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from adjudicator.orders import Order
    from adjudicator.position import Position
    from adjudicator.rules import Rules

Strength: TypeAlias = tuple[int, int]
_NONE: Strength = (0, 0)


class Battle:
    """The orders of a movement phase, one legal order for each unit, and what became of them.

    Provinces name units and their orders throughout.
    """

    def __init__(self, position: Position, orders: Mapping[str, Order], rules: Rules) -> None:
        self.board = position.board
        self.rules = rules
        self.power = {province: power for province, (power, _) in position.at.items()}
        self.orders = orders
        self.target: dict[str, str] = {}
        """A moving unit -> where it goes."""
        self.attackers: dict[str, list[str]] = {}
        """A province -> the units that move there."""
        self.backers: dict[str, list[str]] = {}
        """A unit -> the supports that match what it was ordered."""
        self.into: dict[str, str] = {}
        """A matched support -> the province it counts in."""
        self.carriers: dict[str, list[str]] = {}
        """An army -> the fleets ordered to carry it where it goes."""
        self.by_sea: set[str] = set()
        """The armies that go by convoy."""
        self.decide: dict[str, Callable[[str], bool | None]] = {}
        """A decision -> how it is made."""
        self.known: dict[str, bool | None] = {}
        self.disrupted: set[str] = set()
        """Convoys ended by the Szykman rule."""
        self.asked: set[str] | None = None
        """Open decisions that were asked for, while somebody wants to know."""
        self._enlist_moves()
        self._match_others()
        self._choose_routes(position)

    def _enlist_moves(self) -> None:
        for province, order in self.orders.items():
            if type(order) is Move:
                target = order.target[:3]
                self.target[province] = target
                self.attackers.setdefault(target, []).append(province)
                self.decide[province] = self._move

    def _match_others(self) -> None:
        for province, order in self.orders.items():
            kind = type(order)
            if kind is Move:
                continue
            if isinstance(order, SupportHold):
                supported = order.supported.location[:3]
                if supported not in self.target:
                    self._back(province, supported, supported)
            elif isinstance(order, SupportMove):
                supported, into = order.supported.location[:3], order.target[:3]
                move = self.orders[supported]
                if type(move) is Move and order.target in (move.target, move.target[:3]):
                    self._back(province, supported, into)
            elif isinstance(order, Convoy):
                army = order.army.location
                if self.target.get(army) == order.target:
                    self.carriers.setdefault(army, []).append(province)
                    self.decide[province] = self._convoy

    def _back(self, province: str, supported: str, into: str) -> None:
        self.backers.setdefault(supported, []).append(province)
        self.into[province] = into
        self.decide[province] = self._support

    def _choose_routes(self, position: Position) -> None:
        for unit in self.target:
            if position.at[unit][1].type is UnitType.ARMY and self._goes_by_sea(unit):
                self.by_sea.add(unit)

    def _goes_by_sea(self, army: str) -> bool:
        """Land or sea (DATC 4.A.3; rulebook 2000, land and convoy routes)."""
        target, order, carriers = self.target[army], self.orders[army], self.carriers.get(army, ())
        if target not in self.board.army_moves[army]:
            return True
        if isinstance(order, Move) and order.via:
            by_land = self.rules.via_without_route == "by land"
            return not by_land or has_route(self.board, carriers, army, target)
        own = any(self.power[fleet] == self.power[army] for fleet in carriers)
        always = self.rules.own_fleet_means_convoy == "always"
        return own and (always or has_route(self.board, carriers, army, target))

    # Decisions

    def verdict(self, province: str) -> bool | None:
        """The decision of that name, made now if it was not; none while it is open."""
        known = self.known
        if province in known:
            verdict = known[province]
        else:
            known[province] = None
            verdict = known[province] = self.decide[province](province)
        if verdict is None and self.asked is not None:
            self.asked.add(province)
        return verdict

    def _move(self, unit: str) -> bool | None:
        """A move succeeds if it is stronger than the province and than every rival."""
        target = self.target[unit]
        arrives = self.arrives(unit)
        if arrives is False:
            return False
        low, high = self.attack(unit)
        if arrives is None:
            low = 0
        against_low, against = self.defence(unit)
        if high <= against_low:
            return False
        sure = low > against
        for rival in self.attackers[target]:
            if rival != unit:
                against_low, against = self.prevention(rival)
                if high <= against_low:
                    return False
                sure = sure and low > against
        return True if sure else None

    def _support(self, unit: str) -> bool | None:
        """A support is cut by an attack that does not come from where the support counts, and by
        the loss of its unit (rulebook 2000, rules 13 to 16)."""
        given: bool | None = True
        into = self.into[unit]
        for attacker in self.attackers.get(unit, ()):
            if self.power[attacker] == self.power[unit]:
                continue
            cut = self.verdict(attacker) if attacker == into else self.cuts(attacker, unit)
            if cut:
                return False
            if cut is None:
                given = None
        return given

    def _convoy(self, fleet: str) -> bool | None:
        """A convoy stands unless its fleet is dislodged."""
        stands: bool | None = True
        for attacker in self.attackers.get(fleet, ()):
            dislodges = self.verdict(attacker)
            if dislodges:
                return False
            if dislodges is None:
                stands = None
        return stands

    def cuts(self, attacker: str, supporter: str) -> bool | None:
        """Whether an attack reaches a supporter in such a way that it cuts (rules 13, 21, 22)."""
        if attacker not in self.by_sea:
            return True
        if self.rules.convoyed_attack_spares_support_against_convoy:
            order, into = self.orders[supporter], self.into[supporter]
            if isinstance(order, SupportMove) and into in self.carriers.get(attacker, ()):
                return self.arrives(attacker, without=into)
        return self.arrives(attacker)

    def arrives(self, unit: str, without: str | None = None) -> bool | None:
        """Whether a moving unit has a way to its target, if need be without one of the fleets."""
        if unit not in self.by_sea:
            return True
        fleets = [fleet for fleet in self.carriers.get(unit, ()) if fleet != without]
        verdicts = {fleet: self.verdict(fleet) for fleet in fleets}
        target = self.target[unit]
        if has_route(self.board, [f for f in fleets if verdicts[f]], unit, target):
            return True
        possible = [f for f in fleets if verdicts[f] is not False]
        return None if has_route(self.board, possible, unit, target) else False

    # Strengths (DATC 5.B)

    def strength(self, unit: str, without: str | None = None) -> Strength:
        """A unit and its supports, those of one power left out."""
        low = high = 1
        for backer in self.backers.get(unit, ()):
            if self.power[backer] != without:
                given = self.verdict(backer)
                if given:
                    low += 1
                    high += 1
                elif given is None:
                    high += 1
        return low, high

    def attack(self, unit: str) -> Strength:
        """What a move brings against its target (5.B.7): nothing, nor any support of that power,
        against a unit of one's own that stays (rulebook 2000, rule 12)."""
        target = self.target[unit]
        occupant = self.power.get(target)
        if occupant is None:
            return self.strength(unit)
        leaves = self.leaves(target, unit)
        if leaves:
            return self.strength(unit)
        own = occupant == self.power[unit]
        stays = _NONE if own else self.strength(unit, without=occupant)
        return stays if leaves is False else (stays[0], self.strength(unit)[1])

    def leaves(self, occupant: str, attacker: str) -> bool | None:
        """Whether a unit goes out of the way of one that moves to its province."""
        met = occupant not in self.target or self.meet(attacker, occupant)
        return False if met else self.verdict(occupant)

    def defence(self, unit: str) -> Strength:
        """What the target itself holds against a move (5.B.5, 5.B.6)."""
        target = self.target[unit]
        if target not in self.power:
            return _NONE
        if target not in self.target or self.meet(unit, target):
            return self.strength(target)
        leaves = self.verdict(target)
        return _NONE if leaves else (1, 1) if leaves is False else (0, 1)

    def prevention(self, rival: str) -> Strength:
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

    def _lost_to_target(self, unit: str) -> bool | None:
        """Whether a unit is dislodged from where it wants to go, so that it has no effect there."""
        target = self.target[unit]
        if self.target.get(target) != unit:
            return False
        if self.meet(unit, target):
            return self.verdict(target)
        if self.rules.dislodged_has_no_effect_on_attackers_province == "in a direct fight":
            return False
        stays = _not(self.verdict(unit))
        attacked = self.verdict(target)
        if False in (stays, attacked):
            return False
        return None if None in (stays, attacked) else True

    def has_ordered_route(self, unit: str) -> bool:
        """Whether a moving unit goes by land or fleets were ordered to carry it all the way."""
        carriers = self.carriers.get(unit, ())
        return unit not in self.by_sea or has_route(self.board, carriers, unit, self.target[unit])

    def meet(self, unit: str, other: str) -> bool:
        """Whether two units move against one another over the same border."""
        by_sea = self.by_sea
        return self.target.get(other) == unit and unit not in by_sea and other not in by_sea


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value
