"""Where everything stands when a phase opens."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from adjudicator.board import Board, standard_board
from adjudicator.errors import PositionError, UnitError
from adjudicator.terms import PhaseCode, PhaseType, UnitType

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Unit:
    """An army or a fleet and the location it stands on.

    >>> fleet = Unit.parse("f spa/sc")
    >>> str(fleet), fleet.province, fleet.coast
    ('F SPA/SC', 'SPA', 'SC')
    """

    type: UnitType
    location: str

    @property
    def province(self) -> str:
        """The province, without its coast."""
        return self.location[:3]

    @property
    def coast(self) -> str | None:
        """``NC``, ``SC`` or ``EC`` where the coast is split, else nothing."""
        return self.location[4:] or None

    @classmethod
    def parse(cls, text: str) -> Unit:
        """Read a unit such as ``A PAR``, whatever its case and spaces; raises `UnitError`."""
        return _parse_unit(text)

    def __str__(self) -> str:
        return f"{self.type.value} {self.location}"


@lru_cache(maxsize=4096)
def _parse_unit(text: str) -> Unit:
    words = text.upper().split()
    if len(words) != 2 or words[0] not in ("A", "F") or len(words[1]) not in (3, 6):
        raise UnitError("no_such_unit_text", {"text": text})
    return Unit(UnitType(words[0]), words[1])


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
        units = {p: tuple(sorted(u, key=_location)) for p, u in self.units.items()}
        object.__setattr__(self, "units", units)
        self._check_units()
        if self.centers is not None:
            object.__setattr__(self, "centers", {p: _sorted(c) for p, c in self.centers.items()})
            self._check_centers(self.centers)
        if self.dislodged:
            dislodged = {p: _sorted_dislodged(d) for p, d in self.dislodged.items() if d}
            object.__setattr__(self, "dislodged", dislodged)
            if dislodged:
                self._check_dislodged()

    @cached_property
    def at(self) -> Mapping[str, tuple[str, Unit]]:
        """Province -> the power and the unit there; dislodged units are not among them."""
        return {u.location[:3]: (power, u) for power, units in self.units.items() for u in units}

    @cached_property
    def fleets_at_sea(self) -> frozenset[str]:
        """The sea provinces with a fleet: those that could carry an army."""
        return self.board.seas & self.at.keys()

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """Center -> the power that owns it."""
        return {code: power for power, codes in (self.centers or {}).items() for code in codes}

    @property
    def powers(self) -> tuple[str, ...]:
        """Every power that has a unit, a center or a dislodged unit, in the order of the input."""
        return tuple(dict.fromkeys([*self.units, *(self.centers or {}), *self.dislodged]))

    def _check_units(self) -> None:
        armies, fleets = self.board.army_moves, self.board.fleet_moves
        count = 0
        for units in self.units.values():
            count += len(units)
            for unit in units:
                if unit.location not in (armies if unit.type is UnitType.ARMY else fleets):
                    raise self._misplaced(unit)
        if len(self.at) != count:
            raise self._crowded()

    def _misplaced(self, unit: Unit) -> PositionError:
        params = {"unit": str(unit), "province": unit.location}
        province = self.board.provinces.get(unit.province)
        coast = unit.location[3:]
        if province is None or (coast and coast not in {f"/{each}" for each in province.coasts}):
            return PositionError("unknown_province", params)
        if unit.type is UnitType.ARMY:
            return PositionError("army_on_coast" if unit.coast else "army_at_sea", params)
        return PositionError("fleet_on_land" if province.type == "inland" else "no_coast", params)

    def _crowded(self) -> PositionError:
        units = [unit for units in self.units.values() for unit in units]
        counts = Counter(unit.province for unit in units)
        unit = next(unit for unit in reversed(units) if counts[unit.province] > 1)
        return PositionError("two_units", {"province": unit.province, "unit": str(unit)})

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
                if target not in ways or target[:3] in self.at:
                    params = {"unit": str(unit), "province": target}
                    raise PositionError("retreat_impossible", params)


def _location(unit: Unit) -> str:
    return unit.location


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
