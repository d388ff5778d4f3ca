"""Locking the open or the final phase, and refusing acts that come too late or from no holder."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import clock
from accounts.compiled_queries import CompiledQuery
from accounts.models import User

from .. import access, wording
from ..core.errors import Refused
from ..models import DeclaredPlayer, Game, Phase, Seat


def lock_current(game: Game) -> Phase | None:
    """Lock the open phase of a game, due or not; return it with its game, or None.

    Always lock the phase before other rows: transactions that lock in another order can deadlock.
    """
    phases = Phase.objects.select_for_update(of=("self",)).select_related("settings")
    opened = phases.open().filter(game=game).order_by("pk")
    # If the phase was resolved during the wait, only a second query finds the next one.
    phase = opened.first() or opened.first()
    if phase is not None:  # read after the wait: a joined game could be outdated
        phase.game = Game.objects.select_related("settings").get(pk=phase.game_id)
    return phase


def lock_final(game: Game) -> Phase | None:
    """Lock the final phase of a game that is over; return it with its game, or None.

    Lock it before undoing or accepting the end of a game, as the open phase is locked elsewhere.
    """
    locked = Phase.objects.select_for_update(of=("self",)).order_by("pk")
    phase = locked.filter(game=game, status=Phase.Status.FINAL).first()
    if phase is not None:  # read after the wait: a joined game could be outdated
        phase.game = Game.objects.select_related("settings").get(pk=phase.game_id)
    return phase


def lock_open(phase: Phase, *, late: bool = False) -> Phase:
    """Lock the row of `phase`; raise `Refused` unless it takes orders now, or `late` ones."""
    locked: Phase | None = _LOCKED.first(phase=phase.pk)
    if locked is None:
        raise Phase.DoesNotExist
    must_be_open(locked, late=late)
    return locked


def _locked(phase: int) -> QuerySet[Phase]:
    rows = Phase.objects.select_for_update(of=("self",)).filter(pk=phase)
    return rows.select_related("game", "settings").order_by()


_LOCKED = CompiledQuery(_locked, phase=int)


def must_be_open(phase: Phase, *, late: bool = False) -> None:
    """Raise `Refused` if a phase takes no more orders, and no `late` ones if it is about them."""
    if not phase.is_open:
        raise Refused(
            _("%(phase)s is over. Nothing has changed. Go to the open phase.")
            % {"phase": wording.phase(phase)}
        )
    now = clock.now()
    if phase.is_due(now) and not (late and phase.takes_late_orders(now)):
        raise Refused(
            _("The deadline of %(phase)s has passed. Nothing has changed.")
            % {"phase": wording.phase(phase)}
        )


def must_not_be_previewed(phase: Phase) -> None:
    """Raise `Refused` if a master has seen the results of a phase that is not resolved yet.

    Nobody plays it again knowing all orders, without everyone having seen the results.
    """
    if phase.is_closed and phase.previewed_at is not None:
        raise Refused(
            _("A game master has seen the results. Publish them first, then change the game.")
        )


def passed_deadline(phase: Phase) -> str:
    """Sentence that refuses an act on the clock or the seats after the deadline of `phase`."""
    if phase.is_closed:
        return _("The deadline has passed. The game master is about to publish the results.")
    return _("The deadline has passed. The phase is being resolved.")


def must_hold(person: User | DeclaredPlayer, seat: Seat) -> None:
    """Raise `Refused` if `person` no longer holds the seat.

    A player without an account also needs a confirmed address: orders come from there.
    """
    if isinstance(person, DeclaredPlayer):
        reached = DeclaredPlayer.objects.reached().filter(pk=person.pk)
        holds = reached.filter(game=seat.game_id, hand=seat.hand).exists()
    else:
        holds = access.holds(person, seat)
    if not holds:
        raise Refused(_("You no longer hold this seat. Nothing has changed."))


def orders_on_behalf(person: User | DeclaredPlayer, seat: Seat) -> bool:
    """Return whether `person` gives the seat's orders as a master, for its player.

    Raises `Refused` unless `person` holds the seat or enters its orders.
    """
    if enters_orders(person, seat):
        return True
    must_hold(person, seat)
    return False


def enters_orders(person: User | DeclaredPlayer, seat: Seat) -> bool:
    """Whether `person` enters the seat's orders as a master, late ones too."""
    if isinstance(person, DeclaredPlayer) or not seat.game.orders_by_master:
        return False
    return access.seats_entered_by(person, seat.game).filter(pk=seat.pk).exists()
