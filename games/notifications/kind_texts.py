"""The text of each kind of notification: a subject, and the context of a template.

The functions return None if there is nothing left to tell. Players are named only in games that
hide no names.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import notation
from accounts.dates import local_time_text
from accounts.models import User
from adjudicator.terms import SUCCESSFUL

from .. import access, wording
from ..core.links import absolute_url
from ..models import (
    Game,
    MailChoice,
    Message,
    Notification,
    Order,
    Phase,
    SeatInvitation,
    Tenure,
)
from ..state import phases
from ..wording import endings, events
from ..wording import results as wording_results
from ..wording.comments import comment_on
from ..wording.notifications import (
    lobby_invitation_sentence,
    notification_sentence,
    notification_url,
)
from . import recipients
from .round_cache import remembered

LONGEST_SUBJECT = 150


@dataclass(frozen=True)
class MailText:
    subject: str
    template: str
    context: dict[str, Any]


@dataclass(frozen=True)
class OrdersDue:
    """Missing orders of a reader: the names of the powers and of the phase, and the deadline.

    `number` is that of the phase in its game.
    """

    powers: str
    phase: str
    until: str
    number: int

    @property
    def sentence(self) -> str:
        return _("It’s your turn in %(phase)s: %(powers)s.\nGive your orders before %(time)s.") % {
            "phase": self.phase,
            "powers": self.powers,
            "time": self.until,
        }


def _orders_due(person: User, phase: Phase) -> OrdersDue | None:
    """Missing orders of `person` in `phase`; None if it is over or nothing is missing."""
    if not phase.is_open or phase.due_at is None or phase.is_closed:
        return None
    waiting = remembered(("waiting", phase.pk), lambda: _waiting(phase))
    if person.pk not in waiting:
        return None
    powers = ", ".join(map(wording.power, waiting[person.pk]))
    until = local_time_text(phase.due_at)
    return OrdersDue(powers, wording.phase(phase), until, phase.number)


def _waiting(phase: Phase) -> dict[int, list[str]]:
    """The powers whose orders are missing, in the order of the set-up, by person."""
    seats = phases.undecided(phase, phases.orders_due(phase))
    held = Tenure.objects.current().filter(seat__in=seats.order_by()).order_by("seat__place")
    found: dict[int, list[str]] = {}
    for person, power in held.values_list("person", "seat__power"):
        found.setdefault(person, []).append(power)
    return found


def _phase(notification: Notification) -> Phase:
    phase = notification.phase
    assert phase is not None, f"{notification} names no phase"
    phase.game = notification.game
    return phase


def game_begun(notification: Notification, _how: str) -> MailText | None:
    phase, person, game = _phase(notification), notification.person, notification.game
    due = _orders_due(person, phase)
    held = game.seats.held_by(person).order_by("place")
    if not held and not access.is_master(person, game):
        return None  # they have left their seat or mastership since
    subject = _("%(game)s: the game has begun")
    if due:
        subject = _("%(game)s: the game has begun – your turn until %(time)s")
    return MailText(
        subject % {"game": game.title, "time": due and due.until},
        "game_begun",
        {
            "game": game.title,
            "powers": ", ".join(wording.power(seat.power) for seat in held),
            "orders_due": due,
            "url": absolute_url(game.get_absolute_url()),
        },
    )


def your_turn(notification: Notification, _how: str) -> MailText | None:
    due = _orders_due(notification.person, _phase(notification))
    subject = _("%(game)s: your turn in %(phase)s until %(time)s")
    return _about_orders_due(notification.game, due, subject, "your_turn") if due else None


def reminder(notification: Notification, _how: str) -> MailText | None:
    due = _orders_due(notification.person, _phase(notification))
    subject = _("%(game)s: your orders are missing – %(phase)s ends %(time)s")
    if due is None:
        return None
    by_master = notification.event_id is not None  # the site's own reminders have no event
    return _about_orders_due(notification.game, due, subject, "reminder", by_master=by_master)


def _about_orders_due(
    game: Game, due: OrdersDue, subject: str, template: str, **more: bool
) -> MailText:
    url = absolute_url(game.get_absolute_url())
    return MailText(
        subject % {"game": game.title, "phase": due.phase, "time": due.until},
        template,
        {"game": game.title, "orders_due": due, "url": url, **more},
    )


def results(notification: Notification, _how: str) -> MailText | None:
    phase, game = _phase(notification), notification.game
    if phase.status != Phase.Status.RESOLVED:
        return None  # rolled back since
    following = remembered(("following", phase.pk), lambda: phases.phase_after(phase))
    due = _orders_due(notification.person, following) if following else None
    reader = (get_language(), notation.current())
    subject = _("%(game)s: results of %(phase)s")
    if due:
        subject = _("%(game)s: results of %(phase)s – your turn until %(time)s")
    return MailText(
        subject % {"game": game.title, "phase": wording.phase(phase), "time": due and due.until},
        "results",
        {
            "game": game.title,
            "phase": wording.phase(phase),
            **remembered(("results", phase.pk, *reader), lambda: _results(phase)),
            "remarks": remembered(
                ("remarks", phase.pk, *reader, timezone.get_current_timezone_name()),
                lambda: wording_results.remarks(phase),
            ),
            "orders_due": due,
            "next": _next_phase(following),
            "url": absolute_url(phase.get_absolute_url()),
            "game_url": absolute_url(game.get_absolute_url()),
        },
    )


def _results(phase: Phase) -> dict[str, Any]:
    """The results of a phase: the same for all who read them in one language and notation."""
    given, write = wording_results.resolved_orders(phase), wording.stored_orders(phase)
    powers = [
        f"\n{wording.power(seat.power)}\n{''.join(_line(order, write) for order in orders)}"
        for seat in phase.game.seats.all()
        if (orders := given.get(seat.power))
    ]
    comment = comment_on(phase)
    return {
        "orders": "".join(powers),
        "missing_powers": ", ".join(wording_results.no_moves(phase)),
        "comment": "\n".join(comment.lines) if comment else "",
    }


def _line(order: Order, write: Callable[..., str]) -> str:
    text, marks = write(order.text, style="full"), _marks(order)
    return f"  {text} [{marks}]\n" if marks else f"  {text}\n"


def _marks(order: Order) -> str:
    """Remarks on an order, in words; empty if it simply succeeded."""
    said = []
    if order.given and order.outcome not in SUCCESSFUL:
        said.append(wording.outcome(order))
    if not order.given:
        said.append(_("no order"))
    if order.fate:
        said.append(str(wording.FATES[order.fate]))
    return "; ".join(said)


def _next_phase(following: Phase | None) -> str:
    """A sentence about the open phase of the game; empty without one."""
    if following is None or not following.is_open or following.due_at is None:
        return ""
    return _("%(phase)s is open until %(time)s.") % {
        "phase": wording.phase(following),
        "time": local_time_text(following.due_at),
    }


def message(notification: Notification, how: str) -> MailText | None:
    """A message, if the person may read it now and still sits at its thread."""
    message = notification.message
    assert message is not None, f"{notification} names no letter"
    game, person = notification.game, notification.person
    if not (
        access.messages(person, [game]).filter(pk=message.pk).exists()
        and recipients.readers(message).filter(pk=person.pk).exists()
    ):
        return None
    writer = _writer(message)
    public = message.thread.is_public
    subject = _("%(game)s: a message from %(writer)s")
    if public and writer:
        subject = _("%(game)s: a public message from %(writer)s")
    elif public:
        subject = _("%(game)s: an unsigned public message")
    return MailText(
        subject % {"game": game.title, "writer": writer},
        "message",
        {
            "game": game.title,
            "writer": writer,
            "public": public,
            "title": message.thread.title,
            "circle": _circle(message),
            "message": None if how == MailChoice.How.WITHOUT_TEXT else message,
            "url": absolute_url(reverse("games:message", args=[game.slug, message.key])),
        },
    )


def _circle(message: Message) -> str:
    """The people of a private thread: its powers, and the game master."""
    thread = message.thread
    names = [wording.power(seat.power) for seat in thread.seats.order_by("place")]
    if thread.with_masters:
        names.append(_("Game master") if names else _("Game masters"))
    return ", ".join(names)


def _writer(message: Message) -> str:
    """The author of a message as its readers see it; empty if it is unsigned."""
    if message.unsigned:
        return ""
    return wording.power(message.seat.power) if message.seat else _("the game master")


def game_over(notification: Notification, _how: str) -> MailText | None:
    game = notification.game
    if notification.phase and notification.phase.status == Phase.Status.SUPERSEDED:
        return None  # the end was undone since
    winner = endings.winners(game)
    subject = _("%(game)s is over")
    if winner:
        subject = _("%(game)s: won by %(power)s")
    return MailText(
        subject % {"game": game.title, "power": winner},
        "game_over",
        {
            "game": game.title,
            "ending": endings.sentence(game),
            "reason": endings.reason(game),
            "provisional": endings.provisional_note(game),
            "url": absolute_url(game.get_absolute_url()),
        },
    )


def _news_subject(notification: Notification) -> str:
    """The game and what happened there; an announcement is not repeated."""
    game, event = notification.game, notification.event
    what = notification.get_kind_display()
    if notification.kind in (Notification.Kind.NEWS, Notification.Kind.VOTE) and event is not None:
        what = events.sentence(event, names_open=game.names_are_open).rstrip(".")
    return Truncator(" ".join(f"{game.title}: {what}".split())).chars(LONGEST_SUBJECT)


def news(notification: Notification, _how: str) -> MailText:
    """The sentence that the site shows for the notification."""
    text = notification_sentence(notification)
    return MailText(
        _news_subject(notification),
        "news",
        {"text": text, "url": absolute_url(notification_url(notification))},
    )


def invitation(notification: Notification, _how: str) -> MailText | None:
    """An invitation that is still open. It repeats nothing that its sender has typed."""
    if notification.event_id is None:  # invitations to seats have an event
        return _lobby_invitation(notification)
    found = _open_invitation(notification)
    if found is None:
        return None
    sentence = _("%(name)s invites you to play %(power)s in a game in progress.")
    return MailText(
        _("You’re invited to a seat in a game"),
        "invitation",
        {
            "text": sentence % {"name": found.invited_by, "power": wording.hand(found.seat)},
            "until": local_time_text(found.expires_at),
            "url": absolute_url(reverse("games:seat_invitation", args=[found.key])),
        },
    )


def _lobby_invitation(notification: Notification) -> MailText | None:
    """An invitation to a game that has not begun, if its lobby is open."""
    mine = access.lobby_invitations(notification.person)
    found = mine.filter(game=notification.game_id).first()
    if found is None:
        return None
    inviter = access.inviter_name(notification.person, found)
    return MailText(
        _("You’re invited to a new game"),
        "lobby_invitation",
        {
            "text": lobby_invitation_sentence(inviter),
            "until": local_time_text(found.game.lobby_closes_at),
            "url": absolute_url(access.invitation_path(found.game)),
        },
    )


def _open_invitation(notification: Notification) -> SeatInvitation | None:
    """The invitation of a notification; None if it has ended, or its reader wants none."""
    mine = access.seat_invitations(notification.person).filter(game=notification.game_id)
    sent = mine.filter(created_at__lte=notification.created_at)
    return sent.select_related("seat", "invited_by").first()
