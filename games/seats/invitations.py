"""Invitations to seats: the seat stays as it is until the invited person accepts.

All functions lock the open phase first, then the seat, as a handover does. So an invitation is
accepted, declined or withdrawn once, and never while the phase is being resolved.
"""

from collections.abc import Sequence
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from .. import access
from ..core.errors import Refused, describe
from ..deadlines import open_phase
from ..models import Event, Game, Notification, Phase, Seat, SeatInvitation
from ..notifications import notify
from . import handover, invitation_endings, substitutes

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

    An invitation is to all powers that one person plays; it is stored with the first of them.

    `taken_over` says that the game has just been taken over from elsewhere. A person who wants no
    invitations never sees it: what is written for them here is neither shown nor sent. So nobody
    else can tell, not even by the time that it takes.
    """
    with transaction.atomic():
        phase, seats = handover.lock_hand(seat)
        seat = seats[0]  # it stands for all of them
        if number is not None:
            substitutes.lending_tenure(seats, number)
        if not access.sees_invited(by, phase.game):  # they may have left the game meanwhile
            raise Refused(_("Only a game master can invite people to seats."))
        problem = handover.may_take(person, seat, chosen=True) or _obstacle(phase, seat, person)
        if problem:
            raise Refused(problem)
        # As in a handover: nobody is invited while they close their account.
        if not User.objects.lock_taking_part(person.pk):
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
        # The event names no invited person: the log is kept for good, and they may decline.
        event = handover.log_each(Event.Kind.INVITED, phase, seats, actor=by)
        kind = Notification.Kind.INVITATION
        notify.notify(kind, [person.pk], game=phase.game, event=event)
    return invitation


def _obstacle(phase: Phase, seat: Seat, person: User) -> str:
    """Return why no invitation can be added beside the open ones; empty if it can."""
    expired = SeatInvitation.objects.expired_at(clock.now())
    invitation_endings.end(expired.concerning(seat, person), phase)
    if SeatInvitation.objects.filter(seat=seat).exists():
        return _("Someone is already invited to this seat. Withdraw that invitation first.")
    if SeatInvitation.objects.filter(game=seat.game, person=person).exists():
        return _("%(name)s is already invited to play another power in this game.") % {
            "name": person
        }
    return ""


def accept(invitation: SeatInvitation, person: User) -> None:
    """Seat `person`, who was invited.

    The invitation ends instead if who sent it may not invite people to the game any more.
    """
    with transaction.atomic():
        phase, seats = handover.lock_hand(invitation.seat)
        found = _locked(invitation, person=person)
        if access.sees_invited(found.invited_by, phase.game):
            _seat(phase, seats, found)
            return
        invitation_endings.end(_rows(found), phase)
    message = _("This invitation has ended: %(name)s can no longer invite people to this game.")
    raise Refused(message % {"name": found.invited_by})


def _seat(phase: Phase, seats: Sequence[Seat], invitation: SeatInvitation) -> None:
    lent_by = None
    if invitation.phases is not None:
        lent_by = substitutes.lending_tenure(seats, invitation.phases)
    _rows(invitation).delete()  # without an event: the log says who plays now
    handover.hand_over(
        phase,
        seats,
        invitation.person,
        by=invitation.invited_by,
        reason=invitation.reason,
        lent_by=lent_by,
        number=invitation.phases or 0,
        acting=invitation.person,
    )


def decline(invitation: SeatInvitation, person: User) -> None:
    """End an invitation because `person` does not want the seat."""
    with transaction.atomic():
        phase, _seats = handover.lock_hand(invitation.seat, also_due=True)
        found = _locked(invitation, person=person)
        invitation_endings.end(_rows(found), phase, kind=Event.Kind.DECLINED)


def withdraw(invitation: SeatInvitation, *, by: User) -> None:
    """End an invitation because a master or an administrator withdraws it."""
    with transaction.atomic():
        phase, _seats = handover.lock_hand(invitation.seat, also_due=True)
        invitation_endings.end(_rows(_locked(invitation)), phase, by=by)


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


def _expire(invitation: SeatInvitation) -> int:
    with transaction.atomic():
        phase, _seats = handover.lock_hand(invitation.seat, also_due=True)
        return invitation_endings.end(_rows(invitation), phase)


def delete_all(game: Game) -> None:
    """Delete the invitations of a game that has ended. No event says so: that of the end does."""
    SeatInvitation.objects.filter(game=game).delete()


def end_all_by(person: User, phase: Phase) -> None:
    """End the invitations that `person` has sent in the game of `phase`, which is locked."""
    sent = SeatInvitation.objects.filter(game=phase.game, invited_by=person)
    invitation_endings.end(sent, phase, by=person)


def forget(person: User) -> None:
    """End the invitations of a person who closes their account: those to them, and by them."""
    mine = SeatInvitation.objects.filter(Q(person=person) | Q(invited_by=person))
    for game in Game.objects.filter(pk__in=mine.values("game")).order_by("pk"):
        phase = open_phase.lock_current(game)
        if phase is not None:  # None if the game has just ended, and with it the invitations
            end_all_by(person, phase)
            invitation_endings.end(mine.filter(game=game), phase)


def _locked(invitation: SeatInvitation, **whose: Any) -> SeatInvitation:
    """Return the invitation as it is now. To be called with its seat locked.

    The row needs no lock of its own: except when an account is closed, which locks the phase too,
    nobody deletes it without the lock of its seat.
    """
    valid = SeatInvitation.objects.valid_at(clock.now()).select_related("person", "invited_by")
    found = valid.filter(pk=invitation.pk, **whose).first()
    if found is None:
        raise Refused(_("This invitation is no longer open."))
    return found


def _rows(invitation: SeatInvitation) -> QuerySet[SeatInvitation]:
    return SeatInvitation.objects.filter(pk=invitation.pk)
