"""Format for an incoming webhook of Mattermost: Markdown, with the whole report if it fits."""

from ....models import WebhookDelivery
from ...http import Request
from ..body import JSON_HEADERS, fit_lines, json_body, length
from ..content import NewsItem

LONGEST = 16_383


def write(item: NewsItem, delivery: WebhookDelivery) -> Request:
    return Request(delivery.webhook.url, json_body({"text": text(item, LONGEST)}), JSON_HEADERS)


def text(item: NewsItem, most: int) -> str:
    """The report of a resolved phase if it has at most `most` characters; else the short text."""
    report = item.report
    if report and length(report) <= most:
        return report
    return fit_lines(item.markdown.splitlines(), most)
