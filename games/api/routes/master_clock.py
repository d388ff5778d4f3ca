"""The clock of a game in the hands of its masters.

`seen` is the deadline that the program knows, as the pages have it in their forms: sent twice, an
act is refused the second time.
"""

import datetime as dt

from django.utils.translation import gettext as _
from ninja import Router

from ...adjudication import phase_end
from ...deadlines import control, publication
from ...models import Event, Game
from ...wording import events
from ..acting import current_phase
from ..authentication import MASTER, KeyRequest
from ..mastering import acting_as_master, known_deadline
from ..problems import Problem
from ..schemas import master as schemas
from ..schemas.common import Done, acts
from ..schemas.orders import PhaseProblem

router = Router(tags=["Game master"], auth=MASTER)
CLOCK = "/games/{slug:slug}/master"
DONE = acts(Done) | {409: PhaseProblem}


@router.post(f"{CLOCK}/extend", response=DONE, summary="Extend the deadline")
def extend_deadline(request: KeyRequest, slug: str, wanted: schemas.LaterDeadline) -> Done:
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
    return _done(event)


@router.post(f"{CLOCK}/shorten", response=DONE, summary="Undo an extension")
def shorten_extension(request: KeyRequest, slug: str, wanted: schemas.EarlierDeadline) -> Done:
    """Move the deadline back, not before the one that it had: see `earliest_deadline`."""
    with acting_as_master(request, slug, "shorten") as game:
        event = control.shorten(
            game,
            to=wanted.to,
            by=request.user,
            reason=wanted.reason,
            seen=known_deadline(game, wanted.seen),
        )
    return _done(event)


@router.post(f"{CLOCK}/pause", response=DONE, summary="Pause the game")
def pause_game(request: KeyRequest, slug: str, wanted: schemas.NewPause) -> Done:
    """Stop the clock until a moment, when it starts again by itself."""
    with acting_as_master(request, slug, "pause") as game:
        event = control.pause(
            game,
            until=wanted.until,
            by=request.user,
            reason=wanted.reason,
            seen=known_deadline(game, wanted.seen),
        )
    return _done(event)


@router.post(f"{CLOCK}/resume", response=DONE, summary="End the pause")
def end_pause(request: KeyRequest, slug: str, nothing: schemas.Nothing) -> Done:
    """Start the clock of a paused game."""
    with acting_as_master(request, slug, "unpause") as game:
        event = control.resume(game, by=request.user)
    return _done(event)


@router.post(
    f"{CLOCK}/process", response=acts(Done) | {409: schemas.PhaseEndProblem}, summary="Process now"
)
def process_now(request: KeyRequest, slug: str, wanted: schemas.PhaseEnd) -> Done:
    """End the phase at once, with the orders saved so far.

    Without `confirmed`, the problem says what this means for powers whose orders are missing.
    """
    with acting_as_master(request, slug, "process") as game:
        if wanted.confirmed is None:
            raise _needs_confirmation(game)
        control.end_now(
            game,
            by=request.user,
            reason=wanted.reason,
            seen=known_deadline(game, wanted.seen),
            shown=wanted.confirmed,
        )
    if publication.must_wait(game):
        return Done(
            message=_("The phase takes no more orders. Check and publish the results next.")
        )
    return Done(message=_("The phase ends now. The results will appear in a moment."))


def _needs_confirmation(game: Game) -> Problem:
    phase = current_phase(game)
    found = phase_end.consequences_now(phase)
    codes = {each.partition(":")[0]: each for each in control.consequences_now(phase)}
    return Problem(
        409,
        "needs_confirmation",
        phase_end.warning_now(phase, found),
        open_phase=phase.code,
        consequences=[
            {"code": codes.get(each.code, each.code), "power": each.code, "text": each.text}
            for each in found
        ],
    )


def _done(event: Event) -> Done:
    return Done(message=events.sentence(event, names_open=True))
