"""New house rules that a player proposes while no game master can act."""

from django.utils.translation import gettext as _
from ninja import Router

from ... import access
from ...lifecycle import amendments
from ...votes import voting
from .. import limits
from ..acting import acting_in, current_phase, orders_must_be_allowed
from ..authentication import ORDERS, KeyRequest, must_have
from ..schemas.common import Done, acts
from ..schemas.master import NewRules
from ..schemas.orders import PhaseProblem
from ..values.rules import answers_must_be_known

router = Router(tags=["Votes"])


@router.post(
    "/games/{slug:slug}/amendment",
    response=acts(Done) | {409: PhaseProblem},
    auth=ORDERS,
    summary="Propose new house rules as a player",
)
def propose_amendment_as_player(request: KeyRequest, slug: str, wanted: NewRules) -> Done:
    """Put new house rules or answers to points of the rules to the vote. All must agree.

    A player can do so while the game has no game master who can act. A game master’s key needs the
    scope “master”.
    """
    limits.count_form(request, "games")
    game, seat = access.amended_game_or_404(request.user, slug)
    if seat is None:
        must_have(request.auth, "master")
    phase = current_phase(game)
    if seat is not None:
        orders_must_be_allowed(phase)
    with acting_in(game):
        text = game.house_rules if wanted.house_rules is None else wanted.house_rules
        answers_must_be_known(wanted.rules, field="rules")
        change = amendments.change_to(game, text, wanted.rules)
        voting.propose_amendment(phase, change, seat=seat, person=request.user)
    return Done(message=_("The vote has started. All players must agree."))
