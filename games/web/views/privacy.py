"""The page that says what the site keeps about people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..pages.privacy import privacy_page


@require_safe
def read_privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "games/privacy/privacy.html", privacy_page(request))
