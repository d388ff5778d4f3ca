"""Powers in civil disorder, as offered to people who may take them over."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ... import access, wording
from ...board import pictures
from ...models import (
    Center,
    Game,
    GameSettings,
    Phase,
    Seat,
    SeatInvitation,
    Unit,
)
from ...press import moderation
from ...seats import civil_disorder, handover
from ...state import phases, positions, variants


@dataclass(frozen=True)
class Vacancy:
    """A power in civil disorder.

    `mine` is whether its absent player is the reader; `offered` is whether the reader may take it,
    unless `problem` says why they cannot; `invitation` is the link that its game master can pass
    on, empty for other readers. `invited` is the open invitation, for its game master alone.
    """

    seat: Seat
    power: str
    units: int
    centers: int
    mine: bool
    problem: str
    offered: bool
    invitation: str
    invited: SeatInvitation | None


def open_invitations(viewer: access.Viewer, game: Game) -> dict[int | None, SeatInvitation]:
    """The open invitations to seats of `game`, by the seat's hand; empty for most viewers.

    Only those who may invite people see who is invited.
    """
    if not access.sees_invited(viewer, game):
        return {}
    valid = SeatInvitation.objects.valid_at(clock.now()).filter(game=game)
    return {each.seat.hand: each for each in valid.select_related("person", "seat")}


def seat_vacancies(
    viewer: access.Viewer, game: Game, phase: Phase, held: Sequence[Seat]
) -> list[Vacancy]:
    """The powers of a running game that are in civil disorder and have units or centers left.

    Those that one person plays are one vacancy.
    """
    if not game.is_running:
        return []
    stored = positions.stored(phase)
    units, centers = Counter(unit.power for unit in stored.units), Counter(stored.owners.values())
    mine = {seat.pk for seat in held}
    vacant: dict[int | None, list[Seat]] = {}
    for seat in game.seats.all():
        if seat.disorder_since is not None and (units[seat.power] or centers[seat.power]):
            vacant.setdefault(seat.hand, []).append(seat)
    invited = open_invitations(viewer, game) if vacant else {}
    return [
        _vacancy(
            viewer,
            seats[0],
            sum(units[seat.power] for seat in seats),
            sum(centers[seat.power] for seat in seats),
            mine=seats[0].pk in mine,
            invited=invited.get(hand),
        )
        for hand, seats in vacant.items()
    ]


def current_vacancies(viewer: access.Viewer, game: Game) -> list[Vacancy]:
    """`seat_vacancies` in the open phase, for pages that have not read it."""
    phase = phases.current(game)
    if phase is None:
        return []
    return seat_vacancies(viewer, game, phase, list(access.held_seats(viewer, game)))


def _vacancy(
    viewer: access.Viewer,
    seat: Seat,
    units: int,
    centers: int,
    *,
    mine: bool,
    invited: SeatInvitation | None,
) -> Vacancy:
    game = seat.game
    offered = not mine and access.may_take_seat(viewer, seat)
    by_link = (
        game.settings is not None and game.settings.seats_open_to != GameSettings.SeatsOpenTo.CHOSEN
    )
    return Vacancy(
        seat=seat,
        power=wording.hand(seat),
        units=units,
        centers=centers,
        mine=mine,
        problem=handover.may_take(viewer, seat) if offered and isinstance(viewer, User) else "",
        offered=offered,
        invitation=access.seat_invitation_path(seat)
        if by_link and access.is_master(viewer, game)
        else "",
        invited=invited,
    )


def unplayed_seats() -> QuerySet[Seat]:
    """The seats in civil disorder that have units or centers left, of all games.

    Of several that one person plays it is the first. They are annotated with `unit_count` and
    `center_count` of all of these, and the `phase_code` and `due_at` of the open phase.
    """
    open_phase = Phase.objects.open().filter(game=OuterRef("game"))
    before = civil_disorder.seats_in_disorder().filter(
        game=OuterRef("game"), hand=OuterRef("hand"), place__lt=OuterRef("place")
    )
    return (
        civil_disorder.seats_in_disorder()
        .exclude(Exists(before.order_by()))
        .select_related("game__settings")
        .annotate(
            unit_count=_count_in_open_phase(Unit),
            center_count=_count_in_open_phase(Center),
            phase_code=Subquery(open_phase.values("code")[:1]),
            due_at=Subquery(open_phase.values("due_at")[:1]),
        )
        .exclude(unit_count=0, center_count=0)
    )


def _count_in_open_phase(model: type[Unit] | type[Center]) -> Coalesce:
    """The number of rows of the person's powers in the open phase."""
    rows = model._default_manager.filter(
        seat__game=OuterRef("game"), seat__hand=OuterRef("hand"), phase__status=Phase.Status.OPEN
    )
    number = rows.order_by().values("seat__hand").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)


def open_seats(viewer: access.Viewer) -> QuerySet[Seat]:
    """Unplayed seats that `viewer` may take over, as `access.open_seats` says."""
    return unplayed_seats().filter(pk__in=access.open_seats(viewer).values("pk"))


def administered_seats(viewer: access.Viewer) -> QuerySet[Seat]:
    """Unplayed seats of all games that `viewer` may administer, with the masters of the games."""
    return (
        unplayed_seats()
        .filter(game__in=access.administered_games(viewer))
        .prefetch_related("game__masterships__person")
    )


def seat_offer_page(viewer: access.Viewer, seat: Seat, key: str) -> dict[str, Any]:
    """Context of the page of a seat that can be taken over; only a `problem` if it is not offered.

    `key` comes from the address of an invitation and may be empty.
    """
    offered = access.may_take_seat(viewer, seat, key)
    phase = phases.current(seat.game)
    page = {"game": seat.game, "seat": seat, "power": wording.hand(seat), "phase": phase}
    if not offered or phase is None:
        return page | {"problem": _("This seat isn’t open.")}
    stored = positions.stored(phase)
    powers = set(variants.powers_of_hand(seat.game, seat.hand or 0))
    return page | {
        "is_offered": True,
        "problem": handover.may_take(viewer, seat) if isinstance(viewer, User) else "",
        "alone_warning": moderation.alone_warning(viewer, seat.game)
        if isinstance(viewer, User)
        else "",
        "heading": wording.phase(phase),
        "board": pictures.draw(phase),
        "units": [wording.unit(each.unit) for each in stored.units if each.power in powers],
        "centers": [
            wording.place(code) for code, power in stored.owners.items() if power in powers
        ],
        "masters": seat.game.masterships.current().select_related("person"),
    }
