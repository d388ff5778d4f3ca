"""The orders of other powers that touch a plan, and the replies that can be made of them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import (
    Convoy,
    Hold,
    Move,
    Position,
    Rules,
    SupportHold,
    SupportMove,
    Unit,
    legal_orders,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from adjudicator import Order

    Deed = tuple[str, ...]


STEPS = 300_000
"""Steps in which the replies of one search are put together: orders looked at."""


class Candidate(NamedTuple):
    """An order that may be part of a reply.

    `into` is the province that it acts on. `needs` is what another order must do, or else this one
    does nothing; it is empty for an order that acts by itself. `does` is what it does for others.
    `distance` is 0 where it touches the goal itself, and more behind that.
    """

    power: str
    unit: Unit
    order: Order
    into: str
    needs: Deed
    does: Deed
    distance: int

    @property
    def is_free(self) -> bool:
        """Whether it can begin a reply: it needs nothing, or a convoy that comes after it."""
        return not self.needs or self.needs[0] == "convoy"


class Candidates:
    """The orders that touch a plan: `power` is the planner's, and `what` its goal (`search.Goal`).

    `expected` are the orders of the line. An order touches the plan if it has to do with a province
    on which the goal depends: where its units stand and go, where its supporters and its convoying
    fleets are, and in turn those on which these depend. Leaving such a province is such an order.
    """

    def __init__(
        self,
        position: Position,
        rules: Rules,
        expected: Mapping[str, Sequence[Order]],
        power: str,
        what: str,
    ) -> None:
        self.position, self.rules, self.planner = position, rules, power
        self.expected = _order_of_each_unit(position, expected)
        self.distance = self._distances(what)
        self._entered = {
            place for _power, order in self.expected.values() for place in _provinces(order)
        }
        self.orders: list[Candidate] = sorted(
            self._all(), key=lambda each: (each.distance, not isinstance(each.order, Move))
        )
        self.steps = STEPS
        self._places = [each.unit.province for each in self.orders]
        self._by_need: dict[Deed, list[int]] = defaultdict(list)
        self._by_deed: dict[Deed, list[int]] = defaultdict(list)
        for number, each in enumerate(self.orders):
            self._by_deed[each.does].append(number)
            if each.needs:
                self._by_need[each.needs].append(number)

    @property
    def ran_out(self) -> bool:
        """Whether no step is left in which replies may be put together."""
        return self.steps < 0

    @property
    def number_of_units(self) -> int:
        """Number of units that have an order among the candidates."""
        return len({each.unit for each in self.orders})

    def may_matter(self, order: Order) -> bool:
        """Whether an order of the line can have an effect beside a hold.

        A support or convoy has none if neither the line nor a candidate does what it is for.
        """
        needs = () if isinstance(order, Move) else self._needs(order)
        return not needs or needs in self._by_deed

    def is_for_convoy(self, order: Order) -> bool:
        """Whether an order convoys an army, or is a move that needs a convoy."""
        return isinstance(order, Convoy) or self._by_convoy(order)

    # Provinces

    def _distances(self, what: str) -> dict[str, int]:
        """The provinces on which the goal depends, each with its distance from it."""
        found = dict.fromkeys(self._provinces_of_goal(what), 0)
        fresh = [*found]
        while fresh:
            behind = [
                (place, found[into] + 1)
                for place, (_power, order) in self.expected.items()
                for into in _provinces(order)
                if into in fresh
            ]
            behind += [
                (into, found[place] + 1)
                for place in fresh
                if place in self.expected
                for into in _provinces(self.expected[place][1])
            ]
            fresh = []
            for place, distance in behind:
                if place not in found:
                    found[place] = distance
                    fresh.append(place)
        return found

    def _provinces_of_goal(self, what: str) -> list[str]:
        position, power = self.position, self.planner
        if what == "centers":
            return [*(position.centers or {}).get(power, ())]
        if what == "units":
            return [unit.province for unit in position.units.get(power, ())]
        place = Unit.parse(what).province
        return [place, *_provinces(self.expected[place][1])]

    # Orders

    def _all(self) -> Iterator[Candidate]:
        position = self.position
        for power, units in position.units.items():
            if power == self.planner or power in position.neutral:
                continue
            for unit in units:
                yield from self._of_unit(power, unit)

    def _of_unit(self, power: str, unit: Unit) -> Iterator[Candidate]:
        expected = self.expected[unit.province][1]
        own = self._nearest([unit.province, *_provinces(expected)])
        legal = [*legal_orders(self.position, unit, self.rules)]
        any_coast = {_deed_helped(each) for each in legal if _is_for_any_coast(each)}
        left = False
        for order in sorted(legal, key=self._is_awaited):
            if order == expected or (_names_coast(order) and _deed_helped(order) in any_coast):
                continue
            (into,) = _provinces(order) or (unit.province,)
            distance = self.distance.get(into)
            if isinstance(order, Hold):
                distance = own
            elif isinstance(order, Move) and distance is None:
                distance = None if left or self._by_convoy(order) else own
                left = left or distance is not None
            if distance is not None:
                needs = self._needs(order)
                yield Candidate(power, unit, order, into, needs, _deed(order), distance)

    def _nearest(self, places: Sequence[str]) -> int | None:
        """The least distance of some provinces; None if the goal depends on none of them."""
        found = [self.distance[place] for place in places if place in self.distance]
        return min(found, default=None)

    def _is_awaited(self, order: Order) -> bool:
        """Whether somebody stands or goes where an order leads: others leave more surely."""
        goals = [*_provinces(order)]
        return any(place in self.expected or place in self._entered for place in goals)

    def _by_convoy(self, order: Order) -> bool:
        """Whether a move needs a convoy."""
        if not isinstance(order, Move):
            return False
        moves = self.position.board.moves(order.unit.type, order.unit.location)
        return order.via or order.target not in moves

    def _needs(self, order: Order) -> Deed:
        """Things that another order of the reply must do, because the line has no such order."""
        needs = _deed_helped(order)
        if self._by_convoy(order):
            needs = ("convoy", *_deed(order)[1:])
            done = any(_deed(each) == needs for _power, each in self.expected.values())
            return () if done else needs
        if not needs:
            return ()
        place = needs[1]
        done = place in self.expected and _deed(self.expected[place][1]) == needs
        return () if done else needs

    # Replies

    def replies(
        self, size: int, is_known: Callable[[Sequence[int]], bool]
    ) -> Iterator[tuple[int, ...]]:
        """Yield each set of `size` orders of different units in which every need is met.

        Those of one power come first. Sets of which `is_known` says so are left out, and all that
        contain them. It ends, and `ran_out` is true, when its steps are used up.
        """
        seen: set[frozenset[int]] = set()
        powers = sorted({each.power for each in self.orders})
        for allowed in [*({power} for power in powers), set(powers)]:
            numbers = [n for n, each in enumerate(self.orders) if each.power in allowed]
            if len({self._places[number] for number in numbers}) < size:
                continue
            free = [number for number in numbers if self.orders[number].is_free]
            for found in self._extended((), size, frozenset(numbers), free, is_known):
                reply = frozenset(found)
                if reply not in seen:
                    seen.add(reply)
                    yield found

    def _extended(
        self,
        chosen: tuple[int, ...],
        size: int,
        numbers: frozenset[int],
        free: Sequence[int],
        is_known: Callable[[Sequence[int]], bool],
    ) -> Iterator[tuple[int, ...]]:
        """The replies that begin with `chosen`, and go on with orders in `numbers`.

        `free` are those of them that need no order in `chosen`, and that come after it.
        """
        if is_known(chosen):
            return
        several = [self.orders[number] for number in chosen]
        done = {each.does for each in several}
        unmet = {each.needs for each in several if each.needs} - done
        left = size - len(chosen)
        if not left and not unmet:
            yield chosen
        if left < max(1, len(unmet)):
            return
        self.steps -= len(free) + 1
        if self.ran_out:
            return
        used = {self._places[number] for number in chosen}
        helping = [number for deed in done for number in self._by_need.get(deed, ())]
        helping += [number for deed in unmet for number in self._by_deed[deed]]
        for number in sorted(set(helping) & numbers):
            if self._places[number] not in used:
                yield from self._extended((*chosen, number), size, numbers, free, is_known)
        if len(unmet) == left:
            return
        for place, number in enumerate(free):
            if self._places[number] not in used:
                rest = free[place + 1 :]
                yield from self._extended((*chosen, number), size, numbers, rest, is_known)


def _order_of_each_unit(
    position: Position, orders: Mapping[str, Sequence[Order]]
) -> dict[str, tuple[str, Order]]:
    """Province -> the power and the order of its unit, a hold if it has none."""
    found: dict[str, tuple[str, Order]] = {
        unit.province: (power, Hold(unit))
        for power, units in position.units.items()
        for unit in units
    }
    for power, several in orders.items():
        for order in several:
            if order.unit and found.get(order.unit.province, ("",))[0] == power:
                found[order.unit.province] = power, order
    return found


def _provinces(order: Order) -> tuple[str, ...]:
    """The province that an order acts on; none for a hold."""
    match order:
        case Move() | SupportMove() | Convoy():
            return (order.target[:3],)
        case SupportHold():
            return (order.supported.province,)
    return ()


def _deed(order: Order) -> Deed:
    """Effect of an order, so that others can help it."""
    match order:
        case Move():
            return "move", order.unit.province, order.target[:3]
        case Convoy():
            return "convoy", order.army.province, order.target[:3]
        case _ if order.unit:
            return "stay", order.unit.province
    return ()


def _deed_helped(order: Order) -> Deed:
    """Things that another unit must do so that a support or a convoy has an effect."""
    match order:
        case SupportMove():
            return "move", order.supported.province, order.target[:3]
        case SupportHold():
            return "stay", order.supported.province
        case Convoy():
            return "move", order.army.province, order.target[:3]
    return ()


def _is_for_any_coast(order: Order) -> bool:
    return isinstance(order, SupportMove) and "/" not in order.target


def _names_coast(order: Order) -> bool:
    """Whether an order supports a move to one coast."""
    return isinstance(order, SupportMove) and "/" in order.target
