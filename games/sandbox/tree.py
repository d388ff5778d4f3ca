"""Data of a line for the script that keeps the lines which the reader has tried."""

import hashlib
from dataclasses import dataclass
from typing import Any

from adjudicator.orders import Hold

from .. import wording
from . import address
from .comparison import endings_of
from .line import Line, ResolvedPhase


@dataclass(frozen=True)
class TriedLine:
    """A line for the script: `text` is that of its address, and `phase` the code of its last phase.

    Lines with the same `start` begin with the same position and rules. `steps` are the resolved
    phases, each with a `key` that is the same if the orders and outcomes are.
    """

    text: str
    start: str
    phase: str
    steps: list[dict[str, Any]]


def tried_line(line: Line) -> TriedLine:
    beginning = Line(line.start, line.edition, line.changes)
    return TriedLine(
        text=address.write(line),
        start=_digest(address.write(beginning)),
        phase=str(line.position.phase),
        steps=[_step(each) for each in line.phases],
    )


def _step(phase: ResolvedPhase) -> dict[str, Any]:
    """A resolved phase: its key, its code, and the orders that were given; holds come last."""
    write = wording.order_shortener(phase.position)
    given = [each.order for each in phase.resolution.results if each.given and each.order]
    given.sort(key=lambda order: isinstance(order, Hold))
    return {
        "key": _digest(repr(endings_of(phase))),
        "phase": str(phase.position.phase),
        "orders": [write(order) for order in given],
    }


def _digest(text: str) -> str:
    return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()
