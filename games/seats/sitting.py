"""Who sits in a seat: giving it up, taking it over, standing in, coming back.

All lock the open phase first and then the seat. Stored orders of whoever goes are void once
somebody else has the seat, and a newcomer has a whole phase before them.
"""

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User

from .. import audit, clock, phases
from ..deadlines import readiness, schedule
from ..errors import Refused
from ..mastering import clockwork
from ..models import Ballot, Event, Game, Mastership, Order, Pause, Phase, Seat, Tenure, Volunteer
from ..models.game import RUNNING
from ..telling import notifications

LONGEST_LOAN = 30  # phases


def in_disorder() -> QuerySet[Seat]:
    """Every power of every running game for which nobody orders, the longest first."""
    return Seat.objects.filter(disorder_since__isnull=False, game__status__in=RUNNING).order_by(
        "disorder_since", "pk"
    )


def resign(seat: Seat, person: User) -> None:
    """Give a seat up. Orders that are stored count until somebody takes it over. A stand-in's seat
    goes back to its player."""
    with transaction.atomic():
        phase, seat = _lock(seat, also_due=True)
        tenure = _tenure(seat)
        if tenure is None or tenure.person_id != person.pk:
            raise Refused(_("You do not hold this seat."))
        if tenure.stands_in_for is not None and tenure.stands_in_for.closed_at is None:
            return_to_its_player(phase, seat, by=person)
            return
        _end(tenure, Tenure.Ending.RESIGNED)
        _leave_to_itself(phase, seat)
        event = audit.log(
            Event.Kind.RESIGNED, game=phase.game, phase=phase, seat=seat, subject=person
        )
        notifications.tell_news(event)


def resign_all(person: User) -> None:
    """Part of closing an account."""
    held = Tenure.objects.filter(person=person, until=None).select_related("seat__game")
    for tenure in held:
        try:
            resign(tenure.seat, person)
        except Refused:  # the game has just ended
            continue


def declare_disorder(seat: Seat, *, by: User, reason: str) -> None:
    """Say that a power's player has vanished: nobody waits for it, and others may take it over."""
    with transaction.atomic():
        phase, seat = _lock(seat)
        if seat.disorder_since is not None:
            raise Refused(_("This power is in civil disorder already."))
        _leave_to_itself(phase, seat)
        event = audit.log(
            Event.Kind.CIVIL_DISORDER,
            game=phase.game,
            phase=phase,
            seat=seat,
            actor=by,
            text=reason,
        )
        notifications.tell_news(event)


def may_take(person: User, seat: Seat) -> str:
    """Why `person` cannot take over a seat; empty if they can, where it is offered to them."""
    game = seat.game
    if not game.is_running:
        return _("This game is not being played.")
    if Mastership.objects.filter(game=game, person=person).exists():
        return _("Who masters or has mastered a game cannot play in it.")
    played = Tenure.objects.filter(seat__game=game, person=person)
    if played.exclude(seat=seat).exists():
        return _("Who has played another power of this game cannot take this one.")
    if played.filter(ending=Tenure.Ending.REPLACED).exists():
        return _("Who was replaced in this game cannot take a seat of it.")
    if played.filter(until=None).exists():
        return _("This is your own seat: give orders, and you are back.")
    return ""


def take(seat: Seat, person: User) -> None:
    """Take over a power in civil disorder at one's own wish. Where the seat is offered only to some
    is for the caller to ask (`access.may_take_seat`)."""
    with transaction.atomic():
        phase, seat = _lock(seat)
        if seat.disorder_since is None:
            raise Refused(_("Somebody plays this power; it is not open."))
        _seat(phase, seat, person, by=person)


def replace(seat: Seat, person: User, *, by: User, reason: str = "") -> None:
    """Give a seat to another person for good, whoever holds it."""
    with transaction.atomic():
        phase, seat = _lock(seat)
        _seat(phase, seat, person, by=by, reason=reason)


def lend(seat: Seat, person: User, *, number: int, by: User, reason: str = "") -> None:
    """Let a stand-in play for a number of phases, the open one included. Then the seat returns."""
    with transaction.atomic():
        phase, seat = _lock(seat)
        if not 1 <= number <= LONGEST_LOAN:
            message = _("A stand-in plays for one to %(most)d phases.")
            raise Refused(message % {"most": LONGEST_LOAN})
        tenure = _tenure(seat)
        if tenure is None:
            raise Refused(_("Nobody holds this seat, so nobody could come back to it."))
        if tenure.stands_in_for_id is not None:
            raise Refused(_("A stand-in plays this power already."))
        _seat(phase, seat, person, by=by, reason=reason, lent_by=tenure, number=number)


def give_back(seat: Seat, *, by: User | None) -> None:
    """End a loan before its time."""
    with transaction.atomic():
        phase, seat = _lock(seat)
        if seat.lent_until is None:
            raise Refused(_("No stand-in plays this power."))
        return_to_its_player(phase, seat, by=by)


def return_lent(phase: Phase, seats: Iterable[Seat], *, over: bool = False) -> None:
    """Give those seats back whose loan ended before `phase`, which has just opened; where the game
    is over, all."""
    for seat in seats:
        if seat.lent_until is not None and (over or phase.number > seat.lent_until):
            return_to_its_player(phase, seat, by=None, just_opened=True)


def prolong_loans(game: Game, undone: QuerySet[Phase]) -> None:
    """Phases that are about to be superseded count against no loan: a stand-in plays as many as
    were agreed. To be called with the open phase locked."""
    lent = Tenure.objects.filter(seat__game=game, until=None, seat__lent_until__isnull=False)
    for tenure in lent:
        played = undone.exclude(resolved_at__lte=tenure.since).count()
        Seat.objects.filter(pk=tenure.seat_id).update(lent_until=F("lent_until") + played)


