"""The type of a kind of vote, and rules that several kinds share."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from ...lifecycle import endings
from ...models import Game, Phase, Seat, Vote


def _never(_game: Game) -> bool:
    return False


@dataclass(frozen=True)
class VoteKind:
    """One kind of vote: each module of `games.votes.kinds` has one as `KIND`.

    `voters` takes the open phase and the `winner` of the vote, and returns the seats that have a
    vote. `votes_needed` takes their number and returns how many must be in favour. `refusal`
    returns why this cannot be proposed in the given phase now, or "" if it can. `carry_out` carries
    out a vote that has passed in a phase; it raises `Refused` if that is no longer possible.

    `has_days` says whether the proposer gives a number of days, `has_winner` whether they name the
    power that wins, `has_sharers` whether they name the powers that share the result, in games that
    let them. A kind that `ends_game` can be proposed where the game lets its players vote on its
    end. All others can be proposed where no master decides, and beside a master in games for which
    `beside_master` is true. One that `has_amendment` is proposed on a page of its own.

    The sentence of a kind is in `games.wording.votes`, for the log and notifications.
    """

    name: Vote.Kind
    voters: Callable[[Phase, Seat | None], QuerySet[Seat]]
    votes_needed: Callable[[int], int]
    refusal: Callable[[Phase], str]
    carry_out: Callable[[Vote, Phase], None]
    has_days: bool = False
    has_winner: bool = False
    has_sharers: bool = False
    ends_game: bool = False
    has_amendment: bool = False
    beside_master: Callable[[Game], bool] = _never

    def is_secret(self, game: Game) -> bool:
        """Whether nobody learns how a power has voted, and votes are counted at a phase's end."""
        return self.ends_game and game.secret_votes

    def stands(self, game: Game) -> bool:
        """Whether a vote lasts beyond its phase, until it is decided or withdrawn."""
        return self.ends_game and game.votes_stand


def all_players(phase: Phase, _winner: Seat | None) -> QuerySet[Seat]:
    """The seats with units or centers left, held with an account, and not in civil disorder.

    Players without an account have no vote: it would be their game master's. Of several seats that
    one person plays it is the first: each person has one vote.
    """
    return _one_a_person(_alive(phase))


def all_others(phase: Phase, winner: Seat | None) -> QuerySet[Seat]:
    """The same as `all_players`, without the player of the winner."""
    alive = _alive(phase)
    return _one_a_person(alive if winner is None else alive.exclude(hand=winner.hand))


def _alive(phase: Phase) -> QuerySet[Seat]:
    return phase.game.seats.played().with_account().filter(power__in=endings.survivors(phase))


def _one_a_person(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    before = seats.filter(hand=OuterRef("hand"), place__lt=OuterRef("place"))
    return seats.exclude(Exists(before.order_by()))


def majority(voters: int) -> int:
    """Votes needed for a majority: more than half."""
    return voters // 2 + 1


def unanimity(voters: int) -> int:
    """Votes needed if all have to agree."""
    return voters


def refusal_of_a_lone_player(phase: Phase) -> str:
    """Refusal for kinds that end the game; empty while at least two people play."""
    if all_players(phase, None).count() < 2:
        return _("Ending the game takes at least two active players.")
    return ""


def refusal_while_the_clock_stands(phase: Phase) -> str:
    """Refusal for kinds that change a running clock by days; empty while it runs."""
    if phase.settings.is_live:
        return _("A live game can’t be extended or paused for days.")
    return _("The clock is stopped.") if phase.due_at is None else ""
