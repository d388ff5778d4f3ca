"""Acts on the clock of a game: extend the deadline or undo that, pause, resume, end the phase.

`seen` is the deadline that the sender's page showed: a form that is sent twice, or from an outdated
page, raises `PageOutdated`. Each act raises `Refused` if it is not possible now.
"""

import datetime as dt
from collections.abc import Collection

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.dates import local_time_text
from accounts.models import User

from ..core import audit
from ..core.errors import PageOutdated, Refused, describe
from ..models import Event, Game, Pause, Phase, Seat
from ..models.phase import LONGEST_PAUSE_DAYS
from ..notifications import notify
from ..state import missed_turns, phase_clock, phases
from ..state.missed_turns import MissedTurn
from . import open_phase, readiness, schedule

logger = structlog.get_logger(__name__)

LONGEST_EXTENSION = dt.timedelta(days=60)
# An extension can be undone at short notice while few can have relied on it.
UNDONE_QUICKLY = dt.timedelta(hours=1)
SHORT_NOTICE, NOTICE = dt.timedelta(hours=1), dt.timedelta(days=1)
# Forms have no seconds, and the earliest moment moves on while somebody reads their page.
LEEWAY = dt.timedelta(minutes=15)


def extend(
    game: Game,
    *,
    to: dt.datetime | None = None,
    length: dt.timedelta | None = None,
    by: User | None,
    reason: str = "",
    seen: dt.datetime | None = None,
) -> Event:
    """Extend the deadline of the open phase to a moment, or by a length.

    Without either, extend it to the next deadline of the game's rule. Orders and readiness stay.
    """
    with transaction.atomic():
        phase = _running(game, seen)
        assert phase.deadline is not None
        before, now = phase.deadline, clock.now()
        if length is not None:
            to = before + length
        after = to or schedule.following(phase, now)
        if after <= before:
            raise Refused(_("The new deadline must be later than the current one."))
        if after > now + LONGEST_EXTENSION:
            message = _("A deadline can be extended to at most %(days)d days from now.")
            raise Refused(message % {"days": LONGEST_EXTENSION.days})
        move_deadline(phase, after)
        return _log_and_notify(
            Event.Kind.EXTENDED, phase, by, before=before, after=after, text=reason
        )


def shorten(
    game: Game,
    *,
    to: dt.datetime,
    by: User,
    reason: str = "",
    seen: dt.datetime | None = None,
) -> Event:
    """Undo an extension, or part of it: move the deadline of the open phase to an earlier moment.

    `earliest_deadline` limits it. Orders and readiness stay.
    """
    with transaction.atomic():
        phase = _running(game, seen)
        assert phase.deadline is not None
        before = phase.deadline
        earliest = earliest_deadline(phase, clock.now())
        if earliest is None:
            raise Refused(_("This deadline hasn’t been extended, so it can’t be moved."))
        if earliest - LEEWAY < to < earliest:
            to = earliest
        if not earliest <= to < before:
            message = _("The new deadline must be between %(earliest)s and %(deadline)s.")
            times = {"earliest": earliest, "deadline": before}
            raise Refused(message % {name: local_time_text(at) for name, at in times.items()})
        move_deadline(phase, to)
        return _log_and_notify(
            Event.Kind.SHORTENED, phase, by, before=before, after=to, text=reason
        )


def earliest_deadline(phase: Phase, now: dt.datetime) -> dt.datetime | None:
    """The earliest moment to which the deadline of an open phase may be moved.

    That is the deadline before the last extension, but the players get a day's notice, or an hour's
    just after the extension. None if nobody extended the deadline, or it cannot be moved any more.
    Time that the site gave a new player, or that players voted for, stays theirs.
    """
    extended = phase.events.filter(kind=Event.Kind.EXTENDED, actor__isnull=False)
    extension = extended.filter(due_after=phase.deadline).last()
    if extension is None or phase.deadline is None:
        return None
    assert extension.due_before is not None
    notice = SHORT_NOTICE if now - extension.at <= UNDONE_QUICKLY else NOTICE
    earliest = max(extension.due_before, now + notice)
    return earliest if earliest < phase.deadline else None


def move_deadline(phase: Phase, to: dt.datetime) -> None:
    """Give a locked phase another deadline. It still ends sooner if all are ready."""
    phase_clock.set_deadline(phase, to, now=clock.now())
    phase.save(update_fields=phase_clock.DEADLINE_FIELDS)
    readiness.update_end(phase, phases.orders_due(phase))


def end_now(
    game: Game,
    *,
    by: User | None,
    reason: str = "",
    seen: dt.datetime | None = None,
    shown: Collection[str] | None = None,
) -> Event:
    """End the open phase at once, even if orders are missing: no grace period follows.

    `shown` are the consequences that the sender's page showed, as `consequences_now` returns them.
    If there are others now, `PageOutdated` is raised. Powers that have ordered meanwhile drop out.
    """
    with transaction.atomic():
        phase = _running(game, seen)
        if shown is not None and not consequences_now(phase) <= set(shown):
            raise PageOutdated(
                _("More powers would miss the turn than this page showed. Check the list again.")
            )
        before, now = phase.deadline, clock.now()
        phase_clock.set_deadline(phase, now, now=now)
        phase.excused_at = now
        phase.save(update_fields=[*phase_clock.DEADLINE_FIELDS, "excused_at"])
        return _log_and_notify(Event.Kind.HURRIED, phase, by, before=before, text=reason)


