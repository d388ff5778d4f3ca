"""Which news goes to which hook: nothing is written when it happens, all is found afterwards.

So a phase is resolved by as many queries with hooks as without, and no hook that is in trouble
can disturb it.
"""

import datetime as dt

from django.db.models import Exists, F, OuterRef, Q

from .. import clock
from ..feeds.news import TOLD
from ..models import Hook, Posting

# Of a game that was over for longer, no news is expected, and its events are not looked at.
AFTER_THE_END = dt.timedelta(days=30)


def plan() -> int:
    """Make a posting of each piece of news that a hook has not yet; returns how many.

    Any number of workers may be here: what two of them find becomes one row.
    """
    found = _news()
    if found:
        now = clock.now()
        rows = [
            Posting(hook_id=hook, event_id=event, created_at=now, send_at=now)
            for hook, event in found
        ]
        Posting.objects.bulk_create(rows, ignore_conflicts=True)
    return len(found)


def _news() -> list[tuple[int, int]]:
    """Hooks, and events that happened since they are there and are no postings to them."""
    awake = Q(game__ended_at=None) | Q(game__ended_at__gt=clock.now() - AFTER_THE_END)
    hooks = Hook.objects.filter(awake, off_at=None).annotate(
        event=F("game__events"), what=F("game__events__kind"), at=F("game__events__at")
    )
    told = Posting.objects.filter(hook=OuterRef("pk"), event=OuterRef("event"))
    news = hooks.filter(~Exists(told), what__in=[str(kind) for kind in TOLD], at__gte=F("since"))
    return list(news.order_by("event").values_list("pk", "event"))
