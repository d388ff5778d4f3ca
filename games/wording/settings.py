"""The settings of a game in words: for its page, for lists and for forms."""

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format, time_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from accounts import time_zones

from ..core import holidays
from ..models import Game, GameSettings

EVERY_DAY = 0b1111111
Fact = tuple[str, str]
"""The name of a setting, and its value in words."""

PRESS_NAMES: Final = {
    Game.Press.FULL: gettext_lazy("full press"),
    Game.Press.RULEBOOK: gettext_lazy("rulebook press"),
    Game.Press.PUBLIC: gettext_lazy("public press only"),
    Game.Press.NONE: gettext_lazy("no press"),
}
"""Short names of the kinds of press, for lists and filters."""


def duration(hours: int) -> str:
    """A duration such as “3 days”, or “36 hours” if it is not a whole number of days."""
    if hours and hours % 24 == 0:
        return ngettext("%(count)d day", "%(count)d days", hours // 24) % {"count": hours // 24}
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}


def end_of_practice_phase(settings: GameSettings) -> str:
    """The end of a phase of a practice game, for a list of its settings."""
    return _("when you’re ready, at the latest after %(time)s") % {
        "time": duration(settings.phase_hours or 0)
    }


def minutes(count: int) -> str:
    """A duration in minutes, such as “3 minutes”."""
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}


