"""What a receiver of each kind wants to be sent: a module for each."""

from collections.abc import Callable, Mapping

from ...models import Hook, Posting
from ..calling import Request
from ..pieces import Piece
from . import discord, discourse, mattermost, signed, slack

KIND = Hook.Kind
WRITERS: Mapping[str, Callable[[Piece, Posting], Request]] = {
    KIND.DISCORD: discord.write,
    KIND.SLACK: slack.write,
    KIND.MATTERMOST: mattermost.write,
    KIND.DISCOURSE: discourse.write,
    KIND.JSON: signed.write,
}


def write(piece: Piece, posting: Posting) -> Request:
    """The request that brings `piece` to the hook of `posting`. Expects its hook at hand."""
    return WRITERS[posting.hook.kind](piece, posting)
