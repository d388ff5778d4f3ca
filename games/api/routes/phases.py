"""Phases of a game: positions, and results with reasons once everyone may read them."""

from ninja import Router

from ... import access
from ..acting import phase_of_address
from ..authentication import READ, KeyRequest
from ..schemas import phases as schemas
from ..schemas.common import answers
from ..values import phases as values

router = Router(tags=["Phases"], auth=READ)


@router.get("/games/{slug:slug}/phases", response=answers(schemas.PhaseList), summary="List phases")
def list_phases(request: KeyRequest, slug: str) -> schemas.PhaseList:
    """All phases of a game that count, in the order of play."""
    game = access.begun_game_or_404(request.user, slug)
    found = game.phases.not_superseded().order_by("number")
    return schemas.PhaseList(phases=[values.phase_line(phase) for phase in found])


@router.get(
    "/games/{slug:slug}/phases/{phase:code}",
    response=answers(schemas.Phase),
    summary="Read a phase",
)
def read_phase(request: KeyRequest, slug: str, code: str) -> schemas.Phase:
    """The position of a phase and, once it is resolved, all orders with outcome and reason."""
    game = access.begun_game_or_404(request.user, slug)
    phase = phase_of_address(game, code)
    return values.phase_value(phase)
