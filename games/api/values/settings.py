"""Settings of a game ↔ values of the API. What is wrong becomes a problem with its field."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import time_zones

from ...core import holidays
from ...lifecycle import rhythms
from ...lifecycle.paces import PACES
from ...lifecycle.rhythms import LENGTHS, LIVE, TIMETABLE
from ...models import Game, GameSettings
from ..problems import of_fields
from ..schemas.settings import (
    WEEKDAYS,
    DeadlineRule,
    GameSettingsChange,
    GameSettingsValues,
    NewSettings,
    OwnDeadlines,
)

Agreed = tuple[dict[str, Any], list[dt.date]]
# What of the deadlines counts with each rhythm, and what of it has to be sent.
NEEDED = {
    TIMETABLE: ("weekdays", "at", "least_hours", "window_hours"),
    LENGTHS: ("phase_hours",),
    LIVE: ("live_minutes", "live_window_minutes"),
}
COUNTING = {
    TIMETABLE: (
        *NEEDED[TIMETABLE], "build_hours", "retreat_weekdays", "retreat_at", "build_weekdays",
        "build_at",
    ),
    LENGTHS: ("phase_hours", "window_hours", "build_hours"),
    LIVE: ("live_minutes", "live_window_minutes", "live_build_minutes"),
}  # fmt: skip
MASKS = ("weekdays", "retreat_weekdays", "build_weekdays")
TIMES = ("at", "retreat_at", "build_at")
# Times of day that count only on the weekdays of their own phases.
AT_ON_DAYS = (("retreat_weekdays", "retreat_at"), ("build_weekdays", "build_at"))
PLAIN = (
    "holidays", "absence_cap_days", "ready_minutes", "on_missed", "grace_hours", *rhythms.SEATS,
)  # fmt: skip
SINGLE = (*PLAIN, "zone", "skipped")


def settings_value(game: Game) -> GameSettingsValues:
    """The newest settings of a game."""
    settings = game.settings
    assert settings is not None
    pace = next((pace.name for pace in PACES.values() if pace.is_that_of(settings)), None)
    return GameSettingsValues(
        pace=pace,
        deadlines=_rule(settings),
        zone=settings.zone or None,
        skipped=sorted(row.date for row in settings.skipped_dates.all()),
        **{name: getattr(settings, name) for name in PLAIN},
    )


def _rule(settings: GameSettings) -> DeadlineRule:
    counting = COUNTING[rhythms.rhythm_of(settings)]
    values = {name: getattr(settings, name) for name in counting}
    for name in MASKS:
        mask = values.get(name) or 0
        values[name] = [day for bit, day in enumerate(WEEKDAYS) if mask >> bit & 1] or None
    for name in TIMES:
        at = values.get(name)
        values[name] = at.strftime("%H:%M") if at else None
    return DeadlineRule(**dict.fromkeys(DeadlineRule.model_fields) | values)


def new_settings(wanted: NewSettings) -> Agreed:
    """The settings of a new game. Raises `Problem`."""
    chosen = {name: getattr(wanted, name) for name in PLAIN}
    given = wanted.model_fields_set
    rhythm, deadlines = _deadlines(wanted.pace if "pace" in given else None, wanted.deadlines)
    if not rhythm:
        rhythm, deadlines = _of_pace(wanted.pace)
    if chosen["ready_minutes"] is None:
        chosen["ready_minutes"] = 0 if rhythm == LIVE else 30
    zone = wanted.zone or timezone.get_current_timezone_name()
    agreed = _agreed(rhythm, {**chosen, **deadlines, "zone": zone}, wanted.skipped)
    usual = NewSettings.model_validate({}).model_dump(include={*SINGLE})
    _must_count(wanted.model_dump(include={*SINGLE}, exclude_unset=True), agreed, known=usual)
    return agreed


def changed_settings(game: Game, change: GameSettingsChange) -> Agreed:
    """The settings of `game`, whose row is locked, after a change. Raises `Problem`."""
    settings = game.settings
    assert settings is not None
    rhythm, deadlines = _deadlines(change.pace, change.deadlines)
    if not rhythm:
        rhythm = rhythms.rhythm_of(settings)
        deadlines = {name: getattr(settings, name) for name in COUNTING[rhythm]}
    chosen = {**_kept(settings, rhythm), **deadlines}
    sent = change.model_dump(include={*SINGLE}, exclude_none=True)
    skipped = change.skipped
    if skipped is None:
        skipped = [row.date for row in settings.skipped_dates.all()]
    agreed = _agreed(rhythm, chosen | sent, skipped, game=game)
    _must_count(sent, agreed, known=settings_value(game).model_dump())
    return agreed


def _must_count(sent: Mapping[str, Any], agreed: Agreed, *, known: Mapping[str, Any]) -> None:
    """Raise `Problem` for fields of which nothing is stored, unless their values are `known`.

    A program may send back what it has read.
    """
    fields, dates = agreed
    plan = GameSettings(**fields)
    text = _("The field “%(field)s” doesn’t count with these settings. Leave it out.")
    wrong = []
    for name, value in sent.items():
        stored = set(dates) == set(value) if name == "skipped" else getattr(plan, name) == value
        if not stored and value != known[name]:
            wrong.append((name, text % {"field": name}))
    if wrong:
        raise of_fields(wrong)


def _kept(settings: GameSettings, rhythm: str) -> dict[str, Any]:
    """The settings besides the deadlines, for one rhythm; the usual values of what did not count.

    Nobody has chosen those.
    """
    kept: dict[str, Any] = {name: getattr(settings, name) for name in (*PLAIN, "zone")}
    usual = {name: each.default for name, each in NewSettings.model_fields.items()}
    if settings.is_live and rhythm != LIVE:
        kept |= {"ready_minutes": 30, "on_missed": usual["on_missed"]}
    if not settings.is_timetable:
        zone = timezone.get_current_timezone_name()
        kept |= {"absence_cap_days": usual["absence_cap_days"], "zone": zone}
    return kept


def _deadlines(pace: str | None, own: OwnDeadlines | None) -> tuple[str, dict[str, Any]]:
    """The rhythm of deadlines and their fields; an empty one if none are sent."""
    if own is None:
        return _of_pace(pace) if pace is not None else ("", {})
    if pace is not None:
        raise of_fields([("deadlines", _("Send only one of “pace” and “deadlines”."))])
    sent = own.model_dump(exclude_none=True)
    marks = {needed[0]: rhythm for rhythm, needed in NEEDED.items()}
    found = [rhythm for name, rhythm in marks.items() if name in sent]
    if len(found) != 1:
        text = _("Send one of “weekdays”, “phase_hours” and “live_minutes”.")
        raise of_fields([("deadlines", text)])
    _must_fit(found[0], sent)
    for name in MASKS:
        sent[name] = sum(1 << WEEKDAYS.index(day) for day in set(sent.get(name, ())))
    for name in TIMES:
        sent[name] = dt.time.fromisoformat(sent[name]) if name in sent else None
    return found[0], sent


def _of_pace(name: str) -> tuple[str, dict[str, Any]]:
    settings = GameSettings(**PACES[name].deadlines)
    return rhythms.rhythm_of(settings), dict(PACES[name].deadlines)


def _must_fit(rhythm: str, sent: Mapping[str, Any]) -> None:
    """Raise `Problem` for what is missing in deadlines, or belongs to others."""
    missing = [name for name in NEEDED[rhythm] if name not in sent]
    missing += [days for days, at in AT_ON_DAYS if at in sent and not sent.get(days)]
    strange = [name for name in sent if name not in COUNTING[rhythm]]
    problems = [
        *(_named(name, _("The field “%(field)s” is missing.")) for name in missing),
        *(_named(name, _("There’s no field “%(field)s” here.")) for name in strange),
    ]
    if problems:
        raise of_fields(problems)


def _named(name: str, sentence: str) -> tuple[str, str]:
    return f"deadlines.{name}", sentence % {"field": name}


def _agreed(
    rhythm: str, chosen: Mapping[str, Any], skipped: Sequence[dt.date], *, game: Game | None = None
) -> Agreed:
    """The fields to store, and the skipped dates. Raises `Problem` with all that is wrong."""
    found = [*_problems(rhythm, chosen), *rhythms.length_problems(rhythm, chosen)]
    if game is not None:
        found += rhythms.change_problems(game, rhythm, chosen)
    if found:
        in_deadlines = COUNTING[rhythm]
        raise of_fields(
            [(f"deadlines.{name}" if name in in_deadlines else name, text) for name, text in found]
        )
    fields = rhythms.agreed(rhythm, chosen)
    dates = sorted(set(skipped)) if rhythm == TIMETABLE else []
    wrong = [*rhythms.skipping_problems(GameSettings(game=game, **fields), skipped=dates)]
    if wrong:
        raise of_fields(wrong)
    return fields, dates


def _problems(rhythm: str, chosen: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Names of a zone or country that do not exist."""
    wrong = _("The field “%(field)s” has a wrong value.")
    if rhythm == TIMETABLE and chosen["zone"] not in time_zones.names():
        possible = _("It must be the name of a time zone, such as Europe/Madrid.")
        yield "zone", f"{wrong % {'field': 'zone'}} {possible}"
    if chosen["holidays"] and chosen["holidays"] not in holidays.countries():
        possible = _("It must be a known code of public holidays, such as DE.")
        yield "holidays", f"{wrong % {'field': 'holidays'}} {possible}"
