"""The program that plays one seat in one phase, as a process: a view in, orders out, in JSON.

It has no database, no network and no secrets: all that it knows comes through its input. It is
started and, at its limit, killed by `games.bots.playing`.
"""

import json
import os
import random
import signal
import sys
from contextlib import suppress
from typing import Any

from .players import PLAYERS
from .proposals import Kind, Proposal
from .view import PastPhase, SeatView

SECONDS = 30
"""After which the program ends itself, should nobody be left who kills it at its limit."""


def main() -> None:
    signal.alarm(SECONDS)
    _run_when_nothing_else_does()
    asked: dict[str, Any] = json.load(sys.stdin)
    dice = random.Random(asked["seed"])  # noqa: S311  # of a game, not of a secret
    orders = PLAYERS[asked["bot"]].orders(view_from(asked["view"]), dice)
    json.dump(orders, sys.stdout)


def _run_when_nothing_else_does() -> None:
    """Take only time that no other process wants, where the system can do that: on Linux."""
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # a container may forbid it; then it only has a low priority
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def view_from(values: dict[str, Any]) -> SeatView:
    """Return the view that `dataclasses.asdict` has turned into values for JSON."""
    made = {
        "history": tuple(PastPhase(**each) for each in values["history"]),
        "agreements": tuple(
            Proposal(**(each | {"kind": Kind(each["kind"])})) for each in values["agreements"]
        ),
    }
    return SeatView(**(values | made))


if __name__ == "__main__":
    main()
