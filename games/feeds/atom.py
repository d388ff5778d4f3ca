"""News as an Atom feed (RFC 4287)."""

import datetime as dt
import hashlib
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.xmlutils import SimplerXMLGenerator

from ..models import Game
from .addresses import host, whole
from .news import Entry
from .text import line, sayable

TYPE = Atom1Feed.content_type
AUTHOR = "Entente"  # of what no person wrote


class Feed(Atom1Feed):
    """Django's, whose items say no more than a summary and whose age, without any, is the present.

    What a letter links to by a path is found from the site: many programs show it elsewhere."""

    def root_attributes(self) -> dict[str, Any]:
        return {**super().root_attributes(), "xml:base": whole("/")}

    def latest_post_date(self) -> dt.datetime:
        dates: list[dt.datetime] = [item["updateddate"] for item in self.items]
        created: dt.datetime = self.feed["created"]
        return max(dates, default=created)

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        handler.addQuickElement("content", item["html"], {"type": "html"})


def document(game: Game, entries: Iterable[Entry], *, address: str) -> bytes:
    """The feed of `entries` in the active language, which is to be had at `address`."""
    feed = Feed(
        title=line(game.title),
        link=whole(game.get_absolute_url()),
        description=None,
        language=get_language(),
        author_name=AUTHOR,
        feed_url=address,
        feed_guid=identity(game),
        created=game.created_at,
    )
    for entry in entries:
        feed.add_item(
            title=line(entry.title),
            link=entry.url,
            description=None,  # type: ignore[arg-type]  # none, as for a feed
            author_name=line(entry.author) or None,
            unique_id=f"{identity(game)}/{entry.name}",
            pubdate=entry.at,
            updateddate=entry.at,
            html=sayable(entry.html()),
        )
    return feed.writeString("utf-8").encode()


def identity(game: Game) -> str:
    """A name for good (a tag URI, RFC 4151), wherever the site moves within its host."""
    return f"tag:{host()},{game.created_at:%Y-%m-%d}:{game.slug}"


def etag(game: Game, entries: Iterable[Entry], *, address: str) -> str:
    """A name for this version of a feed. A weak one: what an entry says never changes but in how it
    is written, and is not read to make it."""
    parts = [game.title, address, settings.SITE_URL, get_language() or ""]
    for entry in entries:
        parts += [entry.name, entry.title, entry.author, entry.url]
    return f'W/"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'
