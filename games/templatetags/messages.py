"""Filters for messages: their times, as short as in a mail program's list, and their text."""

from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from accounts import clock
from accounts.dates import local_time_text

from ..wording import markup
from ..wording.messages import quoted_name

register = template.Library()


@register.filter(expects_localtime=False)
def message_time(when: datetime) -> SafeString:
    """A time such as “Sun 22 Nov, 20:00” in the reader's zone, and the year unless it is this one.

    The footer of the page names the zone; the tooltip has the complete time.
    """
    local = timezone.localtime(when)
    if local.year == timezone.localtime(clock.now()).year:
        pattern = pgettext("date and time without the year, as Django's date filter", "D j M, H:i")
    else:
        pattern = pgettext("date and time with the year, as Django's date filter", "j M Y, H:i")
    iso = when.astimezone(UTC).isoformat(timespec="seconds")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        iso,
        local_time_text(when),
        date_format(local, pattern),
    )


@register.filter
def words_in_a_line(text: str, longest: int) -> str:
    """The words of a text in one line, at most so many characters, without markup."""
    return markup.in_a_line(text, author_name=quoted_name, longest=longest)


@register.filter
def formatted(text: str) -> SafeString:
    """The safe HTML of a text with markup."""
    return markup.render(text, author_name=quoted_name)
