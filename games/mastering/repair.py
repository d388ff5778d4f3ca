"""Mending a game: back to an earlier phase, or another position in the open one.

No phase is rewritten. Those that no longer count are superseded and stay readable, and a new one
opens; orders of the phase that was open are void, and nobody ever reads them.
"""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from adjudicator import Position

from .. import audit, clock, phases, positions
from ..deadlines import schedule
from ..errors import Refused
from ..models import Event, Game, Pause, Phase, Tenure
from ..seats import sitting
from ..telling import notifications


def roll_back(
    game: Game, number: int, *, by: User | None, reason: str, seen: int | None = None
) -> Phase:
    """Open the phase of that number once more, as it was when it opened; it and all after it are
    superseded. Its deadline is a whole phase from now on. `seen` is the number of the open phase
    that whoever acts has read of: any other is refused."""
    with transaction.atomic():
        opened = _open_phase(game, seen)
        again = game.phases.filter(number=number, status=Phase.Status.RESOLVED).first()
        if again is None:
            raise Refused(_("Choose one of the phases that were resolved."))
        again.game = opened.game
        position = positions.load(again)
        _wait_again(opened.game, again)
        return _reopen(opened, position, number, Event.Kind.ROLLED_BACK, by=by, reason=reason)


def correct(
    game: Game, position: Position, *, by: User | None, reason: str, seen: int | None = None
) -> Phase:
    """Open the open phase once more with another position. Its deadline is a whole phase from now
    on, and all orders have to be given again. `seen` as for `roll_back`."""
    with transaction.atomic():
        opened = _open_phase(game, seen)
        if position.phase != opened.when:
            message = _("The position has to be one of the open phase, %(phase)s.")
            raise Refused(message % {"phase": opened.code})
        return _reopen(opened, position, opened.number, Event.Kind.CORRECTED, by=by, reason=reason)


def _wait_again(game: Game, since: Phase) -> None:
    """Whoever missed orders in what no longer counts is waited for again."""
    held = Tenure.objects.filter(seat__game=game, until=None).values("seat")
    missed = game.seats.filter(pk__in=held, disorder_since__gte=since.opened_at)
    missed.update(disorder_since=None)


def _open_phase(game: Game, seen: int | None) -> Phase:
    phase = phases.lock_current(game)
    if phase is None:
        raise Refused(_("This game is not being played."))
    if seen is not None and phase.number != seen:
        raise Refused(_("Another phase is open by now; nothing was changed."))
    return phase


def _reopen(
    opened: Phase,
    position: Position,
    since: int,
    kind: Event.Kind,
    *,
    by: User | None,
    reason: str,
) -> Phase:
    game, now = opened.game, clock.now()
    if not reason.strip():
        raise Refused(_("Say why, for all to read."))
    undone = game.phases.filter(number__gte=since).exclude(status=Phase.Status.SUPERSEDED)
    sitting.prolong_loans(game, undone)
    undone.update(status=Phase.Status.SUPERSEDED, **schedule.revised(now))
    Pause.objects.filter(phase=opened, ended_at=None).update(ended_at=now)
    game.seats.update(ready_phase=None)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.PLAYING, error="")
    newest = game.phases.aggregate(number=Max("number"))["number"]
    assert game.conduct is not None
    phase = phases.open_phase(
        game,
        position,
        {seat.power: seat for seat in game.seats.all()},
        number=newest + 1,
        now=now,
        deadline=schedule.deadline(game.conduct, position.phase.type, now),
    )
    event = audit.log(
        kind, game=game, phase=phase, actor=by, due_after=phase.deadline, text=reason.strip()
    )
    notifications.tell_news(event)
    notifications.tell_of_turn(phase, phases.due(phase), event=event)
    return phase
