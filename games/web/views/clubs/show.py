"""The list of clubs, and the page of one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .... import access
from ...pages import clubs as pages


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    context = pages.list_page(request.user, request.GET)
    return render(request, "games/clubs/list.html", context)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The words, members, games and ratings of a club."""
    found = access.club_or_404(request.user, slug)
    return render(request, "games/clubs/club.html", pages.club_page(request, found))
