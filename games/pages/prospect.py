"""A position that is in no row yet, as a page shows it before a game begins at it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from adjudicator import Dislodged, Position, Setup

from .. import wording
from . import sketches


@dataclass(frozen=True)
class PowerLine:
    """What a power has, in words. `dislodged` are units with where each may go."""

    code: str
    power: str
    player: User | None
    units: list[str]
    dislodged: list[tuple[str, str]]
    centers: list[str]


def page(
    position: Position, players: Mapping[str, User], setup: Setup, *, title: str
) -> dict[str, Any]:
    """Map, phase and powers."""
    return {
        "when": wording.code(position.phase),
        "board": sketches.draw(title, position),
        "powers": [_line(position, power, players.get(power)) for power in setup.powers],
        "open_seats": [wording.power(power) for power in setup.powers if power not in players],
    }


def _line(position: Position, power: str, player: User | None) -> PowerLine:
    return PowerLine(
        code=power,
        power=wording.power(power),
        player=player,
        units=[wording.unit(unit) for unit in position.units.get(power, ())],
        dislodged=[_dislodged(each) for each in position.dislodged.get(power, ())],
        centers=[wording.place(code) for code in (position.centers or {}).get(power, ())],
    )


def _dislodged(each: Dislodged) -> tuple[str, str]:
    return wording.unit(each.unit), ", ".join(map(wording.place, each.retreats))
