"""What is voted on in a game without a master, as its page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .. import wording
from ..forms.motion import MotionForm
from ..models import Game, Motion, Phase, Seat
from ..telling import chronicle
from . import motions


@dataclass(frozen=True)
class Vote:
    """A power that has a vote, and how it has voted; none if it has not. `mine`: for the reader to
    cast."""

    code: str
    power: str
    in_favour: bool | None
    mine: bool


@dataclass(frozen=True)
class Assembly:
    """The motion that is voted on; where there is none the form to make one, for who has a vote."""

    motion: Motion | None
    what: str
    proposer: str
    needed: int
    votes: Sequence[Vote]
    form: MotionForm | None


def of(game: Game, phase: Phase, held: Sequence[Seat]) -> Assembly | None:
    """None where there is nothing to see: in games with a master, and for who has no vote while
    nothing is voted on. How each power has voted is everyone's to read; who holds it is not."""
    if not phase.is_open or game.masterships.filter(until=None).exists():
        return None
    motion = motions.of(phase)
    if motion is None and not held:
        return None
    voters = list(motions.voters(phase).order_by("place"))
    mine = {seat.pk for seat in held}
    if motion is None:
        own = [seat for seat in voters if seat.pk in mine]
        form = form_for(game, own)
        return Assembly(None, "", "", 0, [], form) if own else None
    cast = dict(motion.ballots.values_list("seat", "in_favour"))
    return Assembly(
        motion=motion,
        what=chronicle.motion(motion),
        proposer=wording.power(motion.seat.power),
        needed=motions.votes_needed(motion, len(voters)),
        votes=[
            Vote(seat.power, wording.power(seat.power), cast.get(seat.pk), seat.pk in mine)
            for seat in voters
        ],
        form=None,
    )


def form_for(game: Game, own: Sequence[Seat], data: Any = None) -> MotionForm:
    return MotionForm(own, data, paused=game.status == Game.Status.PAUSED)
