"""Votes that a person has not cast, in all of their games at once."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.db.models import Q

from ..models import Ballot, Phase, Seat, Vote
from ..models.vote import ENDING_KINDS
from ..state import positions


def missing_ballots(held: Sequence[Seat], phases: Mapping[int, Phase]) -> Mapping[int, int]:
    """Return the number of open votes that wait for the seats `held`, by the key of their game.

    `phases` are the open phases of the games, with their snapshots. The votes are those that
    `counting.open_votes` returns for each phase; a person without a surviving power has none.
    """
    voting = [seat for seat in held if seat.game_id in phases and _can_vote(seat, phases)]
    hands = {(seat.game_id, seat.hand) for seat in voting}
    games = {game for game, _hand in hands}
    standing = [game for game in games if phases[game].game.votes_stand]
    found = Q(phase__in=[phases[game] for game in games]) | Q(
        ~Q(phase__status=Phase.Status.SUPERSEDED),
        phase__game__in=standing,
        kind__in=ENDING_KINDS,
    )
    cast = set(
        Ballot.objects.filter(vote__closed_at=None, seat__in=held)
        .order_by()
        .values_list("vote", flat=True)
    )
    waiting: Counter[int] = Counter()
    votes = Vote.objects.undecided().filter(found).order_by()
    for key, game, winner in votes.values_list("pk", "phase__game", "winner__hand"):
        if key not in cast and any(hand[0] == game and hand[1] != winner for hand in hands):
            waiting[game] += 1
    return waiting


def _can_vote(seat: Seat, phases: Mapping[int, Phase]) -> bool:
    units, owners = positions.stored(phases[seat.game_id])
    survives = seat.power in owners.values() or any(unit.power == seat.power for unit in units)
    return survives and seat.disorder_since is None
