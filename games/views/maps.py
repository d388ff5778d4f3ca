"""The map of a phase as a picture of its own: for a closer look, for forums and for feeds.

Addresses never fail for what they ask: a picture shows best what it can of it.
"""

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from accounts import limits, patterns

from .. import access
from ..board import png as drawing
from ..models import Game, Phase
from ..pages import pictures

FRESH = 600  # seconds for which a network between may keep what everybody may see


@require_safe
def svg(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    shown = _seen(request, slug, code)
    document = _drawn(request, shown)
    name = pictures.name(document)
    answer = get_conditional_response(request, etag=f'"{name}"')
    if answer is None:
        answer = HttpResponse(document, content_type="image/svg+xml")
    return _labelled(request, answer, shown, name, "svg")


@require_safe
def png(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    return _png(request, _seen(request, slug, code))


@require_safe
def shared_png(request: HttpRequest, slug: str, code: str, key: str) -> HttpResponse:
    """For whoever has the address, of games too that they do not see."""
    return _png(request, access.mapped_phase_or_404(slug, code, key))


def _png(request: HttpRequest, shown: Phase) -> HttpResponse:
    document = _drawn(request, shown)
    width = _width(request.GET.get("width", ""))
    name = pictures.name(document, width)
    answer = get_conditional_response(request, etag=f'"{name}"')
    if answer is None:
        picture = pictures.kept(name)
        if picture is None:
            if limits.drawn_too_many(request):
                refusal: HttpResponse = ratelimit.respond_429(request)
                return refusal
            try:
                picture = pictures.print_png(name, document, width)
            except pictures.Busy:
                return HttpResponse(status=503, headers={"Retry-After": str(pictures.WAIT)})
        answer = HttpResponse(picture, content_type="image/png")
    return _labelled(request, answer, shown, name, "png")


def _seen(request: HttpRequest, slug: str, code: str) -> Phase:
    return access.phase_or_404(access.game_or_404(request.user, slug), code)


def _drawn(request: HttpRequest, shown: Phase) -> str:
    """The map of a phase with what `request` wants of it.

    Never an open phase's orders, not even one's own: browsers and networks keep pictures.
    """
    given = shown.orders.select_related("seat") if access.may_read_orders(shown) else []
    wish = request.GET.get
    hatched = wish("patterns", "yes" if patterns.wanted() else "no") == "yes"
    return pictures.document(
        shown,
        () if wish("orders") == "no" else given,
        dark=wish("theme") == "dark",
        pattern_fills=hatched,
    )


def _width(wanted: str) -> int:
    """The width nearest to what is wanted: few, so that what was drawn once serves again."""
    if not wanted.isdecimal():
        return drawing.WIDTH
    return min(drawing.WIDTHS, key=lambda width: abs(width - int(wanted[:6])))


def _labelled(
    request: HttpRequest, answer: HttpResponse, shown: Phase, name: str, kind: str
) -> HttpResponse:
    answer.headers["ETag"] = f'"{name}"'
    answer.headers["Content-Disposition"] = (
        f'inline; filename="{shown.game.slug}-{shown.code}.{kind}"'
    )
    # Whoever has signed in gets the picture in their own words: that is for their browser alone.
    public = shown.game.visibility == Game.Visibility.PUBLIC and not shown.is_open
    if public and not request.user.is_authenticated:
        answer.headers["Cache-Control"] = f"public, max-age={FRESH}"
    return answer
