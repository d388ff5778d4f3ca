"""Check that reasons for refused orders are true, and those of retreats and adjustments.

Nothing of the resolver is used: the facts come from the position, the orders and the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator import (
    Build,
    Convoy,
    Disband,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitType,
    Waive,
)

from .checker_orders import board_type, chain, could_be_carried, fleets_at_sea, useful
from .checker_results import steps_home

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator import Order, Position, Resolution, Result, Rules


@dataclass
class Refused:
    """A sentence about an order that was not carried out, or about one after the movements."""

    done: Resolution
    rules: Rules
    result: Result
    params: Mapping[str, str]

    @property
    def position(self) -> Position:
        return self.done.position

    @property
    def order(self) -> Order:
        assert self.result.order is not None, f"no order in {self.result.text}"
        return self.result.order

    @property
    def named(self) -> Unit:
        """The unit that the order names."""
        assert self.order.unit is not None
        return self.order.unit

    @property
    def unit(self) -> Unit | None:
        """The unit on the board, or the dislodged one, that the order is for."""
        for each in self.position.dislodged.get(self.result.power, ()):
            if each.unit.province == self.named.province:
                return each.unit
        return self.standing(self.named.province)

    def standing(self, province: str) -> Unit | None:
        return self.position.at.get(province, ("", None))[1]

    @property
    def target(self) -> str:
        """The location that the order goes to, supports a move to, convoys to, or builds in."""
        default = self.named.location if isinstance(self.order, Build) else ""
        target: str = getattr(self.order, "target", default)
        return target

    @property
    def helped(self) -> Unit:
        """The unit that the order supports or convoys, as the order names it."""
        if isinstance(self.order, SupportHold | SupportMove):
            return self.order.supported
        assert isinstance(self.order, Convoy)
        return self.order.army

    @property
    def mover(self) -> Unit | None:
        """The unit that was to go to the target: the ordered, the supported or the built one."""
        if isinstance(self.order, Build):
            return self.named
        own = isinstance(self.order, Move | Retreat)
        return self.unit if own else self.standing(self.helped.province)

    def says(self, **params: str) -> bool:
        """Return whether the parameters are these, as far as they are told."""
        return all(self.params.get(name, text) == text for name, text in params.items())

    def says_unit_and_target(self) -> bool:
        unit = self.mover
        places = (self.target, self.target[:3])
        return self.params["unit"] == str(unit) and self.params["province"] in places

    def ways(self, unit: Unit | None) -> list[str]:
        """Return the locations of the target province that a unit can reach by itself."""
        assert unit is not None
        ways = self.position.board.moves(unit.type, unit.location)
        return [way for way in ways if way[:3] == self.target[:3]]

    def is_fleet(self) -> bool:
        return self.mover is not None and self.mover.type is UnitType.FLEET

    def type_of_target(self) -> str:
        code = self.target[:3]
        return board_type(self.position, code) if code in self.position.board.provinces else ""

    def coasts(self) -> set[str]:
        return {*self.params["coasts"].split(", ")}

    def owned(self) -> Sequence[str]:
        return (self.position.centers or {}).get(self.result.power, ())

    def surplus(self) -> int:
        """The builds of the power, or its removals as a negative number."""
        return len(self.owned()) - len(self.position.units.get(self.result.power, ()))

    def same_unit(self) -> int:
        """Return how many results there are for the unit."""
        units = [r.unit.province for r in self.done.results if r.unit and r.given]
        return units.count(self.named.province)


def _cannot_go(r: Refused) -> bool:
    """Whether a supported unit can reach the target neither by itself nor by convoy."""
    unit = r.mover
    assert unit is not None
    carried = unit.type is UnitType.ARMY and could_be_carried(
        r.position, unit, r.target[:3], {r.named.province}
    )
    ways = r.ways(unit)
    told = r.params["province"]
    if len(told) > 3 and told not in ways:  # a coast that it cannot reach, or that means nothing
        return r.says(unit=str(unit), province=r.target)
    return r.says(unit=str(unit), province=r.target) and not carried and not ways


def _no_route(r: Refused) -> bool:
    """Whether no fleets now at sea could carry the army that the order moves or convoys."""
    army = r.unit if isinstance(r.order, Move) else r.standing(r.helped.province)
    assert army is not None
    return r.says(unit=str(army), province=r.target) and not could_be_carried(
        r.position, army, r.target[:3]
    )


def _not_needed(r: Refused) -> bool:
    """Whether other fleets could carry the army, and no route needs this one."""
    army, board, fleets = r.standing(r.helped.province), r.position.board, fleets_at_sea(r.position)
    assert army is not None
    route = (army.location, r.target[:3])
    return (
        r.says(unit=str(r.unit), army=str(army), province=r.target[:3])
        and chain(board, fleets - {r.named.province}, *route)
        and not useful(board, fleets, *route, r.named.province)
    )


def _out_of_reach(r: Refused) -> bool:
    """Whether the unit could not go itself where it was to support."""
    assert r.unit is not None
    into = r.params["province"]
    ways = r.position.board.moves(r.unit.type, r.unit.location)
    told = r.target[:3] or r.helped.province
    return into == told and into not in {way[:3] for way in ways}


_ANYWHERE: dict[str, Callable[[Refused], bool]] = {
    "wrong_phase": lambda r: r.says(order=r.result.text, phase=str(r.position.phase)),
    "no_such_unit": lambda r: r.says(unit=str(r.named)) and r.standing(r.named.province) is None,
    "not_your_unit": lambda r: (
        r.params["power"] == r.position.at[r.named.province][0] != r.result.power
    ),
    "ordered_again": lambda r: r.says(unit=str(r.unit)) and r.same_unit() > 1,
    "orders_conflict": lambda r: r.says(unit=str(r.unit)) and r.same_unit() > 1,
    "coast_needed": lambda r: (
        r.says_unit_and_target() and r.coasts() == {way[4:] for way in r.ways(r.mover)}
    ),
}
_MOVES: dict[str, Callable[[Refused], bool]] = {
    "unknown_target": lambda r: r.target[:3] not in r.position.board.provinces,
    "move_to_own_province": lambda r: r.says_unit_and_target() and r.target[:3] == r.named.province,
    "not_adjacent": lambda r: r.says_unit_and_target() and not r.ways(r.mover),
    "army_to_sea": lambda r: (
        r.says_unit_and_target() and not r.is_fleet() and r.type_of_target() == "sea"
    ),
    "fleet_inland": lambda r: (
        r.says_unit_and_target() and r.is_fleet() and r.type_of_target() == "inland"
    ),
    "coast_unreachable": lambda r: (
        r.says_unit_and_target()
        and r.target not in r.ways(r.mover)
        and r.coasts() == {way[4:] for way in r.ways(r.mover)}
    ),
    "coast_means_nothing": lambda r: len(r.params["province"]) > 3,
    "unit_on_other_coast": lambda r: r.params["unit"] != r.params["named"],
    "wrong_coast": lambda r: r.says_unit_and_target() and r.target not in r.ways(r.mover),
    "no_convoy_route": _no_route,
}
_HELP: dict[str, Callable[[Refused], bool]] = {
    "no_unit_to_support": lambda r: (
        r.says(supported=str(r.helped)) and r.standing(r.helped.province) is None
    ),
    "support_coast_needed": lambda r: (
        r.says(unit=str(r.mover), province=r.target[:3])
        and r.target[4:] not in r.position.board.provinces[r.target[:3]].coasts
        and all(len(way) > 3 for way in r.ways(r.mover))
    ),
    "support_of_itself": lambda r: r.helped.province == r.named.province,
    "support_unreachable": _out_of_reach,
    "support_of_impossible_move": _cannot_go,
    "convoy_not_needed": _not_needed,
    "army_cannot_convoy": lambda r: r.unit is not None and r.unit.type is UnitType.ARMY,
    "fleet_not_at_sea": lambda r: (
        r.says(unit=str(r.unit)) and r.named.province not in fleets_at_sea(r.position)
    ),
    "no_army_to_convoy": lambda r: (
        r.says(army=str(r.helped)) and r.standing(r.helped.province) is None
    ),
    "convoyed_fleet": lambda r: r.is_fleet() and r.says(army=str(r.mover)),
}


def _rivals(r: Refused, *, arrived: bool) -> bool:
    """Whether other units retreated to the same province, and whether one of them got there."""
    going = {
        str(other.unit)
        for other in r.done.results
        if isinstance(other.order, Retreat) and other.order.target[:3] == r.target[:3]
    }
    named = {*r.params["with"].split(", ")}
    arrives = r.target[:3] in r.done.next.at
    return r.says(province=r.target) and named <= going - {str(r.unit)} and arrives == arrived


def _closed(r: Refused, province: str) -> bool:
    """Whether a retreat goes there, and is not open."""
    [way] = [
        each.retreats
        for each in r.position.dislodged[r.result.power]
        if each.unit.province == r.named.province
    ]
    return province == r.target and r.target not in way


def _attackers_province(r: Refused) -> bool:
    [lost] = [
        each
        for each in r.position.dislodged[r.result.power]
        if each.unit.province == r.named.province
    ]
    return lost.attacker in (None, r.target[:3])


_RETREATS: dict[str, Callable[[Refused], bool]] = {
    "retreat_succeeds": lambda r: (
        r.says(province=r.target) and str(r.done.next.at[r.target[:3]][1]) == r.named.type + " "
        + r.target
    ),
    "retreat_clash": lambda r: _rivals(r, arrived=False),
    "retreat_left_to_another": lambda r: _rivals(r, arrived=True),
    "disbanded": lambda r: isinstance(r.order, Disband) and r.result.given,
    "disbanded_without_order": lambda r: not r.result.given,
    "not_dislodged": lambda r: r.unit is None or r.unit == r.standing(r.named.province),
    "retreat_not_open": lambda r: _closed(r, r.params["province"]),
    "retreat_not_adjacent": lambda r: _closed(r, r.params["province"]) and not r.ways(r.unit),
    "retreat_to_occupied": lambda r: (
        _closed(r, r.params["province"]) and r.standing(r.target[:3]) is not None
    ),
    "retreat_to_attacker": lambda r: _closed(r, r.params["province"]) and _attackers_province(r),
    "retreat_to_standoff": lambda r: (
        _closed(r, r.params["province"])
        and not _attackers_province(r)
        and r.standing(r.target[:3]) is None
    ),
    "retreat_to_attacker_or_standoff": lambda r: (
        _closed(r, r.params["province"]) and _attackers_province(r)
    ),
}  # fmt: skip


def _removed(r: Refused) -> bool:
    """Whether a unit was removed for want of an order."""
    return not r.result.given and r.named.province not in r.done.next.at


def _alike(r: Refused) -> bool:
    """Whether other units of the power, as far away, were named."""
    mine = {str(unit): unit for unit in r.position.units[r.result.power]}
    others = r.params["with"].split(", ")
    return {*others} < mine.keys() and str(r.unit) not in others and {
        _steps(r, mine[text]) for text in others
    } == {_steps(r, r.named)}  # fmt: skip


def _steps(r: Refused, unit: Unit) -> int:
    return steps_home(r.position, r.result.power, unit, r.rules)


def _measured(r: Refused, to: str) -> bool:
    told = r.says(power=r.result.power, distance=str(_steps(r, r.named)))
    return told and r.rules.removal_measured_to == to


_ADJUSTMENTS: dict[str, Callable[[Refused], bool]] = {
    "built": lambda r: r.done.next.at[r.named.province][1] == r.named,
    "waived": lambda r: isinstance(r.order, Waive),
    "removed": lambda r: r.result.given and r.named.province not in r.done.next.at,
    "removed_farthest": _removed,
    "removed_fleet_first": lambda r: (
        _removed(r) and _alike(r) and r.named.type is UnitType.FLEET
    ),
    "removed_by_name": lambda r: _removed(r) and _alike(r),
    "removed_off_center": _removed,
    "measured_no_way": lambda r: _steps(r, r.named) in (0, len(r.position.board.provinces)),
    "measured_to_homeland": lambda r: _measured(r, "homeland"),
    "measured_to_home_centers": lambda r: _measured(r, "home centers"),
    "measured_to_owned_centers": lambda r: _measured(r, "owned centers"),
    "not_a_home_center": lambda r: (
        r.says(power=r.result.power, province=r.named.province)
        and r.position.board.provinces[r.named.province].home != r.result.power
    ),
    "center_not_owned": lambda r: (
        r.says(power=r.result.power, province=r.named.province)
        and r.named.province not in r.owned()
    ),
    "center_occupied": lambda r: (
        r.says(province=r.named.province)
        and sum(o.unit is not None and o.unit.province == r.named.province for o in r.done.results)
        + (r.named.province in r.position.at) > 0
    ),
    "build_coast_needed": lambda r: (
        r.coasts() == {*r.position.board.provinces[r.named.province].coasts}
    ),
    "no_builds_left": lambda r: r.says(power=r.result.power),
    "no_removals_due": lambda r: r.says(power=r.result.power),
    "already_removed": lambda r: r.same_unit() > 1,
    "too_many_adjustments": lambda r: r.says(power=r.result.power),
}  # fmt: skip
REFUSAL_FACTS = _ANYWHERE | _MOVES | _HELP | _RETREATS | _ADJUSTMENTS
"""The facts that must be true for each code."""


def is_true_refusal(code: str, refused: Refused) -> bool:
    """Return whether a sentence is true; one about words that were not understood always is."""
    return refused.result.order is None or REFUSAL_FACTS[code](refused)
