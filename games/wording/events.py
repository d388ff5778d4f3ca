"""Sentences for the events of a game: for the public log, for news and for mails.

No sentence contains an order, and missing orders appear only after the phase.
"""

import datetime as dt
from collections.abc import Mapping

from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.dates import local_time_text
from accounts.models import User

from .. import wording
from ..models import Event, Game
from ..state import variants
from ..state.missed_turns import MissedTurn
from . import markup, missed_turns, settings
from .event_kinds import ABOUT_MASTERS, BY_MASTERS, BY_PLAYERS, CHANGES, WITH_DATA, WITH_MARKUP
from .votes import vote_text

KIND = Event.Kind

SENTENCES: Mapping[str, object] = {
    KIND.GAME_CREATED: gettext_lazy("The game was opened."),
    KIND.JOINED: gettext_lazy("%(who)s joined."),
    KIND.LEFT: gettext_lazy("%(who)s left the lobby."),
    KIND.REMOVED: gettext_lazy("%(whom)s was removed from the lobby."),
    KIND.LOBBY_EXPIRED: gettext_lazy("The game did not fill in time."),
    KIND.LOBBY_FULL: gettext_lazy("All seats are taken. The game master assigns the powers."),
    KIND.GAME_DELETED: gettext_lazy("The game was deleted before it began."),
    KIND.ALLOTMENT_CHANGED: gettext_lazy(
        "The assignment of powers was changed: %(old)s → %(new)s. Anyone in the lobby can leave."
    ),
    KIND.PLACE_FREED: gettext_lazy("%(whom)s wasn’t there and lost the place."),
    KIND.POWERS_BY_LOT: gettext_lazy("Powers were assigned at random."),
    KIND.POWERS_BY_WISHES: gettext_lazy("Powers were assigned by the players’ preferences."),
    KIND.POWERS_BY_MASTER: gettext_lazy("Powers were assigned by the game master."),
    KIND.POWERS_BY_DRAW: gettext_lazy("Powers were assigned by the draw of the tournament."),
    KIND.GAME_BEGUN: gettext_lazy("The game has begun."),
    KIND.TAKEN_OVER: gettext_lazy("The game was moved here from elsewhere, in %(phase)s."),
    KIND.COIN_TOSSED: gettext_lazy("A coin was tossed: one player now has %(hand)s."),
    KIND.ALL_READY: gettext_lazy("Everyone was ready: %(phase)s ends before its deadline."),
    KIND.ORDERS_CLOSED: gettext_lazy(
        "The deadline of %(phase)s has passed. The game master publishes the results by "
        "%(after)s at the latest."
    ),
    KIND.PREVIEWED: gettext_lazy(
        "%(who)s looked at the results of %(phase)s before publishing them."
    ),
    KIND.READING_CORRECTED: gettext_lazy(
        "An order of %(power)s in %(phase)s is read differently. The results show both readings."
    ),
    KIND.PUBLISHED: gettext_lazy("The results of %(phase)s were published."),
    KIND.PHASE_RESOLVED: gettext_lazy("%(phase)s was resolved."),
    KIND.NO_MOVES_RECEIVED: gettext_lazy("%(power)s gave no orders in %(phase)s."),
    KIND.LATE_ORDERS: gettext_lazy(
        "The orders of %(power)s were entered after the deadline of %(phase)s: %(after)s."
    ),
    KIND.MISSED_TURN: gettext_lazy("%(power)s missed a turn, and its player keeps the seat."),
    KIND.GAME_SET_ASIDE: gettext_lazy(
        "The game has stopped because of an error: %(phase)s couldn’t be resolved. The "
        "clock is stopped."
    ),
    KIND.GAME_RESUMED: gettext_lazy("The clock is running again."),
    KIND.GAME_WON: gettext_lazy("%(power)s has won the game."),
    KIND.GAME_DRAWN: gettext_lazy("The game has ended in a draw."),
    KIND.GAME_ENDED: gettext_lazy("The game has ended because it reached its limit."),
    KIND.GAME_CONCEDED: gettext_lazy("Everyone else has conceded the game to %(power)s."),
    KIND.GAME_CLOSED: gettext_lazy("The game was closed without a result."),
    KIND.GAME_ABANDONED: gettext_lazy("The game was closed because nobody came back to it."),
    KIND.GAME_REOPENED: gettext_lazy("The end was undone: %(phase)s is open again."),
    KIND.END_ACCEPTED: gettext_lazy("The player of %(power)s has accepted the result."),
    KIND.END_FINAL: gettext_lazy("All players have accepted the result. It is final."),
    KIND.GAME_RESTS: gettext_lazy(
        "Nobody has given orders for two deadlines. The clock is stopped until a player "
        "comes back, or until %(after)s."
    ),
    KIND.EXTENDED: gettext_lazy(
        "The deadline of %(phase)s was moved from %(before)s to %(after)s."
    ),
    KIND.SHORTENED: gettext_lazy(
        "The deadline of %(phase)s is earlier again: it was moved from %(before)s to %(after)s."
    ),
    KIND.HURRIED: gettext_lazy("%(phase)s was processed before its deadline, %(before)s."),
    KIND.PAUSED: gettext_lazy("The clock was stopped until %(after)s."),
    KIND.UNPAUSED: gettext_lazy("The clock is running again: %(phase)s ends %(after)s."),
    KIND.GRACE_GIVEN: gettext_lazy(
        "Orders were missing at the deadline of %(phase)s. The grace period ends %(after)s."
    ),
    KIND.MADE_UP: gettext_lazy(
        "The site was down for a while. The deadline of %(phase)s was moved from %(before)s to"
        " %(after)s."
    ),
    KIND.SETTINGS_CHANGED: gettext_lazy(
        "The game settings were changed. They apply from the next phase on."
    ),
    KIND.RENAMED: gettext_lazy("The game was renamed: “%(old)s” → “%(new)s”."),
    KIND.AMENDED: gettext_lazy(
        "All players have agreed to new house rules. They apply from the next phase on."
    ),
    KIND.ANNOUNCED: gettext_lazy("Announcement to everyone:"),
    KIND.COMMENTED: gettext_lazy("The game master commented on %(phase)s."),
    KIND.COMMENT_CHANGED: gettext_lazy("The game master changed the comment on %(phase)s."),
    KIND.CIVIL_DISORDER: gettext_lazy("%(power)s is in civil disorder: nobody gives it orders."),
    KIND.CAME_BACK: gettext_lazy("The player of %(power)s is back."),
    KIND.RESIGNED: gettext_lazy("The player of %(power)s has resigned."),
    KIND.INVITED: gettext_lazy("Someone was invited to play %(power)s."),
    KIND.DECLINED: gettext_lazy("The invitation to play %(power)s was declined."),
    KIND.INVITATION_ENDED: gettext_lazy("The invitation to play %(power)s is no longer open."),
    KIND.REPLACED: gettext_lazy("%(power)s has a new player: %(whom)s."),
    KIND.LENT: gettext_lazy("A substitute plays %(power)s for a few phases: %(whom)s."),
    KIND.SEAT_RETURNED: gettext_lazy("%(power)s is back with its player, %(whom)s."),
    KIND.PLACE_DECLARED: gettext_lazy("The game master added a player without an account."),
    KIND.PLACE_WITHDRAWN: gettext_lazy(
        "The game master took a player without an account out of the lobby."
    ),
    KIND.DECLARED: gettext_lazy(
        "%(power)s has a player without an account. The game master declares this, and enters "
        "the orders."
    ),
    KIND.UNDECLARED: gettext_lazy("%(power)s no longer has a player."),
    KIND.MASTER_ORDERS: gettext_lazy(
        "The player of %(power)s lets the game master enter, and so read, the orders."
    ),
    KIND.PLAYER_ORDERS: gettext_lazy(
        "The player of %(power)s no longer lets the game master enter orders."
    ),
    KIND.ABSENCE: gettext_lazy("The player of %(power)s is away from %(first)s to %(last)s."),
    KIND.ABSENCE_WITHDRAWN: gettext_lazy(
        "The player of %(power)s withdrew the absence from %(first)s to %(last)s."
    ),
    KIND.MASTER_JOINED: gettext_lazy("%(whom)s is now a game master of this game."),
    KIND.MASTER_LEFT: gettext_lazy("%(whom)s is no longer a game master of this game."),
    KIND.ROLLED_BACK: gettext_lazy(
        "The game was rolled back to the beginning of %(phase)s. Everything played since "
        "then no longer counts."
    ),
    KIND.CORRECTED: gettext_lazy(
        "The position in %(phase)s was corrected. All orders must be given again."
    ),
    KIND.MAPS_SHOWN: gettext_lazy(
        "Anyone who has the address of a map can see it. The reports contain these addresses."
    ),
    KIND.MAPS_HIDDEN: gettext_lazy("The public addresses of the maps were revoked."),
    KIND.MESSAGE_HIDDEN: gettext_lazy("A public message was hidden."),
    KIND.MESSAGE_SHOWN: gettext_lazy("A hidden public message is shown again."),
    KIND.WEBHOOK_ADDED: gettext_lazy(
        "The news of the game is now sent to one more place elsewhere."
    ),
    KIND.WEBHOOK_OFF: gettext_lazy("The news of the game is now sent to one place fewer."),
    KIND.VOTE_MADE: gettext_lazy("%(power)s proposes: %(vote)s"),
    KIND.STALEMATE: gettext_lazy(
        "No center has changed hands for a long time. The site proposes: %(vote)s"
    ),
    KIND.VOTE_WITHDRAWN: gettext_lazy("This proposal was withdrawn: %(vote)s"),
    KIND.VOTE_PASSED: gettext_lazy("This proposal was accepted: %(vote)s"),
    KIND.VOTE_FAILED: gettext_lazy("This proposal was not accepted: %(vote)s"),
    KIND.IMPORTED: gettext_lazy(
        "The game was imported. What is listed before this was played elsewhere."
    ),
    KIND.LOOKED_AT: gettext_lazy("%(who)s, an administrator of this site, looked at the game."),
}
COMMENT_REMOVED = gettext_lazy("The game master removed the comment on %(phase)s.")
VOTE_OF_NOBODY = gettext_lazy("Proposed for a vote: %(vote)s")
VOTE_OF_MASTER = gettext_lazy("The game master proposes: %(vote)s")
TOGETHER = gettext_lazy("%(side)s have won the game together.")


