"""The votes of a game, for its page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ... import wording
from ...lifecycle import endings
from ...models import Game, Phase, Seat, Vote
from ...votes import voting
from ...wording.votes import vote_text
from ..forms.votes import VoteForm


@dataclass(frozen=True)
class PowerVote:
    """The vote of one power.

    `in_favour` is None if it has not voted yet; `mine` is whether the reader votes for it.
    """

    code: str
    power: str
    in_favour: bool | None
    mine: bool


@dataclass(frozen=True)
class VotePanel:
    """The open proposal with its votes; without one, the form to make a proposal."""

    vote: Vote | None
    text: str
    proposer: str
    needed: int
    votes: Sequence[PowerVote]
    form: VoteForm | None


def vote_panel(game: Game, phase: Phase, held: Sequence[Seat]) -> VotePanel | None:
    """The open vote of a game, or the form to propose one to the reader's seats `held`.

    None if there is no open vote and the reader cannot propose one.
    Everyone may read how each power has voted, but not who holds it.
    """
    if not phase.is_open:
        return None
    vote = voting.open_vote(phase)
    if vote is None:
        return _form_panel(game, phase, held)
    voters = list(voting.voters(phase, winner=vote.winner).order_by("place"))
    mine = {seat.pk for seat in held}
    cast = dict(vote.ballots.values_list("seat", "in_favour"))
    return VotePanel(
        vote=vote,
        text=vote_text(vote),
        proposer=wording.power(vote.seat.power) if vote.seat else "",
        needed=voting.votes_needed(vote, len(voters)),
        votes=[
            PowerVote(seat.power, wording.hand(seat), cast.get(seat.pk), seat.pk in mine)
            for seat in voters
        ],
        form=None,
    )


def _form_panel(game: Game, phase: Phase, held: Sequence[Seat]) -> VotePanel | None:
    """The form to propose a vote; None for readers who cannot."""
    own = next((voting.voting_seat(phase, seat) for seat in held[:1]), None)
    if own is None or not voting.offered_kinds(phase):
        return None
    return VotePanel(None, "", "", 0, [], vote_form(own, phase=phase))


def vote_form(seat: Seat, data: Any = None, *, phase: Phase) -> VoteForm:
    """The form in which the player of `seat` proposes a vote."""
    left = phase.game.seats.filter(power__in=endings.survivors(phase)).exclude(hand=seat.hand)
    return VoteForm(seat, data, phase=phase, others=list(left.order_by("place")))
