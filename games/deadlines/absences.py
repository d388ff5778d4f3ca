"""Announced absences of players. They move deadlines not yet set, up to the game's cap."""

import datetime as dt

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core import audit
from ..core.errors import Refused
from ..models import Absence, Event, Seat
from ..notifications import notify
from . import open_phase
from .timetable import LONGEST_ABSENCE

AHEAD = dt.timedelta(days=366)


def standing(seat: Seat, person: User) -> QuerySet[Absence]:
    """Return the absences that `person` announced and did not withdraw, latest first.

    They count for all powers that the person plays in the game of `seat`.
    """
    return announced_by(person, seat).filter(withdrawn_at=None).order_by("-last")


def announced_by(person: User, seat: Seat) -> QuerySet[Absence]:
    """Return all absences that `person` ever announced for the powers they play with `seat`."""
    return Absence.objects.filter(seat__game=seat.game_id, seat__hand=seat.hand, person=person)


def announce(seat: Seat, person: User, *, first: dt.date, last: dt.date) -> Absence:
    """Announce that `person`, who holds `seat`, is away from `first` to `last`, both included.

    Raises `Refused` if the dates or the game do not allow it.
    """
    game = seat.game
    today = clock.now().date() - dt.timedelta(days=1)  # it may still be yesterday in some zone
    if (
        game.settings is None
        or not game.settings.absence_cap_days
        or not game.settings.is_timetable
    ):
        raise Refused(_("Deadlines in this game don’t wait for absent players."))
    if not today <= first <= last:
        raise Refused(
            _("An absence can’t begin in the past or end before it begins. Change the dates.")
        )
    if last - first >= LONGEST_ABSENCE or first > today + AHEAD:
        message = _("An absence can last at most %(days)d days and must begin within a year.")
        raise Refused(message % {"days": LONGEST_ABSENCE.days})
    with transaction.atomic():
        list(Seat.objects.select_for_update(no_key=True).in_hand_with(seat).order_by("pk"))
        open_phase.must_hold(person, seat)
        if standing(seat, person).filter(first__lte=last, last__gte=first).exists():
            raise Refused(_("You’ve already announced an absence for some of these days."))
        absence = Absence.objects.create(
            seat=seat, person=person, first=first, last=last, announced_at=clock.now()
        )
        text = f"{first.isoformat()}/{last.isoformat()}"
        event = audit.log(Event.Kind.ABSENCE, game=game, seat=seat, actor=person, text=text)
        notify.notify_event(event)
    return absence


def withdraw(absence: Absence, person: User) -> None:
    """Withdraw an absence; deadlines that are set already stay."""
    with transaction.atomic():
        mine = Absence.objects.filter(pk=absence.pk, person=person, withdrawn_at=None)
        if not mine.update(withdrawn_at=clock.now()):
            raise Refused(_("This absence is already withdrawn."))
        seat = absence.seat
        text = f"{absence.first.isoformat()}/{absence.last.isoformat()}"
        event = audit.log(
            Event.Kind.ABSENCE_WITHDRAWN, game=seat.game, seat=seat, actor=person, text=text
        )
        notify.notify_event(event)
