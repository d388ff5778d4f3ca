"""What the players of a game without a master decide by vote: extensions, pauses, a draw.

More than half of those who still play have to be in favour; of a draw, all. A motion is about the
phase in which it was made and lapses with it.
"""

import datetime as dt

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User

from .. import audit, clock, phases
from ..deadlines import readiness
from ..errors import Refused
from ..mastering import clockwork, endings
from ..models import Ballot, Event, Game, Motion, Notice, Phase, Seat, Tenure
from ..telling import notifications


def of(phase: Phase) -> Motion | None:
    """The motion that is voted on in the open phase."""
    return Motion.objects.filter(phase=phase, closed_at=None).select_related("seat").first()


def voters(phase: Phase) -> QuerySet[Seat]:
    """The seats that have a vote: with units or centers left, held, and not in civil disorder."""
    held = Tenure.objects.filter(until=None).values("seat")
    left = endings.survivors(phase)
    return phase.game.seats.filter(power__in=left, pk__in=held, disorder_since=None)


def votes_needed(motion: Motion, voters: int) -> int:
    """How many of so many voters have to be in favour."""
    return voters if motion.kind == Motion.Kind.DRAW else voters // 2 + 1


def propose(
    phase: Phase, seat: Seat, kind: Motion.Kind, *, days: int | None, person: User
) -> Motion:
    """Put something to the vote. Whoever proposes it is in favour."""
    with transaction.atomic():
        phase = _lock(phase)
        readiness.must_hold(person, seat)
        _must_have_no_master(phase.game)
        if not voters(phase).filter(pk=seat.pk).exists():
            raise Refused(_("Only powers that are still played have a vote."))
        if of(phase) is not None:
            raise Refused(_("One thing at a time: something is being voted on already."))
        paused = phase.game.status == Game.Status.PAUSED
        if kind == Motion.Kind.RESUME and not paused:
            raise Refused(_("The clock runs."))
        if kind in (Motion.Kind.EXTEND, Motion.Kind.PAUSE) and phase.due_at is None:
            raise Refused(_("The clock stands still."))
        motion = Motion.objects.create(
            phase=phase, kind=kind, days=days, seat=seat, made_at=clock.now()
        )
        motion.phase = phase
        event = audit.log(
            Event.Kind.MOTION_MADE,
            game=phase.game,
            phase=phase,
            seat=seat,
            actor=person,
            motion=motion,
        )
        people = set(notifications.players(phase.game)) - {person.pk}
        notifications.tell(Notice.Kind.VOTE, people, game=phase.game, phase=phase, event=event)
        _cast(motion, seat, in_favour=True)
    return motion


def vote(motion: Motion, seat: Seat, *, in_favour: bool, person: User) -> None:
    """Vote, or vote differently, as long as it is not decided."""
    with transaction.atomic():
        phase = _lock(motion.phase)
        readiness.must_hold(person, seat)
        _must_have_no_master(phase.game)
        found = of(phase)
        if found is None or found.pk != motion.pk:
            raise Refused(_("This is decided; nothing was changed."))
        if not voters(phase).filter(pk=seat.pk).exists():
            raise Refused(_("Only powers that are still played have a vote."))
        found.phase = phase
        _cast(found, seat, in_favour=in_favour)


def _lock(phase: Phase) -> Phase:
    """The open phase, locked, with its game as it is then; one that is due is not good."""
    phase = phases.lock_open(phase)
    phase.game.refresh_from_db(fields=["status"])
    return phase


def _must_have_no_master(game: Game) -> None:
    if game.masterships.filter(until=None).exists():
        raise Refused(_("This game has a master: ask them."))


def _cast(motion: Motion, seat: Seat, *, in_favour: bool) -> None:
    Ballot.objects.update_or_create(
        motion=motion, seat=seat, defaults={"in_favour": in_favour, "cast_at": clock.now()}
    )
    entitled = set(voters(motion.phase).values_list("pk", flat=True))
    cast = dict(motion.ballots.filter(seat__in=entitled).values_list("seat", "in_favour"))
    yes = sum(cast.values())
    needed = votes_needed(motion, len(entitled))
    if yes >= needed:
        _pass(motion)
    elif yes + len(entitled) - len(cast) < needed:
        _close(motion, Motion.Outcome.FAILED)


def _pass(motion: Motion) -> None:
    """Do what was voted for; what can be done no longer has failed."""
    try:
        with transaction.atomic():
            _close(motion, Motion.Outcome.PASSED)
            _do(motion)
    except Refused:
        _close(motion, Motion.Outcome.FAILED)


def _close(motion: Motion, outcome: Motion.Outcome) -> None:
    motion.closed_at = clock.now()
    motion.outcome = outcome
    motion.save(update_fields=["closed_at", "outcome"])
    passed = outcome == Motion.Outcome.PASSED
    event = audit.log(
        Event.Kind.MOTION_PASSED if passed else Event.Kind.MOTION_FAILED,
        game=motion.phase.game,
        phase=motion.phase,
        motion=motion,
    )
    if not passed:  # what follows of one that passed is news of its own
        notifications.tell_news(event)


def _do(motion: Motion) -> None:
    game, now = motion.phase.game, clock.now()
    span = dt.timedelta(days=motion.days or 0)
    if motion.kind == Motion.Kind.EXTEND:
        deadline = motion.phase.deadline
        clockwork.extend(game, to=deadline and deadline + span, by=None)
    elif motion.kind == Motion.Kind.PAUSE:
        clockwork.pause(game, until=now + span, by=None)
    elif motion.kind == Motion.Kind.RESUME:
        clockwork.resume(game, by=None)
    else:
        endings.draw(game, among=endings.survivors(motion.phase), by=None)
