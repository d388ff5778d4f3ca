"""The votes of a game, for its page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import F, Q
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from ... import wording
from ...lifecycle import endings
from ...models import Event, Phase, Seat, Vote
from ...votes import counting, voting
from ...wording import events
from ...wording.amendments import amendment_lines
from ...wording.votes import vote_text
from ..forms.votes import VoteForm
from .shared_parts import SharedParts


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


@dataclass(frozen=True)
class Proposal:
    """The form to propose a vote: its fields as HTML, and whether one of them is for days."""

    fields: SafeString
    has_days: bool

    @classmethod
    def from_form(cls, form: VoteForm) -> Self:
        fields = render_to_string("components/fields.html", {"form": form})
        return cls(fields, "days" in form.fields)


@dataclass(frozen=True)
class VotePanel:
    """The votes of a game in its open phase.

    `closed` are the sentences about votes that have ended lately; `form` is there for readers who
    can propose a vote.
    """

    votes: Sequence[OpenVote]
    closed: Sequence[str]
    form: Proposal | None


def vote_panel(phase: Phase, held: Sequence[Seat], parts: SharedParts) -> VotePanel | None:
    """The votes of a game, and a form for the reader who holds the seats `held`.

    None if there is neither. Unless votes are secret, everyone may read how each power has voted,
    but not who holds it. How a vote has ended stands in the public log, too.
    """
    if not phase.is_open:
        return None
    votes: list[OpenVote] = []
    if parts.part("has votes", lambda: counting.open_votes(phase).exists()):
        found = counting.open_votes(phase).select_related("seat", "winner")
        votes = [_open_vote(vote, phase, held) for vote in found]
    closed = parts.part("ended votes", lambda: _endings_of_votes(phase))
    proposal = None
    if held and not any(vote.withdrawn_by for vote in votes):
        proposal = parts.part(f"proposal of {held[0].hand}", lambda: _proposal(phase, held[0]))
    return VotePanel(votes, closed, proposal) if votes or closed or proposal else None


def _endings_of_votes(phase: Phase) -> list[str]:
    """Sentences on the votes that were closed in `phase`, or when the phase before it ended."""
    before = Q(
        phase__number=phase.number - 1,
        phase__status=Phase.Status.RESOLVED,
        vote__closed_at__gte=F("phase__due_at"),
    )
    found = events.public_events(phase.game).filter(kind__in=counting.EVENTS.values())
    found = found.filter(Q(phase=phase) | before).order_by("pk")
    return [events.sentence(event, names_open=False) for event in found]


def _open_vote(vote: Vote, phase: Phase, held: Sequence[Seat]) -> OpenVote:
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


def _proposal(phase: Phase, seat: Seat) -> Proposal | None:
    """The form to propose a vote for the player of `seat`; None if they have no vote.

    Whether they have proposed one already is left out: of a secret vote nobody else may know.
    """
    kinds = voting.offered_kinds(phase)
    if not kinds:
        return None
    voter = voting.voting_seat(phase, seat, kinds[0])
    if voter is None:
        return None
    return Proposal.from_form(vote_form(voter, phase=phase))


def vote_form(seat: Seat, data: Any = None, *, phase: Phase) -> VoteForm:
    """The form in which the player of `seat` proposes a vote."""
    left = phase.game.seats.filter(power__in=endings.survivors(phase)).order_by("place")
    return VoteForm(seat, data, phase=phase, left=list(left))
