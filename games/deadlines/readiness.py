"""Who has decided, who is ready, and the early end of a phase that follows.

When all are ready whom the phase waits for, it ends after a delay in which anyone may change their
mind; then it has its deadline again. Only `due_at` moves: there is one path to adjudication.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from adjudicator.terms import PhaseType

from .. import access, audit, clock, phases
from ..errors import Refused
from ..models import Event, Order, Phase, Receipt, Seat, Tenure
from . import schedule

# Who gave all orders and did not say that they are ready may still find that they erred.
SECOND_THOUGHTS = dt.timedelta(minutes=30)


def must_hold(person: User, seat: Seat) -> None:
    if not access.holds(person, seat):
        raise Refused(_("You no longer hold this seat; nothing was changed."))


def receipts(phase: Phase) -> QuerySet[Receipt]:
    """What the present holders of seats saved in `phase`: a newcomer begins with an empty sheet."""
    here = Q(seat__tenures__until=None) | Q(seat__tenures__ending=Tenure.Ending.GAME_OVER)
    return Receipt.objects.filter(
        here,
        phase=phase,
        seat__tenures__person=F("person"),
        seat__tenures__since__lte=F("saved_at"),
    )


def has_decided(phase: Phase, seat: Seat) -> bool:
    """Whether `seat` gave orders; where doing nothing is a choice, an empty sheet is one too."""
    return not undecided(phase, [seat.power]).exists()


def undecided(phase: Phase, powers: Iterable[str]) -> QuerySet[Seat]:
    """The seats of `powers` that gave no orders yet, as `has_decided` says."""
    seats = Seat.objects.filter(game=phase.game_id, power__in=list(powers))
    if phase.type == PhaseType.MOVEMENT:
        return seats.exclude(pk__in=Order.objects.filter(phase=phase).values("seat"))
    return seats.exclude(pk__in=receipts(phase).values("seat"))


def waited_for(phase: Phase, powers: Iterable[str]) -> QuerySet[Seat]:
    """The seats of `powers` whose orders are waited for: held, and not in civil disorder."""
    held = Tenure.objects.filter(until=None).values("seat")
    return Seat.objects.filter(
        game=phase.game_id, power__in=list(powers), pk__in=held, disorder_since=None
    )


def set_ready(phase: Phase, seat: Seat, *, ready: bool, person: User) -> None:
    """Say that `seat` wants the phase to end sooner, or take it back."""
    powers = phases.due(phase)
    with transaction.atomic():
        phase = phases.lock_open(phase)
        must_hold(person, seat)
        if ready and not has_decided(phase, seat):
            raise Refused(_("Save your orders first, then say that you are ready."))
        if note(phase, seat, ready=ready, person=person):
            settle(phase, powers)


def note(phase: Phase, seat: Seat, *, ready: bool, person: User) -> bool:
    """Store whether `seat` is ready; whether that was news. To be called with the phase locked."""
    seats = Seat.objects.filter(pk=seat.pk)
    seats = seats.exclude(ready_phase=phase) if ready else seats.filter(ready_phase=phase)
    changed = seats.update(ready_phase=phase if ready else None)
    if changed:
        kind = Event.Kind.READY if ready else Event.Kind.NOT_READY
        audit.log(kind, game=phase.game, phase=phase, seat=seat, actor=person)
    return bool(changed)


def settle(phase: Phase, powers: Mapping[str, int]) -> None:
    """Bring the end of `phase` forward if nobody is waited for any more, or put it back to the
    deadline. To be called with the phase locked, after each change; `powers` have to order.

    In retreat and adjustment phases, and in a deadline put off for missing orders, whoever gave
    all their orders is waited for no longer, ready or not.
    """
    if phase.due_at is None or phase.deadline is None:
        return
    early = phase.due_at < phase.deadline
    delay = _delay(phase, powers)
    ends = phase.deadline if delay is None else clock.now() + delay
    # What was brought forward stays so, and comes sooner still once all say that they are ready.
    if ends >= phase.due_at and (delay is not None or not early):
        return
    if not early:
        audit.log(Event.Kind.ALL_READY, game=phase.game, phase=phase)
    schedule.end(phase, ends, now=clock.now())
    phase.save(update_fields=schedule.ENDING)


def _delay(phase: Phase, powers: Mapping[str, int]) -> dt.timedelta | None:
    """How soon `phase` ends since nobody is waited for; none if somebody is."""
    asked = waited_for(phase, powers)
    if not asked.exists():
        return None
    delay = dt.timedelta(minutes=phase.conduct.ready_minutes)
    waiting = asked.exclude(ready_phase=phase)
    if not waiting.exists():
        return delay
    return max(delay, SECOND_THOUGHTS) if _all_gave(waiting, phase, powers) else None


def _all_gave(seats: QuerySet[Seat], phase: Phase, powers: Mapping[str, int]) -> bool:
    """Whether seats that are not ready gave all that the phase waits for."""
    if phase.excused_at is not None:
        return not seats.filter(pk__in=undecided(phase, powers).values("pk")).exists()
    if phase.type == PhaseType.MOVEMENT:
        return False
    given = Counter(Order.objects.filter(phase=phase).values_list("seat", flat=True))
    return all(given[seat.pk] >= powers[seat.power] for seat in seats)
