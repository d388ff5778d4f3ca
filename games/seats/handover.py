"""Giving seats to somebody else: locks, end of the tenure, and time for the new holder.

A person who plays several powers holds, gives up and takes over all of them together.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from .. import access
from ..core import audit
from ..core.errors import Refused
from ..deadlines import control, open_phase, readiness, schedule
from ..models import (
    Ballot,
    DeclaredPlayer,
    Draft,
    Event,
    Game,
    Mastership,
    Order,
    Pause,
    Phase,
    Seat,
    SeatInvitation,
    Tenure,
    Volunteer,
    Vote,
)
from ..notifications import notify
from ..state import phases
from . import invitation_endings


def may_take(person: User, seat: Seat, *, chosen: bool = False) -> str:
    """Return the reason why `person` cannot take over an offered seat; empty if they can.

    With `chosen` the reason is worded for the person who chooses them, otherwise for themselves.
    """
    return problems_of([person], seat, chosen=chosen).get(person.pk, "")


def problems_of(people: Sequence[User], seat: Seat, *, chosen: bool) -> dict[int, str]:
    """The answers of `may_take` by primary keys, with as many queries for many people as for one.

    People who have never had a part in the game may be left out: nothing keeps them from a seat.
    """
    game, asked = seat.game, [person.pk for person in people]
    if not game.is_running:
        return dict.fromkeys(asked, _("This game isn’t in progress."))
    played: defaultdict[int, list[Tenure]] = defaultdict(list)
    for tenure in Tenure.objects.filter(seat__game=game, person__in=asked).select_related("seat"):
        played[tenure.person_id].append(tenure)
    found = {pk: _tenure_problem(tenures, seat, chosen=chosen) for pk, tenures in played.items()}
    mastered = Mastership.objects.filter(game=game, person__in=asked)
    masters = mastered.values_list("person", flat=True)
    problem = _("A person who is or was the game master of a game can’t play in it.")
    return found | dict.fromkeys(masters, problem)


def _tenure_problem(played: Sequence[Tenure], seat: Seat, *, chosen: bool) -> str:
    """The reason why a person with these tenures in the game cannot take `seat`; empty if none."""
    if any(each.seat.hand != seat.hand for each in played):
        return _("Anyone who has played another power in this game can’t take over this one.")
    if any(each.ending == Tenure.Ending.REPLACED for each in played):
        return _("Anyone who was replaced in this game can’t take over a seat in it.")
    if any(each.until is None for each in played):
        if chosen:
            return _("This person already holds the seat.")
        return _("This is your own seat. Give orders to return to the game.")
    return ""


def lock_hand(seat: Seat, *, also_due: bool = False) -> tuple[Phase, list[Seat]]:
    """Lock the open phase, a seat and all that its person plays too, and the game.

    Returns the phase, and the seats by their place.

    Raises `Refused` if the game is not being played, or unless `also_due` if the phase is due.
    """
    phase = open_phase.lock_current(seat.game)
    if phase is None:
        raise Refused(_("This game isn’t in progress."))
    if phase.is_due(clock.now()) and not also_due:
        raise Refused(open_phase.passed_deadline(phase))
    # The default order joins the game, whose row would be locked too.
    locked = Seat.objects.select_for_update(no_key=True).in_hand_with(seat).order_by("place")
    seats = list(locked)
    for each in seats:
        each.game = phase.game
    # Locks the game too, so that nobody becomes a master of it meanwhile.
    Game.objects.select_for_update(of=("self",), no_key=True).order_by("pk").get(pk=seat.game_id)
    return phase, seats


def current_tenure(seats: Sequence[Seat]) -> Tenure | None:
    """The tenure of the person who holds `seats`, in one of them; None if nobody does."""
    held = Tenure.objects.current().filter(seat__in=seats)
    return held.select_related("person", "stands_in_for").first()


def end_tenures(seats: Sequence[Seat], ending: Tenure.Ending) -> None:
    """End the tenures of the holders of `seats`, and delete their drafts unless they come back."""
    held = Tenure.objects.current().filter(seat__in=seats)
    if ending != Tenure.Ending.LENT:
        people = list(held.values_list("person", flat=True))
        Draft.objects.filter(seat__in=seats, person__in=people).delete()
    held.update(until=clock.now(), ending=ending)


def end_declaration(seats: Sequence[Seat]) -> None:
    """End the time of the player without an account who holds `seats`; forget who it was."""
    DeclaredPlayer.objects.holding(seats[0]).update(
        until=clock.now(),
        name="",
        email="",
        owner_digest="",
        confirmed_at=None,
        invitation_key=None,
    )


def hand_over(
    phase: Phase,
    seats: Sequence[Seat],
    person: User,
    *,
    by: User,
    reason: str = "",
    lent_by: Tenure | None = None,
    number: int = 0,
    acting: User | None = None,
) -> None:
    """Give the seats of a hand to `person`, for good or, `lent_by` a tenure, for `number` phases.

    The log names `by` as the one who gives it. `acting` is the person who does so now, if not `by`:
    one who accepts an invitation. Nobody gets a seat unless they act themselves or are on the
    waiting list.

    To be called with phase and seats locked. Stored orders become void, the new holder gets time,
    and the people concerned are notified. Raises `Refused` if `person` may not take them.
    """
    acting = acting or by
    problem = may_take(person, seats[0], chosen=acting != person)
    if problem:
        raise Refused(problem)
    # As in lobbies: nobody can take a seat while they close their account.
    if not User.objects.lock_taking_part(person.pk):
        raise Refused(_("This account is closed."))
    since = clock.now()  # before the former tenure ends, so that no message falls between the two
    # A person who resigns and takes the seat again gets no additional time.
    here = Tenure.objects.filter(seat__in=seats, person=person, until__gte=phase.opened_at)
    sat_here = here.exists()
    before = current_tenure(seats)
    end_tenures(seats, Tenure.Ending.LENT if lent_by else Tenure.Ending.REPLACED)
    end_declaration(seats)
    void_orders(phase, seats)
    _start_tenures(seats, person, since, lent_by=lent_by, last_phase=phase.number + number - 1)
    was_listed, _rows = Volunteer.objects.filter(person=person).delete()
    if not was_listed and acting != person:
        message = _("%(name)s is no longer on the waiting list. Invite them by name instead.")
        raise Refused(message % {"name": person})
    event = log_each(
        Event.Kind.LENT if lent_by else Event.Kind.REPLACED,
        phase,
        seats,
        actor=by,
        subject=person,
        text=reason,
    )
    inviting = [by.pk] if access.may_administer(by, phase.game) else []
    former = [before.person_id, before.stands_in_for_id or before.person_id] if before else []
    notify.notify_event(event, also=[*former, *inviting], acting=acting)
    if not sat_here:
        give_time(phase, seats)
    control.end_rest(phase)
    invitation_endings.end(SeatInvitation.objects.concerning(seats[0], person), phase)
    notify.notify_turn(phase, [seat.power for seat in seats], event=event)
    invitation_endings.start_clock(phase)


def log_each(kind: Event.Kind, phase: Phase, seats: Sequence[Seat], **fields: Any) -> Event:
    """Log an event for each of `seats`; return the first, of which people are notified."""
    events = [audit.log(kind, game=phase.game, phase=phase, seat=each, **fields) for each in seats]
    return events[0]


def _start_tenures(
    seats: Sequence[Seat],
    person: User,
    since: dt.datetime,
    *,
    lent_by: Tenure | None,
    last_phase: int,
) -> None:
    """Give the seats to `person`; if they are lent, up to the phase with this number."""
    lender = lent_by.person if lent_by else None
    for seat in seats:
        Tenure.objects.create(seat=seat, person=person, since=since, stands_in_for=lender)
        seat.disorder_since = seat.ready_phase = None
        seat.lent_until = last_phase if lent_by else None
        seat.save(update_fields=["disorder_since", "ready_phase", "lent_until"])


def void_orders(phase: Phase, seats: Sequence[Seat]) -> None:
    """Delete the orders of the seats in the open phase, and their ballots in undecided votes.

    A new holder must not learn that the former one proposed a secret vote.
    """
    Order.objects.filter(phase=phase, seat__in=seats).delete()
    undecided = Vote.objects.undecided()
    standing = undecided.on_the_end().filter(phase__game=phase.game_id)
    undecided = undecided.filter(phase=phase) | standing
    Ballot.objects.filter(seat__in=seats, vote__in=undecided.values("pk")).delete()
    if phase.game.secret_votes:
        standing.filter(seat__in=seats).update(seat=None)


def give_time(phase: Phase, seats: Sequence[Seat]) -> None:
    """Extend the phase so that a new holder has as much time as if it opened now.

    Only if the seats have anything to order. A paused phase has that time left instead.
    """
    powers = phases.orders_due(phase)
    ordering = next((seat for seat in seats if seat.power in powers), None)
    if ordering is not None:
        now = clock.now()
        whole = schedule.deadline(phase.settings, phase.type, now)
        if phase.deadline is None:
            _prolong_pause(phase, whole - now)
        elif whole > phase.deadline:
            before = phase.deadline
            control.move_deadline(phase, whole)
            event = audit.log(
                Event.Kind.EXTENDED,
                game=phase.game,
                phase=phase,
                seat=ordering,
                due_before=before,
                due_after=whole,
            )
            notify.notify_event(event)
            return
    readiness.update_end(phase, powers)


def _prolong_pause(phase: Phase, whole: dt.timedelta) -> None:
    Pause.objects.running().filter(phase=phase, left__lt=whole).update(left=whole)