def consequences_now(phase: Phase) -> set[str]:
    """Short texts of the powers that miss the turn if `phase` ends now, with the consequences."""
    expected = missed_turns.expected(phase)
    return {missed_turn(seat, miss) for seat, miss in expected.items()}


def missed_turn(seat: Seat, miss: MissedTurn) -> str:
    """A short text of the turn that a seat misses, as `end_now` takes it."""
    return f"{seat.power}: {miss}"


def pause(
    game: Game,
    *,
    until: dt.datetime,
    by: User | None,
    reason: str = "",
    seen: dt.datetime | None = None,
    for_answers: bool = False,
) -> Event:
    """Stop the clock until `until`, when it starts automatically. Orders are accepted meanwhile.

    `for_answers` says that the pause waits for the people of a game that begins here now.
    """
    with transaction.atomic():
        phase = _running(game, seen)
        assert phase.deadline is not None
        # It is known by beginning together with the game: `PauseQuerySet.waiting_for_answers`.
        begun_at = phase.game.imported_at or phase.game.started_at
        now = (begun_at if for_answers else None) or clock.now()
        if not now < until <= now + dt.timedelta(days=LONGEST_PAUSE_DAYS):
            message = _("A pause must end in the future and can last at most %(days)d days.")
            raise Refused(message % {"days": LONGEST_PAUSE_DAYS})
        before = phase.deadline
        stop_clock(phase, until=until, now=now, by=by)
        return _log_and_notify(
            Event.Kind.PAUSED, phase, by, before=before, after=until, text=reason
        )


def stop_clock(
    phase: Phase,
    *,
    until: dt.datetime,
    now: dt.datetime,
    by: User | None = None,
    is_rest: bool = False,
) -> None:
    """Stop the running clock of a locked phase until `until`, without a notification.

    `is_rest` says that the game waits for one of its players to come back.
    """
    assert phase.deadline is not None
    Pause.objects.create(
        phase=phase,
        began_at=now,
        until=until,
        left=phase.deadline - now,
        deadline=phase.deadline,
        by=by,
        is_rest=is_rest,
    )
    phase_clock.set_deadline(phase, None, now=now)
    phase.save(update_fields=phase_clock.DEADLINE_FIELDS)
    Game.objects.filter(pk=phase.game_id).update(status=Game.Status.PAUSED)


def end_rest(phase: Phase) -> None:
    """Start the clock of a locked phase again if its game rests because all had left it."""
    if phase.due_at is None and Pause.objects.resting().filter(phase=phase).exists():
        resume(phase.game, by=None)


def resume(game: Game, *, by: User | None) -> Event:
    """Start the clock of a paused game again.

    The phase gets the time that it had left, or more if the game's rule requires it.
    """
    with transaction.atomic():
        phase = open_phase.lock_current(game)
        found = Pause.objects.running().filter(phase=phase).first()
        if phase is None or found is None:
            raise Refused(_("This game isn’t paused."))
        now = clock.now()
        found.ended_at = now
        found.save(update_fields=["ended_at"])
        Game.objects.filter(pk=phase.game_id).update(status=Game.Status.PLAYING)
        # An extension that was granted before stays granted.
        move_deadline(phase, max(schedule.resumed(phase, found.left, now), found.deadline))
        return _log_and_notify(Event.Kind.UNPAUSED, phase, by, after=phase.deadline)


def resume_due() -> int:
    """Start the clock of every game whose pause is over; return how many were started.

    `lifecycle.abandonment` closes those that rest because all have left them.
    """
    pauses = Pause.objects.with_known_end()
    over = pauses.filter(until__lte=clock.now()).select_related("phase__game")
    count = 0
    for found in over:
        game = found.phase.game
        try:
            resume(game, by=None)
        except Refused:  # somebody has just resumed it
            continue
        except Exception as error:  # an error in one game must not stop the others
            logger.error("pause_not_ended", game=game.slug, error=describe(error))
            continue
        count += 1
    return count


def restart_set_aside(game: Game, *, by: User | None) -> None:
    """Start the clock of a game that was set aside: its open phase gets its whole length.

    All seats become not ready. `by` is None for an operator of the site.
    """
    with transaction.atomic():
        phase = open_phase.lock_current(game)
        woken = Game.objects.filter(pk=game.pk, status=Game.Status.ASIDE).update(
            status=Game.Status.PLAYING, error=""
        )
        if phase is None or not woken:
            raise Refused(_("This game hasn’t been stopped by an error."))
        now = clock.now()
        phase_clock.set_deadline(phase, schedule.deadline(phase.settings, phase.type, now), now=now)
        phase.save(update_fields=phase_clock.DEADLINE_FIELDS)
        game.seats.update(ready_phase=None)
        event = audit.log(Event.Kind.GAME_RESUMED, game=game, phase=phase, actor=by)
        notify.notify_turn(phase, phases.orders_due(phase), event=event)


def _running(game: Game, seen: dt.datetime | None) -> Phase:
    """Lock and return the open phase of a game; raise `Refused` unless its clock runs."""
    phase = open_phase.lock_current(game)
    if phase is None or phase.due_at is None:
        raise Refused(_("The clock of this game is stopped."))
    if seen is not None and phase.deadline != seen:
        raise PageOutdated(_("The deadline has changed in the meantime. Check the new one first."))
    if phase.is_due(clock.now()):
        raise Refused(open_phase.passed_deadline(phase))
    return phase


def _log_and_notify(
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
    notify.notify_event(event)
    return event
