"""The type of a kind of vote, and rules that several kinds share."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ...models import Phase, Vote


@dataclass(frozen=True)
class VoteKind:
    """One kind of vote: each module of `games.votes.kinds` has one as `KIND`.

    `votes_needed` takes the number of seats that have a vote and returns how many must be in
    favour. `refusal` returns why this cannot be proposed in the given phase now, or "" if it can.
    `carry_out` carries out a proposal; it raises `Refused` if that is no longer possible.
    `has_days` says whether the proposer gives a number of days, `has_winner` whether they name the
    power that wins. A kind that `ends_game` can be proposed in games with a master too, where the
    game lets its players vote on its end; all others only where no master decides.
    """

    name: Vote.Kind
    votes_needed: Callable[[int], int]
    refusal: Callable[[Phase], str]
    carry_out: Callable[[Vote], None]
    has_days: bool = False
    has_winner: bool = False
    ends_game: bool = False


def majority(voters: int) -> int:
    """Votes needed for a majority: more than half."""
    return voters // 2 + 1


def unanimity(voters: int) -> int:
    """Votes needed if all have to agree."""
    return voters


def no_refusal(_phase: Phase) -> str:
    """No refusal: the kind can be proposed at any time."""
    return ""


def refusal_while_the_clock_stands(phase: Phase) -> str:
    """Refusal for kinds that change a running clock; empty while it runs."""
    return _("The clock stands still.") if phase.due_at is None else ""
