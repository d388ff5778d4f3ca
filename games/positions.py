"""Between rows and the rules: a phase's snapshot as a `Position`, and back."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from adjudicator import Dislodged, Position, Rules, Setup, load_setup
from adjudicator import Unit as PositionUnit

from . import batch, editions
from .models import Center, Game, Phase, Seat, Unit

_OF_A_UNIT = ["type", "province", "coast", "dislodged", "attacked_from", "retreats"]
UNIT_FIELDS = ["phase", "seat", *_OF_A_UNIT]  # as they are written
UNIT_COLUMNS = ["phase", "pk", "seat__power", *_OF_A_UNIT]  # and read


def setup_of(game: Game) -> Setup:
    return load_setup(game.setup)


def rules_of(game: Game) -> Rules:
    """The edition of a game with its changes. Raises `ValueError` for a change that this version of
    the site does not know."""
    return editions.rules(game.rules, editions.stored(game))


class StoredUnit(NamedTuple):
    """A unit of a snapshot: `key` is that of its row, `text` its canonical one."""

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
    """The snapshot of a phase as its rows have it, by province; `owners` are the powers."""

    units: list[StoredUnit]
    owners: dict[str, str]


_unit = lru_cache(maxsize=512)(PositionUnit.parse)


def fetch(*phases: Phase) -> None:
    """Bring the snapshots of `phases` along, two queries however many they are."""
    missing = {phase.pk: Stored([], {}) for phase in phases if phase.stored is None}
    if not missing:
        return
    # The order is the tables' own; left to them, each query would join phase and game to sort.
    units = Unit.objects.filter(phase__in=missing).order_by("province", "dislodged")
    for phase, key, power, kind, province, coast, *beaten in units.values_list(*UNIT_COLUMNS):
        text = f"{kind} {province}/{coast}" if coast else f"{kind} {province}"
        dislodged, attacked_from, retreats = beaten
        ways = tuple(retreats.split())
        unit = StoredUnit(key, power, text, dislodged, attacked_from, ways)
        missing[phase].units.append(unit)
    centers = Center.objects.filter(phase__in=missing).order_by("province")
    for phase, province, power in centers.values_list("phase", "province", "seat__power"):
        missing[phase].owners[province] = power
    for each in phases:
        if each.stored is None:
            each.stored = missing[each.pk]


def stored(phase: Phase) -> Stored:
    """The snapshot of `phase` as it is stored, which the rules may not be able to read."""
    fetch(phase)
    return cast("Stored", phase.stored)


def load(phase: Phase) -> Position:
    """The snapshot of `phase` as the rules see it, read once."""
    (position,) = load_all([phase])
    return position


def load_all(phases: Sequence[Phase]) -> list[Position]:
    """The snapshots of `phases`, by as many queries as that of one."""
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
    )


class Snapshot(NamedTuple):
    """A position that is to be written as that of a stored phase; `seats` by power."""

    phase: Phase
    position: Position
    seats: Mapping[str, Seat]


def store(*snapshots: Snapshot) -> None:
    """Write the units and centers of each, two queries."""
    units = [row for snapshot in snapshots for row in _units(*snapshot)]
    centers = [
        (phase.pk, seats[power].pk, province)
        for phase, position, seats in snapshots
        for power, owned in (position.centers or {}).items()
        for province in owned
    ]
    batch.insert(Unit, UNIT_FIELDS, units)
    batch.insert(Center, ["phase", "seat", "province"], centers)


def _units(
    phase: Phase, position: Position, seats: Mapping[str, Seat]
) -> Iterator[tuple[object, ...]]:
    for power, standing in position.units.items():
        for unit in standing:
            yield (phase.pk, seats[power].pk, *_columns(unit), False, "", "")
    for power, beaten in position.dislodged.items():
        for each in beaten:
            kept = (True, each.attacker or "", " ".join(each.retreats))
            yield (phase.pk, seats[power].pk, *_columns(each.unit), *kept)


def _columns(unit: PositionUnit) -> tuple[str, str, str]:
    return str(unit.type), unit.province, unit.coast or ""