def rhythm(settings: GameSettings) -> str:
    """The rule for the deadlines of movement phases: “Sunday, 20:00 (Europe/Madrid)”."""
    if settings.live_minutes is not None:
        return ngettext(
            "live, %(count)d minute a phase",
            "live, %(count)d minutes a phase",
            settings.live_minutes,
        ) % {"count": settings.live_minutes}
    if not settings.is_timetable:
        hours = settings.phase_hours or 0
        count, unit = (hours // 24, "days") if hours % 24 == 0 else (hours, "hours")
        if unit == "days":
            return ngettext("%(count)d day a phase", "%(count)d days a phase", count) % {
                "count": count
            }
        return ngettext("%(count)d hour a phase", "%(count)d hours a phase", count) % {
            "count": count
        }
    assert settings.at is not None
    return _("%(weekdays)s, %(time)s (%(zone)s)") % {
        "weekdays": _weekdays(settings.weekdays),
        "time": time_format(settings.at, pgettext("time, as Django's date filter", "H:i")),
        "zone": time_zones.in_words(settings.zone),
    }


def deadlines(settings: GameSettings) -> list[str]:
    """The deadlines in two sentences: those of movement phases, and those of retreats and builds.

    “Every Sunday at 20:00, Madrid time.” “2 days each for retreats and for builds.”
    """
    window = _windows_sentence(settings)
    if settings.live_minutes is not None:
        movement = _("%(time)s for each movement phase, with everyone present.")
        return [movement % {"time": minutes(settings.live_minutes)}, window]
    if not settings.is_timetable:
        movement = _("%(time)s for each movement phase.")
        return [movement % {"time": duration(settings.phase_hours or 0)}, window]
    assert settings.at is not None
    movement = _("Every %(weekdays)s at %(time)s, %(zone)s.")
    if settings.weekdays == EVERY_DAY:
        movement = _("Every day at %(time)s, %(zone)s.")
    shown = {
        "weekdays": _weekdays(settings.weekdays),
        "time": time_format(settings.at, pgettext("time, as Django's date filter", "H:i")),
        "zone": time_zones.in_words(settings.zone),
    }
    return [movement % shown, window]


def _weekdays(mask: int) -> str:
    days = _named(mask)
    return _("every day") if len(days) == 7 else get_text_list(days, _("and"))


def publication(hours: int) -> str:
    """The rule for results that a game master publishes within `hours` after the deadline."""
    return _(
        "the game master checks and publishes them, within %(time)s of the deadline; until then "
        "only the game master sees them"
    ) % {"time": duration(hours)}


def _named(mask: int) -> list[str]:
    return [str(WEEKDAYS[day]) for day in range(7) if mask >> day & 1]


def when_all_ready(settings: GameSettings) -> str:
    """Sentence about the end of a phase once all are ready."""
    delay = settings.ready_minutes
    if not delay:
        return _("When everyone is ready, the phase ends.")
    return ngettext(
        "When everyone is ready, the phase ends %(count)d minute later. Until then "
        "everyone can still change their mind.",
        "When everyone is ready, the phase ends %(count)d minutes later. Until then "
        "everyone can still change their mind.",
        delay,
    ) % {"count": delay}


def when_last_ready(settings: GameSettings) -> str:
    """Sentence about the end of a phase that waits for its reader alone."""
    delay = settings.ready_minutes
    if not delay:
        return _("Everyone else is ready. Once you are, the phase is processed right away.")
    return ngettext(
        "Everyone else is ready. Once you are, the phase ends %(count)d minute later.",
        "Everyone else is ready. Once you are, the phase ends %(count)d minutes later.",
        delay,
    ) % {"count": delay}


def facts(settings: GameSettings) -> Iterator[Fact]:
    """All settings about time and seats, one line each."""
    yield _("Time"), rhythm(settings)
    if settings.is_timetable and settings.least_hours:
        yield (
            _("Time to negotiate"),
            _("at least %(time)s") % {"time": duration(settings.least_hours)},
        )
    yield _("Retreats and builds"), _windows_in_short(settings)
    yield _("When everyone is ready"), _ready(settings.ready_minutes)
    yield _("Missing orders"), _missed_orders(settings)
    yield _("Civil disorder"), _civil_disorder(settings)
    yield _("Powers in civil disorder"), _in_disorder(settings)
    yield _("Open seats"), str(settings.get_seats_open_to_display())
    yield _("Programs of players"), _programs(settings)
    if settings.is_timetable:
        yield _("Absences"), _absences(settings.absence_cap_days)
        skipped = _skipped_dates(settings)
        if skipped:
            yield _("No deadline on"), skipped


def _in_disorder(settings: GameSettings) -> str:
    return _("a bot gives their orders") if settings.bots_in_disorder else _("their units hold")


def _programs(settings: GameSettings) -> str:
    """Rights of players’ programs, which use an API key."""
    if settings.orders_by_key and settings.press_by_key:
        return _("may save orders and send messages")
    if settings.orders_by_key:
        return _("may save orders, but not send messages")
    if settings.press_by_key:
        return _("may send messages, but not save orders")
    return _("may only read")


def _windows_sentence(settings: GameSettings) -> str:
    retreats, builds = _windows(settings)
    if retreats == builds and not settings.retreat_weekdays:
        return _("%(time)s each for retreats and for builds.") % {"time": retreats}
    named = {"retreats": retreats, "builds": builds}
    return _("Retreats: %(retreats)s. Builds: %(builds)s.") % named


def _windows_in_short(settings: GameSettings) -> str:
    retreats, builds = _windows(settings)
    if retreats == builds:
        return retreats
    named = {"retreats": retreats, "builds": builds}
    return _("retreats: %(retreats)s; builds: %(builds)s") % named


def _windows(settings: GameSettings) -> tuple[str, str]:
    """The time of retreats and that of builds: “2 days”, or the weekdays on which they end."""
    if settings.live_window_minutes is not None:
        builds = settings.live_build_minutes or settings.live_window_minutes
        return minutes(settings.live_window_minutes), minutes(builds)
    hours = settings.window_hours or 0
    return (
        _window(hours, settings.retreat_weekdays, settings.retreat_at),
        _window(settings.build_hours or hours, settings.build_weekdays, settings.build_at),
    )


def _window(hours: int, weekdays: int, at: dt.time | None) -> str:
    if not weekdays or at is None:
        return duration(hours)
    return _("until the next %(weekdays)s, %(time)s, at least %(least)s") % {
        "weekdays": get_text_list(_named(weekdays), pgettext("between weekdays", "or")),
        "time": time_format(at, pgettext("time, as Django's date filter", "H:i")),
        "least": duration(hours),
    }


def _ready(delay: int) -> str:
    if not delay:
        return _("the phase ends immediately")
    return ngettext(
        "the phase ends %(count)d minute later", "the phase ends %(count)d minutes later", delay
    ) % {"count": delay}


def _missed_orders(settings: GameSettings) -> str:
    if settings.on_missed == GameSettings.OnMissed.GRACE:
        return _("grace period of %(time)s, then the phase is resolved") % {
            "time": duration(settings.grace_hours)
        }
    return str(settings.get_on_missed_display())


def _civil_disorder(settings: GameSettings) -> str:
    count = settings.disorder_misses
    if settings.disorder_after == GameSettings.DisorderAfter.IN_A_ROW:
        return _("after %(count)d missed turns in a row") % {"count": count}
    if settings.disorder_after == GameSettings.DisorderAfter.IN_ALL:
        return _("after %(count)d missed turns in all") % {"count": count}
    return str(settings.get_disorder_after_display())


def _absences(days: int) -> str:
    if not days:
        return _("deadlines don’t wait")
    return ngettext(
        "deadlines wait at most %(count)d day",
        "deadlines wait at most %(count)d days",
        days,
    ) % {"count": days}


def _skipped_dates(settings: GameSettings) -> str:
    dates = [date(row.date) for row in settings.skipped_dates.all()]
    if settings.holidays:
        country = holidays.country_names().get(settings.holidays, settings.holidays)
        dates.append(_("public holidays (%(country)s)") % {"country": country})
    return ", ".join(dates)


def date(day: dt.date) -> str:
    """A date such as “24 Dec 2027”, in the reader's language."""
    return date_format(day, pgettext("date, as Django's date filter", "j M Y"))


def changed_facts(before: GameSettings, after: GameSettings) -> list[Fact]:
    """The lines of `after` that differ from `before`; lines that disappear come last."""
    if before.pk == after.pk:
        return []
    old, new = list(facts(before)), list(facts(after))
    removed = {name for name, _text in old} - {name for name, _text in new}
    changed = [fact for fact in new if fact not in old]
    return changed + [(name, _("no longer applies")) for name, _text in old if name in removed]


def changes(before: GameSettings, after: GameSettings) -> list[str]:
    """Lines that say what was changed, from what, to what."""
    old = dict(facts(before))
    return [
        _("%(what)s: %(before)s → %(after)s")
        % {"what": name, "before": old.get(name, _("not set")), "after": text}
        for name, text in changed_facts(before, after)
    ]


def times_in_game_zone(settings: GameSettings, moments: Sequence[dt.datetime]) -> list[str]:
    """`moments` in the zone of the game's timetable; empty if the reader's clock shows the same."""
    if not settings.is_timetable:
        return []
    in_zone = [moment.astimezone(ZoneInfo(settings.zone)) for moment in moments]
    if all(each.utcoffset() == timezone.localtime(each).utcoffset() for each in in_zone):
        return []
    pattern = pgettext("weekday and time, as Django's date filter", "D H:i")
    return [date_format(each, pattern) for each in in_zone]
