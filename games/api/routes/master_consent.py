"""The consent of players: that a game master enters their orders."""

from ninja import Router

from ... import access
from ...seats import declared_players
from ...wording import consequences
from .. import limits
from ..acting import acting_in, must_be_confirmed, orders_must_be_allowed_in
from ..authentication import ACCOUNT, READ, KeyRequest, must_have
from ..schemas import seats as schemas
from ..schemas.common import acts, answers
from ..schemas.orders import PhaseProblem

router = Router(tags=["Seats"])
CONSENT = "/games/{slug:slug}/seats/{power:power}/master-orders"


@router.get(
    CONSENT,
    response=answers(schemas.OrderConsent),
    auth=READ,
    summary="Read whether the game master enters your orders",
)
def read_consent(request: KeyRequest, slug: str, power: str) -> schemas.OrderConsent:
    """Whether the game master can enter your orders, and so read them."""
    seat = access.seat_or_404(request.user, slug, power)
    game = seat.game
    allowed = game.seats.filter(pk=seat.pk).entered_by_master().exists()
    offered = game.orders_by_master and game.is_running
    return schemas.OrderConsent(offered=offered, allowed=offered and allowed)


@router.put(
    CONSENT,
    response=acts(schemas.OrderConsent) | {409: PhaseProblem},
    auth=ACCOUNT,
    summary="Let the game master enter your orders",
)
def let_master_order(
    request: KeyRequest, slug: str, power: str, wanted: schemas.OrderConsentChange
) -> schemas.OrderConsent:
    """Let the game master enter the orders of all your powers, or no longer. Everyone can see it.

    The master reads your orders then, so that it needs the scope “orders”, too. Saved orders stay.
    """
    if wanted.allowed:
        must_have(request.auth, "orders")
    limits.count_form(request, "games")
    seat = access.seat_or_404(request.user, slug, power)
    orders_must_be_allowed_in(seat.game)
    if wanted.allowed:
        question = consequences.of_letting_master_order()
        must_be_confirmed(question, confirmed=wanted.confirmed)
    with acting_in(seat.game):
        declared_players.let_master_order(seat, request.user, allowed=wanted.allowed)
    return schemas.OrderConsent(offered=True, allowed=wanted.allowed)
