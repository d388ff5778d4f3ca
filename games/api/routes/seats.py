"""Readiness of one's own seat: a phase ends sooner once all powers are ready."""

from django.utils.translation import gettext as _
from ninja import Router

from ... import access
from ...deadlines import readiness
from ...orders import sheet_words
from .. import limits
from ..acting import acting_in, orders_must_be_allowed, phase_to_act_in
from ..authentication import ORDERS, KeyRequest
from ..schemas import orders as schemas
from ..schemas.common import acts

router = Router(tags=["Orders"], auth=ORDERS)


@router.put(
    "/games/{slug:slug}/seats/{power:power}/ready",
    response=acts(schemas.ReadySeat) | {409: schemas.PhaseProblem},
    summary="Say whether you are ready",
)
def set_ready(
    request: KeyRequest, slug: str, power: str, wanted: schemas.Readiness
) -> schemas.ReadySeat:
    """Say that your power is ready in the open phase, or no longer is.

    It needs an order first; in retreats and adjustments an empty list that was saved will do.
    """
    limits.count_form(request, "orders")
    seat = access.seat_or_404(request.user, slug, power)
    phase = phase_to_act_in(seat.game, wanted.phase)
    orders_must_be_allowed(phase)
    with acting_in(seat.game):
        readiness.set_ready(phase, [seat], ready=wanted.ready, person=request.user)
    return schemas.ReadySeat(
        phase=phase.code,
        power=seat.power,
        ready=wanted.ready,
        message=sheet_words.now_ready(phase, [seat])
        if wanted.ready
        else _("You’re no longer ready."),
    )
