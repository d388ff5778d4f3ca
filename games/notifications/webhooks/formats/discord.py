"""Format for a Discord webhook: an embed with a short text, a link, and the map."""

from typing import Any

from ....models import WebhookDelivery
from ....reports.formats.markdown import escape
from ...http import Request
from ..body import JSON_HEADERS, fit_lines, json_body
from ..content import NewsItem
from ..markdown import to_markdown

LONGEST_TITLE, LONGEST_TEXT, LONGEST_AUTHOR = 256, 4096, 256


def write(item: NewsItem, delivery: WebhookDelivery) -> Request:
    embed: dict[str, Any] = {
        "title": fit_lines([escape(item.title)], LONGEST_TITLE),
        "url": item.url,
        "timestamp": item.at.isoformat(),
    }
    if item.text:
        lines = map(to_markdown, item.text.splitlines())
        embed["description"] = fit_lines(lines, LONGEST_TEXT)
    if item.author:  # this field has no Markdown
        embed["footer"] = {"text": fit_lines([item.author.replace("@", "＠")], LONGEST_AUTHOR)}
    if item.picture:
        embed["image"] = {"url": item.picture}
    nobody: dict[str, list[str]] = {"parse": []}
    document = {"embeds": [embed], "allowed_mentions": nobody}
    return Request(delivery.webhook.url, json_body(document), JSON_HEADERS)
