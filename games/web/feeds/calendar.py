"""The deadlines of games as a calendar: RFC 5545 with RFC 7986 and some usual extensions.

Each phase is an event without duration at the end of the phase. Its UID never changes; its SEQUENCE
rises whenever the end moves. A stopped clock and a roll-back cancel the event.
"""

import datetime as dt
from collections.abc import Collection, Mapping

import icalendar
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import clock
from adjudicator.terms import PhaseType

from ... import wording
from ...core.links import phase_url, site_host
from ...core.plain_text import single_line
from ...models import Game, Phase

TYPE = "text/calendar; charset=utf-8"
KEEP_ENDED = dt.timedelta(days=30)
# Time after which a program may fetch the calendar again.
REFRESH = dt.timedelta(hours=1)
PRODID = "-//Entente//Deadlines//EN"
SUMMARIES = {
    PhaseType.MOVEMENT: gettext_lazy("%(game)s: orders for %(season)s %(year)d"),
    PhaseType.RETREAT: gettext_lazy("%(game)s: retreats of %(season)s %(year)d"),
    PhaseType.ADJUSTMENT: gettext_lazy("%(game)s: adjustments of %(season)s %(year)d"),
}


def calendar_phases(games: QuerySet[Game]) -> QuerySet[Phase]:
    """Return the phases of `games` for a calendar.

    These are open phases, and those that ended in the last 30 days. Phases that never had a
    deadline are left out.
    """
    since = clock.now() - KEEP_ENDED
    ended = Q(due_at__gte=since) | Q(due_at=None, was_due_at__gte=since)
    found = Phase.objects.filter(Q(status=Phase.Status.OPEN) | ended, game__in=games)
    found = found.exclude(due_at=None, was_due_at=None)
    return found.select_related("game").order_by("game_id", "number")


def document(
    phases: Collection[Phase], *, name: str, powers: Mapping[int, Collection[str]]
) -> bytes:
    """Return the calendar of `phases` in the active language.

    `powers` has the powers that the reader plays, by the key of the game."""
    calendar = icalendar.Calendar()
    calendar.add("prodid", PRODID)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    for title in ("name", "x-wr-calname"):
        calendar.add(title, single_line(name))
    calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", icalendar.vDuration(REFRESH))
    for phase in phases:
        calendar.add_component(_event(phase, powers.get(phase.game_id, ())))
    if not phases:
        calendar.add_component(_utc_timezone())
    return bytes(calendar.to_ical())


def _event(phase: Phase, powers: Collection[str]) -> icalendar.Event:
    ends = phase.closed_at or phase.due_at or phase.was_due_at
    revised = phase.revised_at or phase.opened_at
    stands = phase.due_at is not None and phase.status != Phase.Status.SUPERSEDED
    event = icalendar.Event()
    event.add("uid", f"{phase.game.slug}-{phase.number}@{site_host()}")
    event.add("dtstamp", revised)
    event.add("last-modified", revised)
    event.add("created", phase.opened_at)
    event.add("sequence", phase.revision)
    event.add("dtstart", ends)
    event.add("status", "CONFIRMED" if stands else "CANCELLED")
    event.add("transp", "TRANSPARENT")  # nobody is busy at a deadline
    event.add("summary", _summary(phase, powers))
    event.add("url", phase_url(phase))
    return event


def _summary(phase: Phase, powers: Collection[str]) -> str:
    when = phase.when
    summary = str(SUMMARIES[phase.type]) % {
        "game": single_line(phase.game.title),
        "season": wording.SEASONS[when.season],
        "year": when.year,
    }
    if not powers:
        return summary
    named = ", ".join(wording.power(power) for power in powers)
    return _("%(summary)s (%(powers)s)") % {"summary": summary, "powers": named}


def _utc_timezone() -> icalendar.Timezone:
    """Return a time zone component: a calendar must have a component, even without events."""
    zone, standard = icalendar.Timezone(), icalendar.TimezoneStandard()
    zone.add("tzid", "UTC")
    standard.add("dtstart", dt.datetime(1970, 1, 1))  # noqa: DTZ001 - a local time by its nature
    standard.add("tzoffsetfrom", dt.timedelta())
    standard.add("tzoffsetto", dt.timedelta())
    zone.add_component(standard)
    return zone
