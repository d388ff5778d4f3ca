"""The votes of a game, for its page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import F, Q
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from ...lifecycle import endings
from ...models import Phase, Seat
from ...votes import counting, voting
from ...votes.open_votes import OpenVote, shown_vote
from ...wording import events
from ..forms.votes import VoteForm
from .shared_parts import SharedParts


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
        votes = [shown_vote(vote, phase, held) for vote in found]
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
