"""The invitations of a lobby: its link, and the people who were invited by name."""

from django.utils.translation import gettext as _
from ninja import Router

from ... import access
from ...core.errors import Refused
from ...core.links import absolute_url
from ...lifecycle import lobby, lobby_invitations
from ...models import Game
from ...wording import consequences
from .. import limits
from ..acting import must_be_confirmed
from ..authentication import ACCOUNT, MASTER, READ, KeyRequest, must_have
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
    """The link that you can pass on, and the people who were invited by name.

    The link needs a key with the scope “account”, or “master” in a lobby of yours.
    """
    game = access.game_or_404(request.user, slug)
    role = access.Role(request.user, game)
    has_link = access.sees_invitation_link(role)
    shows_link = has_link and not {"account", _scope(role)}.isdisjoint(request.auth.scopes)
    invited = access.sent_lobby_invitations(role) if game.has_open_lobby else []
    return schemas.LobbyInvitations(
        link=absolute_url(access.invitation_path(game)) if shows_link else None,
        may_renew=has_link and access.may_renew_invitation(role),
        invited=[str(each.person) for each in invited],
    )


def _scope(role: access.Role) -> str:
    """The scope for acts on the invitations of a lobby: they are acts of a master for one."""
    return "master" if role.is_master else "account"


@router.post(
    f"{INVITATIONS}/withdraw",
    response=acts(Done),
    auth=ACCOUNT,
    summary="Withdraw your invitation to a lobby",
)
def withdraw_lobby_invitation(request: KeyRequest, slug: str, wanted: schemas.InvitedName) -> Done:
    """Withdraw the invitation that you sent to a person. Nobody is notified.

    In a lobby of yours, a game master’s key needs the scope “master”.
    """
    limits.count_form(request, "games")
    game = access.game_or_404(request.user, slug)
    must_have(request.auth, _scope(access.Role(request.user, game)))
    return _withdraw(request, game, wanted)


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
    must_have(request.auth, _scope(access.Role(request.user, game)))
    must_be_confirmed(consequences.of_new_link(), confirmed=sent.confirmed)
    lobby.renew_invitation(game)
    return Done(message=_("There is a new invitation link. The old one no longer works."))
