"""Views of the terms of use: everyone reads them, and signed-in people accept them."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits
from accounts.requests import SignedInRequest
from accounts.terms import acceptance


@require_safe
def read_terms(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/terms.html", _context())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def accept_terms(request: SignedInRequest) -> HttpResponse:
    """Ask for the acceptance of the terms, then go on to where the reader wanted to go."""
    context = _context()
    next_path = _next_path(request)
    if request.method == "POST" and request.POST.get("version") == settings.TERMS_VERSION:
        acceptance.accept(request.user)
        return redirect(next_path)
    if not acceptance.must_accept(request.user):
        return redirect(next_path)
    if request.method == "POST":
        messages.error(request, _("The terms have just changed. Read them again."))
    context |= {
        "next": next_path,
        "version": settings.TERMS_VERSION,
        "changed": request.user.terms_accepted_at,
    }
    return render(request, "accounts/accept_terms.html", context)


def _context() -> dict[str, object]:
    if not settings.TERMS:
        raise Http404
    html, language = acceptance.text_for_reader()
    return {"html": html, "language_of_terms": language}


def _next_path(request: HttpRequest) -> str:
    """Return the address from which the reader was sent here, or the front page."""
    path = request.POST.get("next") or request.GET.get("next") or "/"
    hosts = {request.get_host()}
    secure = request.is_secure()
    safe = url_has_allowed_host_and_scheme(path, allowed_hosts=hosts, require_https=secure)
    return path if safe else "/"
