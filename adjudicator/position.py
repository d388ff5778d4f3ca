"""Positions: where everything stands when a phase begins."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator.errors import PositionError
from adjudicator.setups import STANDARD, Setup, load_setup
from adjudicator.terms import PhaseCode, PhaseType, UnitType
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator.board import Board, Post

Standing: TypeAlias = tuple[str, Unit]
"""A power and one of its units."""

by_location = attrgetter("location")
by_place = attrgetter("place")


@dataclass(slots=True, eq=False)
class Placement:
    """The units of a position by the numbers of their provinces."""

    posts: list[Post | None]
    """Number of a province -> the post of the unit there; None if it is vacant."""
    standing: list[Standing | None]
    """Number of a province -> the power and the unit there; None if it is vacant."""
    forces: list[int]
    """Number of a province -> the mask of all units of the power there; 0 if it is vacant."""
    occupied: int
    """The mask of all units."""
    fleets_at_sea: int
    """The mask of the sea provinces with a fleet, which could convoy an army."""
    units: Mapping[str, tuple[Unit, ...]]
    """Power -> its units, in alphabetical order of locations."""
    posts_by_power: Mapping[str, Mapping[Post, int]]
    """Power -> the posts of its units with the numbers of their provinces, in ascending order."""
    played: list[Post | None]
    """The same as `posts`, without the units that nobody plays."""


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A dislodged unit: the province its attacker came from, if known, and where it may retreat."""

    unit: Unit
    attacker: str | None
    retreats: tuple[str, ...] = ()


