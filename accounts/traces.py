"""From which browser and which network people come, so that whoever runs the site sees where two
players of a game share one.

Neither is stored: a mark is a keyed hash (HMAC) that the database alone cannot be asked about, and
it is forgotten `KEPT` after the last visit. A network is coarse on purpose, the /24 of IPv4 and the
/48 of IPv6: an address would name a household, and one household is given another address of the
same network over and over, while strangers seldom sit at one table and in one of these.
"""

import datetime as dt
import ipaddress
import re
import secrets
from collections.abc import Callable, Mapping
from functools import wraps

import structlog
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Trace, User

COOKIE = "browser"
KEPT = dt.timedelta(days=90)
FRESH = dt.timedelta(hours=1)  # for so long nothing new is written
PREFIXES = {4: 24, 6: 48}

log = structlog.get_logger(__name__)


def noted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Note from where forms come that `view` takes."""

    @wraps(view)
    def noting(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        taken = request.method == "POST" and answer.status_code < 400
        if taken and isinstance(request.user, User):
            leave(request, request.user, answer)
        return answer

    return noting


def leave(request: HttpRequest, person: User, answer: HttpResponse) -> None:
    """Note from where `person` sends `request`; `answer` brings the browser its cookie.

    Whatever was done stays done if this cannot be stored.
    """
    token = request.COOKIES.get(COOKIE, "")
    if not re.fullmatch("[0-9a-f]{32}", token):
        token = secrets.token_hex(16)
    answer.set_cookie(
        COOKIE,
        token,
        max_age=KEPT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    places = {Trace.Kind.BROWSER: token, Trace.Kind.NETWORK: network(request)}
    marks = {mark(kind, place): kind for kind, place in places.items() if place}
    try:
        _store(person, marks)
    except DatabaseError as error:
        log.warning("trace_not_stored", error=type(error).__name__)


def mark(kind: Trace.Kind, place: str) -> str:
    """64 hexadecimal digits."""
    return salted_hmac(f"accounts.traces.{kind}", place, algorithm="sha256").hexdigest()


def network(request: HttpRequest) -> str:
    """The network of the visitor's address, as the limits know it; empty if there is none."""
    try:
        address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return ""
    return str(ipaddress.ip_network((address, PREFIXES[address.version]), strict=False))


def _store(person: User, marks: Mapping[str, Trace.Kind]) -> None:
    now = timezone.now()
    known = Trace.objects.filter(person=person, mark__in=marks, last_at__gt=now - FRESH)
    fresh = set(known.values_list("mark", flat=True))
    rows = [
        Trace(person=person, kind=kind, mark=mark, first_at=now, last_at=now)
        for mark, kind in marks.items()
        if mark not in fresh
    ]
    if rows:
        Trace.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["person", "kind", "mark"],
            update_fields=["last_at"],
        )


def forget() -> None:
    """Delete what is older than `KEPT`."""
    Trace.objects.filter(last_at__lt=timezone.now() - KEPT).delete()
