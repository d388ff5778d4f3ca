"""The program that plays one seat in one phase, as a process: a view in, orders out, in JSON.

It has no database, no network and no secrets: all that it knows comes through its input. It is
started and, at its limit, killed by `games.bots.playing`.
"""

import json
import random
import sys
from typing import Any

from .players import PLAYERS
from .view import SeatView


def main() -> None:
    asked: dict[str, Any] = json.load(sys.stdin)
    dice = random.Random(asked["seed"])  # noqa: S311  # of a game, not of a secret
    orders = PLAYERS[asked["bot"]].orders(SeatView(**asked["view"]), dice)
    json.dump(orders, sys.stdout)


if __name__ == "__main__":
    main()
