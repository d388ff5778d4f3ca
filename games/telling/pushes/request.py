"""One message to one browser, as its push service takes it (RFC 8030)."""

import datetime as dt

from ...hooks.calling import Request
from ...models import Browser
from . import sealing, vapid
from .content import Content

KEPT_FOR = dt.timedelta(days=1)  # by the service, while the browser is off: older news is stale


def written(content: Content, browser: Browser) -> Request:
    """Raises `ValueError` if the browser gave a key that is none."""
    return Request(
        url=browser.endpoint,
        body=sealing.seal(content.document, key=browser.key, auth=browser.auth),
        headers={
            "Authorization": vapid.authorization(browser.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(KEPT_FOR.total_seconds())),
            # What was sent twice and not yet delivered, the service delivers once.
            "Topic": content.tag,
        },
    )
