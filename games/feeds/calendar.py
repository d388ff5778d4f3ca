"""The deadlines of games as a calendar (RFC 5545, with what RFC 7986 and habit add).

A phase is an event without length at the moment in which it ends. It keeps its UID for good; its
SEQUENCE rises whenever that moment moves. A clock that is stopped, and a roll-back, cancel it.
"""

import datetime as dt
from collections.abc import Collection, Mapping

import icalendar
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudicator.terms import PhaseType

from .. import clock, wording
from ..models import Game, Phase
from ..report.addresses import page
from .addresses import host
from .text import line

TYPE = "text/calendar; charset=utf-8"
KEPT = dt.timedelta(days=30)
# How often a program may look again.
REFRESH = dt.timedelta(hours=1)
PRODID = "-//Entente//Deadlines//EN"
SUMMARIES = {
    PhaseType.MOVEMENT: gettext_lazy("%(game)s: orders for %(season)s %(year)d"),
    PhaseType.RETREAT: gettext_lazy("%(game)s: retreats of %(season)s %(year)d"),
    PhaseType.ADJUSTMENT: gettext_lazy("%(game)s: adjustments of %(season)s %(year)d"),
}


def phases(games: QuerySet[Game]) -> QuerySet[Phase]:
    """The phases of `games` that a calendar has: the open ones, and those whose end is 30 days ago
    at most. One that never had a deadline is none of them."""
    since = clock.now() - KEPT
    ended = Q(due_at__gte=since) | Q(due_at=None, was_due_at__gte=since)
    found = Phase.objects.filter(Q(status=Phase.Status.OPEN) | ended, game__in=games)
    found = found.exclude(due_at=None, was_due_at=None)
    return found.select_related("game").order_by("game_id", "number")


def document(rows: Collection[Phase], *, name: str, powers: Mapping[int, Collection[str]]) -> bytes:
    """The calendar of `rows` in the active language; `powers` are those that its reader plays, by
    the key of their game."""
    calendar = icalendar.Calendar()
    calendar.add("prodid", PRODID)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    for title in ("name", "x-wr-calname"):
        calendar.add(title, line(name))
    calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", icalendar.vDuration(REFRESH))
    for row in rows:
        calendar.add_component(_event(row, powers.get(row.game_id, ())))
    if not rows:
        calendar.add_component(_universal_time())
    return bytes(calendar.to_ical())


def _event(row: Phase, powers: Collection[str]) -> icalendar.Event:
    ends = row.due_at or row.was_due_at
    revised = row.revised_at or row.opened_at
    stands = row.due_at is not None and row.status != Phase.Status.SUPERSEDED
    event = icalendar.Event()
    event.add("uid", f"{row.game.slug}-{row.number}@{host()}")
    event.add("dtstamp", revised)
    event.add("last-modified", revised)
    event.add("created", row.opened_at)
    event.add("sequence", row.revision)
    event.add("dtstart", ends)
    event.add("status", "CONFIRMED" if stands else "CANCELLED")
    event.add("transp", "TRANSPARENT")  # nobody is busy at a deadline
    event.add("summary", _summary(row, powers))
    event.add("url", page(row))
    return event


def _summary(row: Phase, powers: Collection[str]) -> str:
    when = row.when
    said = str(SUMMARIES[row.type]) % {
        "game": line(row.game.title),
        "season": wording.SEASONS[when.season],
        "year": when.year,
    }
    if not powers:
        return said
    named = ", ".join(wording.power(power) for power in powers)
    return _("%(summary)s (%(powers)s)") % {"summary": said, "powers": named}


def _universal_time() -> icalendar.Timezone:
    """The one thing in a calendar without events, since it must have one."""
    zone, standard = icalendar.Timezone(), icalendar.TimezoneStandard()
    zone.add("tzid", "UTC")
    standard.add("dtstart", dt.datetime(1970, 1, 1))  # noqa: DTZ001 - a local time by its nature
    standard.add("tzoffsetfrom", dt.timedelta())
    standard.add("tzoffsetto", dt.timedelta())
    zone.add_component(standard)
    return zone
