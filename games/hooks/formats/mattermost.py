"""For an incoming webhook of Mattermost: the whole report where it fits, in its Markdown."""

from ...models import Posting
from ..calling import Request
from ..pieces import Piece
from .fitting import JSON, body, fitting, length

LONGEST = 16_383


def write(piece: Piece, posting: Posting) -> Request:
    return Request(posting.hook.url, body({"text": text(piece, LONGEST)}), JSON)


def text(piece: Piece, most: int) -> str:
    """The report of `piece`, if it has one that is not too long; else what it says in short."""
    report = piece.report
    if report and length(report) <= most:
        return report
    return fitting(piece.markdown.splitlines(), most)
