"""Counting votes: after each ballot, or when a phase ends.

A secret vote is counted only when its phase ends, so that no moment tells how somebody has voted.
Its ballots are deleted when it is closed, and all that is ever told is whether it was accepted.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Q

from accounts import clock

from ..core import audit
from ..core.errors import Refused
from ..models import Event, Game, Phase, Vote
from ..models.vote import VoteQuerySet
from ..notifications import notify
from .kinds import ENDING, KINDS, VoteKind


def open_votes(phase: Phase) -> VoteQuerySet:
    """The undecided votes of an open phase, oldest first.

    These are the ones made in it and, if the game lets votes on its end stand, in earlier phases.
    """
    found = Q(phase=phase)
    if phase.game.votes_stand:
        found |= Q(phase__game=phase.game_id, kind__in=ENDING) & _counts()
    return Vote.objects.undecided().filter(found).order_by("pk")


def kind_of(vote: Vote) -> VoteKind:
    """The kind of a vote. Raises `KeyError` for an unknown one."""
    return KINDS[vote.kind]


def count(vote: Vote, phase: Phase) -> None:
    """Close a vote of a locked phase if it has passed or failed."""
    yes, no, needed, total = _tally(vote, phase)
    if yes >= needed:
        _pass(vote, phase)
    elif total - no < needed:
        close(vote, phase, Vote.Outcome.FAILED)


def votes_to_count(phases: Sequence[Phase]) -> Mapping[int, Sequence[Vote]]:
    """Return the votes that are counted when one of `phases` ends, by the key of their game.

    These are the secret ones and those that stand: a power that did not vote may be eliminated.
    """
    by_game = defaultdict(list)
    counted = Q(phase__in=[phase for phase in phases if phase.game.secret_votes])
    standing = [phase.game_id for phase in phases if phase.game.votes_stand]
    counted |= Q(phase__game__in=standing) & _counts()
    # Without such games the filter is empty, and Django asks the database nothing.
    for vote in Vote.objects.undecided().filter(counted, kind__in=ENDING).order_by("pk"):
        by_game[vote.phase.game_id].append(vote)
    return by_game


def end_by_vote(phase: Phase, votes: Sequence[Vote]) -> bool:
    """Count `votes` at the end of a locked phase; return whether one of them has ended the game.

    Then the orders of the phase are not resolved. A secret vote fails unless it stands.
    """
    for vote in votes:
        yes, no, needed, total = _tally(vote, phase)
        kind = kind_of(vote)
        if yes >= needed and _pass(vote, phase):
            return True
        lost = total - no < needed and not kind.is_secret(phase.game)
        if vote.closed_at is None and (lost or not kind.stands(phase.game)):
            close(vote, phase, Vote.Outcome.FAILED)
    return False


def close(vote: Vote, phase: Phase, outcome: Vote.Outcome) -> None:
    """Close a vote in a locked phase, and tell all players unless it has passed."""
    vote.closed_at = clock.now()
    vote.outcome = outcome
    if kind_of(vote).is_secret(phase.game):
        vote.seat = None
        vote.ballots.all().delete()
    vote.save(update_fields=["closed_at", "outcome", "seat"])
    event = audit.log(EVENTS[outcome], game=phase.game, phase=phase, vote=vote)
    if outcome != Vote.Outcome.PASSED:  # what a passed vote changes is announced when it is done
        notify.notify_event(event)


EVENTS = {
    Vote.Outcome.PASSED: Event.Kind.VOTE_PASSED,
    Vote.Outcome.FAILED: Event.Kind.VOTE_FAILED,
    Vote.Outcome.WITHDRAWN: Event.Kind.VOTE_WITHDRAWN,
}


def _counts() -> Q:
    """Leave out votes of phases that were rolled back, and of games that are over."""
    return ~Q(phase__status=Phase.Status.SUPERSEDED) & ~Q(phase__game__status=Game.Status.FINISHED)


def _tally(vote: Vote, phase: Phase) -> tuple[int, int, int, int]:
    """The numbers of votes in favour and against, of those needed, and of those who have one."""
    kind = kind_of(vote)
    entitled = set(kind.voters(phase, vote.winner).values_list("pk", flat=True))
    cast = list(vote.ballots.filter(seat__in=entitled).values_list("in_favour", flat=True))
    needed = max(1, kind.votes_needed(len(entitled)))
    return sum(cast), len(cast) - sum(cast), needed, len(entitled)


def _pass(vote: Vote, phase: Phase) -> bool:
    """Carry out a passed vote. If that is no longer possible, it has failed."""
    seat = vote.seat
    try:
        with transaction.atomic():
            close(vote, phase, Vote.Outcome.PASSED)
            kind_of(vote).carry_out(vote, phase)
    except Refused:
        vote.seat = seat
        close(vote, phase, Vote.Outcome.FAILED)
        return False
    return True
