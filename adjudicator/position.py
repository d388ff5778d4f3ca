"""Where everything stands when a phase opens."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from adjudicator.board import Board, standard_board
from adjudicator.errors import PositionError
from adjudicator.terms import PhaseCode, PhaseType, UnitType
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Standing: TypeAlias = tuple[str, Unit]
"""A power and one of its units."""
Post: TypeAlias = tuple[int, Unit, frozenset[str]]
"""The number of a province, the unit there, and where it may go by itself."""

_FLEET = UnitType.FLEET
by_location = attrgetter("location")


class Ground(NamedTuple):
    """Who stands where, in numbers of provinces."""

    standing: list[Standing | None]
    """The number of a province -> the power and the unit there."""
    forces: Mapping[str, int]
    """Power -> the mask of its units."""
    occupied: int
    """The mask of all units."""
    muster: Mapping[str, Mapping[str, Post]]
    """Power -> the locations of its units, in the order of the alphabet -> all about each unit."""
    posts: Mapping[str, Post]
    """The same of all powers."""


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit that lost its province: where the attack came from and where it may go."""

    unit: Unit
    attacker: str | None
    retreats: tuple[str, ...] = ()


@dataclass(frozen=True)
class Position:
    """All that a phase starts from, checked when it is made (`PositionError`).

    Units are kept in the order of their locations; centers and ways to retreat are sorted too, and
    what is named twice counts once. `centers` may be missing: then nobody's
    ownership is tracked. A power may be any text: the board says whose home centers are where.

    >>> position = Position(PhaseCode.parse("S1901M"), {"FRANCE": (Unit.parse("A PAR"),)})
    >>> position.at["PAR"]
    ('FRANCE', Unit(type=<UnitType.ARMY: 'A'>, location='PAR'))
    """

    phase: PhaseCode
    units: Mapping[str, tuple[Unit, ...]]
    centers: Mapping[str, tuple[str, ...]] | None = None
    dislodged: Mapping[str, tuple[Dislodged, ...]] = field(default_factory=dict)
    board: Board = field(default_factory=standard_board, repr=False)

    def __post_init__(self) -> None:
        try:
            self._put_in_order()
        except PositionError as error:
            error.about(self)
            raise

    def _put_in_order(self) -> None:
        units = {p: tuple(sorted(u, key=by_location)) for p, u in self.units.items()}
        object.__setattr__(self, "units", units)
        _ = self.ground  # finding out who stands where finds what cannot stand there
        if self.centers is not None:
            object.__setattr__(self, "centers", {p: _sorted(c) for p, c in self.centers.items()})
            self._check_centers(self.centers)
        if self.dislodged:
            dislodged = {p: _sorted_dislodged(d) for p, d in self.dislodged.items() if d}
            object.__setattr__(self, "dislodged", dislodged)
            if dislodged:
                self._check_dislodged()

    @classmethod
    def after(
        cls,
        position: Position,
        phase: PhaseCode,
        units: Mapping[str, tuple[Unit, ...]],
        centers: Mapping[str, tuple[str, ...]] | None,
        dislodged: Mapping[str, tuple[Dislodged, ...]],
    ) -> Position:
        """What an adjudication made of a position: known to be in order, it is not checked."""
        made = object.__new__(cls)
        board = position.board
        made.__dict__.update(
            phase=phase, units=units, centers=centers, dislodged=dislodged, board=board
        )
        return made

    @cached_property
    def at(self) -> Mapping[str, Standing]:
        """Province -> the power and the unit there; dislodged units are not among them."""
        return {u.location[:3]: (power, u) for power, units in self.units.items() for u in units}

    @property
    def standing(self) -> list[Standing | None]:
        """The number of a province -> the power and the unit there, dislodged units left out."""
        return self.ground.standing

    @cached_property
    def fleets_at_sea(self) -> int:
        """The mask of the sea provinces with a fleet: those that could carry an army."""
        return self.board.sea_mask & self.ground.occupied

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """Center -> the power that owns it."""
        return {code: power for power, codes in (self.centers or {}).items() for code in codes}

    @property
    def powers(self) -> tuple[str, ...]:
        """Every power that has a unit, a center or a dislodged unit, in the order of the input."""
        return tuple(dict.fromkeys([*self.units, *(self.centers or {}), *self.dislodged]))

    def unit_at(self, location: str) -> Standing | None:
        """The power and the unit in the province of that location, whatever its coast."""
        number = self.board.number
        place = number.get(location)
        if place is None:
            place = number.get(location[:3])
        return None if place is None else self.ground.standing[place]

    @cached_property
    def ground(self) -> Ground:
        """Who stands where; raises `PositionError` where nobody can or two do."""
        board = self.board
        armies, fleets, number = board.army_moves, board.fleet_moves, board.number
        standing: list[Standing | None] = [None] * len(board.codes)
        forces, muster, occupied = {}, {}, 0
        all_posts: dict[str, Post] = {}
        for power, units in self.units.items():
            force = 0
            posts = {}
            for unit in units:
                location = unit.location
                moves = (fleets if unit.type is _FLEET else armies).get(location)
                if moves is None:
                    raise self._misplaced(unit)
                place = number[location]
                force |= 1 << place
                if standing[place] is not None:
                    params = {"province": unit.province, "unit": str(unit)}
                    raise PositionError("two_units", params)
                standing[place] = power, unit
                posts[location] = place, unit, moves
            forces[power] = force
            muster[power] = posts
            all_posts |= posts
            occupied |= force
        return Ground(standing, forces, occupied, muster, all_posts)

    def _misplaced(self, unit: Unit) -> PositionError:
        params = {"unit": str(unit), "province": unit.location}
        province = self.board.provinces.get(unit.province)
        coast = unit.location[3:]
        if province is None or (coast and coast not in {f"/{each}" for each in province.coasts}):
            return PositionError("unknown_province", params)
        if unit.type is UnitType.ARMY:
            return PositionError("army_on_coast" if unit.coast else "army_at_sea", params)
        return PositionError("fleet_on_land" if province.type == "inland" else "no_coast", params)

    def _check_centers(self, centers: Mapping[str, tuple[str, ...]]) -> None:
        owners: set[str] = set()
        for power, codes in centers.items():
            for code in codes:
                if code not in self.board.centers:
                    raise PositionError("not_a_center", {"province": code})
                if code in owners:
                    raise PositionError("center_owned_twice", {"province": code, "power": power})
                owners.add(code)

    def _check_dislodged(self) -> None:
        if self.phase.type is not PhaseType.RETREAT:
            raise PositionError("dislodged_out_of_season", {"phase": str(self.phase)})
        seen: set[str] = set()
        for each in (each for several in self.dislodged.values() for each in several):
            unit = each.unit
            if not self.board.can_stand(unit.type, unit.location):
                raise self._misplaced(unit)
            if unit.province in seen:
                raise PositionError("two_units", {"province": unit.province, "unit": str(unit)})
            seen.add(unit.province)
            ways = self.board.moves(unit.type, unit.location)
            for target in each.retreats:
                if target not in ways or self.unit_at(target) is not None:
                    params = {"unit": str(unit), "province": target}
                    raise PositionError("retreat_impossible", params)


def _sorted(codes: Iterable[str]) -> tuple[str, ...]:
    """Sorted, each once."""
    return tuple(sorted(set(codes)))


def _sorted_dislodged(dislodged: Iterable[Dislodged]) -> tuple[Dislodged, ...]:
    return tuple(
        sorted(
            (Dislodged(d.unit, d.attacker, _sorted(d.retreats)) for d in dislodged),
            key=lambda each: each.unit.location,
        )
    )
