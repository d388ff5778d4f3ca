"""Civil disorder: powers for which nobody gives orders."""

import datetime as dt
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core import audit, bulk
from ..core.errors import Refused
from ..deadlines import open_phase, readiness
from ..deadlines.returning import come_back
from ..models import Event, GameSettings, Notification, Phase, Seat, Tenure
from ..models.game import RUNNING
from ..notifications import notify, recipients
from ..state import phases
from ..state.missed_turns import MissedTurn
from .handover import lock_hand, log_each


def declare_missing(vanished: Sequence[Seat], now: dt.datetime) -> None:
    """Put the seats whose orders were missing in a resolved phase in civil disorder.

    Phases no longer wait for them, and other people may take them over.
    """
    for seat in vanished:
        seat.disorder_since = now
    bulk.update_each(vanished, ["disorder_since"])


def report_kept(phase: Phase, kept: Mapping[Seat, MissedTurn]) -> None:
    """Log the seats whose players keep them although they missed the turn of a resolved phase.

    The player is notified, and the masters where they decide about the seat.
    """
    notified = set()
    for seat, miss in kept.items():
        event = audit.log(
            Event.Kind.MISSED_TURN, game=phase.game, phase=phase, seat=seat, text=str(miss)
        )
        if seat.hand in notified:
            continue
        notified.add(seat.hand)
        people = set(Tenure.objects.current().filter(seat=seat).values_list("person", flat=True))
        if miss.rule == GameSettings.DisorderAfter.MASTER:
            people.update(recipients.masters(phase.game))
        notify.notify(Notification.Kind.NEWS, people, game=phase.game, phase=phase, event=event)


def seats_in_disorder() -> QuerySet[Seat]:
    """Return all seats in civil disorder of running games, those in it longest first."""
    return Seat.objects.filter(disorder_since__isnull=False, game__status__in=RUNNING).order_by(
        "disorder_since", "pk"
    )


def declare_disorder(seat: Seat, *, by: User, reason: str) -> None:
    """Put a power whose player has vanished in civil disorder, and all others of that player.

    Raises `Refused` if all of them are in civil disorder already.
    """
    with transaction.atomic():
        phase, seats = lock_hand(seat)
        if all(each.disorder_since is not None for each in seats):
            raise Refused(_("This power is already in civil disorder."))
        start_disorder(phase, seats)
        event = log_each(Event.Kind.CIVIL_DISORDER, phase, seats, actor=by, text=reason)
        notify.notify_event(event)


def end_disorder(seat: Seat, person: User) -> None:
    """Let a player who is back play again, with orders or without. Twice changes nothing.

    Raises `Refused` if `person` no longer holds the seat, or if the phase is due.
    """
    with transaction.atomic():
        phase, _seats = lock_hand(seat)
        open_phase.must_hold(person, seat)
        if come_back(phase, seat, person) and phase.due_at is not None:
            readiness.update_end(phase, phases.orders_due(phase))


def start_disorder(phase: Phase, seats: Sequence[Seat]) -> None:
    """Store that the seats are in civil disorder, so that the phase no longer waits for them."""
    for seat in seats:
        seat.disorder_since = seat.disorder_since or clock.now()
        seat.ready_phase = None
        seat.save(update_fields=["disorder_since", "ready_phase"])
    if phase.due_at is None or phase.due_at > clock.now():
        readiness.update_end(phase, phases.orders_due(phase))
