"""For a Discourse forum: a reply in a topic, by its API."""

from ...models import Posting
from ..calling import Request
from ..pieces import Piece
from .fitting import JSON, body
from .mattermost import text

LONGEST = 32_000  # unless the forum's own settings say otherwise


def write(piece: Piece, posting: Posting) -> Request:
    hook = posting.hook
    document = {"topic_id": hook.topic, "raw": text(piece, LONGEST)}
    headers = {**JSON, "Api-Key": hook.secret, "Api-Username": hook.username}
    return Request(f"{hook.url.rstrip('/')}/posts.json", body(document), headers)
