"""Addresses below /.well-known/ at which programs look for things of every site."""

import datetime as dt

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

# RFC 9116 wants less than a year. An answer that somebody kept must not be believed for ever.
VALID = dt.timedelta(days=180)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say where to report security holes (RFC 9116), if the operator has set an address."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = timezone.now().astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    fields = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": f"{expires + VALID:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages": settings.LANGUAGE_CODE,
        "Canonical": f"{settings.SITE_URL}{request.path}",
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "public, no-cache"
    answer.same_for_everyone = True  # type: ignore[attr-defined]  # read by config.http.middleware
    return answer


@require_safe
def change_password(_request: HttpRequest) -> HttpResponse:
    """Lead password managers to the page on which a password is changed."""
    return redirect("account_change_password")
