"""Plans: orders for all units of a power that fit together, drawn at random by the worth of places."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from adjudicator import Convoy, Hold, Move, SupportHold, SupportMove

from .terrain import ARMY

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from adjudicator import Order

    from .scene import Outlook
    from .terrain import Piece

Plan: TypeAlias = "tuple[Order, ...]"
"""One order for each unit, in the order of `Force.pieces`."""

DEFENCE = 0.5
"""Worth of staying on an own center that a foe can enter, beside the field of the place."""
GAIN = (0.35, 1.0)
"""Worth of entering a foreign center in spring and in fall, beside the field of the place."""
RESISTANCE = (1.0, 0.75, 0.45, 0.3)
"""Share of a gain that remains, by the number of rivals (`Outlook.rivals_for`)."""
SUPPORT = 0.9
"""Share of a gain that counts for a support of it."""


class Option(NamedTuple):
    """A place to which a unit may go, or in which it may stay."""

    score: float
    place: int
    order: Order
    carrier: Piece | None = None
    """The fleet that has to convoy."""


class Planner:
    """Draws plans of one power. Order values are made once and used in all of its plans."""

    def __init__(self, outlook: Outlook, power: str) -> None:
        self.outlook, self.power = outlook, power
        self.scene = outlook.scene
        self.pieces = self.scene.forces[power].pieces
        self.options = {piece.place: self._options(piece) for piece in self.pieces}
        self._orders: dict[tuple[object, ...], Order] = {}

    # What a unit may do

    def _options(self, piece: Piece) -> list[Option]:
        stay = self._score(piece.place, piece.unit.text, piece)
        options = [Option(stay, piece.place, Hold(piece.unit))]
        for step in piece.steps:
            if self._takes_from_own_side(step.place):
                continue
            score = self._score(step.place, step.arrived, piece)
            options.append(Option(score, step.place, Move(piece.unit, step.target)))
        if piece.unit.type is ARMY:
            options += self._convoyed(piece)
        return options

    def _convoyed(self, piece: Piece) -> Iterator[Option]:
        """The places to which one own fleet could convoy an army that cannot go there by land."""
        board = self.scene.terrain.board
        for carrier in self.pieces:
            if not (self.scene.position.fleets_at_sea & carrier.bit and carrier.bit & board.borders[piece.place]):
                continue
            for text, army in self._armies_beside(carrier):
                if army.place != piece.place and not (
                    piece.reach & army.bit or self._takes_from_own_side(army.place)
                ):
                    score = self._score(army.place, text, piece) - 0.05
                    yield Option(score, army.place, Move(piece.unit, army.unit.location), carrier)

    def _armies_beside(self, carrier: Piece) -> Iterator[tuple[str, Piece]]:
        """The armies that could stand on the coasts of a fleet's sea."""
        terrain = self.scene.terrain
        for text, army in terrain.pieces.items():
            if army.unit.type is ARMY and terrain.board.borders[carrier.place] & army.bit:
                yield text, army

    def _score(self, place: int, text: str, piece: Piece) -> float:
        outlook = self.outlook
        score = outlook.field[text]
        rivals = outlook.rivals_for(place)
        if self.scene.terrain.center_mask >> place & 1:
            if outlook.owned >> place & 1:
                return score + (DEFENCE if rivals and not outlook.foes_occupy >> place & 1 else 0.0) + (
                    0.6 if outlook.foes_occupy >> place & 1 else 0.0
                )
            return score + GAIN[self.scene.is_fall] * RESISTANCE[rivals]
        return score - 0.05 * rivals

    def _takes_from_own_side(self, place: int) -> bool:
        """Whether going there takes a center from another power of the same person."""
        return self.scene.is_fall and any(
            mask >> place & 1
            for power, mask in self.scene.owned.items()
            if power in self.outlook.side and power != self.power
        )

    # Plans

    def draw(self, dice: random.Random, heat: float) -> Plan:
        """Draw a plan; with more `heat`, options of less worth are chosen more often."""
        draft = _Draft(self, dice, heat)
        return draft.plan()

    def order(self, kind: type, *parts: object) -> Order:
        """Return an order value, the same for the same parts."""
        key = (kind, *parts)
        found = self._orders.get(key)
        if found is None:
            found = self._orders[key] = kind(*parts)
        return found


