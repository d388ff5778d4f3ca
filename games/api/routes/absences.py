"""Absences of a player: list, announce and withdraw them."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja import Path, Router, Status

from ... import access
from ...deadlines import absences, upcoming
from ...models import Absence, Seat
from .. import limits
from ..acting import acting_in, orders_must_be_allowed_in
from ..authentication import ACCOUNT, READ, KeyRequest
from ..locations import locate
from ..problems import not_found
from ..schemas import seats as schemas
from ..schemas.common import Done, acts, answers
from ..schemas.orders import PhaseProblem

router = Router(tags=["Seats"])
ABSENCES = "/games/{slug:slug}/seats/{power:power}/absences"


@router.get(
    ABSENCES, response=answers(schemas.AbsenceList), auth=READ, summary="List your absences"
)
def list_absences(request: KeyRequest, slug: str, power: str) -> schemas.AbsenceList:
    """Your absences from a power of yours that you did not withdraw."""
    seat = access.seat_or_404(request.user, slug, power)
    return schemas.AbsenceList(
        absences=[_value(row) for row in absences.standing(seat, request.user)],
        waits=upcoming.waits_for_absences(seat.game.settings),
    )


def _value(absence: Absence) -> schemas.Absence:
    return schemas.Absence(first=absence.first, last=absence.last)


@router.post(
    ABSENCES,
    response=acts(schemas.Absence, status=201) | {409: PhaseProblem},
    auth=ACCOUNT,
    summary="Announce an absence",
)
def announce_absence(
    request: KeyRequest,
    response: HttpResponse,
    slug: str,
    power: str,
    wanted: schemas.NewAbsence,
) -> Status[schemas.Absence]:
    """Announce that you are away. Everyone is notified, and later deadlines wait for you."""
    limits.count_form(request, "games")
    seat = access.seat_or_404(request.user, slug, power)
    orders_must_be_allowed_in(seat.game)
    with acting_in(seat.game):
        absence = absences.announce(seat, request.user, first=wanted.first, last=wanted.last)
    first = absence.first.isoformat()
    locate(response, "games", slug, "seats", power, "absences", first)
    return Status(201, _value(absence))


@router.delete(
    f"{ABSENCES}/{{first}}",
    response=acts(Done) | {409: PhaseProblem},
    auth=ACCOUNT,
    summary="Withdraw an absence",
)
def withdraw_absence(request: KeyRequest, slug: str, power: str, first: Path[schemas.Day]) -> Done:
    """Withdraw the absence with this first day. Deadlines that are set already stay."""
    limits.count_form(request, "games")
    seat = access.seat_or_404(request.user, slug, power)
    orders_must_be_allowed_in(seat.game)
    with acting_in(seat.game):
        absences.withdraw(_standing_or_404(request, seat, first), request.user)
    return Done(message=_("You’ve withdrawn your absence."))


def _standing_or_404(request: KeyRequest, seat: Seat, first: schemas.Day) -> Absence:
    found = absences.standing(seat, request.user).filter(first=first).first()
    if found is None:
        raise not_found()
    return found
