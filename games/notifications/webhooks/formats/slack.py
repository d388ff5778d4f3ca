"""Format for an incoming webhook of Slack: a few lines in its markup, with links."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from ....models import WebhookDelivery
from ...http import Request
from ..body import JSON_HEADERS, fit_lines, json_body
from ..content import NewsItem

LONGEST = 4000  # Slack splits longer texts


def write(item: NewsItem, delivery: WebhookDelivery) -> Request:
    document = {
        "text": fit_lines(_lines(item), LONGEST),
        "unfurl_links": False,
        "unfurl_media": True,  # the map
    }
    return Request(delivery.webhook.url, json_body(document), JSON_HEADERS)


def escape(text: str) -> str:
    """Escape Slack's three special characters, and replace @, which would notify people."""
    for character, replacement in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("@", "＠")):
        text = text.replace(character, replacement)
    return text


def _lines(item: NewsItem) -> Iterator[str]:
    """The lines of the message.

    The links come first, because a long text loses its end.
    """
    yield f"*<{item.url}|{escape(item.title)}>*"
    if item.picture:
        yield f"<{item.picture}|{escape(_('Map'))}>"
    if item.author:
        yield f"_{escape(item.author)}_"
    yield from map(escape, item.text.splitlines())
