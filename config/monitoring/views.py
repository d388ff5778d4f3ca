"""Views for machines: health, lateness and metrics."""

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from . import health
from .metrics import export, has_valid_token


@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer that this process runs, without asking the database or the broker."""
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Return the state of everything that pages need; 503 if something is not “ok”."""
    states = health.readiness()
    return JsonResponse(states, status=200 if set(states.values()) == {"ok"} else 503)


@never_cache
@require_safe
def latez(_request: HttpRequest) -> HttpResponse:
    """Return how late the oldest due phase is; 503 if that is too late or unknown."""
    try:
        found = health.lateness()
    except DatabaseError:
        return JsonResponse({"late_seconds": None, "due": None}, status=503)
    late = found["late_seconds"] > settings.LATE_SECONDS
    return JsonResponse(found, status=503 if late else 200)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics to requests with METRICS_TOKEN; 404 if no token is set."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not has_valid_token(request):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(export(), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def not_found(_request: HttpRequest, **_arguments: str) -> HttpResponse:
    raise Http404
