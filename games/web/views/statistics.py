"""The statistics of a game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ... import access
from ..pages import statistics
from ..pages.shared_parts import SharedParts


@require_safe
def game_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Centers and units over the years, and what each power did; a lobby has none."""
    game = access.game_or_404(request.user, slug)
    if not game.has_begun:
        return redirect(game)
    parts = SharedParts(game)
    context = statistics.statistics_page(request.user, game, parts)
    answer = render(request, "games/statistics/statistics.html", context)
    parts.keep()
    return answer
