"""Dates as people type them: in ISO format, or in the format of their language."""

import datetime as dt
import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ...models.settings import MOST_SKIPPED_DATES

ISO = "%Y-%m-%d"
DAY_FIRST = ("%d.%m.%Y", "%d/%m/%Y", "%d-%m-%Y")
# In English 4/5 means 5 April to some people and 4 May to others, so months have to be words.
WITH_WORDS = ("%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y")

MOST_DATES = MOST_SKIPPED_DATES
# A text that is not a list of dates at all gets only a few messages.
MOST_ERRORS = 5
EXAMPLE = dt.date(2027, 12, 24)


def read_date(text: str) -> dt.date | None:
    """Return the date in a text, or None if it is not a date."""
    for pattern in (ISO, *(WITH_WORDS if _in_english() else DAY_FIRST)):
        try:
            return dt.datetime.strptime(" ".join(text.split()), pattern).date()  # noqa: DTZ007
        except ValueError:
            continue
    return None


def _in_english() -> bool:
    return (get_language() or "en").startswith("en")


def examples() -> tuple[str, str]:
    """An example of a date in ISO format and in the reader's own."""
    own = "24 Dec 2027" if _in_english() else date_format(EXAMPLE, "SHORT_DATE_FORMAT")
    return EXAMPLE.isoformat(), own


def read_list(text: str) -> list[dt.date]:
    """Return the dates in a text, sorted and without repetitions.

    They stand on lines of their own, or with commas or semicolons between them. Raises
    `ValidationError` with each line that is wrong and an example of a correct one.
    """
    found: set[dt.date] = set()
    errors = []
    for number, line in enumerate(text.splitlines(), 1):
        for part in filter(None, map(str.strip, re.split("[,;]", line))):
            date = read_date(part)
            if date:
                found.add(date)
            else:
                errors.append(_error(number, part))
    if errors:
        raise ValidationError(errors[:MOST_ERRORS])
    if len(found) > MOST_DATES:
        message = _("There are %(count)d dates here. You can skip at most %(most)d.")
        raise ValidationError(message % {"count": len(found), "most": MOST_DATES})
    return sorted(found)


def _error(number: int, part: str) -> str:
    iso, own = examples()
    return _("Line %(line)d: “%(typed)s” is not a date. Write it like %(iso)s or %(own)s.") % {
        "line": number,
        "typed": part[:40],
        "iso": iso,
        "own": own,
    }


def write_list(dates: Iterable[dt.date]) -> str:
    """Write dates as a text that `read_list` reads in every language."""
    return "\n".join(date.isoformat() for date in sorted(dates))


class DateListField(forms.CharField):
    """A list of dates in one text."""

    def __init__(self, **options: object) -> None:
        rows = {"rows": 4, "spellcheck": "false", "autocomplete": "off"}
        super().__init__(**{"widget": forms.Textarea(attrs=rows), "required": False, **options})  # type: ignore[arg-type]

    def clean(self, value: object) -> list[dt.date]:
        return read_list(super().clean(value))


class MomentField(forms.DateTimeField):
    """A date and time in the time zone of the person who types it."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **kwargs)


class OneDateField(forms.DateField):
    """One date: from the browser's calendar, or typed."""

    widget = forms.DateInput(format=ISO, attrs={"type": "date"})

    def to_python(self, value: str | dt.date | None) -> dt.date | None:
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value)
        date = read_date(value)
        if date is None:
            iso, own = examples()
            message = _("This is not a date. Write it like %(iso)s or %(own)s.")
            raise ValidationError(message % {"iso": iso, "own": own}, code="invalid")
        return date
