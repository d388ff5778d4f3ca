"""Days on which a player is away. They move deadlines not yet set, up to the game's cap."""

import datetime as dt

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User

from .. import audit, clock
from ..errors import Refused
from ..models import Absence, Event, Seat
from ..telling import notifications
from . import readiness
from .timetable import LONGEST_ABSENCE

AHEAD = dt.timedelta(days=366)


def of(seat: Seat, person: User) -> QuerySet[Absence]:
    """The absences that somebody announced as the player of a seat and did not withdraw, those
    first that are not over."""
    return Absence.objects.filter(seat=seat, person=person, withdrawn_at=None).order_by("-last")


def announce(seat: Seat, person: User, *, first: dt.date, last: dt.date) -> Absence:
    """Say that whoever plays `seat` is away from one date to another, both included."""
    game = seat.game
    today = clock.now().date() - dt.timedelta(days=1)  # it may still be yesterday somewhere
    if game.conduct is None or not game.conduct.absence_cap_days or not game.conduct.is_timetable:
        raise Refused(_("The deadlines of this game do not wait for anybody’s absence."))
    if not today <= first <= last:
        raise Refused(_("An absence begins today or later, and ends after it has begun."))
    if last - first >= LONGEST_ABSENCE or first > today + AHEAD:
        message = _("An absence lasts at most %(days)d days and begins within a year.")
        raise Refused(message % {"days": LONGEST_ABSENCE.days})
    with transaction.atomic():
        Seat.objects.select_for_update(no_key=True).order_by("pk").get(pk=seat.pk)
        readiness.must_hold(person, seat)
        if of(seat, person).filter(first__lte=last, last__gte=first).exists():
            raise Refused(_("You have announced an absence for some of these days already."))
        absence = Absence.objects.create(
            seat=seat, person=person, first=first, last=last, announced_at=clock.now()
        )
        text = f"{first.isoformat()}/{last.isoformat()}"
        event = audit.log(Event.Kind.ABSENCE, game=game, seat=seat, actor=person, text=text)
        notifications.tell_news(event)
    return absence


def withdraw(absence: Absence, person: User) -> None:
    """Take an absence back; deadlines that are set already stay."""
    with transaction.atomic():
        mine = Absence.objects.filter(pk=absence.pk, person=person, withdrawn_at=None)
        if not mine.update(withdrawn_at=clock.now()):
            raise Refused(_("This absence is withdrawn already."))
        seat = absence.seat
        text = f"{absence.first.isoformat()}/{absence.last.isoformat()}"
        event = audit.log(
            Event.Kind.ABSENCE_WITHDRAWN, game=seat.game, seat=seat, actor=person, text=text
        )
        notifications.tell_news(event)