@dataclass(frozen=True)
class Position:
    """All that a phase starts from. An impossible position raises `PositionError`.

    Units are sorted by location; centers and retreats are sorted, and duplicates are removed.
    `centers` may be None: then ownership is not tracked. A power may have any name; the board of
    the set-up says which home centers belong to which power.

    >>> position = Position(PhaseCode.parse("S1901M"), {"FRANCE": (Unit.parse("A PAR"),)})
    >>> position.at["PAR"]
    ('FRANCE', Unit(type=<UnitType.ARMY: 'A'>, location='PAR'))
    """

    phase: PhaseCode
    units: Mapping[str, tuple[Unit, ...]]
    centers: Mapping[str, tuple[str, ...]] | None = None
    dislodged: Mapping[str, tuple[Dislodged, ...]] = field(default_factory=dict)
    setup: Setup = field(default_factory=lambda: load_setup(STANDARD), repr=False)

    def __post_init__(self) -> None:
        try:
            self._sort_and_check()
        except PositionError as error:
            error.about(self)
            raise

    def _sort_and_check(self) -> None:
        object.__setattr__(self, "units", self.placement.units)  # this finds impossible units
        if self.centers is not None:
            self._sort_centers(self.centers)
        if self.dislodged:
            dislodged = {p: _sorted_dislodged(d) for p, d in self.dislodged.items() if d}
            object.__setattr__(self, "dislodged", dislodged)
            if dislodged:
                self._check_dislodged()

    def _sort_centers(self, centers: Mapping[str, tuple[str, ...]]) -> None:
        """Sort the centers of each power; raises `PositionError` for a wrong one."""
        right = sorted_centers(centers, self.board)
        if right is None:  # perhaps a code is only repeated
            centers = {power: _sorted(codes) for power, codes in centers.items()}
        object.__setattr__(self, "centers", right or centers)
        if right is None:
            self._find_wrong_center(centers)

    @classmethod
    def placed(
        cls,
        phase: PhaseCode,
        placement: Placement,
        centers: Mapping[str, tuple[str, ...]] | None,
        setup: Setup,
        board: Board,
    ) -> Position:
        """Return a position without dislodged units whose other parts were made for its board.

        `place_units` and `sorted_centers` have made and checked them.
        """
        made = object.__new__(cls)
        made.__dict__.update(
            phase=phase,
            units=placement.units,
            centers=centers,
            dislodged={},
            setup=setup,
            board=board,
            placement=placement,
        )
        return made

    @classmethod
    def after(
        cls,
        position: Position,
        phase: PhaseCode,
        units: Mapping[str, tuple[Unit, ...]],
        centers: Mapping[str, tuple[str, ...]] | None,
        dislodged: Mapping[str, tuple[Dislodged, ...]],
    ) -> Position:
        """Return a position that an adjudication made of another one.

        It is known to be sorted and possible, so it is not checked.
        """
        made = object.__new__(cls)
        parts = made.__dict__
        parts["phase"], parts["units"], parts["centers"] = phase, units, centers
        parts["dislodged"], parts["setup"] = dislodged, position.setup
        return made

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: a copy looks up its board and its posts itself.

        A board has only one post of each kind, and orders are compared with those.
        """
        return {each.name: self.__dict__[each.name] for each in fields(self)}

    @cached_property
    def board(self) -> Board:
        """The board of the set-up in this phase, without the borders of closed provinces."""
        return self.setup.board_in(self.phase)

    @property
    def neutral(self) -> frozenset[str]:
        """The powers that nobody plays in this phase (see `Setup`)."""
        return self.setup.neutral_in(self.phase)

    @property
    def closed(self) -> frozenset[str]:
        """The provinces that nobody may enter in this phase (see `Coin`)."""
        coin = self.setup.coin
        return coin.closed if coin and self.phase < coin.joins else frozenset()

    @cached_property
    def at(self) -> Mapping[str, Standing]:
        """Province -> the power and the unit there, without dislodged units."""
        return {u.location[:3]: (power, u) for power, units in self.units.items() for u in units}

    @property
    def standing(self) -> list[Standing | None]:
        """Number of a province -> the power and the unit there, without dislodged units."""
        return self.placement.standing

    @property
    def fleets_at_sea(self) -> int:
        """The mask of the sea provinces with a fleet, which could convoy an army."""
        return self.placement.fleets_at_sea

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """Center -> the power that owns it."""
        return {code: power for power, codes in (self.centers or {}).items() for code in codes}

    @property
    def powers(self) -> tuple[str, ...]:
        """Every power with a unit, a center or a dislodged unit, in the order of the input."""
        return tuple(dict.fromkeys([*self.units, *(self.centers or {}), *self.dislodged]))

    def unit_at(self, location: str) -> Standing | None:
        """Return the power and the unit in the province of a location; None if it is vacant."""
        number = self.board.number
        place = number.get(location)
        if place is None:
            place = number.get(location[:3])
        return None if place is None else self.placement.standing[place]

    @cached_property
    def placement(self) -> Placement:
        """The units by the numbers of their provinces.

        Raises `PositionError` for a unit where it cannot stand and for two units in one province.
        """
        texts = {power: [unit.text for unit in units] for power, units in self.units.items()}
        placement = place_units(texts, self.board, self.neutral)
        if placement is None:
            raise self._fault()
        return placement

    def _fault(self) -> PositionError:
        """The error for the first unit that cannot stand where it is, or not beside another one."""
        first, *_ = self._faults()
        return first

    def _faults(self) -> Iterator[PositionError]:
        occupied = set()
        for units in self.units.values():
            for unit in sorted(units, key=by_location):
                if unit.text not in self.board.posts:
                    yield self._misplaced(unit)
                elif unit.province in occupied:
                    params = {"province": unit.province, "unit": str(unit)}
                    yield PositionError("two_units", params)
                occupied.add(unit.province)

    def question(self) -> dict[str, Any]:
        """Return the position in the shape of a question to ``python -m adjudicator resolve``.

        >>> Position(PhaseCode.parse("S1901M"), {"FRANCE": (Unit.parse("A PAR"),)}).question()
        {'phase': 'S1901M', 'units': {'FRANCE': ['A PAR']}, 'dislodged': {}}
        """
        body: dict[str, Any] = {
            "phase": str(self.phase),
            "units": {p: [unit.text for unit in units] for p, units in self.units.items()},
            "dislodged": {
                power: {str(each.unit): list(each.retreats) for each in several}
                for power, several in self.dislodged.items()
            },
        }
        if self.centers is not None:
            body["centers"] = {power: list(codes) for power, codes in self.centers.items()}
        if self.setup.name != STANDARD:
            body["setup"] = self.setup.name
        return body

    def _misplaced(self, unit: Unit) -> PositionError:
        """The error for a unit that cannot stand where it is."""
        params = {"unit": str(unit), "province": unit.location}
        province = self.board.provinces.get(unit.province)
        coast = unit.location[3:]
        if province is None or (coast and coast not in {f"/{each}" for each in province.coasts}):
            return PositionError("unknown_province", params)
        if unit.type is UnitType.ARMY:
            return PositionError("army_on_coast" if unit.coast else "army_at_sea", params)
        return PositionError("fleet_on_land" if province.type == "inland" else "no_coast", params)

    def _find_wrong_center(self, centers: Mapping[str, tuple[str, ...]]) -> None:
        """Raise `PositionError` for the first code that is no center, or is owned already."""
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


def place_units(
    texts: Mapping[str, Sequence[str]], board: Board, neutral: Iterable[str]
) -> Placement | None:
    """Place the units of each power, which are canonical texts.

    Returns None for a text of no unit that can stand on the board, and for two units in one
    province.
    """
    known, bits = board.posts, board.bits
    posts: list[Post | None] = [None] * len(bits)
    standing: list[Standing | None] = [None] * len(bits)
    forces, occupied = [0] * len(bits), 0
    units_by_power, posts_by_power = {}, {}
    for power, several in texts.items():
        own: dict[Post, int] = {}
        units: list[Unit] = []
        force, last, ascending = 0, -1, True
        for text in several:
            post = known.get(text)
            if post is None:
                return None
            place, unit = post.place, post.unit
            if place <= last:
                ascending = False
            last = place
            force |= bits[place]
            own[post] = place
            posts[place] = post
            standing[place] = power, unit
            units.append(unit)
        if force & occupied or force.bit_count() < len(units):
            return None
        if not ascending:
            own = {post: post.place for post in sorted(own, key=by_place)}
            units = [post.unit for post in own]
        occupied |= force
        for place in own.values():
            forces[place] = force
        posts_by_power[power] = own
        units_by_power[power] = tuple(units)
    played = posts
    if neutral:
        unplayed = {post for power in neutral for post in posts_by_power.get(power, ())}
        played = [None if post in unplayed else post for post in posts]
    return Placement(
        posts,
        standing,
        forces,
        occupied,
        occupied & board.sea_mask,
        units_by_power,
        posts_by_power,
        played,
    )


def sorted_centers(
    centers: Mapping[str, Sequence[str]], board: Board
) -> dict[str, tuple[str, ...]] | None:
    """Sort the centers of each power; return None if a code is no center or stands there twice."""
    several = centers.values()
    owned = set[str]().union(*several)
    if len(owned) < sum(map(len, several)) or not owned <= board.centers:
        return None
    return {power: tuple(sorted(codes)) for power, codes in centers.items()}


def _sorted(codes: Iterable[str]) -> tuple[str, ...]:
    """The codes sorted, without duplicates."""
    return tuple(sorted(set(codes)))


def _sorted_dislodged(dislodged: Iterable[Dislodged]) -> tuple[Dislodged, ...]:
    return tuple(
        sorted(
            (Dislodged(d.unit, d.attacker, _sorted(d.retreats)) for d in dislodged),
            key=lambda each: each.unit.location,
        )
    )


def opening(setup: Setup) -> Position:
    """Return the position in which a game of this set-up begins.

    >>> str(opening(load_setup("standard")).phase)
    'S1901M'
    """
    return Position(setup.start, setup.units, setup.centers, setup=setup)
