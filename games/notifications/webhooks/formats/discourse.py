"""Format for the API of a Discourse forum: a reply in a topic."""

from ....models import WebhookDelivery
from ...http import Request
from ..body import JSON_HEADERS, json_body
from ..content import NewsItem
from .mattermost import text

LONGEST = 32_000  # unless the forum's own settings say otherwise


def write(item: NewsItem, delivery: WebhookDelivery) -> Request:
    webhook = delivery.webhook
    document = {"topic_id": webhook.topic, "raw": text(item, LONGEST)}
    headers = {**JSON_HEADERS, "Api-Key": webhook.secret, "Api-Username": webhook.username}
    return Request(f"{webhook.url.rstrip('/')}/posts.json", json_body(document), headers)
