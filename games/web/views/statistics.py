"""The statistics of a game and of the site, and the explorer of openings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ... import access
from ..forms.site_statistics import SelectionForm
from ..pages import site_statistics as site_pages
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


@require_safe
def site_statistics(request: HttpRequest) -> HttpResponse:
    """Results by power and lengths of the games that the address selects."""
    form = _selected(request)
    return render(request, "games/statistics/site.html", site_pages.site_page(form))


@require_safe
def openings(request: HttpRequest, power: str) -> HttpResponse:
    """The openings of a power; one of them on the board, with what followed."""
    orders = request.GET.get("orders", "")
    fall = request.GET.get("fall", "")
    context = site_pages.openings_page(_selected(request), power, orders, fall)
    if context is None:
        raise Http404
    return render(request, "games/statistics/openings.html", context)


def _selected(request: HttpRequest) -> SelectionForm:
    form = SelectionForm(request.GET)
    if not form.is_valid():
        raise Http404
    return form
