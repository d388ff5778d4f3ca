"""The replay of a game, and its animation."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_POST, require_safe

from accounts import rate_limits

from ... import access
from ...board import animation, animations
from ...models import Game
from ..pages import history, replay
from ..pages.shared_parts import SharedParts
from .maps import FRESH


@require_safe
def game_replay(request: HttpRequest, slug: str, code: str = "") -> HttpResponse:
    """The replay from its beginning, or at a phase; without a resolved phase there is none."""
    game = access.game_or_404(request.user, slug)
    wanted = access.phase_or_404(game, code) if code else None
    parts = SharedParts(game)
    known = history.all_phases(game)
    rows = replay.replayed_phases(known)
    shown = next((row for row in rows if wanted is None or row.pk == wanted.pk), None)
    if shown is None:
        return redirect(game)
    context = replay.replay_page(request.user, known, shown, parts)
    answer = render(request, "games/history/replay.html", context)
    parts.keep()
    return answer


@login_required
@require_POST
@rate_limits.limited("animations")
def make_animation(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the animation of a finished game drawn, unless it is there or on its way."""
    game = access.game_or_404(request.user, slug)
    if not animations.can_have_one(game, animations.shown_phases(game)):
        raise Http404
    animations.ask(game)
    return redirect(f"{reverse('games:replay', args=[game.slug])}#animation")


@require_safe
def animation_webp(request: HttpRequest, slug: str) -> HttpResponse:
    """The animation of a finished game, the same for all who see the game."""
    game = access.game_or_404(request.user, slug)
    made = animations.content_of(game)
    if made is None or made.content is None:
        raise Http404
    etag = animations.etag_of(made)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(bytes(made.content), content_type=animation.TYPE)
    answer.headers["ETag"] = etag
    answer.headers["Content-Disposition"] = f'inline; filename="{game.slug}.webp"'
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # forums show it
    if game.visibility == Game.Visibility.PUBLIC and not request.user.is_authenticated:
        answer.headers["Cache-Control"] = f"public, max-age={FRESH}"
    return answer
