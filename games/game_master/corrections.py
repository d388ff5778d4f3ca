"""Corrections of a game: rolling back to an earlier phase, or correcting the open position.

No phase is rewritten. Phases that no longer count are superseded and stay readable, and a new one
opens. Orders of the phase that was open become void, and nobody else ever reads them.
"""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from adjudicator import Position

from ..core import audit
from ..core.errors import Refused
from ..deadlines import open_phase, schedule
from ..models import Event, Game, Pause, Phase, Vote
from ..notifications import notify
from ..seats import substitutes
from ..state import phase_clock, phases, positions


def roll_back(
    game: Game, number: int, *, by: User | None, reason: str, seen: int | None = None
) -> Phase:
    """Reopen the resolved phase with this number; it and all later ones are superseded.

    The new phase has the position of the old one, and its whole length from now on. `seen` is the
    number of the open phase that the sender's page showed; if another is open, `Refused` is raised.
    """
    with transaction.atomic():
        opened = _open_phase(game, seen)
        again = opened.game.phases.resolved().filter(number=number).first()
        if again is None:
            raise Refused(_("Choose one of the phases that were resolved."))
        position = positions.load(again)
        _end_disorder_since(opened.game, again)
        return _reopen(opened, position, number, Event.Kind.ROLLED_BACK, by=by, reason=reason)


def correct(
    game: Game, position: Position, *, by: User | None, reason: str, seen: int | None = None
) -> Phase:
    """Reopen the open phase with another position.

    It has its whole length from now on, and all orders have to be given again. `seen` as for
    `roll_back`.
    """
    with transaction.atomic():
        opened = _open_phase(game, seen)
        if position.phase != opened.when:
            message = _("The position has to be one of the open phase, %(phase)s.")
            raise Refused(message % {"phase": opened.code})
        return _reopen(opened, position, opened.number, Event.Kind.CORRECTED, by=by, reason=reason)


def _end_disorder_since(game: Game, since: Phase) -> None:
    """End the civil disorder of held seats that began in phases that no longer count."""
    game.seats.held().filter(disorder_since__gte=since.opened_at).update(disorder_since=None)


def _open_phase(game: Game, seen: int | None) -> Phase:
    phase = open_phase.lock_current(game)
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
    undone = game.phases.not_superseded().filter(number__gte=since)
    substitutes.prolong_substitutions(game, undone)
    if game.secret_votes:
        Vote.objects.undecided().filter(phase__in=undone).forget()
    undone.update(status=Phase.Status.SUPERSEDED, **phase_clock.revision_fields(now))
    Pause.objects.running().filter(phase=opened).update(ended_at=now)
    game.seats.update(ready_phase=None)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.PLAYING, error="")
    newest = game.phases.aggregate(number=Max("number"))["number"]
    assert game.settings is not None
    phase = phases.open_phase(
        game,
        position,
        {seat.power: seat for seat in game.seats.all()},
        number=newest + 1,
        now=now,
        deadline=schedule.deadline(game.settings, position.phase.type, now),
    )
    event = audit.log(
        kind, game=game, phase=phase, actor=by, due_after=phase.deadline, text=reason.strip()
    )
    notify.notify_event(event)
    notify.notify_turn(phase, phases.orders_due(phase), event=event)
    return phase
