"""The programs that can play a seat, by their codes."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from . import consul, novice

if TYPE_CHECKING:
    import random

    from .view import ChooseOrders, SeatView


class Player(NamedTuple):
    """A program that plays; `limit` is the number of phases that it resolves for a decision."""

    choose: ChooseOrders
    limit: int

    def orders(self, view: SeatView, dice: random.Random) -> tuple[str, ...]:
        """Return canonical orders for a seat."""
        return self.choose(view, dice=dice, limit=self.limit)


PLAYERS = MappingProxyType(
    {
        "novice": Player(novice.choose_orders, 0),
        "consul": Player(consul.choose_orders, consul.LIMIT),
    }
)
