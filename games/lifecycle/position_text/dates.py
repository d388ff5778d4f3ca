"""The phase that a pasted text names."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from adjudicator import PhaseCodeError
from adjudicator.notation.headings import Date
from adjudicator.terms import PhaseCode, PhaseType, Season

from ...core.errors import LineError
from .outline import Entry


def phase_of(
    dates: Sequence[tuple[Entry, Date]], start: PhaseCode, *, someone_is_dislodged: bool
) -> tuple[PhaseCode | None, list[LineError]]:
    """The phase that the dates name, and the errors in them.

    With season and year only, it is the retreat phase if a unit is dislodged, otherwise the
    movement phase, or in winter the adjustment phase. Years of two digits are in the hundred
    years from `start`.
    """
    if not dates:
        message = _("The phase is missing. Begin with a line such as “%(code)s”.")
        return None, [LineError("", "", message % {"code": start})]
    found: PhaseCode | None = None
    errors = []
    for entry, date in dates:
        phase = _phase(date, start, someone_is_dislodged=someone_is_dislodged)
        if phase is None:
            message = _(
                "This is not a phase. Write season, year (1000 to 9999) and type: S1901M, F1901R, "
                "W1901A."
            )
            errors.append(entry.error(message))
        elif found is not None and phase != found:
            message = _("There are two different phases: %(first)s and %(second)s. Keep one.")
            errors.append(entry.error(message % {"first": found, "second": phase}))
        else:
            found = phase
    return found, errors


def _phase(date: Date, start: PhaseCode, *, someone_is_dislodged: bool) -> PhaseCode | None:
    if date.season is None or not date.year:
        return None
    year = int(date.year)
    if len(date.year) == 2:
        year = start.year + (year - start.year) % 100
    in_summer = PhaseType.RETREAT if someone_is_dislodged else PhaseType.MOVEMENT
    usual = PhaseType.ADJUSTMENT if date.season is Season.WINTER else in_summer
    try:
        return PhaseCode(year, date.season, date.type or usual)
    except PhaseCodeError:
        return None
