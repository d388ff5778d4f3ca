"""Dates and times in the reader's language and zone, as text and as `<time>` elements."""

import datetime
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

from accounts import time_zones


def local_time_text(when: datetime.datetime) -> str:
    """Return “Sun 22 Nov 2026, 20:00 (Madrid time)” in the active language and zone."""
    local = timezone.localtime(when)
    text = date_format(local, pgettext("date and time, as Django's date filter", "D j M Y, H:i"))
    return f"{text} ({time_zones.in_words(timezone.get_current_timezone_name())})"


def local_time(when: datetime.datetime | None) -> str | SafeString:
    """Return a `<time>` element in the reader's zone, with the zone's name; empty for None."""
    if not when:
        return ""
    return _time_element(when, "")


def local_time_relative(when: datetime.datetime | None) -> str | SafeString:
    """Return `local_time` marked so that the page's script adds the time left, such as “in 2 h”."""
    if not when:
        return ""
    return _time_element(when, " data-relative")


def clock_time(when: datetime.datetime) -> SafeString:
    """Return a `<time>` element with the time of day only."""
    local = timezone.localtime(when)
    text = date_format(local, pgettext("time of day, as Django's date filter", "H:i"))
    return format_html('<time datetime="{}">{}</time>', _iso_utc(when), text)


def local_date(when: datetime.datetime | None) -> str | SafeString:
    """Return a `<time>` element with the date only; empty for None."""
    if not when:
        return ""
    local = timezone.localtime(when)
    text = date_format(local, pgettext("date, as Django's date filter", "j M Y"))
    return format_html('<time datetime="{}">{}</time>', _iso_utc(when), text)


def _time_element(when: datetime.datetime, attributes: str) -> SafeString:
    zone = timezone.get_current_timezone_name()
    return _written_time_element(when, attributes, zone, get_language())


@lru_cache(maxsize=1024)  # a page has the same few times as all others of its game
def _written_time_element(
    when: datetime.datetime, attributes: str, _zone: str, _language: str | None
) -> SafeString:
    """The element in the active zone and language, which are arguments to tell them apart."""
    return format_html(
        '<time datetime="{}"{}>{}</time>',
        _iso_utc(when),
        SafeString(attributes),
        local_time_text(when),
    )


def _iso_utc(when: datetime.datetime) -> str:
    return when.astimezone(datetime.UTC).isoformat(timespec="seconds")
