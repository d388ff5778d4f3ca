"""The program that plays one seat in one phase, as a process: a view in, orders out, in JSON.

It has no database, no network and no secrets: all that it knows comes through its input. It is
started and, at its limit, killed by `playing`.
"""

import json
import os
import random
import sys
from typing import Any

from . import consul, novice
from .view import ChooseOrders, SeatView

NICENESS = 19  # people come first
BOTS: dict[str, tuple[ChooseOrders, int]] = {
    "novice": (novice.choose_orders, 0),
    "consul": (consul.choose_orders, consul.LIMIT),
}
"""Strategy of each bot, and the number of phases that it may resolve for a decision."""


def main() -> None:
    os.nice(NICENESS)
    asked: dict[str, Any] = json.load(sys.stdin)
    choose_orders, limit = BOTS[asked["bot"]]
    dice = random.Random(asked["seed"])  # noqa: S311  # of a game, not of a secret
    orders = choose_orders(SeatView(**asked["view"]), dice=dice, limit=limit)
    json.dump(orders, sys.stdout)


if __name__ == "__main__":
    main()
