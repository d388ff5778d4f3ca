"""The log of a game, as its page has it."""

import re

from ninja import Router

from ... import access
from ...wording.events import public_events
from ...wording.log import log_rows
from ..authentication import READ, KeyRequest
from ..pagination import PAGE, Cursor, Limit, cursor_after, read_cursor, unknown_cursor
from ..schemas import log as schemas
from ..schemas.common import answers
from ..values.log import log_entry

router = Router(tags=["Games"], auth=READ)
PLACE = re.compile(r"[1-9][0-9]{0,8}")


@router.get("/games/{slug:slug}/log", response=answers(schemas.LogPage), summary="Read the log")
def read_log(
    request: KeyRequest, slug: str, limit: Limit = PAGE, cursor: Cursor | None = None
) -> schemas.LogPage:
    """The public events of a game with the reasons that were given, the newest first.

    Everyone who sees the game reads the same events; the names in them depend on the reader.
    """
    game = access.game_or_404(request.user, slug)
    oldest_first = public_events(game).reverse()
    older = oldest_first.count()
    if cursor is not None:
        older = _older(cursor, known=older)
    start = max(older - limit, 0)
    shown = list(oldest_first[start:older])[::-1]
    names_open = access.sees_names(request.user, game)
    return schemas.LogPage(
        events=[log_entry(row) for row in log_rows(game, shown, names_open=names_open)],
        next_cursor=cursor_after(str(start)) if start else None,
    )


def _older(cursor: str, *, known: int) -> int:
    """The number of older events that a cursor stands for, of those that everyone may read.

    The log only grows at its new end, so that this number stays that of the same events.
    """
    older = int(read_cursor(cursor, PLACE))
    if older >= known:
        raise unknown_cursor()
    return older
