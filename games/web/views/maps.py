"""The map of a phase as a picture: for a closer look, for forums and for feeds.

An unknown option in the URL is never an error: the nearest possible picture is sent.
"""

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from accounts import rate_limits, reader

from ... import access
from ...board import Theme, pictures, png, small_map_urls
from ...models import Game, Phase
from ...state import variants

FRESH = 600  # seconds for which a shared cache may keep a public picture
SVG = "image/svg+xml; charset=utf-8"
SENT = (200, 304)  # a refusal is for nobody's cache
FOR_GOOD = 365 * 24 * 60 * 60  # seconds for which one may keep a picture that never changes


@require_safe
def map_svg(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    shown = _visible_phase(request, slug, code)
    document = _draw_map(request, shown)
    name = pictures.content_name(document)
    answer = get_conditional_response(request, etag=f'"{name}"')
    if answer is None:
        answer = HttpResponse(document, content_type=SVG)
    answer.headers["ETag"] = f'"{name}"'
    return _with_headers(request, answer, shown, "svg")


@require_safe
def map_png(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    return _png_response(request, _visible_phase(request, slug, code))


@require_safe
def shared_map_png(request: HttpRequest, slug: str, code: str, key: str) -> HttpResponse:
    """The picture for anyone who has the secret URL, even without access to the game."""
    return _png_response(request, access.mapped_phase_or_404(slug, code, key))


@require_safe
def opening_png(request: HttpRequest, setup: str) -> HttpResponse:
    """The opening position of a set-up: for previews of links to lobbies.

    Strangers have no rate limit for the usual width: these few pictures are drawn once and cached,
    and a chat program asks for the previews of all its users from few addresses.
    """
    if setup not in variants.offered_setups():
        raise Http404
    is_preview = not request.user.is_authenticated and "width" not in request.GET
    answer = _png(request, pictures.opening_document(setup), is_limited=not is_preview)
    if answer.status_code not in SENT:
        return answer
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if not request.user.is_authenticated:  # else it is in the reader's language
        answer.headers["Cache-Control"] = f"public, max-age={FRESH}"
    return answer


@require_safe
def small_map(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The position of a phase for a list: without orders, and the same for everyone who sees it."""
    game = access.game_or_404(request.user, slug)
    phase = access.numbered_phase_or_404(game, number)
    document = pictures.small_document(phase, theme=wanted_theme(request))
    if game.visibility == Game.Visibility.PRIVATE:  # not kept after the reader has signed out
        return HttpResponse(document, content_type=SVG)
    return _small_response(request, document, game.setup)


@require_safe
def small_start_map(request: HttpRequest, setup: str) -> HttpResponse:
    """The start position of a set-up, for a game that has not begun."""
    try:
        document = pictures.small_start(setup, theme=wanted_theme(request))
    except KeyError as error:
        raise Http404 from error
    return _small_response(request, document, setup)


def _small_response(request: HttpRequest, document: str, setup: str) -> HttpResponse:
    """A small map. The position of a phase never changes, so that browsers need not ask again.

    How it is drawn may change. The address names the version in its question, and an older address
    gets the new picture, which is kept for a short time.
    """
    answer = HttpResponse(document, content_type=SVG)
    current = small_map_urls.is_current(setup, request.GET.get("v", ""))
    kept = f"max-age={FOR_GOOD}, immutable" if current else f"max-age={FRESH}"
    whose = "private" if request.user.is_authenticated else "public"
    answer.headers["Cache-Control"] = f"{whose}, {kept}"
    return answer


def width_of(wanted: str) -> int:
    """Return the offered width nearest to `wanted`: with few widths the cache can serve most."""
    if not wanted.isdecimal():
        return png.WIDTH
    return min(png.WIDTHS, key=lambda width: abs(width - int(wanted[:6])))


def wanted_theme(request: HttpRequest) -> Theme:
    """The colours that an address asks for."""
    themes: dict[str, Theme] = {"dark": "dark", "contrast": "contrast"}
    return themes.get(request.GET.get("theme", ""), "light")


def wants_patterns(request: HttpRequest) -> bool:
    """Whether an address asks for hatched lands; without the option, whether the reader does."""
    usual = "yes" if reader.wants_patterns() else "no"
    return request.GET.get("patterns", usual) == "yes"


def _png_response(request: HttpRequest, shown: Phase) -> HttpResponse:
    answer = _png(request, _draw_map(request, shown))
    return _with_headers(request, answer, shown, "png") if answer.status_code in SENT else answer


def _png(request: HttpRequest, document: str, *, is_limited: bool = True) -> HttpResponse:
    """The PNG of a document, with its ETag; a refusal if too many are drawn."""
    width = width_of(request.GET.get("width", ""))
    name = pictures.content_name(document, width)
    answer = get_conditional_response(request, etag=f'"{name}"')
    if answer is None:
        picture = pictures.cached_png(name)
        if picture is None:
            if is_limited and rate_limits.exceeds_map_limit(request):
                return refuse_picture(request)
            try:
                picture = pictures.draw_png(name, document, width)
            except pictures.TooBusyError:
                return HttpResponse(status=503, headers={"Retry-After": str(pictures.WAIT)})
        answer = HttpResponse(picture, content_type="image/png")
    answer.headers["ETag"] = f'"{name}"'
    return answer


def refuse_picture(request: HttpRequest) -> HttpResponse:
    """The answer to somebody who has had too many pictures drawn."""
    refusal: HttpResponse = ratelimit.respond_429(request)
    return refusal


def _visible_phase(request: HttpRequest, slug: str, code: str) -> Phase:
    return access.phase_or_404(access.game_or_404(request.user, slug), code)


def _draw_map(request: HttpRequest, shown: Phase) -> str:
    """Draw the map of a phase with the options in `request`."""
    return pictures.document_for_all(
        shown,
        theme=wanted_theme(request),
        pattern_fills=wants_patterns(request),
        with_orders=request.GET.get("orders") != "no",
    )


def _with_headers(
    request: HttpRequest, answer: HttpResponse, shown: Phase, kind: str
) -> HttpResponse:
    answer.headers["Content-Disposition"] = (
        f'inline; filename="{shown.game.slug}-{shown.code}.{kind}"'
    )
    # A picture for a signed-in reader is in their language: only their browser may keep it.
    public = shown.game.visibility == Game.Visibility.PUBLIC and not shown.is_open
    if kind == "png":  # forums show it, where the reader may see it without signing in
        answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if public and not request.user.is_authenticated:
        answer.headers["Cache-Control"] = f"public, max-age={FRESH}"
    return answer
