"""What happened in a game, a sentence for each event: for its public log, for news and for mails.

Nothing here says what somebody ordered, and whether they did only once all may know.
"""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.templatetags.when import in_words

from .. import clock, wording
from ..models import Event, Game, Motion, Phase
from ..pages import conduct_words, superseded

KIND = Event.Kind

SENTENCES: Mapping[str, object] = {
    KIND.GAME_CREATED: gettext_lazy("The game was opened."),
    KIND.JOINED: gettext_lazy("%(who)s joined."),
    KIND.LEFT: gettext_lazy("%(who)s left the lobby."),
    KIND.REMOVED: gettext_lazy("%(whom)s was removed from the lobby."),
    KIND.LOBBY_EXPIRED: gettext_lazy("The game did not fill in time."),
    KIND.GAME_BEGUN: gettext_lazy("The game has begun."),
    KIND.TAKEN_OVER: gettext_lazy("The game was taken over from elsewhere, in %(phase)s."),
    KIND.ALL_READY: gettext_lazy("All were ready: %(phase)s ends before its deadline."),
    KIND.PHASE_RESOLVED: gettext_lazy("%(phase)s was resolved."),
    KIND.NO_MOVES_RECEIVED: gettext_lazy("%(power)s gave no orders in %(phase)s."),
    KIND.GAME_SET_ASIDE: gettext_lazy(
        "The game was set aside: %(phase)s could not be resolved. Its clock stands still."
    ),
    KIND.GAME_RESUMED: gettext_lazy("The clock runs again."),
    KIND.GAME_WON: gettext_lazy("%(power)s has won the game."),
    KIND.GAME_DRAWN: gettext_lazy("The game has ended as a draw."),
    KIND.GAME_CLOSED: gettext_lazy("The game was closed without a result."),
    KIND.EXTENDED: gettext_lazy(
        "The deadline of %(phase)s was moved from %(before)s to %(after)s."
    ),
    KIND.HURRIED: gettext_lazy("%(phase)s was ended before its deadline, %(before)s."),
    KIND.PAUSED: gettext_lazy("The clock was stopped. It starts again %(after)s."),
    KIND.UNPAUSED: gettext_lazy("The clock runs again: %(phase)s ends %(after)s."),
    KIND.GRACE_GIVEN: gettext_lazy(
        "Orders were missing at the deadline of %(phase)s. The last deadline is %(after)s."
    ),
    KIND.MADE_UP: gettext_lazy(
        "The site was down for a while. The deadline of %(phase)s was moved from %(before)s to"
        " %(after)s."
    ),
    KIND.SETTINGS_CHANGED: gettext_lazy(
        "The settings were changed. They count from the next phase on."
    ),
    KIND.ANNOUNCED: gettext_lazy("An announcement to all:"),
    KIND.CIVIL_DISORDER: gettext_lazy("%(power)s is in civil disorder: nobody orders for it."),
    KIND.CAME_BACK: gettext_lazy("%(power)s is played again."),
    KIND.RESIGNED: gettext_lazy("The player of %(power)s has given up the seat."),
    KIND.REPLACED: gettext_lazy("%(power)s has a new player: %(whom)s."),
    KIND.LENT: gettext_lazy("A stand-in plays %(power)s for some phases: %(whom)s."),
    KIND.SEAT_RETURNED: gettext_lazy("%(power)s is back with its own player, %(whom)s."),
    KIND.ABSENCE: gettext_lazy("The player of %(power)s is away from %(first)s to %(last)s."),
    KIND.ABSENCE_WITHDRAWN: gettext_lazy(
        "The player of %(power)s is not away from %(first)s to %(last)s after all."
    ),
    KIND.MASTER_JOINED: gettext_lazy("%(whom)s is now a master of this game."),
    KIND.MASTER_LEFT: gettext_lazy("%(who)s is no longer a master of this game."),
    KIND.ROLLED_BACK: gettext_lazy(
        "The game went back to the beginning of %(phase)s. What was played since counts no more."
    ),
    KIND.CORRECTED: gettext_lazy(
        "The position in %(phase)s was corrected. All orders have to be given again."
    ),
    KIND.MAPS_SHOWN: gettext_lazy(
        "Strangers who have the address of a map see it: the reports name them."
    ),
    KIND.MAPS_HIDDEN: gettext_lazy("The addresses by which strangers saw the maps were revoked."),
    KIND.LETTER_HIDDEN: gettext_lazy("A public letter was hidden."),
    KIND.LETTER_SHOWN: gettext_lazy("A public letter that was hidden is shown again."),
    KIND.HOOK_ADDED: gettext_lazy("The news of the game goes to one more place elsewhere."),
    KIND.HOOK_OFF: gettext_lazy("The news of the game goes to one place less."),
    KIND.MOTION_MADE: gettext_lazy("%(power)s puts to the vote: %(motion)s"),
    KIND.MOTION_PASSED: gettext_lazy("The players have voted for this: %(motion)s"),
    KIND.MOTION_FAILED: gettext_lazy("The players have voted against this: %(motion)s"),
    KIND.LOOKED_AT: gettext_lazy("%(who)s, who runs this site, looked at the game."),
}
# Acts of players: their names are hidden where the game hides them. Masters' and admins' never are.
OF_PLAYERS = frozenset(
    [
        KIND.JOINED,
        KIND.LEFT,
        KIND.RESIGNED,
        KIND.CAME_BACK,
        KIND.ABSENCE,
        KIND.ABSENCE_WITHDRAWN,
        KIND.MOTION_MADE,
    ]
)
TO_MASTERS = frozenset([KIND.MASTER_JOINED])
# What masters and admins do: the log says which of them it was. The other sentences name their
# actor, or are of those whose names may be hidden.
OF_MASTERS = frozenset(
    [
        KIND.GAME_RESUMED,
        KIND.GAME_DRAWN,
        KIND.GAME_CLOSED,
        KIND.TAKEN_OVER,
        KIND.EXTENDED,
        KIND.HURRIED,
        KIND.PAUSED,
        KIND.UNPAUSED,
        KIND.SETTINGS_CHANGED,
        KIND.ANNOUNCED,
        KIND.CIVIL_DISORDER,
        KIND.REPLACED,
        KIND.LENT,
        KIND.SEAT_RETURNED,
        KIND.MASTER_JOINED,
        KIND.ROLLED_BACK,
        KIND.CORRECTED,
        KIND.MAPS_SHOWN,
        KIND.MAPS_HIDDEN,
        KIND.LETTER_HIDDEN,
        KIND.LETTER_SHOWN,
        KIND.HOOK_ADDED,
        KIND.HOOK_OFF,
    ]
)
ANNOUNCED_FOR = dt.timedelta(days=14)