def shown_to_all(events: QuerySet[Event]) -> QuerySet[Event]:
    """The events among `events` that everybody who sees the game may read."""
    return events.filter(kind__in=[str(kind) for kind in SENTENCES])


def public_events(game: Game) -> QuerySet[Event]:
    """The events that everybody who sees the game may read, newest first."""
    shown = shown_to_all(game.events.all())
    shown = shown.select_related("phase", "seat", "actor", "subject", "vote")
    return shown.prefetch_related("vote__sharers__seat").order_by("-pk")


def author(event: Event, *, names_open: bool) -> str:
    """The name of the master or admin who acted; empty for other events and without an actor.

    Also empty if the sentence names them: they have become, or ceased to be, a master themselves.
    """
    of_themselves = event.kind in ABOUT_MASTERS and _of_themselves(event)
    has_actor = event.actor is not None or event.imported_actor is not None
    if event.kind not in BY_MASTERS or not has_actor or of_themselves:
        return ""
    return actor_name(event, names_open=names_open)


def sentence(event: Event, *, names_open: bool) -> str:
    """The sentence of an event, in the active language and time zone.

    Fetch the related rows with the event, as `public_events` does.
    """
    first, last = _days(event)
    old, new = _change(event)
    words = {
        "phase": wording.phase(event.phase) if event.phase else "",
        "power": wording.power(event.seat.power) if event.seat else "",
        "hand": _hand(event),
        "who": actor_name(event, names_open=names_open),
        "whom": _subject_name(event, names_open=names_open),
        "before": local_time_text(event.due_before) if event.due_before else "",
        "after": local_time_text(event.due_after) if event.due_after else "",
        "vote": vote_text(event.vote) if event.vote else "",
        "first": first,
        "last": last,
        "old": old,
        "new": new,
    }
    if event.kind == KIND.GAME_WON and event.seat and variants.counts_together(event.game):
        event.seat.game = event.game
        return TOGETHER % {"side": wording.hand(event.seat)}
    if event.kind == KIND.COMMENT_CHANGED and not event.text:
        return str(COMMENT_REMOVED % words)
    if event.kind == KIND.VOTE_MADE and event.seat is None:
        return str((VOTE_OF_MASTER if event.actor_id else VOTE_OF_NOBODY) % words)
    said = capfirst(str(SENTENCES[event.kind]) % words)
    if event.kind == KIND.MISSED_TURN:
        return f"{said} {missed_turns.next_step(MissedTurn.read(event.text))}"
    return said


