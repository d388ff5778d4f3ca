"""The clock of a game in the hands of its masters.

`seen` is the deadline that the program knows, as the pages have it in their forms: sent twice, an
act is refused the second time.
"""

import datetime as dt

from django.utils.translation import gettext as _
from ninja import Router

from ...adjudication import phase_end
from ...deadlines import control, publication
from ...models import Event, Game, Phase
from ...state import missed_turns
from ...state.missed_turns import MissedTurn
from ...wording import events
from ..acting import current_phase
from ..authentication import MASTER, KeyRequest
from ..mastering import acting_as_master, known_deadline
from ..problems import Problem
from ..schemas import master as schemas
from ..schemas.common import Done, acts
from ..schemas.orders import PhaseProblem
from ..values.master import clock_value

router = Router(tags=["Game master: clock"], auth=MASTER)
CLOCK = "/games/{slug:slug}/master"
CLOCK_SET = acts(schemas.Clock) | {409: PhaseProblem}


@router.post(f"{CLOCK}/extend", response=CLOCK_SET, summary="Extend the deadline")
def extend_deadline(request: KeyRequest, slug: str, wanted: schemas.LaterDeadline) -> schemas.Clock:
    """Extend the deadline to a moment, by days or hours, or to the next date of the game."""
    lengths = (wanted.to, wanted.days, wanted.hours)
    if sum(each is not None for each in lengths) > 1:
        text = _("Send only one of “to”, “days” and “hours”, or none of them.")
        raise Problem(422, "wrong_field", text, field="to")
    length = dt.timedelta(days=wanted.days or 0, hours=wanted.hours or 0)
    with acting_as_master(request, slug, "extend") as game:
        event = control.extend(
            game,
            to=wanted.to,
            length=length or None,
            by=request.user,
            reason=wanted.reason,
            seen=known_deadline(game, wanted.seen),
        )
    return _clock(game, event)


@router.post(f"{CLOCK}/shorten", response=CLOCK_SET, summary="Undo an extension")
def shorten_extension(
    request: KeyRequest, slug: str, wanted: schemas.EarlierDeadline
) -> schemas.Clock:
    """Move the deadline back, not before the one that it had: see `earliest_deadline`."""
    with acting_as_master(request, slug, "shorten") as game:
        event = control.shorten(
            game,
            to=wanted.to,
            by=request.user,
            reason=wanted.reason,
            seen=known_deadline(game, wanted.seen),
        )
    return _clock(game, event)


@router.post(f"{CLOCK}/pause", response=CLOCK_SET, summary="Pause the game")
def pause_game(request: KeyRequest, slug: str, wanted: schemas.NewPause) -> schemas.Clock:
    """Stop the clock until a moment, when it starts again by itself."""
    with acting_as_master(request, slug, "pause") as game:
        event = control.pause(
            game,
            until=wanted.until,
            by=request.user,
            reason=wanted.reason,
            seen=known_deadline(game, wanted.seen),
        )
    return _clock(game, event)


@router.post(f"{CLOCK}/resume", response=CLOCK_SET, summary="End the pause")
def end_pause(request: KeyRequest, slug: str, nothing: schemas.Nothing) -> schemas.Clock:
    """Start the clock of a paused game."""
    with acting_as_master(request, slug, "unpause") as game:
        event = control.resume(game, by=request.user)
    return _clock(game, event)


@router.post(
    f"{CLOCK}/process", response=acts(Done) | {409: schemas.PhaseEndProblem}, summary="Process now"
)
def process_now(request: KeyRequest, slug: str, wanted: schemas.PhaseEnd) -> Done:
    """End the phase at once, with the orders saved so far.

    Without `confirmed`, the problem says what this means for powers whose orders are missing.
    """
    with acting_as_master(request, slug, "process") as game:
        phase = current_phase(game)
        missed = _missed(phase)
        confirmed = None if wanted.confirmed is None else set(wanted.confirmed)
        if confirmed is None or not missed.keys() <= confirmed:
            raise _needs_confirmation(phase)
        control.end_now(
            game,
            by=request.user,
            reason=wanted.reason,
            seen=known_deadline(game, wanted.seen),
            shown=missed.values(),
        )
    if publication.must_wait(game):
        return Done(
            message=_("The phase takes no more orders. Check and publish the results next.")
        )
    return Done(message=_("The phase ends now. The results will appear in a moment."))


@router.post(f"{CLOCK}/restart", response=CLOCK_SET, summary="Restart a game stopped by an error")
def restart(request: KeyRequest, slug: str, nothing: schemas.Nothing) -> schemas.Clock:
    """Start the clock of a game that was stopped by an error. The phase has its full time."""
    with acting_as_master(request, slug, "restart") as game:
        control.restart_set_aside(game, by=request.user)
    message = _("The clock is running again. The phase has its full time.")
    return clock_value(game, message=message)


def _missed(phase: Phase) -> dict[str, str]:
    """The turns that are missed if `phase` ends now: their texts in `control`, by code."""
    expected = missed_turns.expected(phase)
    return {
        _code(seat.power, miss): control.missed_turn(seat, miss) for seat, miss in expected.items()
    }


def _code(power: str, miss: MissedTurn | None) -> str:
    """The code of the consequence of missing orders."""
    if miss is None:
        return f"{power}.orders_missing"
    if miss.is_disorder:
        return f"{power}.civil_disorder"
    return f"{power}.master_decides" if miss.left is None else f"{power}.turns_left_{miss.left}"


def _needs_confirmation(phase: Phase) -> Problem:
    found = phase_end.consequences_now(phase)
    missed = {seat.power: miss for seat, miss in missed_turns.expected(phase).items()}
    return Problem(
        409,
        "needs_confirmation",
        phase_end.warning_now(phase, found),
        open_phase=phase.code,
        consequences=[
            {
                "code": _code(each.code, missed.get(each.code)),
                "power": each.code,
                "text": each.text,
            }
            for each in found
        ],
    )


def _clock(game: Game, event: Event) -> schemas.Clock:
    """The answer to an act on the clock of `game`, which `event` logs."""
    return clock_value(game, message=events.sentence(event, names_open=True))
