"""The next deadlines of a game, for the list on its page."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from django.db.models import QuerySet

from accounts import clock

from .. import wording
from ..models import Absence, Game, GameSettings, Phase
from ..wording import settings
from . import schedule
from .timetable import NoDeadlineError, Timetable

COUNT = 5


@dataclass(frozen=True)
class Deadline:
    """An upcoming deadline.

    `what` is the phase that ends then if it is open, else empty. `in_game_zone` is the deadline in
    the game's zone if that differs from the reader's, else empty. `waits_for` are the powers whose
    players' absences have moved it.
    """

    when: dt.datetime
    what: str
    in_game_zone: str
    waits_for: Sequence[str] = ()


@dataclass(frozen=True)
class Away:
    """An announced absence by power: an anonymous game does not show the player's name."""

    code: str
    power: str
    first: str
    last: str


@dataclass(frozen=True)
class Plan:
    """The next deadlines of a game, empty if its clock is stopped or its results are checked.

    `promised` is the deadline of a phase that ends sooner, `until` the end of a pause. `ends`
    means that the timetable has no later date.
    """

    deadlines: list[Deadline] = field(default_factory=list)
    away: list[Away] = field(default_factory=list)
    promised: dt.datetime | None = None
    until: dt.datetime | None = None
    is_lobby: bool = False
    ends: bool = False


def plan_of_phase(phase: Phase) -> Plan:
    """Return the plan for the newest phase of a game that has begun."""
    game_settings = phase.game.settings
    if not phase.is_open or game_settings is None:
        return Plan()
    away = _away(phase.game, game_settings)
    if phase.is_closed:
        return Plan(away=away)
    if phase.due_at is None:
        pause = phase.pauses.with_known_end().first()
        return Plan(away=away, until=pause.until if pause else None)
    early = phase.deadline is not None and phase.due_at < phase.deadline
    try:
        moments = schedule.upcoming(phase, game_settings, COUNT)
    except NoDeadlineError:
        moments = [phase.due_at]
    return Plan(
        deadlines=list(
            as_deadlines(
                moments,
                game_settings,
                first=wording.phase(phase),
                waits_for=_waiting(moments, game_settings),
            )
        ),
        away=away,
        promised=phase.deadline if early else None,
        ends=len(moments) < COUNT,
    )


def plan_of_lobby(game: Game) -> Plan:
    """Return the plan of a game in its lobby if it began now; empty for a live game."""
    assert game.settings is not None
    if game.settings.is_live:
        return Plan(is_lobby=True)
    try:
        moments = schedule.planned(game.settings, clock.now(), COUNT)
    except NoDeadlineError:
        return Plan(is_lobby=True, ends=True)
    return Plan(deadlines=list(as_deadlines(moments, game.settings)), is_lobby=True)


def as_deadlines(
    moments: Sequence[dt.datetime],
    game_settings: GameSettings,
    *,
    first: str = "",
    waits_for: Mapping[dt.datetime, Sequence[str]] = MappingProxyType({}),
) -> Iterator[Deadline]:
    """Yield a `Deadline` for each moment; `first` is the open phase that ends at the first one."""
    in_game_zone = settings.times_in_game_zone(game_settings, moments)
    for number, moment in enumerate(moments):
        yield Deadline(
            when=moment,
            what="" if number else first,
            in_game_zone=in_game_zone[number] if in_game_zone else "",
            waits_for=waits_for.get(moment, ()),
        )


def _waiting(
    moments: Sequence[dt.datetime], game_settings: GameSettings
) -> dict[dt.datetime, list[str]]:
    """Map each moment to the powers whose absences moved it; the first is left out, being fixed."""
    rule = schedule.rule_of(game_settings, moments[0])
    if not isinstance(rule, Timetable) or not game_settings.absence_cap_days:
        return {}
    absences = list(_standing(game_settings.game_id))
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
    """Yield the dates from `start` to `end`, `end` excluded."""
    for number in range((end.date() - start.date()).days):
        yield start.date() + dt.timedelta(days=number)


def _standing(game: int) -> QuerySet[Absence]:
    return schedule.absences(game).select_related("seat").order_by("first", "seat__place")


def _away(game: Game, game_settings: GameSettings) -> list[Away]:
    if not waits_for_absences(game_settings):
        return []
    yesterday = clock.now().date() - dt.timedelta(days=1)  # it may still be that date in some zone
    return [
        Away(
            each.seat.power,
            wording.power(each.seat.power),
            settings.date(each.first),
            settings.date(each.last),
        )
        for each in _standing(game.pk)
        if each.last >= yesterday
    ]


def waits_for_absences(game_settings: GameSettings | None) -> bool:
    """Whether absences move the deadlines of a game."""
    return (
        game_settings is not None
        and game_settings.is_timetable
        and game_settings.absence_cap_days > 0
    )