def _hand(event: Event) -> str:
    """All powers of the player who won the toss of a coin; empty for other events."""
    if event.kind != KIND.COIN_TOSSED or event.seat is None:
        return ""
    event.seat.game = event.game
    return wording.hand(event.seat)


def reason(event: Event) -> str:
    """The reason given by the actor; empty without one. Texts with markup have none here."""
    if event.kind in WITH_MARKUP:
        return markup.without_marks(event.text)
    if event.kind in CHANGES:
        return _lines(event)[2]
    return "" if event.kind in WITH_DATA else event.text


def reason_in_line(event: Event) -> str:
    """The `reason`, as it follows the sentence on the same line: labelled, unless it is a text."""
    text = reason(event)
    if not text or event.kind in WITH_MARKUP:
        return text
    return _("Reason: %(reason)s") % {"reason": text}


def actor_name(event: Event, *, names_open: bool) -> str:
    """The actor's name for the public, without the names of hidden players."""
    name = shown_actor(event, names_open=names_open)
    if name is None:
        return _("the site")
    return name or _("a hidden player")


def shown_actor(event: Event, *, names_open: bool) -> str | None:
    """The actor's name; empty if it is hidden, None if the site acted."""
    own_act = event.kind in BY_PLAYERS or _of_themselves(event)
    hidden = own_act and not names_open
    return _shown_person(event.actor, event.imported_actor, hidden=hidden)


