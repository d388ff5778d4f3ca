"""Threads and messages → values of the API, as the reader may see them."""

import re
from collections.abc import Iterable, Sequence

from django.db.models import Max, Prefetch
from django.utils.translation import gettext as _

from ... import access, wording
from ...models import Draft, Message, Phase, Seat, Thread
from ...press import drafts, locations, report_threads, unread
from ...press.locations import ThreadLocation
from ...wording.signatures import signature
from .. import wrong_values
from ..problems import Problem, not_found
from ..schemas import press as schemas

PUBLIC, MASTER, TOPIC, REPORT = "public", "master", "topic", "report"
SUPERSEDED = Phase.Status.SUPERSEDED
_POWERS = re.compile(r"[A-Z]{1,20}(?:\.[A-Z]{1,20})*")
_CODE = re.compile(r"[A-Z][0-9]{4}[A-Z]")
_KEY = re.compile(r"[0-9a-f]{32}")


def location_of(role: access.Role, name: str) -> ThreadLocation:
    """The location of a thread, which may have no message yet; 404 if the reader may not see it."""
    kind, _point, rest = name.partition(".")
    if name == PUBLIC:
        return locations.untitled_location(role.game, [])
    if name == MASTER:
        return locations.masters_location(role.game, access.masters_thread_or_404(role, None))
    if kind == MASTER and _POWERS.fullmatch(rest.upper()):
        seats = access.masters_thread_or_404(role, rest.upper())
        return locations.masters_location(role.game, seats)
    if kind == TOPIC and _KEY.fullmatch(rest):
        return locations.titled_location_or_404(role.viewer, role.game, rest)
    if kind == REPORT and _CODE.fullmatch(rest.upper()):
        return _report_location(role, rest.upper())
    if _POWERS.fullmatch(name.upper()):
        powers = name.upper().split(".")
        _must_be_played(role, powers)
        return locations.untitled_location(role.game, access.circle_or_404(role, powers))
    raise not_found()


def _must_be_played(role: access.Role, powers: Sequence[str]) -> None:
    """Raise `Problem` for powers that the game lacks; everyone may know those that it has."""
    known = role.game.seats.playable().order_by("place").values_list("power", flat=True)
    unknown = [power for power in powers if power not in known]
    if unknown:
        text = _("This game has no power “%(power)s”.") % {"power": wording.truncated(unknown[0])}
        raise Problem(404, "not_found", f"{text} {wrong_values.possible(known)}")


def _report_location(role: access.Role, code: str) -> ThreadLocation:
    """The location of the thread about the report of a resolved phase."""
    phase = access.phase_or_404(role.game, code)
    phase.game = role.game
    if not access.may_read_orders(phase):
        raise not_found()
    return locations.report_location(role.viewer, phase)


def must_take_title(location: ThreadLocation) -> None:
    """Raise `Problem` for a thread whose readers cannot begin another one with a title there."""
    thread = location.thread
    if location.with_masters or location.is_notebook or (thread and thread.title):
        text = _("No thread with a title can begin here.")
        raise Problem(422, "wrong_field", text, field="title")


def must_be_key(text: str) -> None:
    """Raise 404 for a text that is the key of no message; one with a NUL reaches no database."""
    if not _KEY.fullmatch(text):
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
    if location.phase is not None:
        return f"{REPORT}.{location.phase.code}"
    parts = [seat.power for seat in location.circle]
    return ".".join([MASTER, *parts] if location.with_masters else parts) or PUBLIC


def thread_values(role: access.Role) -> list[schemas.Thread]:
    """The threads in which the reader may read a message, the newest first."""
    readable = access.messages(role.viewer, [role.game]).order_by()
    newest = dict(readable.values("thread").annotate(at=Max("sent_at")).values_list("thread", "at"))
    seats = Prefetch("seats", Seat.objects.order_by("place"))
    rows = Thread.objects.filter(pk__in=newest).select_related("phase").prefetch_related(seats)
    new = unread.unread_by_thread(role)
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
                unread=new.get(thread.pk, 0),
            )
        )
    return sorted(found, key=lambda each: (each.newest_at, each.id), reverse=True)


def draft_values(role: access.Role) -> list[schemas.Draft]:
    """The reader's drafts in a game, the newest first."""
    seats = list(role.game.seats.order_by("place"))
    found = []
    for name, draft in drafts.by_location(role).items():
        location = locations.named_location(role.game, seats, name)
        # A phase that was rolled back has no address here.
        if location is None or (location.phase and location.phase.status == SUPERSEDED):
            continue
        found.append(draft_value(draft, location))
    return found


def draft_value(draft: Draft, location: ThreadLocation) -> schemas.Draft:
    return schemas.Draft(
        thread=location_name(location),
        title=draft.title if location.to_be_titled else None,
        sender=draft.seat.power if draft.seat else MASTER,
        text=draft.text,
        unsigned=draft.unsigned,
        version=draft.version,
        saved_at=draft.saved_at,
    )


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
                muted=bool(getattr(row, "muted", False)),
                sent_at=row.sent_at,
                text=row.text,
            )
        )
    return found
