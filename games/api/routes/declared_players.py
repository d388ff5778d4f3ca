"""Players without an account: declared and changed by game masters, and the link to an account."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router

from ... import access, wording
from ...lifecycle import lobby
from ...models import DeclaredPlayer, Game, Seat
from ...seats import declared_players
from ...wording import consequences
from .. import limits
from ..acting import acting_in, house_rules_must_be_accepted, must_be_confirmed
from ..authentication import ACCOUNT, MASTER, READ, KeyRequest
from ..mastering import acting_as_master, acting_on_seat
from ..problems import Problem
from ..schemas import declared as schemas
from ..schemas.common import Confirmation, Done, HouseRulesProblem, acts, answers
from ..schemas.lobby import InvitationKey
from ..schemas.orders import PhaseProblem
from ..values import declared as values

router = Router(tags=["Game master: seats"], auth=MASTER)
MASTERS = "/games/{slug:slug}/master"
SEAT = f"{MASTERS}/seats/{{power:power}}"
OFFER = "/games/{slug:slug}/players/{key}"
DONE: dict[int, Any] = acts(Done) | {409: PhaseProblem}


@router.post(f"{MASTERS}/declare", response=DONE, summary="Add a player without an account")
@sensitive_variables()
def declare_in_lobby(request: KeyRequest, slug: str, wanted: schemas.NewDeclared) -> Done:
    """Give a place in the lobby to a person without an account. The last place begins the game."""
    _entering_game_or_404(request, slug)
    with acting_as_master(request, slug, "declare_in_lobby") as game:
        name = _clean_name(wanted.name)
        _must_be_new(game, name)
        must_be_confirmed(consequences.of_declaring_in_lobby(), confirmed=wanted.confirmed)
        lobby.declare(game, name=name, email=wanted.email, by=request.user)
    return Done(message=_("The player without an account has a place now."))


def _must_be_new(game: Game, name: str) -> None:
    """Raise `Problem` for a second player of a name: the request may have been sent twice."""
    if game.declared_players.current().filter(name=name).exists():
        text = _("%(name)s already has a place. Give another player a name that differs.")
        raise Problem(422, "wrong_field", text % {"name": name}, field="name")


def _entering_game_or_404(request: KeyRequest, slug: str) -> Game:
    """The game whose master enters orders; 404 for other games, as for their pages."""
    game = access.mastered_game_or_404(request.user, slug)
    if not game.orders_by_master:
        raise Http404
    return game


def _clean_name(name: str, *, kept: str | None = None) -> str:
    try:
        return declared_players.clean_name(name, kept=kept)
    except ValidationError as error:
        raise Problem(422, "wrong_field", " ".join(error.messages), field="name") from None


@router.post(
    f"{MASTERS}/declare/remove", response=DONE, summary="Remove a player without an account"
)
@sensitive_variables()
def remove_declared(request: KeyRequest, slug: str, removal: schemas.DeclaredRemoval) -> Done:
    """Take a player without an account out of the lobby. Name and address are deleted."""
    with acting_as_master(request, slug, "remove_declared") as game:
        player = _waiting(game, removal.name)
        name = access.declared_name(player)
        must_be_confirmed(consequences.of_leaving_declared_place(), confirmed=removal.confirmed)
        lobby.withdraw_declared(player, by=request.user)
    return Done(message=_("%(name)s was removed.") % {"name": name})


def _waiting(game: Game, name: str) -> DeclaredPlayer:
    """The player of this name. Raises `Problem` if nobody has it, or several players."""
    found = list(game.declared_players.current().filter(name=name))
    if len(found) != 1:
        text = _("%(name)s isn’t in the lobby of this game.")
        if found:
            text = _("Several players are called %(name)s. Remove one on the page of the game.")
        raise Problem(422, "wrong_field", text % {"name": name}, field="name")
    found[0].game = game
    return found[0]


@router.get(
    f"{SEAT}/declared",
    response=answers(schemas.Declared),
    summary="Read a player without an account",
)
@sensitive_variables()
def read_declared(request: KeyRequest, slug: str, power: str) -> schemas.Declared:
    """The name and the address of a player without an account, as a master declared them."""
    game = access.run_game_or_404(request.user, slug)
    seat = access.any_seat_or_404(game, power)
    seat.game = game
    return values.declared_value(_declared_or_404(seat), seat)


def _declared_or_404(seat: Seat) -> DeclaredPlayer:
    player = DeclaredPlayer.objects.holding(seat).first()
    if player is None:
        raise Http404
    player.game = seat.game
    return player


@router.post(f"{SEAT}/declare", response=DONE, summary="Give a seat to a player without an account")
@sensitive_variables()
def declare_for_seat(
    request: KeyRequest, slug: str, power: str, wanted: schemas.NewDeclared
) -> Done:
    """Declare that a person without an account plays an open seat. Everyone is notified."""
    with acting_on_seat(request, slug, power, "declare") as seat:
        name = _clean_name(wanted.name)
        named = wording.hand(seat)
        must_be_confirmed(
            consequences.of_declaring(named),
            consequences.warning_of_declaring(seat.game),
            confirmed=wanted.confirmed,
        )
        declared_players.declare(seat, name=name, email=wanted.email, by=request.user)
    return Done(message=_("Now played without an account: %(power)s.") % {"power": named})


@router.post(
    f"{SEAT}/declared", response=DONE, summary="Change name and address of a declared player"
)
@sensitive_variables()
def change_declared(
    request: KeyRequest, slug: str, power: str, wanted: schemas.DeclaredChange
) -> Done:
    """Change name and address of a player without an account. A new address has to be confirmed."""
    with acting_on_seat(request, slug, power, "declared") as seat:
        player = _declared_or_404(seat)
        name = _clean_name(wanted.name, kept=player.name)
        declared_players.change(player, name=name, email=wanted.email, by=request.user)
    text = _("Name and address are saved. Without a name, the old one is removed everywhere.")
    return Done(message=text)


@router.post(f"{SEAT}/undeclare", response=DONE, summary="End the seat of a declared player")
def undeclare(request: KeyRequest, slug: str, power: str, sent: Confirmation) -> Done:
    """Take the seat from a player without an account who has gone: it is in civil disorder then."""
    with acting_on_seat(request, slug, power, "undeclare") as seat:
        player = _declared_or_404(seat)
        must_be_confirmed(consequences.of_undeclaring(), confirmed=sent.confirmed)
        declared_players.withdraw(player, by=request.user)
    return Done(message=_("Now in civil disorder: %(power)s.") % {"power": wording.hand(seat)})


@router.post(
    f"{SEAT}/account",
    response=acts(schemas.DeclaredLink) | {409: PhaseProblem},
    summary="Link a declared player to an account",
)
@sensitive_variables()
def link_to_account(
    request: KeyRequest, slug: str, power: str, sent: Confirmation
) -> schemas.DeclaredLink:
    """Make the link by which the person takes the seat with an account. A former one is void."""
    with acting_on_seat(request, slug, power, "account") as seat:
        player = _declared_or_404(seat)
        must_be_confirmed(consequences.of_account_link(), confirmed=sent.confirmed)
        declared_players.make_link(player, by=request.user)
    return schemas.DeclaredLink(
        link=declared_players.account_url(player),
        message=_("There is a new invitation link. The old one no longer works."),
    )


@router.get(
    OFFER,
    response=answers(schemas.DeclaredOffer),
    auth=READ,
    tags=["Seats"],
    summary="Read the offer of a declared seat",
)
@sensitive_variables()
def read_offer(request: KeyRequest, slug: str, key: InvitationKey) -> schemas.DeclaredOffer:
    """The seat that was declared for you; `key` is the last part of the link that you got."""
    return values.offer_value(access.declared_by_key_or_404(slug, key), request.user)


@router.post(
    f"{OFFER}/take",
    response=acts(Done) | {409: HouseRulesProblem},
    auth=ACCOUNT,
    tags=["Seats"],
    summary="Take over a declared seat",
)
def take_declared_seat(
    request: KeyRequest, slug: str, key: InvitationKey, wanted: schemas.DeclaredTake
) -> Done:
    """Take the seat that was declared for you, with your account."""
    limits.count_form(request, "games")
    player = access.declared_by_key_or_404(slug, key)
    house_rules_must_be_accepted(player.game, accepted=wanted.house_rules_accepted)
    with acting_in(player.game):
        declared_players.accept_link(player, request.user)
    return Done(message=_("The seat is yours. You have a whole phase for your orders."))
