"""Endings of a game: a solo, a draw, or closing it without a result."""

import datetime as dt
from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core import audit
from ..core.errors import Refused
from ..deadlines import open_phase
from ..models import Event, Game, Notification, Pause, Phase, Seat, Tenure, Vote
from ..notifications import notify, recipients
from ..seats import invitations, substitutes
from ..state import phase_clock, positions, variants


def finish(
    game: Game,
    ending: Game.Ending,
    *,
    won: Collection[str] = (),
    sharing: Collection[str] = (),
) -> None:
    """Store that a game is over, `won` by powers or a draw that powers are `sharing`.

    No phase of it may be open. The end is provisional for the days that the game has agreed on:
    see `provisional`.
    """
    now = clock.now()
    for powers, result in ((won, Seat.Result.WON), (sharing, Seat.Result.DREW)):
        if powers:
            game.seats.filter(power__in=powers).update(result=result)
    game.status = Game.Status.FINISHED
    game.ending = ending
    game.ended_at = now
    game.final_at = now + dt.timedelta(days=game.provisional_days)
    game.error = ""
    game.save(update_fields=["status", "ending", "ended_at", "final_at", "error"])
    if game.secret_votes:
        Vote.objects.undecided().on_the_end().filter(phase__game=game).discard(now)
    Tenure.objects.current().filter(seat__game=game).update(
        until=now, ending=Tenure.Ending.GAME_OVER
    )
    invitations.delete_all(game)


def draw(game: Game, *, among: Collection[str], by: User | None, reason: str = "") -> None:
    """End the game as a draw among powers that still have units or centers."""
    with transaction.atomic():
        phase = _playable(game)
        sharing = check_sharers(phase, among)
        _stop(
            phase,
            Game.Ending.DRAW,
            Event.Kind.GAME_DRAWN,
            by=by,
            reason=reason,
            sharing=sharing,
        )


def check_sharers(phase: Phase, among: Collection[str]) -> list[str]:
    """Return the powers that are to share a draw, in the order of the set-up.

    Raises `Refused` unless they are of at least two players, and all of them are left.
    """
    sharing = [power for power in survivors(phase) if power in set(among)]
    seats = phase.game.seats.filter(power__in=sharing)
    if len(sharing) < 2 or len(sharing) != len(set(among)):
        raise Refused(_("A draw must be shared by at least two surviving powers."))
    if len(set(seats.values_list("hand", flat=True))) < 2:
        raise Refused(_("A draw must be shared by at least two players."))
    return sharing


def concede(game: Game, *, to: Seat) -> None:
    """End the game because all others concede it to a power that still has units or centers.

    Where the powers of a player win together, so do all of that player's.
    """
    with transaction.atomic():
        phase = _playable(game)
        if to.power not in survivors(phase):
            raise Refused(_("This power is eliminated, so nobody can concede the game to it."))
        won = [to.power]
        if variants.counts_together(game) and to.hand is not None:
            won = list(variants.powers_of_hand(game, to.hand))
        _stop(phase, Game.Ending.CONCESSION, Event.Kind.GAME_CONCEDED, by=None, won=won, seat=to)


def close(game: Game, *, by: User | None, reason: str) -> None:
    """End the game without a result."""
    with transaction.atomic():
        phase = _playable(game)
        open_phase.must_not_be_previewed(phase)
        _stop(phase, Game.Ending.CLOSED, Event.Kind.GAME_CLOSED, by=by, reason=reason.strip())


def close_as_abandoned(game: Game) -> None:
    """End a game without a result because all its players have left it and nobody came back.

    Raises `Refused` if it does not rest any more.
    """
    with transaction.atomic():
        phase = _playable(game)
        if not Pause.objects.resting().filter(phase=phase).exists():
            raise Refused(_("This game is in progress again."))
        _stop(phase, Game.Ending.ABANDONED, Event.Kind.GAME_ABANDONED, by=None)


def survivors(phase: Phase) -> list[str]:
    """Return the powers that have units or centers in `phase`, in the order of the set-up.

    Neutral powers are left out.
    """
    living = positions.living_powers(phase)
    seats = phase.game.seats.playable().order_by("place")
    return [seat.power for seat in seats if seat.power in living]


def _playable(game: Game) -> Phase:
    phase = open_phase.lock_current(game)
    if phase is None:
        raise Refused(_("This game isn’t in progress."))
    return phase


def _stop(
    phase: Phase,
    ending: Game.Ending,
    kind: Event.Kind,
    *,
    by: User | None,
    reason: str = "",
    won: Collection[str] = (),
    sharing: Collection[str] = (),
    seat: Seat | None = None,
) -> None:
    """End the game in its open phase, which becomes the final position.

    The orders of that phase were never resolved, so nobody else ever reads them.
    """
    game = phase.game
    phase.status = Phase.Status.FINAL
    phase_clock.set_deadline(phase, None, now=clock.now())
    phase.save(update_fields=["status", *phase_clock.DEADLINE_FIELDS])
    Pause.objects.running().filter(phase=phase).update(ended_at=clock.now())
    substitutes.end_due_substitutes(phase, game.seats.all(), over=True)
    everyone = recipients.everyone(game)
    finish(game, ending, won=won, sharing=sharing)
    event = audit.log(kind, game=game, phase=phase, seat=seat, actor=by, text=reason)
    notify.notify(Notification.Kind.GAME_OVER, everyone, game=game, phase=phase, event=event)
