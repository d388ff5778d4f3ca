"""Letters on a page: their text, and their times as short as in a list of mail."""

import re
from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from accounts.templatetags.when import in_words

from .. import clock

register = template.Library()

ADDRESS = re.compile(r"""\bhttps?://[^\s<>"']{1,2000}""", re.IGNORECASE)
PAIRS = {")": "(", "]": "[", "}": "{"}


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


@register.filter
def linked(text: str) -> SafeString:
    """A letter's text, escaped, its web addresses as links; not a character is added or lost.

    Django's own `urlize` drops what follows a bracket, as in “(https://x.org).”, and reads “&copy=”
    in an address as a sign. The site's Referrer-Policy tells nobody whence a reader comes.
    """
    parts, end = [], 0
    for found in ADDRESS.finditer(text):
        address = _without_punctuation(found.group())
        parts.append(escape(text[end : found.start()]))
        parts.append(format_html('<a href="{0}" rel="nofollow noreferrer">{0}</a>', address))
        end = found.start() + len(address)
    parts.append(escape(text[end:]))
    return mark_safe("".join(parts))  # noqa: S308 - every part is escaped


def _without_punctuation(address: str) -> str:
    """An address as a sentence holds it: what closes the sentence, or a bracket, is not its."""
    while address[-1] in ".,:;!?" or (
        address[-1] in PAIRS and address.count(address[-1]) > address.count(PAIRS[address[-1]])
    ):
        address = address[:-1]
    return address
