from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache


@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Say that this process serves pages; it asks neither the database nor the broker."""
    return HttpResponse("ok", content_type="text/plain")
