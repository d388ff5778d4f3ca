"""The help: its contents, its pages, and a search through them. Open to strangers."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..pages import help_pages as pages


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """The contents or, with words to search for, the sections that have them."""
    context = pages.index_page(request.GET.get("q", ""))
    return render(request, "games/help/index.html", context)


@require_safe
def help_page(request: HttpRequest, page: str) -> HttpResponse:
    try:
        context = pages.text_page(page)
    except KeyError:
        raise Http404 from None
    return render(request, "games/help/page.html", context)
