"""The times of letters, as short as in a list of mail."""

from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from accounts.templatetags.when import in_words

from .. import clock

register = template.Library()


@register.filter(expects_localtime=False)
def sent(when: datetime) -> SafeString:
    """“Sun 22 Nov, 20:00” in the reader's zone, the year only where it is another one.

    The page's foot names the zone; the whole time is in the title.
    """
    local = timezone.localtime(when)
    if local.year == timezone.localtime(clock.now()).year:
        form = pgettext("date and time without the year, as Django's date filter", "D j M, H:i")
    else:
        form = pgettext("date and time with the year, as Django's date filter", "j M Y, H:i")
    machine = when.astimezone(UTC).isoformat(timespec="seconds")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        machine,
        in_words(when),
        date_format(local, form),
    )
