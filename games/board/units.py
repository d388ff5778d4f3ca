"""Units and the badges on them; each shape is drawn around its own origin."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from ..core import powers
from .svg import Pen, power_class

if TYPE_CHECKING:
    from .geometry import Point

_SCALE: Final = 1.22
_DISLODGED_SCALE: Final = 0.9
_DISLODGED_RING: Final = 16  # radius
_SHIELD: Final = "M-10-11H10V1C10 7 5 10.5 0 12.5-5 10.5-10 7-10 1z"
_SHIP: Final = "M-15 2.5H-9V-11H9V2.5H15C14.5 8 14 11 11 12H-11C-14 11-14.5 8-15 2.5z"
# Emblems on a field of 12 by 12: bar, cross, two pales, saltire, star, open saltire, crescent.
_EMBLEMS: Final = {
    "AUSTRIA": "M-6-1.8h12v3.6h-12z",
    "ENGLAND": "M-1.4-6h2.8v4.6H6v2.8H1.4V6h-2.8V1.4H-6v-2.8h4.6z",
    "FRANCE": "M-6-6h3.6V6H-6zM2.4-6H6V6H2.4z",
    "GERMANY": "M-5.5-5.5 0-1.2 5.5-5.5 1.2 0 5.5 5.5 0 1.2-5.5 5.5-1.2 0z",
    "ITALY": "M0-6.3 1.6-2.1 6-1.9 2.5.8 3.7 5.1 0 2.6-3.7 5.1-2.5.8-6-1.9-1.6-2.1z",
    "RUSSIA": "M-6-4.4-4.4-6 0-1.6 4.4-6 6-4.4 1.6 0 6 4.4 4.4 6 0 1.6-4.4 6-6 4.4-1.6 0z",
    "TURKEY": (
        "M2.2-5.6A6 6 0 1 0 2.2 5.6 4.7 4.7 0 1 1 2.2-5.6z"
        "M1.7 0a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0z"
    ),
}
_LETTERS_WIDTH: Final = 16.5  # of three
_PLUS: Final = "M-5 0H5M0-5V5"
_TIMES: Final = "M-4-4 4 4M-4 4 4-4"


@cache
def figure(pen: Pen, power: str, unit_type: str, *, dislodged: bool = False) -> str:
    """A unit: a shield for an army, a ship for a fleet, with the emblem of its power."""
    shape, lift, size = (_SHIELD, "-.6", "1") if unit_type == "A" else (_SHIP, "-3.2", ".92")
    name = power_class(power)
    body = pen.path(shape, "unit-ring")
    body += pen.path(shape, "solid", f"power-{name}" if name else "neutral")
    if name:
        move = f"translate(0 {lift}) scale({size})"
        body += _emblem(pen, power, move)
    body = f'<g transform="scale({_DISLODGED_SCALE if dislodged else _SCALE})">{body}</g>'
    if dislodged:
        body += "".join(
            pen.circle((0, 0), _DISLODGED_RING, look) for look in ("unit-ring", "ousted")
        )
    return pen.group(body, name="figure")


def _emblem(pen: Pen, power: str, move: str) -> str:
    """The emblem of a power, or the letters that its set-up gives it."""
    paint = f"emblem-{power_class(power)}"
    if power in _EMBLEMS:
        return f'<path{pen.paint(paint)} transform="{move}" d="{_EMBLEMS[power]}"/>'
    letters = powers.letters(power)
    width = f' textLength="{_LETTERS_WIDTH}"' if len(letters) > 2 else ""
    paint = pen.paint("letters", paint)
    return f'<text{paint} y="2.6" transform="{move}"{width}>{letters}</text>'


def badge(pen: Pen, point: Point, *, good: bool) -> str:
    """A plus for a build, or a cross for a disband or failure, at the upper right of a unit."""
    disc = pen.circle((16, -16), 8.5, "badge-good" if good else "badge-bad")
    sign = pen.group(pen.path(_PLUS if good else _TIMES, "badge-sign"), place=(16, -16))
    return pen.group(pen.group(disc + sign, name="figure"), place=point)
