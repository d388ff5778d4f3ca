"""Invitations to seats: the seat stays as it is until the invited person accepts.

All functions lock the open phase first, then the seat, as a handover does. So an invitation is
accepted, declined or withdrawn once, and never while the phase is being resolved.
"""

from typing import Any

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from .. import access
from ..core import audit
from ..core.errors import Refused, describe
from ..deadlines import control
from ..models import Event, Game, Notification, Pause, Phase, Seat, SeatInvitation
from ..notifications import notify, recipients
from . import handover, substitutes

logger = structlog.get_logger(__name__)

KIND = SeatInvitation.Kind


def invite(
    seat: Seat,
    person: User,
    *,
    by: User,
    reason: str = "",
    number: int | None = None,
    taken_over: bool = False,
) -> SeatInvitation:
    """Invite `person` to play a seat: for good, or as a stand-in for `number` phases.

    `taken_over` says that the game has just been taken over from elsewhere. A person who wants no
    invitations is not notified and never sees it; nobody else can tell.
    """
    with transaction.atomic():
        phase, seat = handover.lock_seat(seat)
        if number is not None:
            substitutes.lending_tenure(seat, number)
        problem = handover.may_take(person, seat) or _obstacle(seat, person)
        if problem:
            raise Refused(problem)
        # As in a handover: nobody is invited while they close their account.
        account = (
            User.objects.taking_part().select_for_update(no_key=True).filter(pk=person.pk).first()
        )
        if account is None:
            raise Refused(_("This account is closed."))
        invitation = SeatInvitation.objects.create(
            kind=KIND.TAKE_OVER if taken_over else KIND.REPLACE if number is None else KIND.LEND,
            seat=seat,
            game=phase.game,
            person=person,
            invited_by=by,
            phases=number,
            reason=reason,
            created_at=clock.now(),
        )
        event = _log(Event.Kind.INVITED, phase, seat, by)
        if account.takes_invitations:
            kind = Notification.Kind.INVITATION
            notify.notify(kind, [person.pk], game=phase.game, event=event)
    return invitation


def _obstacle(seat: Seat, person: User) -> str:
    """Return why no invitation can be added beside the open ones; empty if it can."""
    among = Q(seat=seat) | Q(game=seat.game, person=person)
    SeatInvitation.objects.expired_at(clock.now()).filter(among).delete()
    if SeatInvitation.objects.filter(seat=seat).exists():
        return _("Somebody is invited to this seat already. Withdraw that invitation first.")
    if SeatInvitation.objects.filter(game=seat.game, person=person).exists():
        return _("%(name)s is invited to another power of this game already.") % {"name": person}
    return ""


def accept(invitation: SeatInvitation, person: User) -> None:
    """Seat `person`, who was invited."""
    with transaction.atomic():
        phase, seat = handover.lock_seat(invitation.seat)
        found = _locked(invitation, person=person)
        lent_by = None
        if found.phases is not None:
            lent_by = substitutes.lending_tenure(seat, found.phases)
        handover.hand_over(
            phase,
            seat,
            person,
            by=found.invited_by,
            reason=found.reason,
            lent_by=lent_by,
            number=found.phases or 0,
            acting=person,
        )
        _start_clock(found, phase)


def decline(invitation: SeatInvitation, person: User) -> None:
    """End an invitation because `person` does not want the seat. The masters are notified."""
    with transaction.atomic():
        phase, seat = handover.lock_seat(invitation.seat, also_due=True)
        found = _locked(invitation, person=person)
        event = _end(found, Event.Kind.DECLINED, phase, seat, None)
        _notify_masters(event, found)


def withdraw(invitation: SeatInvitation, *, by: User) -> None:
    """End an invitation because a master or an administrator withdraws it."""
    with transaction.atomic():
        phase, seat = handover.lock_seat(invitation.seat, also_due=True)
        _end(_locked(invitation), Event.Kind.INVITATION_ENDED, phase, seat, by)


def delete_expired() -> int:
    """End the invitations that nobody has answered in time; return how many."""
    count = 0
    for found in SeatInvitation.objects.expired_at(clock.now()).select_related("seat__game"):
        try:
            count += _expire(found)
        except Refused:  # the game has just ended
            continue
        except Exception as error:  # an error in one game must not stop the others
            logger.error("invitation_not_ended", game=found.seat.game.slug, error=describe(error))
    return count


def _expire(invitation: SeatInvitation) -> bool:
    with transaction.atomic():
        phase, seat = handover.lock_seat(invitation.seat, also_due=True)
        found = SeatInvitation.objects.filter(pk=invitation.pk).first()
        if found is None:
            return False
        event = _end(found, Event.Kind.INVITATION_ENDED, phase, seat, None)
        _notify_masters(event, found)
    return True


def end_all(game: Game) -> None:
    """Delete the invitations of a game that has ended."""
    SeatInvitation.objects.filter(game=game).delete()


def forget(person: User) -> None:
    """Delete the invitations of a person who closes their account: those to them, and by them."""
    SeatInvitation.objects.filter(Q(person=person) | Q(invited_by=person)).delete()


def _locked(invitation: SeatInvitation, **whose: Any) -> SeatInvitation:
    """Return the invitation as it is now. To be called with its seat locked.

    The row needs no lock of its own: except when an account is closed, which locks the phase too,
    nobody deletes it without the lock of its seat.
    """
    valid = SeatInvitation.objects.valid_at(clock.now()).select_related("invited_by")
    found = valid.filter(pk=invitation.pk, **whose).first()
    if found is None:
        raise Refused(_("This invitation is not open any more."))
    return found


def _end(
    invitation: SeatInvitation, kind: Event.Kind, phase: Phase, seat: Seat, by: User | None
) -> Event:
    SeatInvitation.objects.filter(pk=invitation.pk).delete()
    event = _log(kind, phase, seat, by)
    _start_clock(invitation, phase)
    return event


def _log(kind: Event.Kind, phase: Phase, seat: Seat, by: User | None) -> Event:
    """Log an event that names no invited person: the log is kept for good, and they may decline."""
    return audit.log(kind, game=phase.game, phase=phase, seat=seat, actor=by)


def _notify_masters(event: Event, invitation: SeatInvitation) -> None:
    people = {*recipients.masters(event.game)}
    if access.may_administer(invitation.invited_by, event.game):
        people.add(invitation.invited_by_id)
    notify.notify(Notification.Kind.NEWS, people, game=event.game, phase=event.phase, event=event)


def _start_clock(invitation: SeatInvitation, phase: Phase) -> None:
    """Start the clock of a game that was taken over, once nobody is invited to it any more.

    A pause that its master made later stays.
    """
    others = SeatInvitation.objects.filter(game=phase.game, kind=KIND.TAKE_OVER)
    if invitation.kind != KIND.TAKE_OVER or others.exists():
        return
    if Pause.objects.running().waiting_for_answers().filter(phase=phase).exists():
        control.resume(phase.game, by=None)