def return_to_its_player(
    phase: Phase, seat: Seat, *, by: User | None, just_opened: bool = False
) -> None:
    """End the time of a stand-in. To be called with phase and seat locked. Whose seat it is has a
    whole phase, which one that was `just_opened` is."""
    tenure = _tenure(seat)
    seat.lent_until = None
    if tenure is None or tenure.stands_in_for is None:
        seat.save(update_fields=["lent_until"])
        return
    lender = tenure.stands_in_for
    if lender.closed_at is not None:  # it stays with whoever plays it
        seat.save(update_fields=["lent_until"])
        tenure.stands_in_for = None
        tenure.save(update_fields=["stands_in_for"])
        return
    now = clock.now()
    _end(tenure, Tenure.Ending.RETURNED)
    _void(phase, seat)
    Tenure.objects.create(seat=seat, person=lender, since=now)
    seat.disorder_since = seat.ready_phase = None
    seat.save(update_fields=["lent_until", "disorder_since", "ready_phase"])
    event = audit.log(
        Event.Kind.SEAT_RETURNED,
        game=phase.game,
        phase=phase,
        seat=seat,
        actor=by,
        subject=lender,
    )
    notifications.tell_news(event, also=[tenure.person_id])
    if not just_opened:
        _give_time(phase, seat)


def _lock(seat: Seat, *, also_due: bool = False) -> tuple[Phase, Seat]:
    phase = phases.lock_current(seat.game)
    if phase is None:
        raise Refused(_("This game is not being played."))
    if phase.due_at is not None and phase.due_at <= clock.now() and not also_due:
        raise Refused(_("The deadline has passed; the phase is being resolved."))
    # An order of its own: the usual one joins the game, whose row would be locked with it.
    locked = Seat.objects.select_for_update(no_key=True).order_by("pk").get(pk=seat.pk)
    locked.game = phase.game
    # Nobody becomes a master of the game meanwhile.
    Game.objects.select_for_update(of=("self",), no_key=True).order_by("pk").get(pk=seat.game_id)
    return phase, locked


def _tenure(seat: Seat) -> Tenure | None:
    return seat.tenures.select_related("person", "stands_in_for").filter(until=None).first()


def _end(tenure: Tenure, ending: Tenure.Ending) -> None:
    tenure.until = clock.now()
    tenure.ending = ending
    tenure.save(update_fields=["until", "ending"])


def _leave_to_itself(phase: Phase, seat: Seat) -> None:
    """Nobody waits for it from now on."""
    seat.disorder_since = clock.now()
    seat.ready_phase = None
    seat.save(update_fields=["disorder_since", "ready_phase"])
    if phase.due_at is None or phase.due_at > clock.now():
        readiness.settle(phase, phases.due(phase))


def _seat(
    phase: Phase,
    seat: Seat,
    person: User,
    *,
    by: User,
    reason: str = "",
    lent_by: Tenure | None = None,
    number: int = 0,
) -> None:
    problem = may_take(person, seat)
    if problem:
        raise Refused(problem)
    # As in lobbies: nobody sits down while they leave.
    accounts = User.objects.select_for_update(no_key=True)
    if not accounts.filter(pk=person.pk, closed_at=None, is_active=True).exists():
        raise Refused(_("This account is closed."))
    now = clock.now()
    # Who gives the seat up and takes it again gains no time by it.
    sat_here = seat.tenures.filter(person=person, until__gte=phase.opened_at).exists()
    before = _tenure(seat)
    if before is not None:
        _end(before, Tenure.Ending.LENT if lent_by else Tenure.Ending.REPLACED)
    _void(phase, seat)
    lender = lent_by.person if lent_by else None
    Tenure.objects.create(seat=seat, person=person, since=now, stands_in_for=lender)
    seat.disorder_since = seat.ready_phase = None
    seat.lent_until = phase.number + number - 1 if lent_by else None
    seat.save(update_fields=["disorder_since", "ready_phase", "lent_until"])
    Volunteer.objects.filter(person=person).delete()
    event = audit.log(
        Event.Kind.LENT if lent_by else Event.Kind.REPLACED,
        game=phase.game,
        phase=phase,
        seat=seat,
        actor=by,
        subject=person,
        text=reason,
    )
    told = [before.person_id, before.stands_in_for_id or before.person_id] if before else []
    notifications.tell_news(event, also=told)
    if not sat_here:
        _give_time(phase, seat)
    notifications.tell_of_turn(phase, [seat.power], event=event)


def _void(phase: Phase, seat: Seat) -> None:
    """Orders and votes of whoever sat there count no more."""
    Order.objects.filter(phase=phase, seat=seat).delete()
    Ballot.objects.filter(seat=seat, motion__phase=phase, motion__closed_at=None).delete()


def _give_time(phase: Phase, seat: Seat) -> None:
    """Whoever has just taken a seat has a whole phase: as long as one that opened now."""
    powers = phases.due(phase)
    if seat.power in powers:
        now = clock.now()
        whole = schedule.deadline(phase.conduct, phase.type, now)
        if phase.deadline is None:
            _prolong_pause(phase, whole - now)
        elif whole > phase.deadline:
            before = phase.deadline
            clockwork.move(phase, whole)
            event = audit.log(
                Event.Kind.EXTENDED,
                game=phase.game,
                phase=phase,
                seat=seat,
                due_before=before,
                due_after=whole,
            )
            notifications.tell_news(event)
            return
    readiness.settle(phase, powers)


def _prolong_pause(phase: Phase, whole: dt.timedelta) -> None:
    Pause.objects.filter(phase=phase, ended_at=None, left__lt=whole).update(left=whole)
