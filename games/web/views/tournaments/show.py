"""Pages of tournaments that everyone sees: the list, a tournament, a round, the standings."""

import csv

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from .... import access
from ....models import Round
from ...pages import tournaments as pages


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments, those that go on first."""
    return render(request, "games/tournaments/list.html", pages.list_page(request.GET.get("page")))


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament: what was agreed, who is in it, its rounds and standings."""
    context = pages.tournament_page(request.user, access.tournament_or_404(slug))
    return render(request, "games/tournaments/tournament.html", context)


@require_safe
def tournament_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a round."""
    found = Round.objects.select_related("tournament__pattern")
    row = get_object_or_404(found, tournament__slug=slug, number=number)
    return render(request, "games/tournaments/round.html", pages.round_page(row))


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings as a file for a spreadsheet."""
    found = access.tournament_or_404(slug)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{found.slug}.csv"'
    csv.writer(answer).writerows(pages.csv_rows(found))
    return answer
