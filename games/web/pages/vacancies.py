"""Powers in civil disorder, as offered to people who may take them over."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User

from ... import access, wording
from ...board import pictures
from ...models import (
    Game,
    GameSettings,
    Phase,
    Seat,
    SeatInvitation,
)
from ...press import moderation
from ...seats import handover
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
    invited = access.open_invitations_to_seats(viewer, game) if vacant else {}
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
