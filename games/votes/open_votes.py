"""Undecided votes as a reader may see them."""

from collections.abc import Sequence
from dataclasses import dataclass

from .. import wording
from ..models import Event, Phase, Seat, Vote
from ..wording.amendments import amendment_lines
from ..wording.votes import vote_text
from . import counting


@dataclass(frozen=True)
class PowerVote:
    """The vote of one power; `in_favour` is None if it has not voted yet."""

    code: str
    power: str
    in_favour: bool | None
    mine: bool


@dataclass(frozen=True)
class OpenVote:
    """A vote that is not decided: what is proposed, and how powers have voted.

    `votes` are those that the reader may see: of a secret vote only their own. `is_of_site` says
    that the site proposed it because of a stalemate. `withdrawn_by` is the code of the reader's
    power that can withdraw it, if any. `changes` says what an amendment changes; `is_of_master`
    says that a game master proposed it.
    """

    vote: Vote
    text: str
    proposer: str
    is_of_site: bool
    needed: int
    total: int
    votes: Sequence[PowerVote]
    is_secret: bool
    stands: bool
    withdrawn_by: str
    changes: Sequence[str]
    is_of_master: bool

    @property
    def in_favour(self) -> int:
        """The number of shown votes for the proposal."""
        return sum(vote.in_favour is True for vote in self.votes)

    @property
    def waits_for_reader(self) -> bool:
        return any(vote.mine and vote.in_favour is None for vote in self.votes)


def shown_vote(vote: Vote, phase: Phase, held: Sequence[Seat]) -> OpenVote:
    """An undecided vote as the person who holds the seats `held` may see it."""
    kind = counting.kind_of(vote)
    secret = kind.is_secret(phase.game)
    voters = list(kind.voters(phase, vote.winner).order_by("place"))
    mine = {seat.hand for seat in held}
    shown = [seat for seat in voters if not secret or seat.hand in mine]
    hands = [seat.hand for seat in shown]
    ballots = vote.ballots.filter(seat__hand__in=hands)
    cast = dict(ballots.values_list("seat__hand", "in_favour"))
    proposer = vote.seat
    own = proposer is not None and proposer.hand in mine
    return OpenVote(
        vote=vote,
        text=vote_text(vote),
        proposer="" if secret or proposer is None else wording.power(proposer.power),
        is_of_site=proposer is None and vote.events.filter(kind=Event.Kind.STALEMATE).exists(),
        needed=kind.votes_needed(len(voters)),
        total=len(voters),
        votes=[
            PowerVote(seat.power, wording.hand(seat), cast.get(seat.hand), seat.hand in mine)
            for seat in shown
        ],
        is_secret=secret,
        stands=kind.stands(phase.game),
        withdrawn_by=proposer.power if own and proposer is not None else "",
        changes=[*amendment_lines(vote.amendment)] if kind.has_amendment else [],
        is_of_master=kind.has_amendment and proposer is None,
    )