class _Draft:
    """One plan while it is drawn."""

    def __init__(self, planner: Planner, dice: random.Random, heat: float) -> None:
        self.planner, self.dice, self.heat = planner, dice, heat
        self.claimed: dict[int, Piece] = {}
        """Province -> the unit that goes or stays there."""
        self.backed: dict[int, int] = {}
        """Province -> the number of supports for the unit that goes or stays there."""
        self.orders: dict[int, Order] = {}

    def plan(self) -> Plan:
        pieces = list(self.planner.pieces)
        self.dice.shuffle(pieces)
        for piece in pieces:
            if piece.place not in self.orders:
                self._decide(piece)
        self._free_blocked()
        for piece in pieces:
            if isinstance(self.orders[piece.place], Hold):
                self._back_somebody(piece)
        return tuple(self.orders[piece.place] for piece in self.planner.pieces)

    def _decide(self, piece: Piece) -> None:
        heat, gumbel = self.heat, self._gumbel
        options = self.planner.options[piece.place]
        ranked = sorted(
            [(option.score + heat * gumbel(), number) for number, option in enumerate(options)],
            reverse=True,
        )
        stays_free = piece.place not in self.claimed
        for _score, number in ranked:
            option = options[number]
            claimer = self.claimed.get(option.place)
            if claimer is not None:
                if stays_free and self._may_back(piece, option.place):
                    self._back(piece, option.place)
                    return
                continue
            if option.carrier is not None and not self._carry(piece, option):
                continue
            swapping = self.claimed.get(piece.place)
            if swapping is not None and swapping.place == option.place:
                continue
            self.claimed[option.place] = piece
            self.orders[piece.place] = option.order
            return
        self.orders[piece.place] = options[0].order

    def _gumbel(self) -> float:
        return -math.log(-math.log(self.dice.random() or 0.5))

    def _carry(self, army: Piece, option: Option) -> bool:
        """Order the fleet to convoy, if it is free to."""
        carrier = option.carrier
        assert carrier is not None
        if carrier.place in self.orders or carrier.place in self.claimed:
            return False
        target = option.order.target  # type: ignore[union-attr]
        self.orders[carrier.place] = self.planner.order(Convoy, carrier.unit, army.unit, target)
        self.claimed[carrier.place] = carrier
        return True

    def _may_back(self, piece: Piece, place: int) -> bool:
        """Whether a unit can support what happens in a province, and a support may be needed."""
        if not piece.reach >> place & 1 or self.claimed[place] is piece:
            return False
        return self.backed.get(place, 0) < min(self.planner.outlook.rivals_for(place), 2)

    def _back(self, piece: Piece, place: int) -> None:
        claimer = self.claimed[place]
        self.backed[place] = self.backed.get(place, 0) + 1
        self.claimed[piece.place] = piece
        self.orders[piece.place] = self._support(piece, claimer, place)

    def _support(self, piece: Piece, claimer: Piece, place: int) -> Order:
        if claimer.place == place:
            return self.planner.order(SupportHold, piece.unit, claimer.unit)
        target = self.orders[claimer.place].target  # type: ignore[union-attr]
        return self.planner.order(SupportMove, piece.unit, claimer.unit, target)

    def _free_blocked(self) -> None:
        """Let units hold whose way is barred by an own unit that stays."""
        while True:
            blocked = [
                piece
                for place, piece in self.claimed.items()
                if piece.place != place
                and place in self.orders
                and not isinstance(self.orders[place], Move)
            ]
            if not blocked:
                return
            for piece in blocked:
                self._hold_instead(piece)

    def _hold_instead(self, piece: Piece) -> None:
        for place, claimer in list(self.claimed.items()):
            if claimer is piece:
                del self.claimed[place]
        self.orders[piece.place] = self.planner.options[piece.place][0].order
        intruder = self.claimed.get(piece.place)
        self.claimed[piece.place] = piece
        if intruder is not None and intruder is not piece:
            self.orders[intruder.place] = self.planner.options[intruder.place][0].order
            self.claimed.setdefault(intruder.place, intruder)

    def _back_somebody(self, piece: Piece) -> None:
        """Let a unit that holds support the neighbour that may need it most."""
        if self.claimed.get(piece.place) is not piece:
            return
        best, found = 0.0, None
        for place, claimer in self.claimed.items():
            if claimer is piece or not self._may_back(piece, place):
                continue
            if place != claimer.place and not isinstance(self.orders[claimer.place], Move):
                continue
            worth = self._worth(claimer, place)
            if worth > best:
                best, found = worth, place
        if found is not None:
            self._back(piece, found)

    def _worth(self, claimer: Piece, place: int) -> float:
        return next(o.score for o in self.planner.options[claimer.place] if o.place == place)
