"""Proposals that a program understands, whether it accepts them, and the promises that follow.

A program keeps its word: promises bind the plans of its units (`promises_of`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import (
    AdjudicatorError,
    PhaseCode,
    PhaseType,
    SupportHold,
    SupportMove,
    check_order,
    parse_canonical,
)

from .scene import Outlook, scene_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator import Order

    from .view import SeatView

LEAD = 3
"""Centers that a power may have more than the program and still get its help."""


class Kind(StrEnum):
    """Kinds of proposals."""

    PEACE = "peace"
    """Neither power attacks the other's units or enters its centers until the game year ends."""
    SUPPORT = "support"
    """The program's unit gives a support in this phase."""
    DEMILITARISE = "demilitarise"
    """Neither power enters these provinces until the end of the game year."""


class Answer(StrEnum):
    """Answers; `games.wording.bots` has a sentence for each."""

    PEACE = "peace_accepted"
    SUPPORT = "support_accepted"
    DEMILITARISE = "demilitarise_accepted"
    ATTACKED = "refused_after_attack"
    LEADER = "refused_to_leader"
    NEEDED = "refused_unit_needed"
    PRESENT = "refused_unit_there"
    OCCUPIED = "refused_you_are_there"
    PROMISED = "refused_promised"
    NOT_UNDERSTOOD = "refused_not_understood"
    TOO_LATE = "refused_too_late"
    FREE_TEXT = "only_proposals"
    """To a message that is no proposal."""

    @property
    def accepts(self) -> bool:
        """Whether the answer is a promise."""
        return self in (Answer.PEACE, Answer.SUPPORT, Answer.DEMILITARISE)


@dataclass(frozen=True)
class Proposal:
    """A proposal of one power to another.

    `phase` is the phase in which it is made, `order` the support that is asked for, and `provinces`
    are those that nobody shall enter.
    """

    kind: Kind
    sender: str
    phase: str
    order: str = ""
    provinces: tuple[str, ...] = ()

    def holds_in(self, phase: str) -> bool:
        """Whether what was agreed counts in a phase; `BotRequest.objects.in_force` follows."""
        if self.kind is Kind.SUPPORT:
            return phase == self.phase
        return PhaseCode.parse(phase).year == PhaseCode.parse(self.phase).year


class Promises(NamedTuple):
    """Provinces that no unit may enter, as a mask, and orders that are settled, by province."""

    closed: int = 0
    settled: Mapping[int, Order] = {}


NO_PROMISES = Promises()


def answer(view: SeatView, proposal: Proposal) -> Answer:
    """Return the program's answer to a proposal."""
    if _was_attacked_by(view, proposal.sender):
        return Answer.ATTACKED
    counts = {power: len(codes) for power, codes in view.centers.items()}
    if counts.get(proposal.sender, 0) > counts.get(view.power, 0) + LEAD:
        return Answer.LEADER
    if proposal.kind is Kind.PEACE:
        return Answer.PEACE
    if proposal.kind is Kind.SUPPORT:
        return _answer_support(view, proposal)
    return _answer_demilitarise(view, proposal)


def _was_attacked_by(view: SeatView, power: str) -> bool:
    """Whether units of a power were ordered into the seat's centers in the last two phases."""
    own = {*view.centers.get(view.power, ())}
    return any(
        order.rpartition(" - ")[2][:3] in own
        for past in view.history[-2:]
        for order, _outcome in past.results.get(power, ())
        if " - " in order and " S " not in order and " C " not in order
    )


def _answer_support(view: SeatView, proposal: Proposal) -> Answer:
    order = _support(view, proposal)
    if order is None:
        return Answer.NOT_UNDERSTOOD
    scene = scene_of(view)
    outlook = Outlook(scene, view.side)
    place = scene.terrain.board.number[order.unit.location]
    if promises_of(view).settled.get(place, order) != order:  # promised to another unit
        return Answer.PROMISED
    threatened = outlook.owned >> place & 1 and outlook.rivals_for(place)
    into = order.target if isinstance(order, SupportMove) else order.supported.location
    harms = view.position.owners.get(into[:3]) in view.side
    if isinstance(order, SupportMove):
        if into[:3] in _kept_free(view):
            return Answer.PROMISED
        there = view.position.unit_at(into)
        harms = harms or (there is not None and there[0] in view.side)
    return Answer.NEEDED if threatened or harms else Answer.SUPPORT


def _support(view: SeatView, proposal: Proposal) -> SupportHold | SupportMove | None:
    """The support that is asked for, of a unit of the sender; None if it is no legal one."""
    position = view.position
    if position.phase.type is not PhaseType.MOVEMENT:
        return None
    try:
        order = parse_canonical(proposal.order, PhaseType.MOVEMENT, position.board)
        checked = check_order(order, position, view.power, view.rules)
    except AdjudicatorError:
        return None
    if not isinstance(checked, SupportHold | SupportMove):
        return None
    standing = position.unit_at(checked.supported.location)
    return checked if standing is not None and standing[0] == proposal.sender else None


def _answer_demilitarise(view: SeatView, proposal: Proposal) -> Answer:
    provinces = view.position.board.provinces
    if not proposal.provinces or any(code not in provinces for code in proposal.provinces):
        return Answer.NOT_UNDERSTOOD
    own = {*view.centers.get(view.power, ())} | _stands(view, view.power)
    if not own.isdisjoint(proposal.provinces):
        return Answer.PRESENT
    if not _stands(view, proposal.sender).isdisjoint(proposal.provinces):
        return Answer.OCCUPIED
    settled = promises_of(view).settled.values()
    into = {order.target[:3] for order in settled if isinstance(order, SupportMove)}
    return Answer.DEMILITARISE if into.isdisjoint(proposal.provinces) else Answer.PROMISED


def promises_of(view: SeatView) -> Promises:
    """Return what the agreements of a seat bind its units to in this phase.

    Nothing binds it to a power that has broken an agreement of the same kind.
    """
    number = view.position.board.number
    closed: set[str] = set()
    settled: dict[int, Order] = {}
    for agreed in view.agreements:
        if not agreed.holds_in(view.phase):
            continue
        stands = _stands(view, agreed.sender)
        if agreed.kind is Kind.PEACE:
            if not _was_attacked_by(view, agreed.sender):
                closed |= {*view.centers.get(agreed.sender, ())} | stands
        elif agreed.kind is Kind.DEMILITARISE:
            if stands.isdisjoint(agreed.provinces):
                closed |= {*agreed.provinces}
        elif (order := _support(view, agreed)) is not None:
            settled.setdefault(number[order.unit.location], order)  # the first promise counts
    return Promises(sum(1 << number[code] for code in closed), settled)


def _kept_free(view: SeatView) -> set[str]:
    """The provinces that the seat has promised to somebody to keep free of units."""
    kept = [each for each in view.agreements if each.kind is Kind.DEMILITARISE]
    return {code for each in kept if each.holds_in(view.phase) for code in each.provinces}


def _stands(view: SeatView, power: str) -> set[str]:
    """The provinces in which the units of a power stand."""
    return {unit.province for unit in view.position.units.get(power, ())}
