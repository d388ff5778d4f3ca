"""How a game is run, in words: for its page, the lists and the forms."""

import datetime as dt
from collections.abc import Iterator, Sequence
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format, time_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from ..deadlines import holidays
from ..models import Conduct

Fact = tuple[str, str]
"""What is agreed on, and what."""


def length(hours: int) -> str:
    """“3 days”, or “36 hours” where it is not a number of days."""
    if hours and hours % 24 == 0:
        return ngettext("%(count)d day", "%(count)d days", hours // 24) % {"count": hours // 24}
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}


def rhythm(conduct: Conduct) -> str:
    """When the movement phases of a game end: “Sunday, 20:00 (Europe/Madrid)”."""
    if not conduct.is_timetable:
        hours = conduct.phase_hours or 0
        count, unit = (hours // 24, "days") if hours % 24 == 0 else (hours, "hours")
        if unit == "days":
            return ngettext("%(count)d day a phase", "%(count)d days a phase", count) % {
                "count": count
            }
        return ngettext("%(count)d hour a phase", "%(count)d hours a phase", count) % {
            "count": count
        }
    assert conduct.at is not None
    return _("%(weekdays)s, %(time)s (%(zone)s)") % {
        "weekdays": _weekdays(conduct.weekdays),
        "time": time_format(conduct.at, pgettext("time, as Django's date filter", "H:i")),
        "zone": conduct.zone,
    }


def _weekdays(mask: int) -> str:
    days = [str(WEEKDAYS[day]) for day in range(7) if mask >> day & 1]
    return _("every day") if len(days) == 7 else get_text_list(days, _("and"))


def when_all_ready(conduct: Conduct) -> str:
    """What happens once nobody is waited for."""
    minutes = conduct.ready_minutes
    if not minutes:
        return _("As soon as all are ready, the phase ends.")
    return ngettext(
        "When all are ready, the phase ends %(count)d minute later; until then everyone may still"
        " change their mind.",
        "When all are ready, the phase ends %(count)d minutes later; until then everyone may still"
        " change their mind.",
        minutes,
    ) % {"count": minutes}


def facts(conduct: Conduct) -> Iterator[Fact]:
    """All that is agreed on about time and seats, line by line."""
    yield _("Time"), rhythm(conduct)
    if conduct.is_timetable and conduct.least_hours:
        yield _("To negotiate"), _("%(time)s at least") % {"time": length(conduct.least_hours)}
    yield _("Retreats and builds"), length(conduct.window_hours)
    yield _("When all are ready"), _ready(conduct.ready_minutes)
    yield _("Missing orders"), _missed(conduct)
    yield _("Open seats"), str(conduct.get_seats_open_to_display())
    if conduct.is_timetable:
        yield _("Absences"), _absences(conduct.absence_cap_days)
        skipped = _skipped(conduct)
        if skipped:
            yield _("No deadline on"), skipped


def _ready(minutes: int) -> str:
    if not minutes:
        return _("the phase ends at once")
    return ngettext(
        "the phase ends %(count)d minute later", "the phase ends %(count)d minutes later", minutes
    ) % {"count": minutes}


def _missed(conduct: Conduct) -> str:
    if conduct.on_missed == Conduct.OnMissed.GRACE:
        return _("%(time)s of grace, then civil disorder") % {"time": length(conduct.grace_hours)}
    return str(conduct.get_on_missed_display())


def _absences(days: int) -> str:
    if not days:
        return _("no deadline waits for them")
    return ngettext(
        "a deadline waits for them, at most %(count)d day",
        "a deadline waits for them, at most %(count)d days",
        days,
    ) % {"count": days}


def _skipped(conduct: Conduct) -> str:
    dates = [date(row.date) for row in conduct.skipped_dates.all()]
    if conduct.holidays:
        country = holidays.names().get(conduct.holidays, conduct.holidays)
        dates.append(_("public holidays (%(country)s)") % {"country": country})
    return ", ".join(dates)


def date(day: dt.date) -> str:
    """“24 Dec 2027” as the reader's language writes it."""
    return date_format(day, pgettext("date, as Django's date filter", "j M Y"))


def news(before: Conduct, after: Conduct) -> list[Fact]:
    """The lines of `after` that `before` has not, or has otherwise; those that fall away last."""
    if before.pk == after.pk:
        return []
    old, new = list(facts(before)), list(facts(after))
    gone = {name for name, _text in old} - {name for name, _text in new}
    changed = [fact for fact in new if fact not in old]
    return changed + [(name, _("no more")) for name, _text in old if name in gone]


def own_times(conduct: Conduct, moments: Sequence[dt.datetime]) -> list[str]:
    """Moments as the clocks of a game's own timetable show them; none where the reader's do too."""
    if not conduct.is_timetable:
        return []
    there = [moment.astimezone(ZoneInfo(conduct.zone)) for moment in moments]
    if all(each.utcoffset() == timezone.localtime(each).utcoffset() for each in there):
        return []
    how = pgettext("weekday and time, as Django's date filter", "D H:i")
    return [date_format(each, how) for each in there]
