"""For a webhook of Discord: an embed with what happened in short, a link, and the map."""

from typing import Any

from ...models import Posting
from ...report.markdown import escape
from ..calling import Request
from ..marks import marked_down
from ..pieces import Piece
from .fitting import JSON, body, fitting

LONGEST_TITLE, LONGEST_TEXT, LONGEST_AUTHOR = 256, 4096, 256


def write(piece: Piece, posting: Posting) -> Request:
    embed: dict[str, Any] = {
        "title": fitting([escape(piece.title)], LONGEST_TITLE),
        "url": piece.url,
        "timestamp": piece.at.isoformat(),
    }
    if piece.text:
        lines = map(marked_down, piece.text.splitlines())
        embed["description"] = fitting(lines, LONGEST_TEXT)
    if piece.author:  # no Markdown is read there
        embed["footer"] = {"text": fitting([piece.author.replace("@", "＠")], LONGEST_AUTHOR)}
    if piece.picture:
        embed["image"] = {"url": piece.picture}
    nobody: dict[str, list[str]] = {"parse": []}
    document = {"embeds": [embed], "allowed_mentions": nobody}
    return Request(posting.hook.url, body(document), JSON)
