"""Powers in civil disorder as pages show them: what there is to take over, and for whom."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import User

from .. import access, phases, positions, wording
from ..models import Center, Conduct, Game, Mastership, Phase, Seat, Tenure, Unit
from ..pages import pictures
from . import sitting


@dataclass(frozen=True)
class Vacancy:
    """A power of a game for which nobody orders. `problem` says why the reader cannot take it,
    `path` leads to where they can; `invitation` is for the master to hand around."""

    seat: Seat
    power: str
    units: int
    centers: int
    mine: bool
    problem: str
    offered: bool
    invitation: str


def of(viewer: access.Viewer, game: Game, phase: Phase, held: Sequence[Seat]) -> list[Vacancy]:
    """The powers of a running game that are left to themselves and have something left."""
    if not game.is_running:
        return []
    stored = positions.stored(phase)
    units, centers = Counter(unit.power for unit in stored.units), Counter(stored.owners.values())
    mine = {seat.pk for seat in held}
    return [
        _vacancy(viewer, game, seat, units[seat.power], centers[seat.power], mine=seat.pk in mine)
        for seat in game.seats.all()
        if seat.disorder_since is not None and (units[seat.power] or centers[seat.power])
    ]


def now(viewer: access.Viewer, game: Game) -> list[Vacancy]:
    """The same for a page that has not looked up the open phase."""
    phase = phases.current(game)
    if phase is None:
        return []
    return of(viewer, game, phase, list(access.held_seats(viewer, game)))


def _vacancy(
    viewer: access.Viewer, game: Game, seat: Seat, units: int, centers: int, *, mine: bool
) -> Vacancy:
    seat.game = game
    offered = not mine and access.may_take_seat(viewer, seat)
    by_link = game.conduct is not None and game.conduct.seats_open_to != Conduct.SeatsOpenTo.CHOSEN
    return Vacancy(
        seat=seat,
        power=wording.power(seat.power),
        units=units,
        centers=centers,
        mine=mine,
        problem=sitting.may_take(viewer, seat) if offered and isinstance(viewer, User) else "",
        offered=offered,
        invitation=access.seat_invitation_path(seat)
        if by_link and access.is_master(viewer, game)
        else "",
    )


def everywhere() -> QuerySet[Seat]:
    """Every power of every running game that is left to itself and has something left, with the
    `unit_count` and `center_count` and its game's `phase_code` and `due_at`."""
    now_open = Phase.objects.filter(game=OuterRef("game"), status=Phase.Status.OPEN)
    return (
        sitting.in_disorder()
        .select_related("game__conduct")
        .annotate(
            unit_count=_number_of(Unit),
            center_count=_number_of(Center),
            phase_code=Subquery(now_open.values("code")[:1]),
            due_at=Subquery(now_open.values("due_at")[:1]),
        )
        .exclude(unit_count=0, center_count=0)
    )


def _number_of(model: type[Unit] | type[Center]) -> Coalesce:
    rows = model._default_manager.filter(seat=OuterRef("pk"), phase__status=Phase.Status.OPEN)
    number = rows.order_by().values("seat").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)


def open_to_all(viewer: access.Viewer) -> QuerySet[Seat]:
    """Those of public games that anyone may take; without games in which `viewer` has a part."""
    found = everywhere().filter(
        game__visibility=Game.Visibility.PUBLIC,
        game__conduct__seats_open_to=Conduct.SeatsOpenTo.ANYONE,
    )
    if not isinstance(viewer, User):
        return found
    mastered = Mastership.objects.filter(person=viewer).values("game")
    played = Tenure.objects.filter(person=viewer).values("seat__game")
    return found.exclude(game__in=mastered).exclude(game__in=played)


def in_charge_of(viewer: access.Viewer) -> QuerySet[Seat]:
    """Those of all games in which `viewer` may act as an administrator, with the masters."""
    return (
        everywhere()
        .filter(game__in=access.administered_games(viewer))
        .prefetch_related("game__masterships__person")
    )


def offer(viewer: access.Viewer, seat: Seat, key: str) -> dict[str, Any]:
    """The page of a seat that somebody may take over, and what there is to see of it. Where it is
    not offered, only why."""
    offered = access.may_take_seat(viewer, seat, key)
    phase = phases.current(seat.game)
    named = {"game": seat.game, "seat": seat, "power": wording.power(seat.power)}
    page = {**named, "phase": phase}
    if not offered or phase is None:
        return page | {"problem": _("This seat is not open, or not any more.")}
    stored = positions.stored(phase)
    return page | {
        "is_offered": True,
        "problem": sitting.may_take(viewer, seat) if isinstance(viewer, User) else "",
        "when": wording.phase(phase),
        "board": pictures.draw(phase),
        "units": [wording.unit(each.unit) for each in stored.units if each.power == seat.power],
        "centers": [
            wording.place(code) for code, power in stored.owners.items() if power == seat.power
        ],
        "masters": seat.game.masterships.filter(until=None).select_related("person"),
    }
