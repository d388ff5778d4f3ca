"""The vote of a game without a master, for the game's page."""

from collections.abc import Sequence
from dataclasses import dataclass

from ... import wording
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

    None in games with a master, and if there is no open vote and the reader cannot propose one.
    Everyone may read how each power has voted, but not who holds it.
    """
    if not phase.is_open or game.masterships.current().exists():
        return None
    vote = voting.open_vote(phase)
    if vote is None and not held:
        return None
    voters = list(voting.voters(phase).order_by("place"))
    mine = {seat.pk for seat in held}
    if vote is None:
        own = [seat for seat in voters if seat.pk in mine]
        return VotePanel(None, "", "", 0, [], VoteForm(own, phase=phase)) if own else None
    cast = dict(vote.ballots.values_list("seat", "in_favour"))
    return VotePanel(
        vote=vote,
        text=vote_text(vote),
        proposer=wording.power(vote.seat.power),
        needed=voting.votes_needed(vote, len(voters)),
        votes=[
            PowerVote(seat.power, wording.hand(seat), cast.get(seat.pk), seat.pk in mine)
            for seat in voters
        ],
        form=None,
    )
