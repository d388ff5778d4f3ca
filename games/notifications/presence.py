"""Last visits of people to the pages of games: events that a page shows need no mail or push.

Kept in the cache. If the cache is lost, somebody gets a mail that they did not need.
"""

import datetime as dt

from django.core.cache import cache

from accounts import clock
from accounts.models import User

from ..models import Game, Notification
from .round_cache import remembered

# After this time without a request the person has left: an open page tells every 15 seconds that
# somebody looks at it (static/js/news.js).
ABSENT_AFTER = dt.timedelta(seconds=100)
# A page that is loaded this much later than a notification's time shows its subject, because the
# transaction has ended by then.
COMMITTED_AFTER = dt.timedelta(seconds=10)
KEPT = dt.timedelta(hours=1)  # longer than a mail waits for somebody to look away
KIND = Notification.Kind
# Without reminders, which are about missing orders, and the kinds that no page of a game shows.
SHOWN_BY_PAGES = frozenset(
    [KIND.YOUR_TURN, KIND.RESULTS, KIND.MESSAGE, KIND.ANNOUNCEMENT, KIND.NEWS, KIND.GAME_OVER]
)


def note(person: User, game: Game) -> None:
    """Store that `person` looks at a page of `game` now."""
    cache.set(_key(person.pk, game.pk), clock.now(), KEPT.total_seconds())


def has_seen(notification: Notification) -> bool:
    """Whether the notification's reader has seen it on a page.

    That is so if they have looked at the game since the notification was written.
    """
    looked = _looked(notification)
    return looked is not None and looked >= notification.created_at + COMMITTED_AFTER


def waits_until(notification: Notification) -> dt.datetime | None:
    """Return the time until which a notification waits, because its reader looks at the game now.

    By then they have looked away. None if it need not wait.
    """
    looked = _looked(notification)
    if looked is None or clock.now() >= looked + ABSENT_AFTER:
        return None
    return looked + ABSENT_AFTER


def _looked(notification: Notification) -> dt.datetime | None:
    """Time of the reader's last look at the game; None if the notification does not depend on it.

    A daily summary is sent complete.
    """
    if notification.kind not in SHOWN_BY_PAGES or notification.in_summary:
        return None
    key = _key(notification.person_id, notification.game_id)
    found = remembered(key, lambda: cache.get(key))
    return found if isinstance(found, dt.datetime) else None


def _key(person: int, game: int) -> str:
    return f"here:{game}:{person}"
