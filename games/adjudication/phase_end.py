"""Consequences of the end of a phase for a game and for powers without orders, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts import clock
from adjudicator.terms import PhaseType

from .. import wording
from ..lifecycle import verdicts
from ..lifecycle.verdicts import Verdict
from ..models import Phase, Seat
from ..state import missed_turns, phases
from ..state.missed_turns import MissedTurn
from ..votes import counting
from ..wording import endings
from ..wording import missed_turns as words
from ..wording.votes import vote_text


@dataclass(frozen=True)
class Consequence:
    """A power that an act of a game master concerns, and what it means for the power, in words."""

    code: str
    power: str
    text: str


def consequences_now(phase: Phase) -> list[Consequence]:
    """The powers whose orders are missing if `phase` ends now, and what it means for them."""
    expected = missed_turns.expected(phase)
    missing = phases.undecided(phase, phases.orders_due(phase))
    return [
        consequence(phase.type, seat, expected.get(seat))
        for seat in sorted({*expected, *missing}, key=lambda seat: seat.place)
    ]


def warning_now(phase: Phase, consequences: Sequence[Consequence]) -> str:
    """Sentences about ending `phase` now, with the `consequences_now`."""
    # How many orders each power has given is nobody’s business but its own.
    orders = _(
        "Every power has given orders. Only a power’s player can see whether each unit has an "
        "order."
    )
    if consequences:
        named = wording.powers(each.code for each in consequences)
        orders = _("Orders are missing from: %(powers)s. They get no more time.")
        orders %= {"powers": named}
    undone = _("The only way to undo this is to roll back to this phase.")
    return " ".join(filter(None, [orders, end_of_game(phase), end_of_votes(phase), undone]))


def consequences_of_publishing(phase: Phase, verdict: Verdict | None) -> list[Consequence]:
    """The powers whose players miss the turn in a closed `phase`, and what becomes of them.

    `verdict` is that of the results if they are known, and end the game.
    """
    return [
        consequence(phase.type, seat, None if verdict is not None else miss)
        for seat, miss in missed_turns.expected(phase).items()
    ]


def warning_of_publishing(
    phase: Phase, consequences: Sequence[Consequence], verdict: Verdict | None
) -> str:
    """Sentences about the results of `phase`, with the `consequences_of_publishing`."""
    silent = wording.powers(each.code for each in consequences)
    missed = _("No moves received (NMR) from: %(powers)s.") % {"powers": silent}
    return " ".join(filter(None, [silent and missed, end_of_game(phase, verdict)]))


def end_of_game(phase: Phase, verdict: Verdict | None = None) -> str:
    """Sentences about the end of the game to which the end of `phase` leads; empty if to none.

    `verdict` is that of the results, if they are known.
    """
    passing = counting.votes_that_pass(phase)
    if passing:
        return endings.ended_by_vote(vote_text(passing[0]))
    if verdict is not None:
        return endings.ended_by_results(verdict.won, verdict.sharing)
    return endings.last_turn() if verdicts.is_last_turn(phase, clock.now()) else ""


def end_of_votes(phase: Phase) -> str:
    """Sentence about the open votes that end with `phase`; empty if there are none."""
    open_votes = counting.votes_that_end(phase)
    if not open_votes:
        return ""
    named = " ".join(f"“{vote_text(vote)}”" for vote in open_votes)
    return _("These votes are still open and end with the phase: %(votes)s") % {"votes": named}


def consequence(kind: PhaseType, seat: Seat, miss: MissedTurn | None) -> Consequence:
    """Consequence for a power that gave no orders: `miss` is None if it costs no turn."""
    if miss is not None:
        text = words.consequence(miss)
    else:
        text = words.without_orders(kind, in_disorder=seat.disorder_since is not None)
    return Consequence(seat.power, wording.power(seat.power), text)
