"""The state of a game in the database after a step of a story, read in a few queries."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import connection

from games.models import (
    Center,
    Event,
    Game,
    Mastership,
    Notification,
    Order,
    Pause,
    Phase,
    Receipt,
    Seat,
    Tenure,
    Unit,
)

# The sorted texts of each power that gave orders.
Sheets = Mapping[str, Sequence[str]]
# Models with rows that are never deleted.
ONLY_GROWING = (Event, Receipt, Phase, Unit, Center, Tenure, Notification)


@dataclass(frozen=True)
class GameState:
    """The state of a game. People are given by their primary keys."""

    game: Game
    phases: Sequence[Phase]  # by number
    seats: Mapping[str, Seat]  # by power
    holders: Mapping[str, list[int]]  # by power: at most one
    substitutes: set[str]  # powers played by a substitute
    sat: set[int]  # present and former holders of seats
    masters: set[int]
    orders: Sheets  # of the open phase
    pauses: int  # now running
    resolutions: Counter[int]  # by phase: number of events that say it was resolved
    written: Sequence[int]  # number of rows of each model in ONLY_GROWING
    phase: Phase | None = field(init=False)  # the open one

    def __post_init__(self) -> None:
        opened = (phase for phase in self.phases if phase.is_open)
        object.__setattr__(self, "phase", next(opened, None))

    def rows(self) -> list[object]:
        """Return all values, for a comparison. Model instances compare only their primary keys."""
        rows = [self.game, *self.phases, *self.seats.values()]
        return [
            *([getattr(row, each.attname) for each in row._meta.concrete_fields] for row in rows),
            *(self.holders, self.orders, self.pauses, self.resolutions, self.written),
        ]

    def holder(self, power: str) -> int | None:
        return next(iter(self.holders.get(power, ())), None)


def read(game: Game) -> GameState:
    game = Game.objects.select_related("settings").get(pk=game.pk)
    played = list(game.phases.order_by("number"))
    seats = {seat.power: seat for seat in game.seats.order_by("place")}
    for phase in played:
        phase.game = game
    for seat in seats.values():
        seat.game = game
    opened = [phase.pk for phase in played if phase.is_open]
    tenures = Tenure.objects.filter(seat__game=game).order_by("pk")
    holders: dict[str, list[int]] = {}
    substitutes, sat = set(), set()
    for power, person, until, lender in tenures.values_list(
        "seat__power", "person", "until", "stands_in_for"
    ):
        sat.add(person)
        if until is None:
            holders.setdefault(power, []).append(person)
            if lender is not None:
                substitutes.add(power)
    masters = Mastership.objects.filter(game=game).values_list("person", flat=True)
    resolved = Event.objects.filter(game=game, kind=Event.Kind.PHASE_RESOLVED)
    return GameState(
        game=game,
        phases=played,
        seats=seats,
        holders=holders,
        substitutes=substitutes,
        sat=sat,
        masters=set(masters),
        orders=sheets(opened).get(opened[0], {}) if opened else {},
        pauses=Pause.objects.running().filter(phase__game=game).count(),
        resolutions=Counter(resolved.order_by().values_list("phase", flat=True)),
        written=_counts(),
    )


def _counts() -> Sequence[int]:
    tables = (model._meta.db_table for model in ONLY_GROWING)
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"(SELECT count(*) FROM {name})" for name in tables))
        return tuple(cursor.fetchone())


def sheets(phases: Iterable[int]) -> dict[int, Sheets]:
    """The orders given in these phases, by phase and power."""
    given = Order.objects.filter(phase__in=list(phases), typed__isnull=False).order_by("text")
    found: dict[int, dict[str, list[str]]] = {}
    for phase, power, text in given.values_list("phase", "seat__power", "text"):
        found.setdefault(phase, {}).setdefault(power, []).append(text)
    return dict(found)


def snapshots(phases: Iterable[int]) -> dict[int, set[tuple[object, ...]]]:
    """The units and centers of these phases, regardless of row order."""
    keys = list(phases)
    found: dict[int, set[tuple[object, ...]]] = {key: set() for key in keys}
    standing = ("seat", "type", "province", "coast", "dislodged", "attacked_from", "retreats")
    for model, fields in ((Unit, standing), (Center, ("seat", "province"))):
        rows = model._default_manager.filter(phase__in=keys).order_by()
        for phase, *row in rows.values_list("phase", *fields):
            found[phase].add(tuple(row))
    return found
