"""Options of a power's units with their worth; plans are drawn from them (`drafts`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from adjudicator import Convoy, Hold, Move, SupportHold, SupportMove

from .proposals import NO_PROMISES
from .terrain import ARMY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator import Order

    from .proposals import Promises
    from .scene import Outlook
    from .terrain import Piece

Plan: TypeAlias = "tuple[Order, ...]"
"""One order for each unit, in the order of `Force.pieces`."""

DEFENCE = 0.5
"""Worth of staying on an own center that a foe can enter, beside the field of the place."""
RECOVERY = 0.6
"""Worth of entering an own center in which a foe stands."""
GAIN = (0.35, 1.0)
"""Worth of entering a foreign center in spring and in fall."""
RESISTANCE = (1.0, 0.75, 0.45, 0.3)
"""Share of a gain that remains, by the number of rivals (`Outlook.rivals_for`)."""
DANGER = 0.05
"""Worth that a place loses by each rival."""
VOYAGE = 0.05
"""Worth that a place loses if a fleet has to convoy to it."""


class Option(NamedTuple):
    """A place to which a unit may go, or in which it may stay."""

    score: float
    place: int
    order: Hold | Move
    carrier: Piece | None = None
    """The fleet that has to convoy."""


class Planner:
    """The options of one power's units.

    Order values are made once and used in all plans: the rules remember what they found out about
    one. Units keep the promises that were made.
    """

    def __init__(self, outlook: Outlook, power: str, promises: Promises = NO_PROMISES) -> None:
        self.outlook, self.power, self.scene = outlook, power, outlook.scene
        self.pieces = self.scene.forces[power].pieces
        self.settled = promises.settled
        self._closed = promises.closed | self._taken_from_own_side()
        self._orders: dict[tuple[object, ...], Order] = {}
        self.options = {piece.place: [*self._options(piece)] for piece in self.pieces}
        """Number of a unit's province -> its options; the first is to stay."""

    def _taken_from_own_side(self) -> int:
        """The mask of the centers that would be taken from other powers of the same person."""
        if not self.scene.is_fall:
            return 0
        owned = self.scene.owned
        return sum(owned.get(power, 0) for power in self.outlook.side if power != self.power)

    def _options(self, piece: Piece) -> Iterator[Option]:
        unit = piece.unit
        yield Option(self._score(piece.place, unit.text), piece.place, Hold(unit))
        for step in piece.steps:
            if not self._closed & step.bit:
                score = self._score(step.place, step.arrived)
                yield Option(score, step.place, Move(unit, step.target))
        if unit.type is ARMY:
            yield from self._convoyed(piece)

    def _convoyed(self, piece: Piece) -> Iterator[Option]:
        """The places to which one own fleet could convoy an army that cannot go there by land."""
        terrain = self.scene.terrain
        barred = self._closed | piece.reach | piece.bit
        for carrier in self.pieces:
            coasts = terrain.board.borders[carrier.place]
            if carrier.bit & terrain.board.sea_mask and coasts & piece.bit:
                for army in terrain.armies:
                    if army.bit & coasts & ~barred:
                        score = self._score(army.place, army.unit.text) - VOYAGE
                        order = Move(piece.unit, army.unit.location)
                        yield Option(score, army.place, order, carrier)

    def _score(self, place: int, text: str) -> float:
        """The worth for a unit to be in a place; `text` is the unit when it is there."""
        outlook, rivals = self.outlook, self.outlook.rivals_for(place)
        score = outlook.field[text]
        if not self.scene.terrain.center_mask >> place & 1:
            return score - DANGER * rivals
        if not outlook.owned >> place & 1:
            return score + GAIN[self.scene.is_fall] * RESISTANCE[rivals]
        if outlook.foes_occupy >> place & 1:
            return score + RECOVERY
        return score + (DEFENCE if rivals else 0.0)

    # Orders

    def support(self, helper: Piece, helped: Piece, order: Order) -> Order:
        """Return the support of a unit's move, or of its staying for any other order."""
        if isinstance(order, Move):
            return self._order(SupportMove, helper.unit, helped.unit, order.target)
        return self._order(SupportHold, helper.unit, helped.unit)

    def convoy(self, carrier: Piece, army: Piece, order: Order) -> Order:
        """Return the order of a fleet to convoy an army where its move goes."""
        assert isinstance(order, Move)
        return self._order(Convoy, carrier.unit, army.unit, order.target)

    def _order(self, kind: type, *parts: object) -> Order:
        key = (kind, *parts)
        found = self._orders.get(key)
        if found is None:
            found = self._orders[key] = kind(*parts)
        return found
