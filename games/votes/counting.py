"""Counting votes: after each ballot, or when a phase ends.

A secret vote is counted only when its phase ends, so that no moment tells how somebody has voted.
Its ballots are deleted when it is closed, and all that is ever told is whether it was accepted.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from accounts import clock
from adjudicator.terms import PhaseType, Season

from ..core import audit
from ..core.errors import Refused
from ..lifecycle import endings
from ..models import Ballot, Event, Game, Phase, Seat, Vote
from ..models.vote import ENDING_KINDS, VoteQuerySet
from ..notifications import notify
from ..state import positions
from .kinds import KINDS, VoteKind


def open_votes(phase: Phase) -> VoteQuerySet:
    """The undecided votes of an open phase, oldest first.

    These are the ones made in it and, if the game lets votes on its end stand, in earlier phases.
    """
    return open_in([phase]).order_by("pk")


def missing_ballots(held: Sequence[Seat], phases: Mapping[int, Phase]) -> Mapping[int, int]:
    """Return the number of open votes that wait for the seats `held`, by the key of their game.

    `phases` are the open phases of the games, with their snapshots. As in `all_others` of the
    kinds, a living power has a vote unless it is in disorder or the winner; this needs no query for
    each game.
    """
    living = {pk: positions.living_powers(phase) for pk, phase in phases.items()}
    hands = defaultdict(set)
    for seat in held:
        if seat.disorder_since is None and seat.power in living.get(seat.game_id, ()):
            hands[seat.game_id].add(seat.hand)
    cast = set(
        Ballot.objects.filter(vote__closed_at=None, seat__in=held)
        .order_by()
        .values_list("vote", flat=True)
    )
    waiting: Counter[int] = Counter()
    votes = open_in([phases[game] for game in hands]).order_by()
    for key, game, winner in votes.values_list("pk", "phase__game", "winner__hand"):
        if key not in cast and hands[game] - {winner}:
            waiting[game] += 1
    return waiting


def kind_of(vote: Vote) -> VoteKind:
    """The kind of a vote. Raises `KeyError` for an unknown one."""
    return KINDS[vote.kind]


def count(vote: Vote, phase: Phase) -> None:
    """Close a vote of a locked phase if it has passed or failed."""
    tally = _tally(vote, phase)
    if tally.has_passed:
        _pass(vote, phase)
    elif tally.has_failed:
        close(vote, phase, Vote.Outcome.FAILED)


def would_end_game(vote: Vote, phase: Phase, seat: Seat) -> bool:
    """Whether a vote of `seat` in favour ends the game at once: never where votes are secret."""
    kind = kind_of(vote)
    if not kind.ends_game or kind.is_secret(phase.game) or kind.refusal(phase):
        return False
    tally = _tally(vote, phase)
    counted = vote.ballots.filter(seat__hand=seat.hand, in_favour=True).exists()
    return tally.yes + (not counted) >= tally.needed


def votes_that_pass(phase: Phase) -> list[Vote]:
    """Return the open votes that end the game when `phase` ends, without secret ones.

    They have the votes they need only since somebody who had not voted lost their player.
    """
    found = open_votes(phase).on_the_end().select_related("winner")
    public = [vote for vote in found if not kind_of(vote).is_secret(phase.game)]
    return [vote for vote in public if _tally(vote, phase).has_passed]


def votes_that_end(phase: Phase) -> list[Vote]:
    """Return the open votes that do not outlast `phase`, however powers have voted so far."""
    found = open_votes(phase).select_related("winner")
    return [vote for vote in found if not kind_of(vote).stands(phase.game)]


def votes_to_count(phases: Sequence[Phase]) -> Mapping[int, Sequence[Vote]]:
    """Return the votes that are counted when `phases` end, by the key of their game.

    Open ones are among them: the power whose vote was missing may have lost its player.
    """
    by_game = defaultdict(list)
    for vote in open_in(phases).counted_at_end().select_related("phase", "winner").order_by("pk"):
        by_game[vote.phase.game_id].append(vote)
    return by_game


def count_at_end(phase: Phase, votes: Sequence[Vote]) -> bool:
    """Count `votes` at the end of a locked phase; return whether one of them has ended the game.

    Then the orders of the phase are not resolved. A vote that has not passed fails unless it
    stands.
    """
    for vote in votes:
        tally = _tally(vote, phase)
        kind = kind_of(vote)
        if tally.has_passed and _pass(vote, phase) and kind.ends_game:
            return True
        lost = tally.has_failed and not kind.is_secret(phase.game)
        if vote.closed_at is None and (lost or not kind.stands(phase.game)):
            close(vote, phase, Vote.Outcome.FAILED)
    return False


def close_outdated(phase: Phase) -> None:
    """Close votes that stand, in a phase that just opened, if a power they name is eliminated.

    Secret ones end with the game year too: no vote against one could end it without telling that
    somebody has voted so. Both happen however powers have voted.
    """
    if not phase.game.votes_stand:
        return
    left = set(endings.survivors(phase))
    code = phase.when
    new_year = code.season == Season.SPRING and code.type == PhaseType.MOVEMENT
    for vote in open_votes(phase).on_the_end().select_related("winner"):
        named = set(vote.sharers.values_list("seat__power", flat=True))
        if vote.winner is not None:
            named.add(vote.winner.power)
        if not named <= left or (new_year and kind_of(vote).is_secret(phase.game)):
            close(vote, phase, Vote.Outcome.FAILED)


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


def open_in(phases: Sequence[Phase]) -> VoteQuerySet:
    """The undecided votes that were made in `phases`, or in earlier ones and stand.

    Votes stand neither from phases that were rolled back nor in games that are over.
    """
    standing = [phase.game_id for phase in phases if phase.game.votes_stand]
    counts = ~Q(phase__status=Phase.Status.SUPERSEDED) & ~Q(
        phase__game__status=Game.Status.FINISHED
    )
    stands = Q(phase__game__in=standing, kind__in=ENDING_KINDS) & counts
    return Vote.objects.undecided().filter(Q(phase__in=phases) | stands)


class Tally(NamedTuple):
    """Numbers of votes in favour and against, of those needed, and of people who have one."""

    yes: int
    no: int
    needed: int
    total: int

    @property
    def has_passed(self) -> bool:
        return self.yes >= self.needed

    @property
    def has_failed(self) -> bool:
        return self.total - self.no < self.needed


def _tally(vote: Vote, phase: Phase) -> Tally:
    """Count the votes of all who have one now; a vote is that of a person, not of one power."""
    kind = kind_of(vote)
    hands = set(kind.voters(phase, vote.winner).values_list("hand", flat=True))
    cast = list(vote.ballots.filter(seat__hand__in=hands).values_list("in_favour", flat=True))
    needed = max(1, kind.votes_needed(len(hands)))
    return Tally(sum(cast), len(cast) - sum(cast), needed, len(hands))


def _pass(vote: Vote, phase: Phase) -> bool:
    """Carry out a passed vote. If that is no longer possible, it has failed."""
    seat, kind = vote.seat, kind_of(vote)
    try:
        with transaction.atomic():
            if refusal := kind.refusal(phase):
                raise Refused(refusal)
            close(vote, phase, Vote.Outcome.PASSED)
            kind.carry_out(vote, phase)
    except Refused:
        vote.seat = seat
        close(vote, phase, Vote.Outcome.FAILED)
        return False
    return True
