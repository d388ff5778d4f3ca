"""Rhythms of deadlines: which a game can have, and what its settings must fulfil with each.

Phases end on fixed weekdays, or they have lengths in hours or, in a live game, in minutes. The
functions take fields of `GameSettings` as they were chosen, as far as they could be read. Problems
are pairs of a field and a sentence.
"""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from accounts import clock

from ..deadlines import schedule
from ..deadlines.timetable import NoDeadlineError
from ..models import Game, GameSettings
from ..models.settings import LONGEST_PHASE_HOURS, LONGEST_WINDOW_HOURS, DisorderAfter, OnMissed
from ..wording import settings as words

TIMETABLE, LENGTHS, LIVE = "timetable", "lengths", "live"
# A game that did not begin as a live one does not become one: nobody has agreed to be there.
NOT_LIVE = (TIMETABLE, LENGTHS)
ALL = (*NOT_LIVE, LIVE)
# The choices of `disorder_after` with which `disorder_misses` counts.
COUNTED = (DisorderAfter.IN_A_ROW, DisorderAfter.IN_ALL)
# The fields about seats and programs, whatever the rhythm.
SEATS = (
    "disorder_after", "disorder_misses", "seats_open_to", "bots_in_disorder", "orders_by_key",
    "press_by_key",
)  # fmt: skip
Chosen = Mapping[str, Any]
Problems = Iterator[tuple[str, str]]


def rhythm_of(settings: GameSettings) -> str:
    if settings.is_live:
        return LIVE
    return TIMETABLE if settings.is_timetable else LENGTHS


def rhythms_for(game: Game) -> Sequence[str]:
    """The rhythms that a game can change to. A live game can go on by days once it has begun."""
    if game.starts_at is None:
        return NOT_LIVE
    return (LIVE,) if game.in_lobby else ALL


def length_problems(rhythm: str, chosen: Chosen) -> Problems:
    """Problems of times that are too long."""
    if rhythm == LIVE:
        yield from _live_problems(chosen)
    for name in ("phase_hours", "window_hours", "build_hours"):
        hours = chosen.get(name) or 0
        if rhythm == LENGTHS and hours > LONGEST_PHASE_HOURS:
            yield name, _("A phase lasts at most 30 days.")
        if rhythm == TIMETABLE and hours > LONGEST_WINDOW_HOURS:
            yield name, _("Enter a number from 1 to %(most)d.") % {"most": LONGEST_WINDOW_HOURS}


def _live_problems(chosen: Chosen) -> Problems:
    """Compare the times of a live game with the length of its movement phases."""
    most = chosen.get("live_minutes")
    if most is None:
        return
    for name in ("live_window_minutes", "live_build_minutes"):
        if (chosen.get(name) or 0) > most:
            message = _("This can’t be longer than a movement phase: %(length)s.")
            yield name, message % {"length": words.minutes(most)}
    if (chosen.get("ready_minutes") or 0) >= most:
        message = _("This must be shorter than a movement phase: less than %(length)s.")
        yield "ready_minutes", message % {"length": words.minutes(most)}


def change_problems(game: Game, rhythm: str, chosen: Chosen) -> Problems:
    """Problems of settings that a game has no longer, or not yet, the choice about."""
    if rhythm not in rhythms_for(game):
        message = _("A live game keeps its deadlines until it begins.")
        if rhythm == LIVE:
            message = _("Only a game that was opened as a live game can have these deadlines.")
        yield "deadlines", message
    assert game.settings is not None
    if game.has_begun and chosen["bots_in_disorder"] != game.settings.bots_in_disorder:
        yield "bots_in_disorder", _("This can’t be changed once the game has begun.")


def agreed(rhythm: str, chosen: Chosen) -> dict[str, Any]:
    """The fields to store: those that count with a rhythm. Expects valid ones."""
    seats = {name: chosen[name] for name in SEATS if name in chosen}
    if chosen.get("disorder_after") not in COUNTED:
        seats.pop("disorder_misses", None)
    if rhythm == LIVE:
        builds, window = chosen.get("live_build_minutes"), chosen["live_window_minutes"]
        return {
            "live_minutes": chosen["live_minutes"],
            "live_window_minutes": window,
            "live_build_minutes": _unless_same(builds, window),
            "ready_minutes": chosen["ready_minutes"],
            "on_missed": OnMissed.NONE,  # nobody waits for orders that are missing
            **seats,
        }
    common = {name: chosen[name] for name in ("ready_minutes", "on_missed")} | seats
    if chosen.get("grace_hours"):
        common["grace_hours"] = chosen["grace_hours"]
    if rhythm == LENGTHS:
        window = chosen.get("window_hours") or chosen["phase_hours"]
        return {
            "phase_hours": chosen["phase_hours"],
            "window_hours": window,
            "build_hours": _unless_same(chosen.get("build_hours"), window),
            **common,
        }
    return {**_on_weekdays(chosen), **common}


def _on_weekdays(chosen: Chosen) -> dict[str, Any]:
    """The fields of a timetable. Retreats and builds end at its time of day if they have none."""
    names = (
        "weekdays", "at", "zone", "least_hours", "window_hours", "holidays", "absence_cap_days",
    )  # fmt: skip
    values = {name: chosen[name] for name in names}
    values["build_hours"] = _unless_same(chosen.get("build_hours"), chosen["window_hours"])
    for weekdays, at in (("retreat_weekdays", "retreat_at"), ("build_weekdays", "build_at")):
        mask = chosen.get(weekdays) or 0
        values |= {weekdays: mask, at: (chosen.get(at) or chosen["at"]) if mask else None}
    return values


def _unless_same(length: int | None, as_retreats: int | None) -> int | None:
    """The length of builds to store: None if it is that of retreats."""
    return None if length == as_retreats else length


def next_deadlines(
    plan: GameSettings, count: int, *, skipped: Collection[dt.date]
) -> list[dt.datetime]:
    """The next deadlines with settings that need not be stored.

    Raises `NoDeadlineError` if all dates are skipped.
    """
    now = clock.now()
    moments = schedule.planned(plan, now, count, skipped=skipped)
    schedule.check_windows(plan, now, skipped=skipped)
    return moments


def skipping_problems(plan: GameSettings, *, skipped: Collection[dt.date]) -> Problems:
    try:
        next_deadlines(plan, 1, skipped=skipped)
    except NoDeadlineError:
        yield "skipped", no_deadline()


def no_deadline() -> str:
    return _("Skipping all these dates leaves no deadline. Remove some of them.")
