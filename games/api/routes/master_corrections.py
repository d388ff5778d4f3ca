"""Corrections of a game by its masters: back to an earlier phase, or another position.

Without `confirmed`, the problem is the preview of the page: the position, and what counts no more.
"""

from django.db import transaction
from django.utils.translation import gettext as _
from ninja import Router

from ... import access, wording
from ...deadlines import open_phase
from ...game_master import corrections
from ...lifecycle import position_text
from ...lifecycle.position_text import Pasted
from ...models import Game, Phase
from ...state import phases, positions, variants
from ...wording import consequences
from ..acting import acting_in, current_phase, must_be_confirmed_in
from ..authentication import MASTER, KeyRequest
from ..mastering import acting_as_master
from ..problems import of_fields
from ..schemas import corrections as schemas
from ..schemas.common import Done, acts, answers
from ..schemas.orders import PhaseProblem

router = Router(tags=["Game master"], auth=MASTER)
GAME = "/games/{slug:slug}/master"
CORRECTED = acts(Done) | {409: schemas.CorrectionProblem}


@router.get(
    f"{GAME}/position",
    response=answers(schemas.PositionAsText) | {409: PhaseProblem},
    summary="Read the position as a text",
)
def read_position_text(request: KeyRequest, slug: str) -> schemas.PositionAsText:
    """The position of the open phase, in the form in which it is corrected."""
    game = access.run_game_or_404(request.user, slug)
    with acting_in(game):
        phase = current_phase(game)
    text = position_text.write(positions.load(phase))
    return schemas.PositionAsText(phase=phase.code, position=text)


@router.post(f"{GAME}/back", response=CORRECTED, summary="Roll back to an earlier phase")
def roll_back(request: KeyRequest, slug: str, sent: schemas.RollBack) -> Done:
    """Play a resolved phase again from its beginning. It and all later ones no longer count."""
    with acting_as_master(request, slug, "back") as game, transaction.atomic():
        open_phase.lock_current(game)  # the phase of the question stays until the act
        opened, again = current_phase(game), _resolved_phase(game, sent.to)
        undone = corrections.phases_undone(game, again.number)
        must_be_confirmed_in(
            opened,
            consequences.of_rolling_back(again, undone=undone, opened=opened),
            about=["back", again.pk],
            confirmed=sent.confirmed,
            seen=sent.seen,
            superseded=[each.code for each in undone],
            position=position_text.write(positions.load(again)),
        )
        phase = corrections.roll_back(game, again.number, by=request.user, reason=sent.reason)
    return Done(message=_("%(phase)s is open again.") % {"phase": wording.phase(phase)})


def _resolved_phase(game: Game, code: str) -> Phase:
    found = {each.code: each for each in corrections.phases_undone(game, 0)}
    if code not in found:
        raise of_fields([("to", _("Choose a phase that has been resolved."))])
    found[code].game = game
    return found[code]


@router.post(f"{GAME}/correct", response=CORRECTED, summary="Correct the position")
def correct_position(request: KeyRequest, slug: str, sent: schemas.CorrectedPosition) -> Done:
    """Let the open phase begin again with other units and centers."""
    with acting_as_master(request, slug, "correct") as game, transaction.atomic():
        open_phase.lock_current(game)
        opened, pasted = current_phase(game), _pasted(game, sent.position)
        assert pasted.position is not None
        position = position_text.write(pasted.position)
        must_be_confirmed_in(
            opened,
            " ".join([*pasted.warnings, consequences.of_correction(opened)]),
            about=["correct", position],
            confirmed=sent.confirmed,
            seen=sent.seen,
            superseded=[],
            position=position,
        )
        phase = corrections.correct(game, pasted.position, by=request.user, reason=sent.reason)
    powers = ", ".join(wording.power(power) for power in phases.orders_due(phase))
    message = _("The position is corrected. Orders are due from: %(powers)s.")
    return Done(message=message % {"powers": powers})


def _pasted(game: Game, text: str) -> Pasted:
    """The position of a text. Raises `Problem` with all its errors."""
    pasted = position_text.read(text, variants.setup_of(game))
    if pasted.position is None:
        raise of_fields([("position", position_text.error_text(each)) for each in pasted.errors])
    return pasted
