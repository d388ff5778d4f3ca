"""Traces of browsers and networks, which show administrators that two players share one.

A known browser is also exempt from the limit on wrong passwords that others send.

Only a keyed hash (HMAC) of each is stored: it cannot be reversed with the database alone. A trace
is deleted `RETENTION` after the last visit. A network is the /24 of an IPv4 address or the /48 of
an IPv6 address. It is coarse on purpose: an address would identify a household, and providers often
give a household another address of the same network. Strangers who play the same game seldom share
such a network.
"""

import datetime as dt
import ipaddress
import re
import secrets
from collections.abc import Mapping

import structlog
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts import clock
from accounts.models import Trace, User

TOKEN = re.compile("[0-9a-f]{32}")  # values of the cookie
RETENTION = dt.timedelta(days=90)
UPDATE_INTERVAL = dt.timedelta(hours=1)  # a trace is written at most this often
PREFIXES = {4: 24, 6: 48}

log = structlog.get_logger(__name__)


def record(request: HttpRequest, person: User, answer: HttpResponse) -> None:
    """Store the browser and network of `request` for `person`, and set the browser's cookie.

    A database error is logged only: it must not undo what the person has done.
    """
    token = request.COOKIES.get(settings.BROWSER_COOKIE_NAME, "")
    if not TOKEN.fullmatch(token):
        token = secrets.token_hex(16)
    answer.set_cookie(
        settings.BROWSER_COOKIE_NAME,
        token,
        max_age=RETENTION,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    _note(person, {Trace.Kind.BROWSER: token, Trace.Kind.NETWORK: client_network(request)})


def record_network(request: HttpRequest, person: User) -> None:
    """Store the network alone, for what a program of `person` does: it keeps no cookie."""
    _note(person, {Trace.Kind.NETWORK: client_network(request)})


def _note(person: User, values: Mapping[Trace.Kind, str]) -> None:
    marks = {keyed_hash(kind, value): kind for kind, value in values.items() if value}
    noted = {f"{person.pk}:{mark}": True for mark in marks}
    if caches["traces"].get_many(noted) == noted:
        return
    try:
        _store(person, marks)
    except DatabaseError as error:
        log.warning("trace_not_stored", error=type(error).__name__)
    else:
        caches["traces"].set_many(noted, UPDATE_INTERVAL.total_seconds())


def known_browser(request: HttpRequest, *, email: str) -> str | None:
    """Return the mark of the request's browser if the account with this address has used it.

    None if it has not signed in there within `RETENTION`.
    """
    token = request.COOKIES.get(settings.BROWSER_COOKIE_NAME, "")
    if not TOKEN.fullmatch(token):
        return None
    mark = keyed_hash(Trace.Kind.BROWSER, token)
    since = clock.now() - RETENTION
    used = Trace.objects.filter(person__email=email.lower(), mark=mark, last_at__gt=since)
    return mark if used.exists() else None


def keyed_hash(kind: Trace.Kind, value: str) -> str:
    """Return the `mark` of a cookie's token or a network: 64 hexadecimal digits."""
    return salted_hmac(f"accounts.device_traces.{kind}", value, algorithm="sha256").hexdigest()


def client_network(request: HttpRequest) -> str:
    """Return the network of the client's address, or "" without one (see `get_client_ip`)."""
    try:
        address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return ""
    return str(ipaddress.ip_network((address, PREFIXES[address.version]), strict=False))


def _store(person: User, marks: Mapping[str, Trace.Kind]) -> None:
    now = clock.now()
    known = Trace.objects.filter(person=person, mark__in=marks, last_at__gt=now - UPDATE_INTERVAL)
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


def delete_expired() -> None:
    """Delete traces older than `RETENTION`."""
    Trace.objects.filter(last_at__lt=clock.now() - RETENTION).delete()