@dataclass(frozen=True)
class Row:
    """A line of the log: when, what, who did it if the sentence does not say so, what was said to
    it, and the phases that count no more since."""

    at: dt.datetime
    sentence: str
    author: str
    reason: str
    superseded: Sequence[Phase]


def public(game: Game) -> QuerySet[Event]:
    """The events that everybody who sees the game may read, newest first."""
    shown = game.events.filter(kind__in=[str(kind) for kind in SENTENCES])
    return shown.select_related("phase", "seat", "actor", "subject", "motion").order_by("-pk")


def by_day(
    game: Game, events: Collection[Event], *, names_open: bool
) -> list[tuple[dt.date, list[Row]]]:
    """Rows of the log under their days in the active zone, in the order of `events`."""
    mended = any(event.kind in superseded.MENDED for event in events)
    void = superseded.by_event(game) if mended else {}
    rows = [
        Row(
            at=event.at,
            sentence=sentence(event, names_open=names_open),
            author=author(event, names_open=names_open),
            reason=reason(event),
            superseded=void.get(event.pk, []),
        )
        for event in events
    ]
    return [
        (day, list(of_day))
        for day, of_day in groupby(rows, key=lambda row: timezone.localdate(row.at))
    ]


def newest_announcement(game: Game) -> Event | None:
    """What a master announced last, as long as it is news."""
    told = game.events.filter(kind=KIND.ANNOUNCED, at__gt=clock.now() - ANNOUNCED_FOR)
    return told.select_related("actor", "subject").order_by("-pk").first()


def author(event: Event, *, names_open: bool) -> str:
    """Who did what masters do; empty where the sentence says it, or where it was no person."""
    if event.kind not in OF_MASTERS or event.actor is None:
        return ""
    return who(event, names_open=names_open)


def sentence(event: Event, *, names_open: bool) -> str:
    """What happened, in the active language and zone. Expects the rows that it names at hand."""
    first, last = _days(event)
    words = {
        "phase": wording.phase(event.phase) if event.phase else "",
        "power": wording.power(event.seat.power) if event.seat else "",
        "who": who(event, names_open=names_open),
        "whom": _whom(event, names_open=names_open),
        "before": in_words(event.due_before) if event.due_before else "",
        "after": in_words(event.due_after) if event.due_after else "",
        "motion": motion(event.motion) if event.motion else "",
        "first": first,
        "last": last,
    }
    return capfirst(str(SENTENCES[event.kind]) % words)


def reason(event: Event) -> str:
    """What was said to it by whoever did it."""
    return "" if event.kind in (KIND.ABSENCE, KIND.ABSENCE_WITHDRAWN) else event.text


def who(event: Event, *, names_open: bool) -> str:
    """Who did it, as everybody may read it."""
    if event.actor is None:
        return _("the site")
    own_act = event.kind in OF_PLAYERS or event.actor_id == event.subject_id
    return _name(event.actor, hidden=own_act and not names_open)


def _whom(event: Event, *, names_open: bool) -> str:
    if event.subject is None:
        return ""
    return _name(event.subject, hidden=event.kind not in TO_MASTERS and not names_open)


def _name(person: User, *, hidden: bool) -> str:
    return _("a hidden player") if hidden else str(person)


def motion(given: Motion) -> str:
    """What is voted on, as a sentence."""
    count = given.days or 0
    if given.kind == Motion.Kind.EXTEND:
        text = ngettext(
            "The deadline is put off by %(count)d day.",
            "The deadline is put off by %(count)d days.",
            count,
        )
    elif given.kind == Motion.Kind.PAUSE:
        text = ngettext(
            "The clock stops for %(count)d day.",
            "The clock stops for %(count)d days.",
            given.days or 0,
        )
    elif given.kind == Motion.Kind.RESUME:
        return _("The clock starts again.")
    else:
        return _("The game ends as a draw among all powers that are left.")
    return text % {"count": count}


def _days(event: Event) -> tuple[str, str]:
    """The dates of an absence."""
    if event.kind not in (KIND.ABSENCE, KIND.ABSENCE_WITHDRAWN):
        return "", ""
    first, last = (dt.date.fromisoformat(part) for part in event.text.split("/"))
    return conduct_words.date(first), conduct_words.date(last)
