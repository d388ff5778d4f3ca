"""Preview of a game that is taken over from elsewhere: its position is not stored yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from adjudicator import Dislodged, Position, Setup

from ... import wording
from ...board import pictures
from ...models.seat_invitation import LIFETIME


@dataclass(frozen=True)
class PowerLine:
    """Units and centers of a power in words.

    `dislodged` pairs each unit with the places to which it may retreat.
    """

    code: str
    power: str
    player: User | None
    units: list[str]
    dislodged: list[tuple[str, str]]
    centers: list[str]


def take_over_page(
    position: Position, players: Mapping[str, User], setup: Setup, *, title: str
) -> dict[str, Any]:
    """Context of the preview: map, phase and powers. `players` are by power, as far as named."""
    return {
        "heading": wording.phase_name(position.phase),
        "board": pictures.draw_position(title, position),
        "powers": [_line(position, power, players.get(power)) for power in setup.powers],
        "invites": bool(players),
        "lifetime": LIFETIME.days,
        "open_seats": [
            wording.power(power)
            for hand in setup.players
            if players.keys().isdisjoint(hand)
            for power in hand
        ],
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
