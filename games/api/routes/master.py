"""The game as its masters see it."""

from ninja import Router

from ... import access
from ..authentication import MASTER, KeyRequest
from ..schemas import master as schemas
from ..schemas.common import answers
from ..values import master as values

router = Router(tags=["Game master: game"], auth=MASTER)


@router.get(
    "/games/{slug:slug}/master", response=answers(schemas.Master), summary="Read as game master"
)
def read_as_master(request: KeyRequest, slug: str) -> schemas.Master:
    """The clock, each power and its player, and what can be done now. Orders are not shown."""
    return values.master_value(request.user, access.mastered_game_or_404(request.user, slug))
