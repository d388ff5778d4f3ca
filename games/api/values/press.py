"""Threads and messages → values of the API, as the reader may see them."""

import re
from collections.abc import Iterable, Sequence

from django.db.models import Max, Prefetch

from ... import access
from ...models import Message, Seat, Thread
from ...press import locations, report_threads
from ...press.locations import ThreadLocation
from ...wording.signatures import signature
from ..problems import not_found
from ..schemas import press as schemas

PUBLIC, MASTER, TOPIC = "public", "master", "topic"
_POWERS = re.compile(r"[A-Z]{1,20}(?:\.[A-Z]{1,20})*")
_KEY = re.compile(r"[0-9a-f]{32}")


def location_of(role: access.Role, name: str) -> ThreadLocation:
    """The location of a thread, which may have no message yet; 404 if the reader may not see it."""
    kind, _point, rest = name.partition(".")
    if name == PUBLIC:
        return locations.untitled_location(role.game, [])
    if name == MASTER:
        return locations.masters_location(role.game, access.masters_thread_or_404(role, None))
    if kind == MASTER and _POWERS.fullmatch(rest):
        seats = access.masters_thread_or_404(role, rest)
        return locations.masters_location(role.game, seats)
    if kind == TOPIC and _KEY.fullmatch(rest):
        return locations.titled_location_or_404(role.viewer, role.game, rest)
    if _POWERS.fullmatch(name):
        return locations.untitled_location(role.game, access.circle_or_404(role, name.split(".")))
    raise not_found()


def thread_name(thread: Thread, seats: Sequence[Seat]) -> str:
    """The name of a thread in addresses of the API."""
    if thread.key is not None:
        return f"{TOPIC}.{thread.key}"
    if thread.with_masters:
        return ".".join([MASTER, *(seat.power for seat in seats)])
    return ".".join(seat.power for seat in seats) or PUBLIC


def location_name(location: ThreadLocation) -> str:
    """The name of a location; its thread may have no message yet."""
    if location.thread is not None:
        return thread_name(location.thread, location.circle)
    parts = [seat.power for seat in location.circle]
    return ".".join([MASTER, *parts] if location.with_masters else parts) or PUBLIC


def thread_values(role: access.Role) -> list[schemas.Thread]:
    """The threads in which the reader may read a message, the newest first."""
    readable = access.messages(role.viewer, [role.game]).order_by()
    newest = dict(readable.values("thread").annotate(at=Max("sent_at")).values_list("thread", "at"))
    seats = Prefetch("seats", Seat.objects.order_by("place"))
    rows = Thread.objects.filter(pk__in=newest).select_related("phase").prefetch_related(seats)
    found = []
    for thread in rows:
        if thread.phase is not None:
            thread.phase.game = role.game
        circle = list(thread.seats.all())
        title = report_threads.report_title(thread.phase) if thread.phase else thread.title
        found.append(
            schemas.Thread(
                id=thread_name(thread, circle),
                title=title,
                powers=[seat.power for seat in circle],
                with_masters=thread.with_masters,
                newest_at=newest[thread.pk],
            )
        )
    return sorted(found, key=lambda each: (each.newest_at, each.id), reverse=True)


def message_values(role: access.Role, rows: Iterable[Message]) -> list[schemas.Message]:
    """Messages that the reader may read; their seats and people must be loaded."""
    names_open = role.sees_names
    found = []
    for row in rows:
        signed = signature(role.viewer, row, names_open=names_open)
        found.append(
            schemas.Message(
                key=row.key,
                power=signed.power,
                by_master=row.seat_id is None,
                author=signed.name,
                mine=signed.mine,
                unsigned=row.unsigned,
                hidden=row.hidden_at is not None,
                sent_at=row.sent_at,
                text=row.text,
            )
        )
    return found
