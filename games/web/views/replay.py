"""The replay of a game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ... import access
from ..pages import replay
from ..pages.shared_parts import SharedParts


@require_safe
def game_replay(request: HttpRequest, slug: str, code: str = "") -> HttpResponse:
    """The replay from its beginning, or at a phase; without a resolved phase there is none."""
    game = access.game_or_404(request.user, slug)
    rows = replay.replayed_phases(game)
    wanted = access.phase_or_404(game, code) if code else None
    shown = next((row for row in rows if wanted is None or row.pk == wanted.pk), None)
    if shown is None:
        return redirect(game)
    parts = SharedParts(game)
    context = replay.replay_page(request.user, rows, shown, parts)
    answer = render(request, "games/history/replay.html", context)
    parts.keep()
    return answer
