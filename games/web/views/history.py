"""Past phases of a game: orders and results, the position afterwards, and the public log."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ... import access
from ...polling import states
from ...press import unread
from ...wording import events
from ..pages import history, log


@require_safe
def phase_results(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    found = access.game_or_404(request.user, slug)
    shown = access.phase_or_404(found, code)
    if shown.is_open:
        return redirect(found)
    return render(request, "games/history/phase.html", history.phase_page(request.user, shown))


@require_safe
def superseded_phase(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """A phase as it was before a roll-back or a correction superseded it."""
    found = access.game_or_404(request.user, slug)
    shown = access.superseded_or_404(found, code, number)
    return render(request, "games/history/phase.html", history.superseded_page(request.user, shown))


@require_safe
def position_after(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The position after a phase, which is that of the next phase, without its orders."""
    found = access.game_or_404(request.user, slug)
    shown = access.phase_or_404(found, code)
    if not access.may_read_orders(shown):
        return redirect(found)
    context = history.position_after_page(request.user, shown)
    return render(request, "games/history/phase.html", context)


PAGE = 50


@require_safe
def game_log(request: HttpRequest, slug: str) -> HttpResponse:
    """The public log of a game, newest first."""
    game = access.game_or_404(request.user, slug)
    state = states.page_state(access.Role(request.user, game))
    page = Paginator(events.public_events(game), PAGE).get_page(request.GET.get("page"))
    names_open = access.sees_names(request.user, game)
    context = {
        "game": game,
        "state": state,
        "page": page,
        "days": log.by_day(game, list(page), names_open=names_open),
        "unread": unread.unread_in(request.user, game) if game.has_begun else 0,
    }
    return render(request, "games/history/log.html", context)
