"""The archive of a whole game, the same ZIP as on its page."""

from typing import Any

from django.http import StreamingHttpResponse
from ninja import Router

from accounts import rate_limits

from ... import access
from ...archive import zip_file
from .. import limits
from ..authentication import READ, KeyRequest
from ..schemas.common import Problem as ProblemAnswer

router = Router(tags=["Games"], auth=READ)
KIND = "application/zip"
REFUSALS: dict[int, Any] = dict.fromkeys((401, 403, 404, 422, 429), ProblemAnswer)


@router.get(
    "/games/{slug:slug}/archive",
    response=REFUSALS,
    summary="Download the archive of a game",
    openapi_extra={
        "responses": {
            200: {
                "description": "A ZIP, the same for every reader.",
                "content": {KIND: {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    },
)
def read_archive(request: KeyRequest, slug: str) -> StreamingHttpResponse:
    """All that everyone may know of a game that has begun: a document, pages and maps."""
    game = access.begun_game_or_404(request.user, slug)
    if rate_limits.exceeds_archive_limit(request):
        raise limits.too_many_forms(request, "archives")
    answer = StreamingHttpResponse(zip_file.stream(game), content_type=KIND)
    answer.headers["Content-Disposition"] = f'attachment; filename="{game.slug}.zip"'
    return answer
