"""News as an Atom feed (RFC 4287)."""

import datetime as dt
import hashlib
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.xmlutils import SimplerXMLGenerator

from ...core.links import absolute_url, site_host
from ...core.plain_text import single_line, xml_safe
from ...models import Game
from .news import NewsEntry

TYPE = Atom1Feed.content_type
AUTHOR = "Entente"  # of entries without a person as author


class AtomFeed(Atom1Feed):
    """Django's Atom feed with the full content of items, and a stable date for an empty feed.

    `xml:base` resolves the relative links in messages, since feed readers show them elsewhere.
    """

    def root_attributes(self) -> dict[str, Any]:
        return {**super().root_attributes(), "xml:base": absolute_url("/")}

    def latest_post_date(self) -> dt.datetime:
        dates: list[dt.datetime] = [item["updateddate"] for item in self.items]
        created: dt.datetime = self.feed["created"]
        return max(dates, default=created)

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        handler.addQuickElement("content", item["html"], {"type": "html"})


def document(game: Game, entries: Iterable[NewsEntry], *, address: str) -> bytes:
    """Return the feed of `entries` in the active language as XML. `address` is its own URL."""
    feed = AtomFeed(
        title=single_line(game.title),
        link=absolute_url(game.get_absolute_url()),
        description=None,
        language=get_language(),
        author_name=AUTHOR,
        feed_url=address,
        feed_guid=feed_id(game),
        created=game.created_at,
    )
    for entry in entries:
        feed.add_item(
            title=single_line(entry.title),
            link=entry.url,
            description=None,  # type: ignore[arg-type]  # the stubs forbid None, as above
            author_name=single_line(entry.author) or None,
            unique_id=f"{feed_id(game)}/{entry.key}",
            pubdate=entry.at,
            updateddate=entry.at,
            html=xml_safe(entry.html()),
        )
    return feed.writeString("utf-8").encode()


def feed_id(game: Game) -> str:
    """Return the permanent id of a feed: a tag URI (RFC 4151), independent of the site's paths."""
    return f"tag:{site_host()},{game.created_at:%Y-%m-%d}:{game.slug}"


def etag(game: Game, entries: Iterable[NewsEntry], *, address: str) -> str:
    """Return the weak ETag of this version of a feed.

    The bodies of entries are not part of it: they change only in presentation, and need not be
    rendered for a comparison.
    """
    parts = [game.title, address, settings.SITE_URL, get_language() or ""]
    for entry in entries:
        parts += [entry.key, entry.title, entry.author, entry.url]
    return f'W/"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'
