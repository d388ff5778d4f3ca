"""Notifications as a sentence and a link."""

from django.urls import reverse
from django.utils.translation import gettext as _

from .. import wording
from ..models import Event, Game, Notification, Phase
from ..state import variants
from . import endings, event_kinds, events

NOTIFICATIONS = {
    Notification.Kind.GAME_BEGUN: lambda: _("“%(game)s” has begun."),
    Notification.Kind.REMINDER: lambda: _(
        "“%(game)s”: the game master reminds you of your orders for %(phase)s."
    ),
    Notification.Kind.RESULTS: lambda: _("“%(game)s”: results of %(phase)s."),
    Notification.Kind.GAME_OVER: lambda: _("“%(game)s” is over."),
    Notification.Kind.SET_ASIDE: lambda: _(
        "“%(game)s” has stopped because of an error: its phase can’t be resolved."
    ),
    Notification.Kind.LOBBY_EXPIRED: lambda: _("“%(game)s” did not fill in time."),
    Notification.Kind.REMOVED: lambda: _("You were removed from “%(game)s”."),
    Notification.Kind.COMPLAINT: lambda: _("A message was reported."),
    Notification.Kind.INVITATION: lambda: _("You are invited to a seat in a game."),
}
ABOUT_EVENTS = (Notification.Kind.NEWS, Notification.Kind.ANNOUNCEMENT, Notification.Kind.VOTE)


def lobby_invitation_sentence(inviter: str) -> str:
    """The sentence of an invitation to a lobby; it names the inviter unless `inviter` is empty."""
    if not inviter:
        return _("You’re invited to play in a new game.")
    return _("%(name)s invites you to play in a new game.") % {"name": inviter}


def notification_sentence(notification: Notification) -> str:
    """The sentence of a notification, in the active language."""
    if notification.kind in ABOUT_EVENTS and notification.event is not None:
        sentence = events.sentence(notification.event, names_open=notification.game.names_are_open)
        text = events.reason_in_line(notification.event)
        hand = _whole_hand(notification.event, notification.game)
        news = " ".join(filter(None, [sentence, hand, text]))
        named = {"game": notification.game.title, "news": news}
        return _("“%(game)s”: %(news)s") % named
    kind = Notification.Kind(notification.kind)
    if kind == Notification.Kind.INVITATION and notification.event_id is None:
        return lobby_invitation_sentence("")
    sentence = _removed_by(notification.event) or NOTIFICATIONS[kind]()
    text = sentence % {
        "game": notification.game.title,
        "phase": wording.phase(notification.phase) if notification.phase else "",
    }
    if notification.event is not None and notification.event.kind == Event.Kind.GAME_DELETED:
        return " ".join(filter(None, [text, events.reason_in_line(notification.event)]))
    is_last = notification.phase is not None and notification.phase.status == Phase.Status.FINAL
    if kind != Notification.Kind.GAME_OVER or not is_last:  # an end that was undone has no note
        return text
    return " ".join(filter(None, [text, endings.provisional_note(notification.game)]))


def _removed_by(event: Event | None) -> str:
    """The sentence if the reader left a lobby by something else than its master; else empty."""
    if event is not None and event.kind == Event.Kind.PLACE_FREED:
        return _("You were away for two minutes and lost your place in “%(game)s”.")
    if event is not None and event.kind == Event.Kind.GAME_DELETED:
        return _("“%(game)s” was deleted before it began.")
    return ""


def _whole_hand(event: Event, game: Game) -> str:
    """Sentence with all powers of a player, if the event is about several; else empty.

    The log has an event for each of them, of which people are notified once.
    """
    if event.kind not in event_kinds.OF_HANDS or event.seat is None or event.seat.hand is None:
        return ""
    powers = variants.powers_of_hand(game, event.seat.hand)
    if len(powers) < 2:
        return ""
    return _("All powers of this player: %(powers)s.") % {"powers": wording.powers(powers)}


def notification_url(notification: Notification) -> str:
    """The path of the page about which a notification tells."""
    if notification.kind == Notification.Kind.RESULTS and notification.phase:
        notification.phase.game = notification.game
        return notification.phase.get_absolute_url()
    if notification.event is not None and notification.event.kind == Event.Kind.COMMENTED:
        phase = notification.event.phase
        assert phase is not None, "a comment is about a phase"
        phase.game = notification.game
        return phase.get_absolute_url()
    if notification.kind == Notification.Kind.REMOVED:
        return reverse("games:index")  # they may no longer see a private game
    if notification.kind == Notification.Kind.COMPLAINT:
        return reverse("games:complaints")
    if notification.kind == Notification.Kind.INVITATION:
        return reverse("games:seat_invitations")
    if notification.kind == Notification.Kind.SET_ASIDE and notification.person.is_superuser:
        # The admin shows private games too.
        return reverse("admin:games_game_change", args=[notification.game_id])
    return notification.game.get_absolute_url()
