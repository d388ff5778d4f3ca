"""The page on which people see where they are signed in, and end sessions."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.models import Session
from accounts.requests import SignedInRequest
from accounts.sessions import open_sessions


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def sessions_page(request: SignedInRequest) -> HttpResponse:
    """List the person's sessions. POST ends one of them or all others, without a password.

    Whoever has a browser of theirs left open somewhere must be able to end it quickly.
    """
    own = request.session.session_key or ""
    if request.method == "POST":
        return _end_sessions(request, own)
    found = open_sessions.of_person(request.user)
    context = {
        "sessions": sorted(found, key=lambda each: each.session_key != own),  # this browser first
        "own": own,
        "idle_days": settings.SESSION_IDLE_LIMIT.days,
        "days": settings.SESSION_LIMIT.days,
    }
    return render(request, "accounts/sessions.html", context)


def _end_sessions(request: SignedInRequest, own: str) -> HttpResponse:
    handle = request.POST.get("session", "")
    if not handle:
        open_sessions.end_all(request.user, but=own)
        messages.success(request, _("All other sessions have ended."))
    elif handle == Session(session_key=own).handle:
        logout(request)
        return redirect("/")
    elif open_sessions.end(request.user, handle):
        messages.success(request, _("The session has ended."))
    else:
        messages.info(request, _("That session had already ended."))
    return redirect("accounts:sessions")
