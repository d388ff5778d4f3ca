"""Invitations of the key's owner to seats and games: list, accept and decline them."""

from django.utils.translation import gettext as _
from ninja import Router

from ... import access
from ...lifecycle import lobby_invitations
from ...notifications import preferences
from ...press import moderation
from ...seats import invitations
from .. import limits
from ..acting import acting_in, house_rules_must_be_accepted, must_be_confirmed
from ..authentication import ACCOUNT, READ, KeyRequest
from ..problems import not_found
from ..schemas import invitations as schemas
from ..schemas.common import Done, HouseRulesProblem, acts, answers
from ..schemas.lobby import InvitationKey
from ..schemas.master import Nothing
from ..values import invitations as values

router = Router(tags=["You"])
INVITATIONS = "/me/invitations"
SEAT = f"{INVITATIONS}/seats/{{key}}"


@router.get(
    INVITATIONS,
    response=answers(schemas.InvitationList),
    auth=READ,
    summary="List your invitations",
)
def list_invitations(request: KeyRequest) -> schemas.InvitationList:
    """Your open invitations to seats, and to games that have not begun.

    Links to games are for keys with the scope “account”: anyone who has one can join.
    """
    with_keys = "account" in request.auth.scopes
    return values.own_invitations(request.user, with_keys=with_keys)


@router.get(
    SEAT, response=answers(schemas.SeatInvitation), auth=READ, summary="Read your invitation"
)
def read_invitation(request: KeyRequest, key: InvitationKey) -> schemas.SeatInvitation:
    """An invitation to a seat, with what you need to decide: of a private game nothing else."""
    return values.invitation_value(request.user, access.seat_invitation_or_404(request.user, key))


@router.post(
    f"{SEAT}/accept",
    response=acts(Done) | {409: HouseRulesProblem},
    auth=ACCOUNT,
    summary="Accept an invitation to a seat",
)
def accept_invitation(
    request: KeyRequest, key: InvitationKey, wanted: schemas.AcceptedInvitation
) -> Done:
    """Play the seat. You get a whole phase for your orders."""
    limits.count_form(request, "games")
    found = access.seat_invitation_or_404(request.user, key)
    game = found.seat.game
    must_be_confirmed(moderation.alone_warning(request.user, game), confirmed=wanted.confirmed)
    house_rules_must_be_accepted(game, accepted=wanted.house_rules_accepted)
    with acting_in(game):
        invitations.accept(found, request.user)
    return Done(message=_("The seat is yours. You have a whole phase for your orders."))


@router.post(
    f"{SEAT}/decline",
    response=acts(Done),
    auth=ACCOUNT,
    summary="Decline an invitation to a seat",
)
def decline_invitation(request: KeyRequest, key: InvitationKey, nothing: Nothing) -> Done:
    """Decline an invitation to a seat. The game masters are notified."""
    limits.count_form(request, "games")
    found = access.seat_invitation_or_404(request.user, key)
    invitations.decline(found, request.user)
    return Done(message=_("You’ve declined. The game masters are notified."))


@router.post(
    f"{INVITATIONS}/games/{{slug:slug}}/decline",
    response=acts(Done),
    auth=ACCOUNT,
    summary="Decline an invitation to a game",
)
def decline_game(request: KeyRequest, slug: str, nothing: Nothing) -> Done:
    """Decline an open invitation to a game that has not begun."""
    limits.count_form(request, "games")
    if not access.lobby_invitations(request.user).filter(game__slug=slug).exists():
        raise not_found()
    lobby_invitations.end(slug, request.user)
    done = _("You’ve declined. Nobody is notified, but the person who invited you may see it.")
    return Done(message=done)


@router.post(
    f"{INVITATIONS}/refuse", response=acts(Done), auth=ACCOUNT, summary="Refuse all invitations"
)
def refuse_invitations(request: KeyRequest, nothing: Nothing) -> Done:
    """Take no more invitations. Open ones are hidden, and nobody is notified."""
    limits.count_form(request, "preferences")
    preferences.refuse_invitations(request.user)
    return Done(
        message=_("You’ll get no more invitations. You can change this in your preferences.")
    )
