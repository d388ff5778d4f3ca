"""Between rows and the rules: a phase's snapshot as a `Position`, and back."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from django.db.models import Prefetch, prefetch_related_objects

from adjudicator import Dislodged, Position, Rules, Setup, load_setup
from adjudicator import Unit as PositionUnit

from . import batch, editions
from .models import Center, Game, Order, Phase, Seat, Unit

UNIT_FIELDS = [
    "phase",
    "seat",
    "type",
    "province",
    "coast",
    "dislodged",
    "attacked_from",
    "retreats",
]


def setup_of(game: Game) -> Setup:
    return load_setup(game.setup)


def rules_of(game: Game) -> Rules:
    """The edition of a game with its changes. Raises `ValueError` for a change that this version of
    the site does not know."""
    return editions.rules(game.rules, editions.stored(game))


def unit_of(row: Unit) -> PositionUnit:
    return PositionUnit.parse(str(row))


def fetch(*phases: Phase) -> None:
    """Bring the snapshots of `phases` along: units and centers with their seats, three queries.

    Done once, `phase.units.all()` and `phase.centers.all()` ask the database no more. The order is
    the tables' own; left to them, each query would join phase and game to sort by these as well.
    """
    prefetch_related_objects(
        phases,
        Prefetch("units", Unit.objects.order_by("province", "dislodged")),
        Prefetch("centers", Center.objects.order_by("province")),
        Prefetch("game__seats", Seat.objects.order_by("place")),
    )
    for phase in phases:
        give_seats(phase.game, (*phase.units.all(), *phase.centers.all()))


def give_seats(game: Game, rows: Iterable[Unit | Center | Order]) -> None:
    """Give each row its seat, one of those that `fetch` has brought along."""
    seats = {seat.pk: seat for seat in game.seats.all()}
    for row in rows:
        row.seat = seats[row.seat_id]


def load(phase: Phase) -> Position:
    """The snapshot of `phase` as the rules see it, read once."""
    (position,) = load_all([phase])
    return position


def load_all(phases: Sequence[Phase]) -> list[Position]:
    """The snapshots of `phases`, by as many queries as that of one."""
    fetch(*(phase for phase in phases if phase.position is None))
    return [_read(phase) for phase in phases]


def _read(phase: Phase) -> Position:
    if phase.position is None:
        phase.position = _position(phase)
    return cast("Position", phase.position)


def _position(phase: Phase) -> Position:
    standing: dict[str, list[PositionUnit]] = defaultdict(list)
    dislodged: dict[str, list[Dislodged]] = defaultdict(list)
    owned: dict[str, list[str]] = defaultdict(list)
    for row in phase.units.all():
        if row.dislodged:
            dislodged[row.seat.power].append(
                Dislodged(unit_of(row), row.attacked_from or None, tuple(row.retreats.split()))
            )
        else:
            standing[row.seat.power].append(unit_of(row))
    for center in phase.centers.all():
        owned[center.seat.power].append(center.province)
    return Position(
        phase=phase.when,
        units={power: tuple(rows) for power, rows in standing.items()},
        centers={power: tuple(rows) for power, rows in owned.items()},
        dislodged={power: tuple(rows) for power, rows in dislodged.items()},
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
