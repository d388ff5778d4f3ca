"""The public log of a game."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .. import access
from ..press import sending
from ..telling import chronicle

PAGE = 50


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """What happened, newest first, for all who see the game."""
    game = access.game_or_404(request.user, slug)
    page = Paginator(chronicle.public(game), PAGE).get_page(request.GET.get("page"))
    names_open = access.sees_names(request.user, game)
    context = {
        "game": game,
        "page": page,
        "days": chronicle.by_day(game, list(page), names_open=names_open),
        "unread": sending.unread_in(request.user, game) if game.has_begun else 0,
    }
    return render(request, "games/log.html", context)
