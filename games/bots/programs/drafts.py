"""Plans drawn at random: each unit takes the best place left, or supports who took it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from adjudicator import Hold, Move

if TYPE_CHECKING:
    import random

    from adjudicator import Order

    from .plans import Option, Plan, Planner
    from .terrain import Piece

MOST_SUPPORTS = 2


def draw_plan(planner: Planner, dice: random.Random, heat: float) -> Plan:
    """Draw a plan; with more `heat`, options of less worth are chosen more often."""
    return _Draft(planner, dice, heat).plan()


class _Draft:
    """One plan while it is drawn."""

    def __init__(self, planner: Planner, dice: random.Random, heat: float) -> None:
        self.planner, self.dice, self.heat = planner, dice, heat
        self.orders: dict[int, Order] = {}
        """Province of a unit -> its order."""
        self.claimed: dict[int, Piece] = {}
        """Province -> the unit that goes or stays there."""
        self.backed: dict[int, int] = {}
        """Province -> the number of supports for the unit that goes or stays there."""

    def plan(self) -> Plan:
        """Return the plan, once."""
        pieces = [*self.planner.pieces]
        for piece in pieces:
            if piece.place in self.planner.settled:
                self.orders[piece.place] = self.planner.settled[piece.place]
                self.claimed[piece.place] = piece
        self.dice.shuffle(pieces)
        for piece in pieces:
            if piece.place not in self.orders:
                self._decide(piece)
        self._stop_blocked()
        for piece in pieces:
            if isinstance(self.orders[piece.place], Hold):
                self._support_a_neighbour(piece)
        return tuple(self.orders[piece.place] for piece in self.planner.pieces)

    def _decide(self, piece: Piece) -> None:
        """Let a unit go to the best place left, or support the unit that took a better one."""
        options = self.planner.options[piece.place]
        may_stay = piece.place not in self.claimed
        for option in self._ranked(options):
            if option.place in self.claimed:
                if may_stay and self._may_support(piece, option.place):
                    self._support(piece, option.place)
                    return
            elif not self._exchanges(piece, option) and self._has_carrier(piece, option):
                self.claimed[option.place] = piece
                self.orders[piece.place] = option.order
                return
        self.orders[piece.place] = options[0].order

    def _ranked(self, options: list[Option]) -> list[Option]:
        """The options by worth with random noise, so that not always the same comes first."""
        draw, heat, log = self.dice.random, self.heat, math.log
        noisy = [
            (option.score - heat * log(-log(draw() or 0.5)), number)
            for number, option in enumerate(options)
        ]
        noisy.sort(reverse=True)
        return [options[number] for _score, number in noisy]

    def _exchanges(self, piece: Piece, option: Option) -> bool:
        """Whether a unit would exchange places with another one."""
        comes = self.claimed.get(piece.place)
        return comes is not None and comes.place == option.place

    def _has_carrier(self, army: Piece, option: Option) -> bool:
        """Whether no convoy is needed, or the fleet is free to convoy; then it is ordered to."""
        carrier = option.carrier
        if carrier is None:
            return True
        if carrier.place in self.orders or carrier.place in self.claimed:
            return False
        self.orders[carrier.place] = self.planner.convoy(carrier, army, option.order)
        self.claimed[carrier.place] = carrier
        return True

    def _may_support(self, piece: Piece, place: int) -> bool:
        """Whether a unit can support what happens in a province, and more support may be needed."""
        claimer = self.claimed[place]
        if claimer is piece or not piece.reach >> place & 1:
            return False
        if claimer.place != place and not isinstance(self.orders.get(claimer.place), Move):
            return False
        needed = min(self.planner.outlook.rivals_for(place), MOST_SUPPORTS)
        return self.backed.get(place, 0) < needed

    def _support(self, piece: Piece, place: int) -> None:
        claimer = self.claimed[place]
        self.backed[place] = self.backed.get(place, 0) + 1
        self.claimed[piece.place] = piece
        order = self.orders[claimer.place]
        self.orders[piece.place] = self.planner.support(piece, claimer, order)

    def _stop_blocked(self) -> None:
        """Let units hold whose way is barred by an own unit that stays."""
        while blocked := [
            piece
            for place, piece in self.claimed.items()
            if place != piece.place
            and place in self.orders
            and not isinstance(self.orders[place], Move)
        ]:
            for piece in blocked:
                self._stop(piece)

    def _stop(self, piece: Piece) -> None:
        """Let a unit hold, and the one that was to come in its place."""
        for place in [place for place, claimer in self.claimed.items() if claimer is piece]:
            del self.claimed[place]
        self.orders[piece.place] = self.planner.options[piece.place][0].order
        comes = self.claimed.get(piece.place)
        self.claimed[piece.place] = piece
        if comes is not None:
            self._stop(comes)

    def _support_a_neighbour(self, piece: Piece) -> None:
        """Let a unit that holds support the neighbour whose place is worth most."""
        if self.claimed.get(piece.place) is not piece:
            return
        places = [place for place in self.claimed if self._may_support(piece, place)]
        if places:
            self._support(piece, max(places, key=self._worth))

    def _worth(self, place: int) -> float:
        options = self.planner.options[self.claimed[place].place]
        return next(option.score for option in options if option.place == place)
