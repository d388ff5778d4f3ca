"""Readiness of seats, and the early end of a phase.

When all seats that a phase waits for are ready, it ends after a delay. If one changes its mind
during the delay, the phase has its deadline again. Only `due_at` moves, so that all phases are
resolved in the same way.
"""

import datetime as dt
import math
from collections import Counter
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import clock
from accounts.models import User
from adjudicator.terms import PhaseType

from .. import wording
from ..core import audit
from ..core.errors import Refused
from ..models import Event, Order, Phase, Seat
from ..state import phase_clock, phases
from ..state.phases import undecided, waited_for
from ..wording import settings
from . import open_phase

# The least delay if some seats gave all orders but are not ready: they may still correct them.
SECOND_THOUGHTS = dt.timedelta(minutes=30)
LIVE_SECOND_THOUGHTS = dt.timedelta(seconds=30)

# Outside movement phases a saved sheet without orders is a choice: see `phases.without_orders`.
UNDECIDED = {
    PhaseType.MOVEMENT: gettext_lazy(
        "Give at least one order before saying you’re ready: Hold is one, too."
    ),
    PhaseType.RETREAT: gettext_lazy(
        "Save your orders before saying you’re ready, even if you give none: a unit without an "
        "order disbands."
    ),
    PhaseType.ADJUSTMENT: gettext_lazy(
        "Save your orders before saying you’re ready, even if you give none: then nothing is "
        "built, or the rules choose what disbands."
    ),
}


def set_ready(phase: Phase, seats: Sequence[Seat], *, ready: bool, person: User) -> None:
    """Store whether `seats`, of one person, are ready: all or none of them.

    Raises `Refused` if it is too late, or if one of them has not decided.
    """
    powers = phases.orders_due(phase)
    with transaction.atomic():
        phase = open_phase.lock_open(phase)
        for seat in seats:
            open_phase.orders_on_behalf(person, seat)
        if ready:
            _must_have_decided(phase, seats)
        changed = [store_ready(phase, seat, ready=ready, person=person) for seat in seats]
        if any(changed):
            update_end(phase, powers)


def _must_have_decided(phase: Phase, seats: Sequence[Seat]) -> None:
    """Raise `Refused` unless all of `seats` gave orders, or saved none where that is a choice."""
    missing = undecided(phase, [seat.power for seat in seats])
    names = [wording.power(seat.power) for seat in missing.order_by("place")]
    if names and len(seats) == 1:
        raise Refused(str(UNDECIDED[phase.type]))
    if names:
        message = _("Give %(powers)s at least one order before saying you’re ready.")
        if phase.type != PhaseType.MOVEMENT:
            message = _("Save the orders of %(powers)s before saying you’re ready, even if none.")
        raise Refused(message % {"powers": ", ".join(names)})


def store_ready(phase: Phase, seat: Seat, *, ready: bool, person: User | None) -> bool:
    """Store whether `seat` is ready; return whether that changed. Called with the phase locked."""
    seats = Seat.objects.filter(pk=seat.pk)
    seats = seats.exclude(ready_phase=phase) if ready else seats.filter(ready_phase=phase)
    changed = seats.update(ready_phase=phase if ready else None)
    if changed:
        kind = Event.Kind.READY if ready else Event.Kind.NOT_READY
        audit.log(kind, game=phase.game, phase=phase, seat=seat, actor=person)
    return bool(changed)


def update_end(phase: Phase, powers: Mapping[str, int]) -> None:
    """Bring the end of `phase` forward if it waits for no seat any more, or back to the deadline.

    To be called with the phase locked, after each change. `powers` maps the powers that have to
    order to the number of their orders. Retreat and adjustment phases, and phases whose deadline
    was put off for missing orders, do not wait for seats that gave all orders, ready or not.
    """
    if phase.due_at is None or phase.deadline is None or phase.is_closed:
        return
    early = phase.due_at < phase.deadline
    delay = _delay(phase, powers)
    ends = phase.deadline if delay is None else clock.now() + delay
    # An early end is never put off while it applies, and moves forward once all are ready.
    if ends >= phase.due_at and (delay is not None or not early):
        return
    if not early:
        audit.log(Event.Kind.ALL_READY, game=phase.game, phase=phase)
    phase_clock.set_end(phase, ends, now=clock.now())
    phase.save(update_fields=phase_clock.END_FIELDS)


def is_last_awaited(phase: Phase, seats: Sequence[Seat]) -> bool:
    """Whether `phase` waits for `seats` alone: it ends early as soon as they are ready.

    This tells that all others are ready, which not everybody may know.
    """
    if phase.due_at is None or phase.is_closed:
        return False
    waiting = waited_for(phase, phases.orders_due(phase)).exclude(ready_phase=phase)
    keys = set(waiting.values_list("pk", flat=True))
    return bool(keys) and keys <= {seat.pk for seat in seats}


def _delay(phase: Phase, powers: Mapping[str, int]) -> dt.timedelta | None:
    """Return the delay after which `phase` ends early; None if it still waits for a seat."""
    asked = waited_for(phase, powers)
    if not asked.exists():
        return None
    waiting = asked.exclude(ready_phase=phase)
    if not waiting.exists():
        return dt.timedelta(minutes=phase.settings.ready_minutes)
    if phase.game.practice:  # it waits until its person is ready
        return None
    return delay_without_ready(phase) if _have_all_ordered(waiting, phase, powers) else None


def delay_without_ready(phase: Phase) -> dt.timedelta:
    """The time after which a phase ends that waits only for seats that gave all orders."""
    least = LIVE_SECOND_THOUGHTS if phase.settings.is_live else SECOND_THOUGHTS
    return max(dt.timedelta(minutes=phase.settings.ready_minutes), least)


def warn_of_saved_orders(phase: Phase) -> str:
    """Return a warning that saved orders end the phase, where they do so; else an empty string."""
    if phase.type == PhaseType.MOVEMENT or phase.due_at is None or phase.game.practice:
        return ""
    minutes = math.ceil(delay_without_ready(phase) / dt.timedelta(minutes=1))
    return _(
        "Once every power’s orders are in, the phase ends at most %(time)s later, ready or not."
    ) % {"time": settings.minutes(minutes)}


def _have_all_ordered(seats: QuerySet[Seat], phase: Phase, powers: Mapping[str, int]) -> bool:
    """Whether `seats`, which are not ready, gave all orders that the phase waits for."""
    if phase.excused_at is not None:
        return not seats.filter(pk__in=undecided(phase, powers).values("pk")).exists()
    if phase.type == PhaseType.MOVEMENT:
        return False
    given = Counter(Order.objects.filter(phase=phase).values_list("seat", flat=True))
    return all(given[seat.pk] >= powers[seat.power] for seat in seats)
