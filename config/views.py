from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from . import health
from .metrics import may_read, page


@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Say that this process serves pages; it asks neither the database nor the broker."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Say whether all that pages need is there, in one word each; 503 if something is not."""
    words = health.readiness()
    return JsonResponse(words, status=200 if set(words.values()) == {"ok"} else 503)


@never_cache
@require_safe
def latez(_request: HttpRequest) -> HttpResponse:
    """Say how late the oldest due phase is; 503 if that is too late, or nobody knows."""
    try:
        found = health.lateness()
    except DatabaseError:
        return JsonResponse({"late_seconds": None, "due": None}, status=503)
    late = found["late_seconds"] > settings.LATE_SECONDS
    return JsonResponse(found, status=503 if late else 200)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell whoever has the operator's token what was counted; without one nobody is told."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not may_read(request):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(page(), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def nothing(_request: HttpRequest, **_named: str) -> HttpResponse:
    raise Http404