def shown_subject(event: Event, *, names_open: bool) -> str | None:
    """The name of the person affected; empty if it is hidden, None if there is none."""
    hidden = event.kind not in ABOUT_MASTERS and not names_open
    return _shown_person(event.subject, event.imported_subject, hidden=hidden)


def _subject_name(event: Event, *, names_open: bool) -> str:
    name = shown_subject(event, names_open=names_open)
    return "" if name is None else name or _("a hidden player")


def _shown_person(person: User | None, imported: str | None, *, hidden: bool) -> str | None:
    """The name of a person. One that came with an imported game was public where it was played."""
    if person is None:
        return imported
    return "" if hidden else str(person)


def _of_themselves(event: Event) -> bool:
    """Whether the actor is the person affected, as far as the names of imported events tell."""
    if event.actor is None and event.imported_actor is not None:
        return bool(event.imported_actor) and event.imported_actor == event.imported_subject
    return event.actor_id == event.subject_id


def _days(event: Event) -> tuple[str, str]:
    """The dates of an absence."""
    if event.kind not in (KIND.ABSENCE, KIND.ABSENCE_WITHDRAWN):
        return "", ""
    first, last = (dt.date.fromisoformat(part) for part in event.text.split("/"))
    return settings.date(first), settings.date(last)


def change_text(old: str, new: str, reason: str = "") -> str:
    """The text of an event of `CHANGES`: before and after a line each, then the reason."""
    return "\n".join([" ".join(old.split()), " ".join(new.split()), reason])


def _lines(event: Event) -> list[str]:
    """The parts of `change_text`."""
    return [*event.text.split("\n", 2), "", "", ""][:3]


def _change(event: Event) -> tuple[str, str]:
    """Before and after a change, in words; empty for other events."""
    if event.kind not in CHANGES:
        return "", ""
    old, new, _reason = _lines(event)
    if event.kind == KIND.ALLOTMENT_CHANGED:
        return str(Game.Allotment(old).label), str(Game.Allotment(new).label)
    return old, new
