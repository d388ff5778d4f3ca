"""Lobbies of games: joining, leaving, saying that one is there, and wishes for powers."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Query, Router

from ... import access
from ...core.errors import NeedsConfirmation
from ...lifecycle import joining_time, lobby
from ...models import Game
from ...wording import consequences
from .. import limits
from ..acting import house_rules_problem, must_be_confirmed
from ..authentication import ACCOUNT, READ, KeyRequest
from ..problems import Problem
from ..schemas import lobby as schemas
from ..schemas.common import Confirmation, Done, HouseRulesProblem, acts, answers
from ..values import lobby as values

router = Router(tags=["Lobbies"])
LOBBY = "/games/{slug:slug}/lobby"


@router.get(LOBBY, response=answers(schemas.Lobby), auth=READ, summary="Read a lobby")
@sensitive_variables()
def read_lobby(
    request: KeyRequest,
    slug: str,
    invitation: Annotated[schemas.InvitationKey | None, Query()] = None,
) -> schemas.Lobby:
    """The people who wait for a game to begin, your wishes, and what you confirm by joining."""
    return values.lobby_value(request.user, _lobby_or_404(request, slug, invitation))


def _lobby_or_404(request: KeyRequest, slug: str, invitation: str | None) -> Game:
    if invitation is not None:
        return access.invited_lobby_or_404(slug, invitation)
    return access.game_or_404(request.user, slug)


@router.post(
    f"{LOBBY}/join",
    response=acts(schemas.Joined) | {409: HouseRulesProblem},
    auth=ACCOUNT,
    summary="Join a game",
)
def join_game(request: KeyRequest, slug: str, wanted: schemas.Join) -> schemas.Joined:
    """Take a seat in a lobby. You accept the power that you get.

    What the page of the lobby asks comes back as a problem; send “confirmed” once you have read it.
    The last person to join begins the game.
    """
    limits.count_form(request, "games")
    game = _lobby_or_404(request, slug, wanted.invitation)
    if game.in_lobby:
        must_be_confirmed(*values.questions(request.user, game), confirmed=wanted.confirmed)
    try:
        game = lobby.join(game, request.user, house_rules_accepted=wanted.house_rules_accepted)
    except NeedsConfirmation as question:
        raise house_rules_problem(game, str(question)) from None
    begun = _("All seats are taken. The game begins.")
    return schemas.Joined(
        begun=game.has_begun, message=begun if game.has_begun else _("You’ve joined the game.")
    )


@router.post(f"{LOBBY}/leave", response=acts(Done), auth=ACCOUNT, summary="Leave a lobby")
def leave_lobby(request: KeyRequest, slug: str, sent: Confirmation) -> Done:
    """Give up your seat before the game begins. You can join again while a seat is free."""
    limits.count_form(request, "games")
    game = access.left_game_or_404(request.user, slug)
    must_be_confirmed(consequences.of_leaving_lobby(), confirmed=sent.confirmed)
    lobby.leave(game, request.user)
    return Done(message=_("You have left “%(game)s”.") % {"game": game})


@router.post(
    f"{LOBBY}/here",
    response=acts(Done),
    auth=ACCOUNT,
    summary="Say that you are there",
)
def say_here(request: KeyRequest, slug: str) -> Done:
    """Keep your seat in a live game: say this every minute around its joining time."""
    limits.count_form(request, "games")
    game = access.game_or_404(request.user, slug)
    if not joining_time.note_here(game, request.user):
        text = _("You don’t need to be present for this game.")
        if game.in_lobby and game.starts_at is not None:
            text = _("You haven’t joined this game. Join it first.")
        raise Problem(409, "refused", text)
    return Done(message=_("You’re marked as present."))


@router.put(
    f"{LOBBY}/wishes",
    response=acts(schemas.Wishes),
    auth=ACCOUNT,
    summary="Say which powers you would like",
)
@sensitive_variables()
def give_wishes(request: KeyRequest, slug: str, wanted: schemas.Wishes) -> schemas.Wishes:
    """Replace your wishes for powers. Nobody else ever reads them."""
    limits.count_form(request, "games")
    game = access.game_or_404(request.user, slug)
    _must_go_by_wishes(request, game)
    lobby.wish(game, request.user, values.hands_named(game, wanted.wishes))
    return schemas.Wishes(wishes=values.own_wishes(request.user, game))


def _must_go_by_wishes(request: KeyRequest, game: Game) -> None:
    """Raise `Problem` unless the powers of `game` go by wishes and the person waits in it."""
    if game.allotment != Game.Allotment.WISHES:
        raise Problem(409, "refused", _("Powers aren’t assigned by wishes in this game."))
    if not game.entries.filter(person=request.user).exists():
        raise Problem(409, "refused", _("You haven’t joined this game. Join it first."))
