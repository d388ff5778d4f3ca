"""Substitutes, who play a seat for some phases, and the return of the seat."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core.errors import Refused
from ..deadlines import control
from ..models import Event, Game, Phase, Seat, Tenure
from ..notifications import notify
from . import handover

LONGEST_SUBSTITUTION = 30  # phases


def start_substitute(seat: Seat, person: User, *, number: int, by: User, reason: str = "") -> None:
    """Let a person on the waiting list play for `number` phases, the open one included.

    Other people are invited first (see `invitations`).
    """
    with transaction.atomic():
        phase, seats = handover.lock_hand(seat)
        lent_by = lending_tenure(seats, number)
        handover.hand_over(
            phase, seats, person, by=by, reason=reason, lent_by=lent_by, number=number
        )


def lending_tenure(seats: Sequence[Seat], number: int) -> Tenure:
    """Return the tenure that can be lent for `number` phases. To be called with the seats locked.

    `seats` are those of one person.
    """
    if not 1 <= number <= LONGEST_SUBSTITUTION:
        message = _("A substitute can play for 1 to %(most)d phases.")
        raise Refused(message % {"most": LONGEST_SUBSTITUTION})
    tenure = handover.current_tenure(seats)
    if tenure is None:
        raise Refused(_("Nobody holds this seat, so nobody can return to it."))
    if tenure.stands_in_for_id is not None:
        raise Refused(_("A substitute already plays this power."))
    return tenure


def end_substitute(seat: Seat, *, by: User | None) -> None:
    """Return a seat before the agreed number of phases is over."""
    with transaction.atomic():
        phase, seats = handover.lock_hand(seat)
        if seats[0].lent_until is None:
            raise Refused(_("No substitute plays this power."))
        return_seats(phase, seats, by=by)


def end_due_substitutes(phase: Phase, seats: Iterable[Seat], *, over: bool = False) -> None:
    """Return the seats whose substitutes were to play until before `phase`, which has just opened.

    If the game is `over`, return all of them. Their `lent_until` stays, so that `resumption` finds
    the substitutes if the end is undone.
    """
    due: dict[int | None, list[Seat]] = {}
    for seat in seats:
        if seat.lent_until is not None and (over or phase.number > seat.lent_until):
            due.setdefault(seat.hand, []).append(seat)
    for hand in due.values():
        return_seats(phase, hand, by=None, just_opened=True, over=over)


def prolong_substitutions(game: Game, undone: QuerySet[Phase]) -> None:
    """Let substitutes play one more phase for each phase that they played and that is now `undone`.

    To be called with the open phase locked, before the undone phases are superseded.
    """
    lent = Tenure.objects.current().filter(seat__game=game, seat__lent_until__isnull=False)
    for tenure in lent:
        played = undone.exclude(resolved_at__lte=tenure.since).count()
        Seat.objects.filter(pk=tenure.seat_id).update(lent_until=F("lent_until") + played)


def return_seats(
    phase: Phase,
    seats: Sequence[Seat],
    *,
    by: User | None,
    just_opened: bool = False,
    over: bool = False,
) -> None:
    """Return the seats of a hand to the person for whom a substitute plays.

    To be called with phase and seats locked.

    That person gets a whole phase of time, which a phase that has `just_opened` already gives. If
    they have closed their account, or asked for it, the substitute keeps the seat. `over` says that
    the seats return because the game ends.
    """
    tenure = handover.current_tenure(seats)
    lender = tenure.stands_in_for if tenure else None
    if lender is None or lender.is_leaving or not over:
        for seat in seats:
            seat.lent_until = None
            seat.save(update_fields=["lent_until"])
    if tenure is None or lender is None:
        return
    if lender.is_leaving:  # the substitute keeps the seats
        Tenure.objects.current().filter(seat__in=seats).update(stands_in_for=None)
        return
    now = clock.now()
    handover.end_tenures(seats, Tenure.Ending.RETURNED)
    takes_orders = not phase.is_due(now)  # else the orders that were given in time count
    if takes_orders:
        handover.void_orders(phase, seats)
    for seat in seats:
        Tenure.objects.create(seat=seat, person=lender, since=now)
        seat.disorder_since = seat.ready_phase = None
        seat.save(update_fields=["disorder_since", "ready_phase"])
    event = handover.log_each(Event.Kind.SEAT_RETURNED, phase, seats, actor=by, subject=lender)
    notify.notify_event(event, also=[tenure.person_id])
    if not just_opened and takes_orders:
        handover.give_time(phase, seats)
        control.end_rest(phase)
