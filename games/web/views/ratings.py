"""The lists of ratings, and the games that made a person's ratings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ... import access
from ..pages import ratings


@require_safe
def rating_list(request: HttpRequest) -> HttpResponse:
    """People by their ratings, in the list that the address names."""
    context = ratings.list_page(request.user, request.GET)
    return render(request, "games/ratings/list.html", context)


@require_safe
def person_ratings(request: HttpRequest, person: int) -> HttpResponse:
    """A person's ratings, with the games that changed them."""
    found = access.rated_person_or_404(request.user, person)
    context = ratings.person_page(request.user, found, request.GET)
    return render(request, "games/ratings/person.html", context)
