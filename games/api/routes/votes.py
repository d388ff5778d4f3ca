"""Votes of the players.

The power that votes is in the body, not in the address, which logs of a proxy have: nobody learns
who voted in secret.
"""

import secrets
from collections.abc import Iterable

from django.http import HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from ninja import Router, Status

from ... import access
from ...models import Game, Phase, Seat
from ...models import Vote as VoteRow
from ...votes import counting, voting
from ...votes.kinds import KINDS
from ...votes.open_votes import OpenVote, shown_vote
from .. import limits
from ..acting import acting_in, current_phase, orders_must_be_allowed
from ..authentication import ORDERS, READ, KeyRequest
from ..locations import locate
from ..problems import Problem, not_found
from ..schemas import votes as schemas
from ..schemas.common import Done, acts, answers
from ..schemas.orders import PhaseProblem

router = Router(tags=["Votes"])


@router.get(
    "/games/{slug:slug}/votes",
    response=answers(schemas.VoteList) | {409: PhaseProblem},
    auth=READ,
    summary="List open votes",
)
def list_votes(request: KeyRequest, slug: str) -> schemas.VoteList:
    """The undecided votes of the open phase, and how powers have voted as far as you may know."""
    game = access.begun_game_or_404(request.user, slug)
    phase = current_phase(game)
    held = access.Role(request.user, game).held
    rows = counting.open_votes(phase).select_related("seat", "winner")
    return schemas.VoteList(
        phase=phase.code,
        votes=[_value(shown_vote(row, phase, held)) for row in rows],
        kinds=[str(kind.name.value) for kind in voting.offered_kinds(phase)],
    )


@router.post(
    "/games/{slug:slug}/votes",
    response=acts(schemas.Vote, status=201) | {409: PhaseProblem},
    auth=ORDERS,
    summary="Propose a vote",
)
def propose_vote(
    request: KeyRequest, response: HttpResponse, slug: str, proposal: schemas.Proposal
) -> Status[schemas.Vote]:
    """Put something to the vote. The same proposal twice makes one vote."""
    seat, phase = _acting_seat(request, slug, proposal.power)
    _must_fit(proposal)
    seats = {each.power: each for each in seat.game.seats.playable()}
    winner = _named(seats, proposal.winner, "winner") if proposal.winner else None
    sharers = [_named(seats, power, "sharers") for power in proposal.sharers]
    with acting_in(seat.game):
        vote = voting.propose(
            phase,
            seat,
            VoteRow.Kind(proposal.kind),
            days=proposal.days,
            winner=winner,
            sharers=sharers,
            person=request.user,
            may_end_game=proposal.confirmed,
        )
    locate(response, "games", slug, "votes", vote_id(vote))
    return Status(201, _value(shown_vote(vote, phase, access.Role(request.user, seat.game).held)))


@router.put(
    "/games/{slug:slug}/votes/{vote}",
    response=acts(Done) | {409: PhaseProblem},
    auth=ORDERS,
    summary="Vote",
)
def cast_vote(request: KeyRequest, slug: str, vote: str, ballot: schemas.Ballot) -> Done:
    """Vote yes or no, or change your vote while it is open."""
    seat, phase = _acting_seat(request, slug, ballot.power)
    with acting_in(seat.game):
        voting.cast_vote(
            _vote_or_problem(phase, vote),
            seat,
            in_favour=ballot.in_favour,
            person=request.user,
            may_end_game=ballot.confirmed,
        )
    return Done(message=_("Your vote is saved."))


@router.post(
    "/games/{slug:slug}/votes/{vote}/withdraw",
    response=acts(Done) | {409: PhaseProblem},
    auth=ORDERS,
    summary="Withdraw your proposal",
)
def withdraw_vote(
    request: KeyRequest, slug: str, vote: str, withdrawal: schemas.Withdrawal
) -> Done:
    """Withdraw a proposal of your own that is not decided."""
    seat, phase = _acting_seat(request, slug, withdrawal.power)
    with acting_in(seat.game):
        voting.withdraw(_vote_or_problem(phase, vote), seat, person=request.user)
    return Done(message=_("You have withdrawn your proposal."))


def _acting_seat(request: KeyRequest, slug: str, power: str) -> tuple[Seat, Phase]:
    limits.count_form(request, "games")
    seat = access.seat_or_404(request.user, slug, power)
    phase = current_phase(seat.game)
    orders_must_be_allowed(phase)
    return seat, phase


def _must_fit(proposal: schemas.Proposal) -> None:
    """Raise `Problem` for a field that the kind of vote needs and that is missing."""
    kind = KINDS[VoteRow.Kind(proposal.kind)]
    needed = {"days": kind.has_days, "winner": kind.has_winner}
    for name, needs in needed.items():
        given = getattr(proposal, name) is not None
        if needs and not given:
            missing = _("Choose the winning power.")
            if name == "days":
                missing = _("Enter the number of days.")
            raise Problem(422, "wrong_field", missing, field=name)
        if given and not needs:
            text_too_much = _("This kind of vote has no “%(field)s”.") % {"field": name}
            raise Problem(422, "wrong_field", text_too_much, field=name)
    if len(set(proposal.sharers)) == 1 or (proposal.sharers and not kind.has_sharers):
        raise Problem(422, "wrong_field", _("Choose at least two powers."), field="sharers")


def _named(seats: dict[str, Seat], power: str, field: str) -> Seat:
    if power not in seats:
        text = _("This game has no such power.")
        raise Problem(422, "wrong_field", text, field=field)
    return seats[power]


def vote_id(vote: VoteRow) -> str:
    """The name of a vote in addresses. Its primary key would count the votes of other games."""
    return salted_hmac("games.api.vote", str(vote.pk), algorithm="sha256").hexdigest()[:16]


def _vote_or_problem(phase: Phase, name: str) -> VoteRow:
    for vote in _votes_of(phase.game):
        if secrets.compare_digest(vote_id(vote).encode(), name.encode()):
            vote.phase.game = phase.game
            return vote
    raise not_found()


def _votes_of(game: Game) -> Iterable[VoteRow]:
    return VoteRow.objects.filter(phase__game=game).select_related("phase").order_by("-pk")


def _value(vote: OpenVote) -> schemas.Vote:
    return schemas.Vote(
        id=vote_id(vote.vote),
        kind=vote.vote.kind,
        text=vote.text,
        proposed_by=vote.vote.seat.power if vote.proposer and vote.vote.seat else None,
        needed=vote.needed,
        total=vote.total,
        secret=vote.is_secret,
        votes=[
            schemas.PowerVote(power=each.code, in_favour=each.in_favour, mine=each.mine)
            for each in vote.votes
        ],
    )
