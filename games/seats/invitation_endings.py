"""Ending invitations to seats: the log, the notifications, and the clock of a game taken over."""

from django.db.models import QuerySet

from accounts.models import User

from .. import access
from ..core import audit
from ..deadlines import control
from ..models import Event, Notification, Pause, Phase, Seat, SeatInvitation
from ..notifications import notify, recipients
from ..state import positions


def end(
    invitations: QuerySet[SeatInvitation],
    phase: Phase,
    *,
    by: User | None = None,
    kind: Event.Kind = Event.Kind.INVITATION_ENDED,
) -> int:
    """Delete `invitations`, notify the masters, start the game's clock; return how many they were.

    They are all to the game of `phase`, which the caller has locked. `by` is the master or the
    administrator who ends them: the log names that person, who is not notified. For the clock see
    `start_clock`.
    """
    found = list(invitations.select_related("seat", "invited_by"))
    SeatInvitation.objects.filter(pk__in=[each.pk for each in found]).delete()
    for each in found:
        # The event names no invited person: the log is kept for good, and they may have declined.
        event = audit.log(kind, game=phase.game, phase=phase, seat=each.seat, actor=by)
        people = _concerned(each, phase) - ({by.pk} if by else set())
        notify.notify(Notification.Kind.NEWS, people, game=phase.game, phase=phase, event=event)
    if found:
        start_clock(phase)
    return len(found)


def _concerned(invitation: SeatInvitation, phase: Phase) -> set[int]:
    """The masters, and the administrator who sent the invitation, by primary key."""
    people = set(recipients.masters(phase.game))
    if access.may_administer(invitation.invited_by, phase.game):
        people.add(invitation.invited_by_id)
    return people


def start_clock(phase: Phase) -> None:
    """Start the clock of a game that was taken over, once nobody is invited to it any more.

    An imported game also waits until each power with units or centers is played. A pause that its
    master made later stays.
    """
    if phase.due_at is not None:
        return
    waiting = Pause.objects.running().waiting_for_answers().filter(phase=phase)
    kept = SeatInvitation.objects.filter(game=phase.game, kind=SeatInvitation.Kind.TAKE_OVER)
    if not waiting.exists() or kept.exists():
        return
    if phase.game.is_imported and _has_open_seat(phase):
        return
    control.resume(phase.game, by=None)


def _has_open_seat(phase: Phase) -> bool:
    disordered = Seat.objects.playable().filter(game=phase.game, disorder_since__isnull=False)
    living = positions.living_powers(phase)
    return disordered.filter(power__in=living).exists()
