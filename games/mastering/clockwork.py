"""The clock of a game: put its deadline off, stop it, start it again, end a phase at once.

`seen` is the deadline that whoever acts has read: what is sent twice, or from a page that is out of
date, is refused.
"""

import datetime as dt

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from .. import audit, clock, phases
from ..deadlines import readiness, schedule
from ..errors import Refused, describe
from ..models import Event, Game, Pause, Phase
from ..models.pause import LONGEST_PAUSE_DAYS
from ..telling import notifications

logger = structlog.get_logger(__name__)

LONGEST_EXTENSION = dt.timedelta(days=60)


def extend(
    game: Game,
    *,
    to: dt.datetime | None,
    by: User | None,
    reason: str = "",
    seen: dt.datetime | None = None,
) -> Event:
    """Put the deadline of the open phase off: to a moment, or without one to the next that the
    rule has. Nobody's orders or readiness change; who was ready may look again."""
    with transaction.atomic():
        phase = _running(game, seen)
        assert phase.deadline is not None
        before, now = phase.deadline, clock.now()
        after = to or schedule.following(phase, now)
        if after <= before:
            raise Refused(_("The new deadline has to be later than the present one."))
        if after > now + LONGEST_EXTENSION:
            message = _("A deadline can be put off to at most %(days)d days from now.")
            raise Refused(message % {"days": LONGEST_EXTENSION.days})
        move(phase, after)
        return _tell(Event.Kind.EXTENDED, phase, by, before=before, after=after, text=reason)


def move(phase: Phase, to: dt.datetime) -> None:
    """Give a locked phase another deadline. It ends sooner still if all are ready."""
    schedule.promise(phase, to, now=clock.now())
    phase.save(update_fields=schedule.PROMISED)
    readiness.settle(phase, phases.due(phase))


def hurry(
    game: Game, *, by: User | None, reason: str = "", seen: dt.datetime | None = None
) -> Event:
    """End the open phase at once, whoever has not ordered: no grace period follows."""
    with transaction.atomic():
        phase = _running(game, seen)
        before, now = phase.deadline, clock.now()
        schedule.promise(phase, now, now=now)
        phase.excused_at = now
        phase.save(update_fields=[*schedule.PROMISED, "excused_at"])
        return _tell(Event.Kind.HURRIED, phase, by, before=before, text=reason)


def pause(
    game: Game,
    *,
    until: dt.datetime,
    by: User | None,
    reason: str = "",
    seen: dt.datetime | None = None,
) -> Event:
    """Stop the clock; it starts again by itself at `until`. Orders can be given meanwhile."""
    with transaction.atomic():
        phase = _running(game, seen)
        assert phase.deadline is not None
        now = clock.now()
        if not now < until <= now + dt.timedelta(days=LONGEST_PAUSE_DAYS):
            message = _("A pause ends in the future, and lasts at most %(days)d days.")
            raise Refused(message % {"days": LONGEST_PAUSE_DAYS})
        Pause.objects.create(
            phase=phase,
            began_at=now,
            until=until,
            left=phase.deadline - now,
            deadline=phase.deadline,
            by=by,
        )
        before = phase.deadline
        schedule.promise(phase, None, now=now)
        phase.save(update_fields=schedule.PROMISED)
        Game.objects.filter(pk=phase.game_id).update(status=Game.Status.PAUSED)
        return _tell(Event.Kind.PAUSED, phase, by, before=before, after=until, text=reason)


def resume(game: Game, *, by: User | None) -> Event:
    """Start the clock of a paused game again, with what was left of its phase and no less than the
    rule asks for."""
    with transaction.atomic():
        phase = phases.lock_current(game)
        found = Pause.objects.filter(phase=phase, ended_at=None).first()
        if phase is None or found is None:
            raise Refused(_("This game is not paused."))
        now = clock.now()
        found.ended_at = now
        found.save(update_fields=["ended_at"])
        Game.objects.filter(pk=phase.game_id).update(status=Game.Status.PLAYING)
        # An extension that was granted before stays granted.
        move(phase, max(schedule.resumed(phase, found.left, now), found.deadline))
        return _tell(Event.Kind.UNPAUSED, phase, by, after=phase.deadline)


def resume_due() -> int:
    """Start the clock of every game whose pause is over; returns how many."""
    over = Pause.objects.filter(ended_at=None, until__lte=clock.now()).select_related("phase__game")
    count = 0
    for found in over:
        game = found.phase.game
        try:
            resume(game, by=None)
        except Refused:  # somebody was quicker
            continue
        except Exception as error:  # one game's trouble stops no other
            logger.error("pause_not_ended", game=game.slug, error=describe(error))
            continue
        count += 1
    return count


def restart(game: Game, *, by: User | None) -> None:
    """Start the clock of a game that was set aside: its open phase gets its whole length.

    Nobody is ready any more: who was may look again. `by` is none for whoever runs the site.
    """
    with transaction.atomic():
        phase = phases.lock_current(game)
        woken = Game.objects.filter(pk=game.pk, status=Game.Status.ASIDE).update(
            status=Game.Status.PLAYING, error=""
        )
        if phase is None or not woken:
            raise Refused(_("This game is not set aside."))
        now = clock.now()
        schedule.promise(phase, schedule.deadline(phase.conduct, phase.type, now), now=now)
        phase.save(update_fields=schedule.PROMISED)
        game.seats.update(ready_phase=None)
        event = audit.log(Event.Kind.GAME_RESUMED, game=game, phase=phase, actor=by)
        notifications.tell_of_turn(phase, phases.due(phase), event=event)


def _running(game: Game, seen: dt.datetime | None) -> Phase:
    """The open phase of a game whose clock runs, locked."""
    phase = phases.lock_current(game)
    if phase is None or phase.due_at is None:
        raise Refused(_("The clock of this game stands still."))
    if seen is not None and phase.deadline != seen:
        raise Refused(_("The deadline was moved meanwhile. Look at the new one first."))
    if phase.due_at <= clock.now():
        raise Refused(_("The deadline has passed; the phase is being resolved."))
    return phase


def _tell(
    kind: Event.Kind,
    phase: Phase,
    by: User | None,
    *,
    before: dt.datetime | None = None,
    after: dt.datetime | None = None,
    text: str = "",
) -> Event:
    event = audit.log(
        kind,
        game=phase.game,
        phase=phase,
        actor=by,
        due_before=before,
        due_after=after,
        text=text,
    )
    notifications.tell_news(event)
    return event
