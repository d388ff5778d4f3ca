"""Converts the snapshot of a phase between rows and a `Position` of the rules."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from adjudicator import Dislodged, Position, Rules
from adjudicator import Unit as PositionUnit

from ..core import bulk
from ..models import Center, Phase, Seat, Unit
from . import editions, variants

_UNIT_STATE = ["type", "province", "coast", "dislodged", "attacked_from", "retreats"]
UNIT_FIELDS = ["phase", "seat", *_UNIT_STATE]  # when written
UNIT_COLUMNS = ["phase", "pk", "seat__power", *_UNIT_STATE]  # when read


def rules_of(phase: Phase) -> Rules:
    """The rules of a phase: the edition of its game with the changes that apply to it.

    Raises `ValueError` for a change that this version of the site does not know.
    """
    if phase.rules is None:
        game = phase.game
        changes = editions.stored_changes(game, phase.number)
        phase.rules = editions.rules_with(game.rules, changes)
    return cast("Rules", phase.rules)


class StoredUnit(NamedTuple):
    """A unit of a snapshot: primary key, power, canonical text, and its state if dislodged."""

    key: int
    power: str
    text: str
    dislodged: bool
    attacked_from: str
    retreats: tuple[str, ...]

    @property
    def unit(self) -> PositionUnit:
        return _unit(self.text)


class Stored(NamedTuple):
    """The rows of a phase's snapshot; `owners` maps provinces to powers."""

    units: list[StoredUnit]
    owners: dict[str, str]


_unit = lru_cache(maxsize=512)(PositionUnit.parse)


def fetch(*phases: Phase) -> None:
    """Load the snapshots of `phases` that are not loaded yet, by two queries in all."""
    missing = {phase.pk: Stored([], {}) for phase in phases if phase.stored is None}
    if not missing:
        return
    # Without the games, PostgreSQL would join the seats of all games to the units of many phases.
    these = {"phase__in": missing, "seat__game__in": {phase.game_id for phase in phases}}
    # Without these, the tables' own ordering would join phase and game to each query.
    units = Unit.objects.filter(**these).order_by("province", "dislodged")
    for phase, key, power, kind, province, coast, *state in units.values_list(*UNIT_COLUMNS):
        text = f"{kind} {province}/{coast}" if coast else f"{kind} {province}"
        dislodged, attacked_from, retreats = state
        unit = StoredUnit(key, power, text, dislodged, attacked_from, tuple(retreats.split()))
        missing[phase].units.append(unit)
    centers = Center.objects.filter(**these).order_by("province")
    for phase, province, power in centers.values_list("phase", "province", "seat__power"):
        missing[phase].owners[province] = power
    for each in phases:
        if each.stored is None:
            each.stored = missing[each.pk]


def stored(phase: Phase) -> Stored:
    """The snapshot of `phase` as it is stored, even if the rules cannot read it."""
    fetch(phase)
    return cast("Stored", phase.stored)


def living_powers(phase: Phase) -> set[str]:
    """The powers that have units or centers in `phase`, among them neutral ones."""
    units, owners = stored(phase)
    return {unit.power for unit in units} | set(owners.values())


def load(phase: Phase) -> Position:
    """The snapshot of `phase` as a `Position`, cached on `phase`. Raises `AdjudicatorError`."""
    (position,) = load_all([phase])
    return position


def load_all(phases: Sequence[Phase]) -> list[Position]:
    """The snapshots of `phases` as positions, by two queries in all."""
    fetch(*phases)
    return [_read(phase) for phase in phases]


def _read(phase: Phase) -> Position:
    if phase.position is None:
        phase.position = _position(phase)
    return cast("Position", phase.position)


def _position(phase: Phase) -> Position:
    standing: dict[str, list[PositionUnit]] = defaultdict(list)
    dislodged: dict[str, list[Dislodged]] = defaultdict(list)
    owned: dict[str, list[str]] = defaultdict(list)
    units, owners = stored(phase)
    for each in units:
        if each.dislodged:
            dislodged[each.power].append(
                Dislodged(each.unit, each.attacked_from or None, each.retreats)
            )
        else:
            standing[each.power].append(each.unit)
    for province, power in owners.items():
        owned[power].append(province)
    return Position(
        phase=phase.when,
        units={power: tuple(several) for power, several in standing.items()},
        centers={power: tuple(several) for power, several in owned.items()},
        dislodged={power: tuple(several) for power, several in dislodged.items()},
        setup=variants.setup_of(phase.game),
    )


class Snapshot(NamedTuple):
    """A position to be stored for a phase; `seats` are by power."""

    phase: Phase
    position: Position
    seats: Mapping[str, Seat]


def store(*snapshots: Snapshot) -> None:
    """Insert the units and centers of snapshots, by two queries in all."""
    units = [row for snapshot in snapshots for row in _units(*snapshot)]
    centers = [
        (phase.pk, seats[power].pk, province)
        for phase, position, seats in snapshots
        for power, owned in (position.centers or {}).items()
        for province in owned
    ]
    bulk.insert(Unit, UNIT_FIELDS, units)
    bulk.insert(Center, ["phase", "seat", "province"], centers)


def _units(
    phase: Phase, position: Position, seats: Mapping[str, Seat]
) -> Iterator[tuple[object, ...]]:
    for power, standing in position.units.items():
        for unit in standing:
            yield (phase.pk, seats[power].pk, *_columns(unit), False, "", "")
    for power, beaten in position.dislodged.items():
        for each in beaten:
            state = (True, each.attacker or "", " ".join(each.retreats))
            yield (phase.pk, seats[power].pk, *_columns(each.unit), *state)


def _columns(unit: PositionUnit) -> tuple[str, str, str]:
    return str(unit.type), unit.province, unit.coast or ""
