"""The next deadlines of a game, as its page lists them."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from django.db.models import QuerySet

from .. import clock, wording
from ..models import Absence, Conduct, Game, Phase
from ..pages import conduct_words
from . import schedule
from .timetable import NoDeadlineError, Timetable

COUNT = 5


@dataclass(frozen=True)
class Deadline:
    """A deadline to come. `what` is the phase that ends then, if it is open; `there` the game's own
    time where it differs from the reader's; `waits_for` the powers whose players' absence moves it.
    """

    when: dt.datetime
    what: str
    there: str
    waits_for: Sequence[str] = ()


@dataclass(frozen=True)
class Away:
    """An announced absence, by power: whose it is, an anonymous game does not tell."""

    power: str
    css: str
    first: str
    last: str


@dataclass(frozen=True)
class Plan:
    """The next deadlines of a game; none where its clock stands still. `promised` is the deadline
    of a phase that ends sooner, `until` the end of a pause. `ends` says that no date is left."""

    deadlines: list[Deadline] = field(default_factory=list)
    away: list[Away] = field(default_factory=list)
    promised: dt.datetime | None = None
    until: dt.datetime | None = None
    is_lobby: bool = False
    ends: bool = False


def of(phase: Phase) -> Plan:
    """What lies before the newest phase of a game that has begun."""
    conduct = phase.game.conduct
    if not phase.is_open or conduct is None:
        return Plan()
    away = _away(phase.game, conduct)
    if phase.due_at is None:
        pause = phase.pauses.filter(ended_at=None).first()
        return Plan(away=away, until=pause.until if pause else None)
    early = phase.deadline is not None and phase.due_at < phase.deadline
    try:
        moments = schedule.upcoming(phase, conduct, COUNT)
    except NoDeadlineError:
        moments = [phase.due_at]
    return Plan(
        deadlines=list(
            listed(
                moments, conduct, first=wording.phase(phase), waits_for=_waiting(moments, conduct)
            )
        ),
        away=away,
        promised=phase.deadline if early else None,
        ends=len(moments) < COUNT,
    )


def of_lobby(game: Game) -> Plan:
    """How the deadlines would fall if the game began now."""
    assert game.conduct is not None
    try:
        moments = schedule.planned(game.conduct, clock.now(), COUNT)
    except NoDeadlineError:
        return Plan(is_lobby=True, ends=True)
    return Plan(deadlines=list(listed(moments, game.conduct)), is_lobby=True)


def listed(
    moments: Sequence[dt.datetime],
    conduct: Conduct,
    *,
    first: str = "",
    waits_for: Mapping[dt.datetime, Sequence[str]] = MappingProxyType({}),
) -> Iterator[Deadline]:
    """Deadlines by a conduct, stored or not, of which the first may be that of an open phase."""
    there = conduct_words.own_times(conduct, moments)
    for number, moment in enumerate(moments):
        yield Deadline(
            when=moment,
            what="" if number else first,
            there=there[number] if there else "",
            waits_for=waits_for.get(moment, ()),
        )


def _waiting(moments: Sequence[dt.datetime], conduct: Conduct) -> dict[dt.datetime, list[str]]:
    """The powers for which each moment but the first, which is promised already, was put off."""
    rule = schedule.rule_of(conduct, moments[0])
    if not isinstance(rule, Timetable) or not conduct.absence_cap_days:
        return {}
    absences = list(_standing(conduct.game_id))
    found = {}
    for before, moment in pairwise(moments):
        planned = rule.movement(before)
        passed = [
            day
            for day in _days(planned.astimezone(rule.zone), moment.astimezone(rule.zone))
            if day.weekday() in rule.weekdays and day not in rule.skipped
        ]
        found[moment] = [
            wording.power(each.seat.power)
            for each in absences
            if any(each.first <= day <= each.last for day in passed)
        ]
    return found


def _days(start: dt.datetime, end: dt.datetime) -> Iterator[dt.date]:
    """The dates from one to another, without the last."""
    for number in range((end.date() - start.date()).days):
        yield start.date() + dt.timedelta(days=number)


def _standing(game: int) -> QuerySet[Absence]:
    return schedule.absences(game).select_related("seat").order_by("first", "seat__place")


def _away(game: Game, conduct: Conduct) -> list[Away]:
    if not waits_for_absences(conduct):
        return []
    yesterday = clock.now().date() - dt.timedelta(days=1)  # it may still be that somewhere
    return [
        Away(
            wording.power(each.seat.power),
            each.seat.power.lower(),
            conduct_words.date(each.first),
            conduct_words.date(each.last),
        )
        for each in _standing(game.pk)
        if each.last >= yesterday
    ]


def waits_for_absences(conduct: Conduct | None) -> bool:
    """Whether it moves anything in a game to say that one is away."""
    return conduct is not None and conduct.is_timetable and conduct.absence_cap_days > 0
