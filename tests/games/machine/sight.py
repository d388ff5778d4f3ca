"""What the rows of a game say after a step of a story: looked up once, in a few queries."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import connection

from games.models import (
    Center,
    Event,
    Game,
    Mastership,
    Notice,
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
# All that was added is still there, in each of these.
ONLY_GROWING = (Event, Receipt, Phase, Unit, Center, Tenure, Notice)


@dataclass(frozen=True)
class Sight:
    """People are named by their keys."""

    game: Game
    phases: Sequence[Phase]  # by number
    seats: Mapping[str, Seat]  # by power
    holders: Mapping[str, list[int]]  # by power: one, or none
    stand_ins: set[str]  # the powers that one plays
    sat: set[int]  # who holds or ever held a seat
    masters: set[int]
    orders: Sheets  # of the open phase
    pauses: int  # that run now
    resolutions: Counter[int]  # by phase: how often the record says that it was resolved
    written: Sequence[int]  # how many rows there are of each kind in ONLY_GROWING
    phase: Phase | None = field(init=False)  # the open one

    def __post_init__(self) -> None:
        opened = (phase for phase in self.phases if phase.is_open)
        object.__setattr__(self, "phase", next(opened, None))

    def rows(self) -> list[object]:
        """All that was seen, for a comparison: models are equal if their keys are."""
        rows = [self.game, *self.phases, *self.seats.values()]
        return [
            *([getattr(row, each.attname) for each in row._meta.concrete_fields] for row in rows),
            *(self.holders, self.orders, self.pauses, self.resolutions, self.written),
        ]

    def holder(self, power: str) -> int | None:
        return next(iter(self.holders.get(power, ())), None)


def look(game: Game) -> Sight:
    game = Game.objects.select_related("conduct").get(pk=game.pk)
    played = list(game.phases.order_by("number"))
    seats = {seat.power: seat for seat in game.seats.order_by("place")}
    for phase in played:
        phase.game = game
    for seat in seats.values():
        seat.game = game
    opened = [phase.pk for phase in played if phase.is_open]
    tenures = Tenure.objects.filter(seat__game=game).order_by("pk")
    holders: dict[str, list[int]] = {}
    stand_ins, sat = set(), set()
    for power, person, until, lender in tenures.values_list(
        "seat__power", "person", "until", "stands_in_for"
    ):
        sat.add(person)
        if until is None:
            holders.setdefault(power, []).append(person)
            if lender is not None:
                stand_ins.add(power)
    masters = Mastership.objects.filter(game=game).values_list("person", flat=True)
    resolved = Event.objects.filter(game=game, kind=Event.Kind.PHASE_RESOLVED)
    return Sight(
        game=game,
        phases=played,
        seats=seats,
        holders=holders,
        stand_ins=stand_ins,
        sat=sat,
        masters=set(masters),
        orders=sheets(opened).get(opened[0], {}) if opened else {},
        pauses=Pause.objects.filter(phase__game=game, ended_at=None).count(),
        resolutions=Counter(resolved.order_by().values_list("phase", flat=True)),
        written=_counts(),
    )


def _counts() -> Sequence[int]:
    tables = (model._meta.db_table for model in ONLY_GROWING)
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"(SELECT count(*) FROM {name})" for name in tables))
        return tuple(cursor.fetchone())


def sheets(phases: Iterable[int]) -> dict[int, Sheets]:
    """What people ordered in these phases, by phase and power."""
    given = Order.objects.filter(phase__in=list(phases), typed__isnull=False).order_by("text")
    found: dict[int, dict[str, list[str]]] = {}
    for phase, power, text in given.values_list("phase", "seat__power", "text"):
        found.setdefault(phase, {}).setdefault(power, []).append(text)
    return dict(found)


def snapshots(phases: Iterable[int]) -> dict[int, set[tuple[object, ...]]]:
    """Who stood where and owned what in these phases, whatever the order of the rows."""
    keys = list(phases)
    found: dict[int, set[tuple[object, ...]]] = {key: set() for key in keys}
    standing = ("seat", "type", "province", "coast", "dislodged", "attacked_from", "retreats")
    for model, fields in ((Unit, standing), (Center, ("seat", "province"))):
        rows = model._default_manager.filter(phase__in=keys).order_by()
        for phase, *row in rows.values_list("phase", *fields):
            found[phase].add(tuple(row))
    return found
