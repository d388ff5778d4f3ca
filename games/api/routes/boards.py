"""The map of a game as data: provinces, coasts, centers, and where units may move."""

from ninja import Router

from ... import access
from ..authentication import READ, KeyRequest
from ..schemas import phases as schemas
from ..schemas.common import answers
from ..values import phases as values

router = Router(tags=["Games"], auth=READ)


@router.get("/games/{slug:slug}/map", response=answers(schemas.Map), summary="Read the map")
def read_map(request: KeyRequest, slug: str) -> schemas.Map:
    """The provinces of the game’s board, named in your notation."""
    return values.map_value(access.game_or_404(request.user, slug))
