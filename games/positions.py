"""Between rows and the rules: a phase's snapshot as a `Position`, and back."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import cast

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


def fetch(phase: Phase) -> Phase:
    """Bring the snapshot of `phase` along: units and centers with their seats, three queries.

    Done once, `phase.units.all()` and `phase.centers.all()` ask the database no more. The order is
    the tables' own; left to them, each query would join phase and game to sort by these as well.
    """
    prefetch_related_objects(
        [phase],
        Prefetch("units", Unit.objects.order_by("province", "dislodged")),
        Prefetch("centers", Center.objects.order_by("province")),
        Prefetch("game__seats", Seat.objects.order_by("place")),
    )
    give_seats(phase.game, (*phase.units.all(), *phase.centers.all()))
    return phase


def give_seats(game: Game, rows: Iterable[Unit | Center | Order]) -> None:
    """Give each row its seat, one of those that `fetch` has brought along."""
    seats = {seat.pk: seat for seat in game.seats.all()}
    for row in rows:
        row.seat = seats[row.seat_id]


def load(phase: Phase) -> Position:
    """The snapshot of `phase` as the rules see it, read once."""
    if phase.position is None:
        phase.position = _load(phase)
    return cast("Position", phase.position)


def _load(phase: Phase) -> Position:
    fetch(phase)
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


def store(phase: Phase, position: Position, seats: Mapping[str, Seat]) -> None:
    """Write `position` as the snapshot of `phase`; `seats` by power."""
    units = [
        (phase.pk, seats[power].pk, *_columns(unit), False, "", "")
        for power, standing in position.units.items()
        for unit in standing
    ]
    units += [
        (
            phase.pk,
            seats[power].pk,
            *_columns(each.unit),
            True,
            each.attacker or "",
            " ".join(each.retreats),
        )
        for power, beaten in position.dislodged.items()
        for each in beaten
    ]
    centers = [
        (phase.pk, seats[power].pk, province)
        for power, owned in (position.centers or {}).items()
        for province in owned
    ]
    batch.insert(Unit, UNIT_FIELDS, units)
    batch.insert(Center, ["phase", "seat", "province"], centers)


def _columns(unit: PositionUnit) -> tuple[str, str, str]:
    return str(unit.type), unit.province, unit.coast or ""
