"""Who has a game before their eyes: what their page tells them there needs no mail.

Kept in the cache. If that is lost, somebody gets a mail that they could do without.
"""

import datetime as dt

from django.core.cache import cache

from accounts.models import User

from .. import clock
from ..models import Game, Notice
from .memory import remembered

# A page that is looked at asks every 40 seconds what is new (static/js/here.js).
GONE = dt.timedelta(seconds=100)
# What a transaction wrote at a moment, is told to who asks so much later.
STORED = dt.timedelta(seconds=10)
KEPT = dt.timedelta(hours=1)  # longer than a mail waits for it
KIND = Notice.Kind
# A reminder is about what somebody has not done, and the others are told by no page of a game.
TOLD_BY_PAGES = frozenset(
    [KIND.YOUR_TURN, KIND.RESULTS, KIND.LETTER, KIND.ANNOUNCEMENT, KIND.NEWS, KIND.GAME_OVER]
)


def note(person: User, game: Game) -> None:
    """`person` looks at a page of `game` now, and is told by it what is new."""
    cache.set(_key(person.pk, game.pk), clock.now(), KEPT.total_seconds())


def has_told(notice: Notice) -> bool:
    """Whether its reader has looked at the game since it happened."""
    looked = _looked(notice)
    return looked is not None and looked >= notice.created_at + STORED


def waits_until(notice: Notice) -> dt.datetime | None:
    """When a mail may go whose reader looks at the game now: once they have looked away, unless
    their page has told them meanwhile. Empty where it need not wait."""
    looked = _looked(notice)
    if looked is None or clock.now() >= looked + GONE:
        return None
    return looked + GONE


def _looked(notice: Notice) -> dt.datetime | None:
    """When its reader looked at the game last, as far as that concerns the mail: who wants a daily
    summary gets the whole of it."""
    if notice.kind not in TOLD_BY_PAGES or notice.in_summary:
        return None
    key = _key(notice.person_id, notice.game_id)
    found = remembered(key, lambda: cache.get(key))
    return found if isinstance(found, dt.datetime) else None


def _key(person: int, game: int) -> str:
    return f"here:{game}:{person}"
