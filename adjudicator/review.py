"""A movement phase that is decided, looked at for what to tell: who met whom, how strong, and why.

Units go by the number of their province, as in `movement`. Strengths here are plain numbers, for
nothing is open any more, and each comes with the units that supported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.board import numbers
from adjudicator.convoys import has_route, on_route
from adjudicator.routes import has_ordered_route

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator.movement import Movement


class Review:
    """What became of each unit of a movement phase."""

    def __init__(self, movement: Movement) -> None:
        self.movement, self.target = movement, movement.target

    def name(self, units: int | Iterable[int]) -> str:
        """A unit as text, or several in alphabetical order."""
        standing = self.movement.position.standing
        several = [units] if isinstance(units, int) else units
        there = [found[1] for unit in several if (found := standing[unit]) is not None]
        return ", ".join(str(unit) for unit in sorted(there, key=lambda each: each.location))

    def place(self, province: int) -> str:
        """The code of a province."""
        return self.movement.board.codes[province]

    def done(self, unit: int) -> bool:
        """Whether a unit's order was carried out: it moved, supported or convoyed."""
        return bool(self.movement.yes >> unit & 1)

    def moved(self, unit: int) -> bool:
        """Whether a unit left its province."""
        return unit in self.target and self.done(unit)

    def attackers(self, province: int) -> list[int]:
        """The units that were ordered to move to a province."""
        return list(numbers(self.movement.attackers[province]))

    def arriving(self, province: int) -> list[int]:
        """Those of them that had a way there, whether they got in or not."""
        return [each for each in self.attackers(province) if self.movement.arrives(each)]

    def rivals(self, unit: int) -> list[int]:
        """The others that went to the same province and had a way there."""
        return [each for each in self.arriving(self.target[unit]) if each != unit]

    def strongest_rivals(self, unit: int) -> list[int]:
        """Those of the others that hold the most against it."""
        rivals = self.rivals(unit)
        most = max(map(self.prevention, rivals))
        return [each for each in rivals if self.prevention(each) == most]

    def dislodger(self, unit: int) -> int | None:
        """The unit that dislodged this one."""
        if self.moved(unit):
            return None
        return next(filter(self.done, self.attackers(unit)), None)

    def own(self, unit: int, other: int) -> bool:
        """Whether two units are of one power."""
        return bool(self.movement.allies(unit) >> other & 1)

    def by_sea(self, unit: int) -> bool:
        """Whether a unit moved by convoy."""
        return bool(self.movement.goes_by_sea(unit))

    def meet(self, unit: int, other: int) -> bool:
        """Whether a move and another one were against one another, over the same border."""
        return bool(self.movement.meet(unit, other))

    def stays(self, province: int) -> bool:
        """Whether a unit stood in a province and did not leave it."""
        return bool(self.movement.occupied >> province & 1) and not self.moved(province)

    def in_the_way(self, unit: int) -> bool:
        """Whether a unit stands in the province that this one moves to, and does not give way."""
        target = self.target[unit]
        return self.stays(target) or self.meet(unit, target)

    # Strengths

    def supporters(self, unit: int) -> list[int]:
        """The supports for a unit that were not cut."""
        return list(numbers(self.movement.backers[unit] & self.movement.yes))

    def attackers_supporters(self, unit: int) -> list[int]:
        """Those of a move's supports that counted: none of the power of a unit in its way, unless
        that power is its own, so that the move is in vain anyhow."""
        supporters, target = self.supporters(unit), self.target[unit]
        if not self.in_the_way(unit) or self.own(unit, target):
            return supporters
        return [each for each in supporters if not self.own(each, target)]

    def strength(self, unit: int) -> int:
        """A unit with its supports, whomever they help against."""
        return 1 + len(self.supporters(unit))

    def attack(self, unit: int) -> int:
        """What a move brings against its target; against a unit of its own, what it would."""
        return 1 + len(self.attackers_supporters(unit))

    def defence(self, unit: int, attacker: int) -> int:
        """What a unit that did not give way holds against an attack."""
        return int(self._home("home", unit, attacker)["home"])

    def prevention(self, unit: int) -> int:
        """What a move holds against others to its target, 0 if it has no effect there."""
        return self.movement.prevention(unit)[0]

    # Convoys

    def carriers(self, army: int) -> tuple[list[int], list[int]]:
        """The fleets that could carry an army all the way, and those of its routes whose convoy
        failed."""
        standing = self.movement.carriers.get(army, 0) & self.movement.yes
        lost = [fleet for fleet in self.on_routes(army) if not standing >> fleet & 1]
        return self._on_routes(army, standing), lost

    def on_routes(self, army: int) -> list[int]:
        """Those of the fleets ordered to carry an army that are on one of its routes."""
        return self._on_routes(army, self.movement.carriers.get(army, 0))

    def _on_routes(self, army: int, fleets: int) -> list[int]:
        board, target = self.movement.board, self.target[army]
        return [sea for sea in numbers(fleets) if on_route(board, fleets, army, target, sea)]

    def stands_or_falls_with(self, army: int, fleet: int) -> bool:
        """Whether the convoy of an army stood if that of one of its fleets did, and not without,
        as things turned out for the other fleets."""
        movement, target = self.movement, self.target[army]
        routes = self.on_routes(army)
        if movement.rules.alternative_convoy_routes == "all must stand":
            return fleet in routes and all(self.done(each) for each in routes if each != fleet)
        others = movement.carriers.get(army, 0) & movement.yes & ~(1 << fleet)
        with_it = others | 1 << fleet if fleet in routes else others
        ways = [has_route(movement.board, each, army, target) for each in (others, with_it)]
        return ways == [False, True]

    def carried_by(self, army: int) -> str:
        """The fleets that could carry an army all the way, as text."""
        return self.name(self.carriers(army)[0])

    def route_ordered(self, army: int) -> bool:
        """Whether fleets were ordered to carry an army all the way, whatever became of them."""
        return has_ordered_route(self.movement, army)

    # Parameters of reasons

    def fight(self, attacker: int, defender: int) -> dict[str, str]:
        """What a move brings (`strength`) and what a unit in its way holds (`against`)."""
        ours = self._side("strength", attacker, self.attackers_supporters(attacker))
        return ours | self._home("against", defender, attacker)

    def race(self, unit: int, rivals: Sequence[int]) -> dict[str, str]:
        """What a move brings and what others to its target do, several only if equally strong."""
        ours = self._side("strength", unit, self.attackers_supporters(unit))
        theirs = self._side("against", rivals[0], self.supporters(rivals[0]))
        return ours | _of_each(theirs, rivals)

    def siege(self, unit: int, attackers: Sequence[int]) -> dict[str, str]:
        """What a unit holds and what each of its attackers brought, all equally strong."""
        first = attackers[0]
        theirs = self._side("against", first, self.attackers_supporters(first))
        return self._home("strength", unit, first) | _of_each(theirs, attackers)

    def dislodgement(self, unit: int) -> dict[str, str]:
        """Who dislodged a unit and with what strength."""
        attacker = self.dislodger(unit)
        assert attacker is not None, "asked of dislodged units only"
        return {"by": self.name(attacker), **self.fight(attacker, unit)}

    def _home(self, side: str, unit: int, attacker: int) -> dict[str, str]:
        """What a unit holds in its province; supports for a move of it count there only against
        a unit that comes the other way."""
        if unit in self.target and not self.meet(attacker, unit):
            return {side: "1"}
        return self._side(side, unit, self.supporters(unit))

    def _side(self, side: str, unit: int, supporters: Sequence[int]) -> dict[str, str]:
        """A strength with those that supported and those whose support was cut."""
        cut = numbers(self.movement.backers[unit] & self.movement.no)
        units = {"with": self.name(supporters), "cut": self.name(cut)}
        told = {f"{side}_{key}": names for key, names in units.items() if names}
        return {side: str(1 + len(supporters)), **told}


def _of_each(params: dict[str, str], units: Sequence[int]) -> dict[str, str]:
    """Of several units of equal strength the strength alone."""
    return params if len(units) == 1 else {"against": params["against"]}
