"""Seats: the open ones, taking one over, resigning, coming back, and accepting an end."""

from typing import Annotated, Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from ninja import Query, Router
from pydantic import Field

from accounts.models import User

from ... import access, wording
from ...core.errors import NeedsConfirmation
from ...lifecycle import provisional
from ...models import Seat
from ...press import moderation
from ...seats import civil_disorder, tenures, unplayed
from ...state import variants
from .. import limits
from ..acting import acting_in, house_rules_problem, must_be_confirmed, orders_must_be_allowed_in
from ..authentication import ACCOUNT, ORDERS, READ, KeyRequest
from ..pagination import MOST, PAGE, cursor_after, read_cursor, unknown_cursor
from ..schemas import seats as schemas
from ..schemas.common import Done, HouseRulesProblem, acts, answers
from ..schemas.orders import PhaseProblem

router = Router(tags=["Seats"])
SEAT = "/games/{slug:slug}/seats/{power:power}"


@router.get(
    "/open-seats", response=answers(schemas.OpenSeatPage), auth=READ, summary="List open seats"
)
def list_open_seats(
    request: KeyRequest,
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
    cursor: Annotated[str, Field(max_length=200)] | None = None,
) -> schemas.OpenSeatPage:
    """The powers in civil disorder that you may take over, in all games."""
    found = unplayed.open_seats(request.user)
    if cursor is not None:
        found = _after(found, request.user, read_cursor(cursor))
    rows = list(found[: limit + 1])
    return schemas.OpenSeatPage(
        seats=[_value(seat) for seat in rows[:limit]],
        next_cursor=cursor_after(_name(rows[limit - 1])) if len(rows) > limit else None,
    )


def _name(seat: Seat) -> str:
    return f"{seat.game.slug}_{seat.power}"


def _after(seats: QuerySet[Seat], person: User, name: str) -> QuerySet[Seat]:
    slug, _point, power = name.rpartition("_")
    seen = access.visible_games(person).filter(slug=slug)
    last = Seat.objects.filter(game__in=seen, power=power, disorder_since__isnull=False).first()
    if last is None:
        raise unknown_cursor()
    since = last.disorder_since
    return seats.filter(Q(disorder_since__gt=since) | Q(disorder_since=since, pk__gt=last.pk))


def _value(seat: Any) -> schemas.OpenSeat:
    """The value of a row of `unplayed.open_seats`, with its annotations."""
    return schemas.OpenSeat(
        game=seat.game.slug,
        title=seat.game.title,
        power=seat.power,
        powers=list(variants.powers_of_hand(seat.game, seat.hand)),
        units=seat.unit_count,
        centers=seat.center_count,
        phase=seat.phase_code,
        due_at=seat.due_at,
    )


@router.post(
    f"{SEAT}/take",
    response=acts(Done) | {409: HouseRulesProblem},
    auth=ACCOUNT,
    summary="Take over a seat",
)
def take_seat(request: KeyRequest, slug: str, power: str, wanted: schemas.Take) -> Done:
    """Play a power in civil disorder from now on. You get a whole phase for your orders."""
    limits.count_form(request, "games")
    seat = access.offered_seat_or_404(request.user, slug, power, wanted.invitation or "")
    must_be_confirmed(moderation.alone_warning(request.user, seat.game), confirmed=wanted.confirmed)
    try:
        tenures.take_offered(
            seat,
            request.user,
            key=wanted.invitation or "",
            house_rules_accepted=wanted.house_rules_accepted,
        )
    except NeedsConfirmation as question:
        raise house_rules_problem(seat.game, str(question)) from None
    return Done(message=_("The seat is yours. You have a whole phase for your orders."))


@router.post(
    f"{SEAT}/resign",
    response=acts(Done) | {409: PhaseProblem},
    auth=ACCOUNT,
    summary="Resign a seat",
)
def resign_seat(request: KeyRequest, slug: str, power: str, said: schemas.Resignation) -> Done:
    """Give up your power, and all others that you play in the game, for good."""
    limits.count_form(request, "games")
    seat = access.seat_or_404(request.user, slug, power)
    orders_must_be_allowed_in(seat.game)
    must_be_confirmed(tenures.consequences_of_resigning(), confirmed=said.confirmed)
    named = {"power": wording.hand(seat), "game": seat.game}
    with acting_in(seat.game):
        tenures.resign(seat, request.user)
    return Done(message=_("You have resigned as %(power)s in “%(game)s”.") % named)


@router.post(
    f"{SEAT}/come-back", response=acts(Done) | {409: PhaseProblem}, auth=ORDERS, summary="Come back"
)
def come_back(request: KeyRequest, slug: str, power: str) -> Done:
    """End the civil disorder of your power, with orders or without."""
    limits.count_form(request, "games")
    seat = access.seat_or_404(request.user, slug, power)
    orders_must_be_allowed_in(seat.game)
    with acting_in(seat.game):
        civil_disorder.end_disorder(seat, request.user)
    return Done(message=_("You’re back in the game."))


@router.post(
    f"{SEAT}/accept-end",
    response=acts(schemas.Accepted) | {409: PhaseProblem},
    auth=ORDERS,
    summary="Accept the result",
)
def accept_end(
    request: KeyRequest, slug: str, power: str, said: schemas.Acceptance
) -> schemas.Accepted:
    """Waive the time in which the end of the game can be undone."""
    limits.count_form(request, "games")
    seat = access.seat_or_404(request.user, slug, power)
    orders_must_be_allowed_in(seat.game)
    with acting_in(seat.game):
        final = provisional.accept_end(seat, request.user, may_make_final=said.confirmed)
    text = _("The result is final.") if final else _("You have accepted the result.")
    return schemas.Accepted(final=final, message=text)
