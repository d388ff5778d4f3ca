"""A phase: who has to order in it, whether it takes orders, and the opening of one."""

import datetime as dt
from collections.abc import Mapping

from django.utils.translation import gettext as _

from adjudicator import AdjudicatorError, Position, must_order
from adjudicator.terms import PhaseCode

from . import clock, positions, wording
from .deadlines import schedule
from .errors import Refused
from .models import Game, Phase, Seat
from .positions import Snapshot


def due(phase: Phase) -> Mapping[str, int]:
    """Which powers have something to order in `phase`, and for how many units.

    Nobody where the rules cannot read the position: such a game is set aside, and its pages have to
    say so.
    """
    try:
        return must_order(positions.load(phase))
    except AdjudicatorError:
        return {}


def current(game: Game) -> Phase | None:
    """The open phase of a game, if there is one."""
    found = Phase.objects.select_related("conduct").filter(game=game, status=Phase.Status.OPEN)
    phase = found.first()
    if phase is not None:
        phase.game = game
    return phase


def following(phase: Phase) -> Phase:
    """The phase to which a resolved one led, or the position in which the game ended with it."""
    later = phase.game.phases.exclude(status=Phase.Status.SUPERSEDED)
    found = later.filter(number__gt=phase.number)[0]
    found.game = phase.game
    return found


def lock_current(game: Game) -> Phase | None:
    """Lock the open phase of a game, due or not, with the game as it is then. The phase comes
    before all else that is locked: two who lock in different order wait for each other."""
    phases = Phase.objects.select_for_update(of=("self",)).select_related("conduct")
    opened = phases.filter(game=game, status=Phase.Status.OPEN).order_by("pk")
    # Who waited for a phase that was resolved meanwhile finds none, and then the next one.
    phase = opened.first() or opened.first()
    if phase is not None:  # a game that came with it would be as it was before the wait
        phase.game = Game.objects.select_related("conduct").get(pk=phase.game_id)
    return phase


def lock_open(phase: Phase) -> Phase:
    """Lock the row of `phase`; `Refused` unless it takes orders at this very moment."""
    phases = Phase.objects.select_for_update(of=("self",)).select_related("game", "conduct")
    phase = phases.get(pk=phase.pk)
    must_be_open(phase)
    return phase


def must_be_open(phase: Phase) -> None:
    """`Refused` where a phase takes no more orders."""
    if not phase.is_open:
        raise Refused(
            _("%(phase)s is over; nothing was changed. Go to the open phase.")
            % {"phase": wording.phase(phase)}
        )
    if phase.due_at is not None and phase.due_at <= clock.now():
        raise Refused(
            _("The deadline of %(phase)s has passed; nothing was changed.")
            % {"phase": wording.phase(phase)}
        )


def open_phase(
    game: Game,
    position: Position,
    seats: Mapping[str, Seat],
    *,
    number: int,
    now: dt.datetime,
    deadline: dt.datetime | None,
) -> Phase:
    """Open the phase of `position`; without a `deadline` its clock stands still. `seats` by power.

    `now` is the moment from which the deadline was counted.
    """
    phase = unopened(game, position.phase, number=number, now=now, deadline=deadline)
    store(Snapshot(phase, position, seats))
    return phase


def unopened(
    game: Game, code: PhaseCode, *, number: int, now: dt.datetime, deadline: dt.datetime | None
) -> Phase:
    """A phase as it is once it is stored. What the game was last agreed to be run by counts for
    it."""
    assert game.conduct is not None
    phase = Phase(game=game, conduct=game.conduct, number=number, code=str(code), opened_at=now)
    schedule.promise(phase, deadline, now=now)
    return phase


def final(game: Game, code: PhaseCode, *, number: int, now: dt.datetime) -> Phase:
    """The position in which a game ended, as a phase that nobody plays, not stored yet."""
    phase = unopened(game, code, number=number, now=now, deadline=None)
    phase.status = Phase.Status.FINAL
    return phase


def store(*snapshots: Snapshot) -> None:
    """Store new phases with their positions, three queries however many."""
    Phase.objects.bulk_create(snapshot.phase for snapshot in snapshots)
    positions.store(*snapshots)
