"""Corrections of a game: rolling back, correcting the open position, or undoing the end.

No phase is rewritten. Phases that no longer count are superseded and stay readable, and a new one
opens. Orders of the phase that was open become void, and nobody else ever reads them.
"""

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from adjudicator import Position

from .. import access
from ..core import audit
from ..core.errors import PageOutdated, Refused
from ..deadlines import control, open_phase, schedule
from ..models import Event, Game, Pause, Phase, Vote
from ..notifications import notify
from ..notifications.mail import declared_mails
from ..seats import resumption, substitutes
from ..state import phase_clock, phases, positions

# A live game whose end was undone waits for so long, or until its master starts the clock.
LIVE_GAP = dt.timedelta(days=1)


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
            raise Refused(_("Choose a phase that has been resolved."))
        position = positions.load(again)
        _end_disorder_since(opened.game, again)
        return _reopen(opened, position, number, Event.Kind.ROLLED_BACK, by=by, reason=reason)


def phases_undone(game: Game, number: int) -> list[Phase]:
    """The resolved phases that count no more if the one with this number is played again."""
    return list(game.phases.resolved().filter(number__gte=number).order_by("number"))


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
            message = _("The position must be from the open phase, %(phase)s.")
            raise Refused(message % {"phase": opened.code})
        return _reopen(opened, position, opened.number, Event.Kind.CORRECTED, by=by, reason=reason)


def reopen(game: Game, *, by: User, reason: str, seen: int | None = None) -> Phase:
    """Undo the end of a game, which can be done until it is final.

    The phase of `phase_to_play_again` opens with its whole length from now on, and the page of each
    player offers the orders that they had given (`phases.undone_text`). Those who held the seats
    at the end hold them again. `seen` is the number of the final phase that the sender's page
    showed; if the game has ended again since, `PageOutdated` is raised.
    """
    with transaction.atomic():
        final = open_phase.lock_final(game)
        if final is None:
            raise Refused(_("This game isn’t over. Nothing has changed."))
        if not _may_undo_end(by, final.game):
            raise Refused(_("You can no longer undo the end of this game. Nothing has changed."))
        if final.game.is_final:
            raise Refused(_("The result is already final. Nothing has changed."))
        if seen is not None and final.number != seen:
            raise PageOutdated(_("The game has ended again in the meantime. Nothing has changed."))
        game, again = final.game, phase_to_play_again(final)
        undone = game.phases.not_superseded().filter(number__gte=again.number)
        resumed = resumption.resume_seats(game, undone)
        if again != final:
            _end_disorder_since(game, again)
        position = positions.load(again)
        kind = Event.Kind.GAME_REOPENED
        phase = _reopen(
            final, position, again.number, kind, by=by, reason=reason, also=resumed.lenders
        )
        resumed.log(phase, by=by)
        if phase.settings.is_live:  # its people have left the table: they agree on a time first
            control.pause(game, until=clock.now() + LIVE_GAP, by=by, reason=reason)
    return phase


def _may_undo_end(person: User, game: Game) -> bool:
    return access.is_master(person, game) or access.may_administer(person, game)


def phase_to_play_again(final: Phase) -> Phase:
    """The phase that opens again if the end of a game is undone.

    It is the phase in which the game was ended, if that phase took orders, otherwise the last one
    that was resolved.
    """
    if phases.took_orders(final):
        return final
    resolved = final.game.phases.resolved().filter(number__lt=final.number)
    return resolved.order_by("number").last() or final


def _end_disorder_since(game: Game, since: Phase) -> None:
    """End the civil disorder of held seats that began in phases that no longer count."""
    game.seats.held().filter(disorder_since__gte=since.opened_at).update(disorder_since=None)


def _open_phase(game: Game, seen: int | None) -> Phase:
    phase = open_phase.lock_current(game)
    if phase is None:
        raise Refused(_("This game isn’t in progress."))
    if seen is not None and phase.number != seen:
        raise PageOutdated(_("Another phase is open now. Nothing has changed."))
    open_phase.must_not_be_previewed(phase)
    return phase


def _reopen(
    opened: Phase,
    position: Position,
    since: int,
    kind: Event.Kind,
    *,
    by: User | None,
    reason: str,
    also: Iterable[int] = (),
) -> Phase:
    """Supersede the phases from number `since` on, and open a new one with `position`.

    Everyone in the game is notified, and `also` further people.
    """
    game, now = opened.game, clock.now()
    if not reason.strip():
        raise Refused(_("Give a reason. Everyone can read it."))
    undone = game.phases.not_superseded().filter(number__gte=since)
    substitutes.prolong_substitutions(game, undone)
    if game.secret_votes:
        Vote.objects.undecided().on_the_end().filter(phase__in=undone).discard(now)
    undone.update(status=Phase.Status.SUPERSEDED, **phase_clock.revision_fields(now))
    Pause.objects.running().filter(phase=opened).update(ended_at=now)
    game.seats.update(ready_phase=None, result="", accepts_end=False)
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.PLAYING, error="", ending="", ended_at=None, final_at=None
    )
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
    notify.notify_event(event, also=also)
    declared_mails.queue_reopening(event, phase)
    notify.notify_turn(phase, phases.orders_due(phase), event=event)
    return phase
