"""Times as their reader lives them."""

import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

register = template.Library()


def in_words(when: datetime.datetime) -> str:
    """“Sun 22 Nov 2026, 20:00 (Europe/Madrid)” in the active language and zone."""
    local = timezone.localtime(when)
    text = date_format(local, pgettext("date and time, as Django's date filter", "D j M Y, H:i"))
    return f"{text} ({timezone.get_current_timezone_name()})"


@register.filter(expects_localtime=False)
def local_time(when: datetime.datetime | None) -> str | SafeString:
    """A `<time>` in the reader's zone, the zone named; nothing for no time."""
    if not when:
        return ""
    return _time(when, "")


@register.filter(expects_localtime=False)
def local_time_relative(when: datetime.datetime | None) -> str | SafeString:
    """The same, and the page's script says beside it how far away it is."""
    if not when:
        return ""
    return _time(when, " data-relative")


@register.filter(expects_localtime=False)
def clock_time(when: datetime.datetime) -> SafeString:
    """The hour alone, where the day stands above it."""
    local = timezone.localtime(when)
    text = date_format(local, pgettext("time of day, as Django's date filter", "H:i"))
    return format_html('<time datetime="{}">{}</time>', _machine(when), text)


@register.filter(expects_localtime=False)
def local_date(when: datetime.datetime | None) -> str | SafeString:
    """The day alone, for lists where the hour does not matter."""
    if not when:
        return ""
    local = timezone.localtime(when)
    text = date_format(local, pgettext("date, as Django's date filter", "j M Y"))
    return format_html('<time datetime="{}">{}</time>', _machine(when), text)


def _time(when: datetime.datetime, attributes: str) -> SafeString:
    return format_html(
        '<time datetime="{}"{}>{}</time>', _machine(when), SafeString(attributes), in_words(when)
    )


def _machine(when: datetime.datetime) -> str:
    return when.astimezone(datetime.UTC).isoformat(timespec="seconds")
