"""The program that plays one seat in one phase, as a process: a view in, orders out, in JSON.

It has no database, no network and no secrets: all that it knows comes through its input. It is
started and, at its limit, killed by `games.bots.playing`.
"""

import json
import random
import signal
import sys
from typing import Any

from .players import PLAYERS
from .view import SeatView

SECONDS = 30
"""After which the program ends itself, should nobody be left who kills it at its limit."""


def main() -> None:
    signal.alarm(SECONDS)
    asked: dict[str, Any] = json.load(sys.stdin)
    dice = random.Random(asked["seed"])  # noqa: S311  # of a game, not of a secret
    orders = PLAYERS[asked["bot"]].orders(SeatView(**asked["view"]), dice)
    json.dump(orders, sys.stdout)


if __name__ == "__main__":
    main()
