"""For an incoming webhook of Slack: a few lines in its own marks, a link, and that of the map."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from ...models import Posting
from ..calling import Request
from ..pieces import Piece
from .fitting import JSON, body, fitting

LONGEST = 4000  # what is longer, Slack cuts into several


def write(piece: Piece, posting: Posting) -> Request:
    document = {
        "text": fitting(_lines(piece), LONGEST),
        "unfurl_links": False,
        "unfurl_media": True,  # the map
    }
    return Request(posting.hook.url, body(document), JSON)


def escape(text: str) -> str:
    """The three signs that Slack reads, and an @ that calls nobody."""
    for sign, meant in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("@", "＠")):
        text = text.replace(sign, meant)
    return text


def _lines(piece: Piece) -> Iterator[str]:
    """The links first: of a long text the end is cut off."""
    yield f"*<{piece.url}|{escape(piece.title)}>*"
    if piece.picture:
        yield f"<{piece.picture}|{escape(_('Map'))}>"
    if piece.author:
        yield f"_{escape(piece.author)}_"
    yield from map(escape, piece.text.splitlines())
