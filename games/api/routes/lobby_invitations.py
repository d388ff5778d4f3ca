"""The invitations of a lobby: its link, and the people who were invited by name."""

from django.utils.translation import gettext as _
from ninja import Router

from accounts import clock

from ... import access
from ...core.errors import Refused
from ...core.links import absolute_url
from ...lifecycle import lobby, lobby_invitations
from ...models import Game
from ...wording import consequences
from .. import limits
from ..acting import must_be_confirmed
from ..authentication import ACCOUNT, MASTER, READ, KeyRequest
from ..mastering import acting_as_master
from ..schemas import invitations as schemas
from ..schemas.common import Confirmation, Done, acts, answers
from ..schemas.orders import PhaseProblem

router = Router(tags=["Lobbies"])
INVITATIONS = "/games/{slug:slug}/lobby/invitations"


@router.get(
    INVITATIONS,
    response=answers(schemas.LobbyInvitations),
    auth=READ,
    summary="Read the invitations of a lobby",
)
def read_lobby_invitations(request: KeyRequest, slug: str) -> schemas.LobbyInvitations:
    """The link that you can pass on, and the people who were invited by name."""
    game = access.game_or_404(request.user, slug)
    role = access.Role(request.user, game)
    closed = not game.in_lobby or game.lobby_closes_at <= clock.now()
    entered = game.entries.filter(person=request.user).exists()
    has_link = not closed and (role.is_master or entered)
    invited = [] if closed else access.sent_lobby_invitations(role)
    return schemas.LobbyInvitations(
        link=absolute_url(access.invitation_path(game)) if has_link else None,
        may_renew=has_link and access.may_renew_invitation(role),
        invited=[str(each.person) for each in invited],
    )


@router.post(
    f"{INVITATIONS}/withdraw",
    response=acts(Done),
    auth=ACCOUNT,
    summary="Withdraw your invitation to a lobby",
)
def withdraw_lobby_invitation(request: KeyRequest, slug: str, wanted: schemas.InvitedName) -> Done:
    """Withdraw the invitation that you sent to a person. Nobody is notified."""
    limits.count_form(request, "games")
    return _withdraw(request, access.game_or_404(request.user, slug), wanted)


@router.post(
    "/games/{slug:slug}/master/invitations/withdraw",
    response=acts(Done) | {409: PhaseProblem},
    auth=MASTER,
    tags=["Game master: lobby"],
    summary="Withdraw an invitation to a lobby",
)
def withdraw_any_lobby_invitation(
    request: KeyRequest, slug: str, wanted: schemas.InvitedName
) -> Done:
    """Withdraw the invitation of a person to a lobby of yours, whoever sent it."""
    with acting_as_master(request, slug, "withdraw_lobby_invitation") as game:
        return _withdraw(request, game, wanted)


def _withdraw(request: KeyRequest, game: Game, wanted: schemas.InvitedName) -> Done:
    sent = access.sent_lobby_invitations(access.Role(request.user, game))
    found = next((each for each in sent if str(each.person) == wanted.name), None)
    if found is not None:
        question = consequences.of_withdrawing_lobby_invitation()
        must_be_confirmed(question, confirmed=wanted.confirmed)
    if found is None or not lobby_invitations.withdraw(found):
        raise Refused(_("This invitation is no longer open."))
    return Done(message=_("The invitation is withdrawn."))


@router.post(
    f"{INVITATIONS}/renew",
    response=acts(Done),
    auth=ACCOUNT,
    summary="Renew the link of a lobby without a game master",
)
def renew_link(request: KeyRequest, slug: str, sent: Confirmation) -> Done:
    """Make a new invitation link. In a lobby without a master, everyone who has joined can."""
    limits.count_form(request, "games")
    game = access.inviting_game_or_404(request.user, slug)
    must_be_confirmed(consequences.of_new_link(), confirmed=sent.confirmed)
    lobby.renew_invitation(game)
    return Done(message=_("There is a new invitation link. The old one no longer works."))
