"""The moving picture of a finished game: ask for it, and fetch it once it is drawn."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from ninja import Router

from ... import access
from ...board import animation, animations
from .. import limits
from ..authentication import ACCOUNT, READ, KeyRequest
from ..schemas.common import Done, acts
from ..schemas.common import Problem as ProblemAnswer
from ..schemas.master import Nothing

router = Router(tags=["Games"])
ANIMATION = "/games/{slug:slug}/animation"
REFUSALS: dict[int, Any] = dict.fromkeys((401, 403, 404, 422, 429), ProblemAnswer)


@router.post(ANIMATION, response=acts(Done), auth=ACCOUNT, summary="Have an animation drawn")
def make_animation(request: KeyRequest, slug: str, nothing: Nothing) -> Done:
    """Have the animation of a finished game drawn, unless it is there or on its way."""
    limits.count_form(request, "animations")
    game = access.game_or_404(request.user, slug)
    if not animations.can_have_one(game, animations.shown_phases(game)):
        raise Http404
    animations.ask(game)
    return Done(message=_("The animation is being drawn. Fetch it in a minute."))


@router.get(
    ANIMATION,
    response=REFUSALS,
    auth=READ,
    summary="Fetch the animation of a game",
    openapi_extra={
        "responses": {
            200: {
                "description": "A picture, the same for every reader.",
                "content": {animation.TYPE: {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    },
)
def read_animation(request: KeyRequest, slug: str) -> HttpResponse:
    """The animation of a finished game; 404 before it is drawn."""
    made = animations.content_of(access.game_or_404(request.user, slug))
    if made is None or made.content is None:
        raise Http404
    answer = HttpResponse(bytes(made.content), content_type=animation.TYPE)
    answer.headers["ETag"] = animations.etag_of(made)
    return answer
