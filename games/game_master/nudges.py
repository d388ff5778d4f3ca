"""Reminders of missing orders that a game master sends to a player, one a day and phase.

Everyone could tell from such a reminder that the power has not ordered, so the public log does not
have it: only the masters' page shows it.
"""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.dates import local_time_text
from accounts.models import User

from .. import wording
from ..core import audit
from ..core.errors import Refused
from ..deadlines import open_phase
from ..models import Event, Game, Notification, Phase, Seat, Tenure
from ..notifications import notify
from ..state import phases

INTERVAL = dt.timedelta(days=1)


def nudge(seat: Seat, *, by: User) -> Event:
    """Remind the player of `seat` of their missing orders, by all the channels that they want.

    A player of several powers gets one reminder of all. Raises `Refused` if the orders are there,
    if nobody plays the power, if the clock is stopped, or if the last reminder in this phase is not
    a day old.
    """
    with transaction.atomic():
        phase = open_phase.lock_current(seat.game)
        if phase is None or phase.due_at is None:
            raise Refused(
                _("The clock of this game is stopped. Start it before you remind anyone.")
            )
        if phase.is_due(clock.now()):
            raise Refused(open_phase.passed_deadline(phase))
        person = _waited_for(phase, seat)
        earlier = newest_by_hand(phase).get(seat.hand)
        if earlier is not None:
            message = _("A reminder was sent %(time)s. You can send one a day in each phase.")
            raise Refused(message % {"time": local_time_text(earlier)})
        event = audit.log(
            Event.Kind.NUDGED, game=phase.game, phase=phase, seat=seat, actor=by, subject=person
        )
        kind = Notification.Kind.REMINDER
        notify.notify(kind, [person.pk], game=phase.game, phase=phase, event=event)
    return event


def nudge_all(game: Game, *, by: User) -> list[Seat]:
    """Remind all players of a game whose orders are missing; return a seat of each.

    Those who had a reminder in this phase within a day get no other. Raises `Refused` if nobody is
    left.
    """
    phase = phases.current(game)
    if phase is None:
        raise Refused(_("This game isn’t in progress."))
    undecided = phases.undecided(phase, phases.orders_due(phase))
    missing = Seat.objects.with_account().filter(pk__in=undecided.values("pk"))
    first_of_hands = {seat.hand: seat for seat in missing.order_by("-place")}
    reminded, refusal = [], Refused(_("No orders are missing."))
    for seat in reversed(first_of_hands.values()):
        try:
            nudge(seat, by=by)
        except Refused as refused:
            refusal = refused
        else:
            reminded.append(seat)
    if not reminded:
        raise refusal
    return reminded


def newest_by_hand(phase: Phase) -> dict[int | None, dt.datetime]:
    """The time of each player's reminder in `phase` that is not a day old, by their seats' hand."""
    recent = phase.events.filter(kind=Event.Kind.NUDGED, at__gt=clock.now() - INTERVAL)
    present = Tenure.objects.current().filter(seat__game=phase.game_id)
    holders = dict(present.values_list("seat", "person"))
    return {
        hand: at
        for seat, hand, person, at in recent.order_by("pk").values_list(
            "seat", "seat__hand", "subject", "at"
        )
        if holders.get(seat) == person  # a newcomer has not been reminded
    }


def _waited_for(phase: Phase, seat: Seat) -> User:
    """The player of `seat`, if orders of theirs are missing; raise `Refused` if not."""
    hand = Seat.objects.in_hand_with(seat)
    powers = set(hand.values_list("power", flat=True)) & set(phases.orders_due(phase))
    tenure = Tenure.objects.current().filter(seat=seat).select_related("person").first()
    named = {"power": wording.hand(seat)}
    if tenure is None or not tenure.person.is_active:
        raise Refused(_("Nobody plays %(power)s now.") % named)
    if not phases.waited_for(phase, powers).exists():
        raise Refused(_("The game doesn’t wait for orders from %(power)s.") % named)
    if not phases.undecided(phase, powers).exists():
        raise Refused(_("The orders of %(power)s are in.") % named)
    return tenure.person
