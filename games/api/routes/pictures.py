"""Maps of phases as pictures, the same as those of the pages."""

from typing import Annotated, Any, Literal

from django.http import HttpResponse
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from ninja import Query, Router

from accounts import rate_limits

from ... import access
from ...board import pictures, png
from .. import limits
from ..authentication import READ, KeyRequest
from ..problems import Problem
from ..schemas.common import Problem as ProblemAnswer

router = Router(tags=["Phases"], auth=READ)
PHASE = "/games/{slug:slug}/phases/{phase:code}"
REFUSALS: dict[int, Any] = dict.fromkeys((401, 403, 404, 422, 429), ProblemAnswer)
SVG, PNG = "image/svg+xml", "image/png"
Theme = Annotated[Literal["light", "dark", "contrast"], Query(description="The colors of the map.")]
WithOrders = Annotated[bool, Query(description="False leaves the orders of a resolved phase out.")]
Width = Annotated[
    int, Query(ge=1, le=10_000, description="The nearest of the site’s widths is drawn.")
]


def _picture(kind: str, form: dict[str, str]) -> dict[str, Any]:
    """The description of an answer that is a picture."""
    answer = {"description": "A picture.", "content": {kind: {"schema": form}}}
    return {"responses": {200: answer}}


@router.get(
    f"{PHASE}/map.svg",
    response=REFUSALS,
    summary="Draw the map of a phase as SVG",
    openapi_extra=_picture(SVG, {"type": "string"}),
)
def draw_svg(
    request: KeyRequest, slug: str, code: str, theme: Theme = "light", orders: WithOrders = True
) -> HttpResponse:
    """The map of a phase, with its orders once everyone may read them."""
    document = _document(request, slug, code, theme=theme, orders=orders)
    answer = HttpResponse(document, content_type=SVG)
    answer.headers["ETag"] = quote_etag(pictures.content_name(document))
    return answer


def _document(request: KeyRequest, slug: str, code: str, *, theme: Any, orders: bool) -> str:
    game = access.begun_game_or_404(request.user, slug)
    phase = access.phase_or_404(game, code)
    phase.game = game
    return pictures.document_for_all(
        phase, theme=theme, pattern_fills=request.user.pattern_fills, with_orders=orders
    )


@router.get(
    f"{PHASE}/map.png",
    response={**REFUSALS, 503: ProblemAnswer},
    summary="Draw the map of a phase as PNG",
    openapi_extra=_picture(PNG, {"type": "string", "format": "binary"}),
)
def draw_png(
    request: KeyRequest,
    slug: str,
    code: str,
    theme: Theme = "light",
    orders: WithOrders = True,
    width: Width = png.WIDTH,
) -> HttpResponse:
    """The map of a phase, with its orders once everyone may read them. Drawing is limited."""
    document = _document(request, slug, code, theme=theme, orders=orders)
    drawn = min(png.WIDTHS, key=lambda each: abs(each - width))
    name = pictures.content_name(document, drawn)
    picture = pictures.cached_png(name)
    if picture is None:
        if rate_limits.exceeds_map_limit(request):
            raise limits.too_many_forms(request, "pictures")
        picture = _draw(name, document, drawn)
    answer = HttpResponse(picture, content_type=PNG)
    answer.headers["ETag"] = quote_etag(name)
    return answer


def _draw(name: str, document: str, width: int) -> bytes:
    try:
        return pictures.draw_png(name, document, width)
    except pictures.TooBusyError:
        text = _("This couldn’t be done just now. Try again.")
        headers = {"Retry-After": str(pictures.WAIT)}
        raise Problem(503, "failed", text, headers=headers) from None
