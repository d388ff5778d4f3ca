"""The log of what was done to moderate the site, from records that nobody changes.

It unites the records of suspensions, the logs of games, closed reports of messages and profiles,
dismissed pairs, and the log of Django's administration. It quotes no message and no report. As
everywhere, administrators read nothing about games in which they wait, play or played.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from django.contrib.admin.models import LogEntry
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.dates import local_time_text
from accounts.models import ProfileReport, Suspension, User

from ... import access
from ...models import Complaint, DismissedSharing, Event, Mastership
from ...wording import events
from ...wording.event_kinds import BY_MASTERS

PAGE = 50
# Whoever takes these moderates: masters in their games too.
ALWAYS = [Event.Kind.MESSAGE_HIDDEN, Event.Kind.MESSAGE_SHOWN, Event.Kind.LOOKED_AT]


@dataclass(frozen=True)
class Deed:
    """One thing that `by` did; `about` is the title of the game, if it was in one."""

    at: dt.datetime
    by: str
    sentence: str
    about: str = ""
    reason: str = ""


@dataclass(frozen=True)
class ModerationLog:
    deeds: list[Deed]
    number: int
    has_next: bool


def moderation_log(reader: User, number: int) -> ModerationLog:
    """A page of the log, the newest first."""
    end = number * PAGE
    found = sorted(
        chain.from_iterable(source(reader, end + 1) for source in SOURCES),
        key=lambda deed: deed.at,
        reverse=True,
    )
    return ModerationLog(found[end - PAGE : end], number, len(found) > end)


def _suspensions(_reader: User, most: int) -> Iterator[Deed]:
    for row in Suspension.objects.select_related("person", "by")[:most]:
        sentence = _("Suspended: %(name)s.")
        if row.lifted:
            sentence = _("Suspension lifted: %(name)s.")
        elif row.until:
            sentence = _("Suspended until %(until)s: %(name)s.")
        until = local_time_text(row.until) if row.until else ""
        yield Deed(
            row.at,
            str(row.by),
            sentence % {"name": row.person, "until": until},
            reason=row.reason,
        )


def _events(reader: User, most: int) -> Iterator[Deed]:
    """Acts of administrators who did not master the game then, and some acts of all."""
    as_master = Mastership.objects.filter(
        Q(until=None) | Q(until__gte=OuterRef("at")),
        game=OuterRef("game"),
        person=OuterRef("actor"),
        since__lt=OuterRef("at"),
    )
    by_rank = Q(kind__in=BY_MASTERS, actor__is_superuser=True) & ~Exists(as_master)
    found = Event.objects.filter(Q(kind__in=ALWAYS, actor__isnull=False) | by_rank)
    rows = access.events_for_operator(found, reader).order_by("-pk")
    for event in rows.select_related("game", "phase", "seat", "actor", "subject", "vote")[:most]:
        names_open = event.game.names_are_open
        yield Deed(
            event.at,
            events.actor_name(event, names_open=names_open),
            events.sentence(event, names_open=names_open),
            about=event.game.title,
            reason=events.reason(event),
        )


def _closed_complaints(reader: User, most: int) -> Iterator[Deed]:
    games = access.administered_games(reader)
    rows = Complaint.objects.filter(closed_by__isnull=False, message__thread__game__in=games)
    rows = rows.select_related("closed_by", "message__thread__game").order_by("-closed_at")
    for row in rows[:most]:
        assert row.closed_at is not None
        game = row.message.thread.game
        yield Deed(row.closed_at, str(row.closed_by), _("A report was closed."), about=game.title)


def _dismissals(reader: User, most: int) -> Iterator[Deed]:
    rows = DismissedSharing.objects.filter(game__in=access.administered_games(reader))
    for row in rows.select_related("game", "one", "other", "by")[:most]:
        names = {"one": row.one, "other": row.other}
        sentence = _("Shared browser or network dismissed: %(one)s and %(other)s.") % names
        yield Deed(row.at, str(row.by), sentence, about=row.game.title, reason=row.note)


def _profiles(reader: User, most: int) -> Iterator[Deed]:
    rows = ProfileReport.objects.filter(closed_by__isnull=False).exclude(person=reader)
    rows = rows.select_related("closed_by", "person").order_by("-closed_at")
    for row in rows[:most]:
        assert row.closed_at is not None
        sentence = _("A report of the profile of %(name)s was closed.")
        if row.removed:
            sentence = _("The words on the profile of %(name)s were removed.")
        yield Deed(
            row.closed_at, str(row.closed_by), sentence % {"name": row.person}, reason=row.remark
        )


def _administration(_reader: User, most: int) -> Iterator[Deed]:
    """Changes of people in the administration, by their present names."""
    label = User._meta.label_lower.split(".")
    rows = LogEntry.objects.filter(content_type__app_label=label[0], content_type__model=label[1])
    entries = list(rows.select_related("user").order_by("-action_time")[:most])
    people = User.objects.in_bulk([int(entry.object_id or 0) for entry in entries])
    for entry in entries:
        person = people.get(int(entry.object_id or 0))
        sentence = _("In the administration, %(name)s: %(change)s")
        words = {"name": person or "–", "change": entry.get_change_message()}
        yield Deed(entry.action_time, str(entry.user), sentence % words)


SOURCES: tuple[Callable[[User, int], Iterator[Deed]], ...] = (
    _suspensions,
    _events,
    _closed_complaints,
    _dismissals,
    _profiles,
    _administration,
)
