"""A pattern for each power's land, so that lands can be told apart without colours.

They follow the hatchings by which engravers have shown the colours of coats of arms since the
seventeenth century: red has vertical, blue horizontal, green diagonal lines, black both vertical
and horizontal ones, gold has dots. Light blue has waves; white, which engravers leave plain, has
small crosses far apart. Powers that a set-up file names have one of eight directions and one of
five kinds of lines, by their number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..core import powers
from .geometry import POWERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .svg import Pen

# Width and height of the repeated tile, and the path on it; dots are lines of length 0.
_TILES: Final = {
    "AUSTRIA": (12, 12, "M6 0V12"),
    "ENGLAND": (12, 12, "M0 6H12"),
    "FRANCE": (20, 11, "M0 5.5q5-5 10 0t10 0"),
    "GERMANY": (13, 13, "M6.5 0V13M0 6.5H13"),
    "ITALY": (15, 15, "M-1-1 16 16M-1 14 1 16M14-1 16 1"),
    "RUSSIA": (30, 30, "M7.5 4.5V10.5M4.5 7.5H10.5M22.5 19.5V25.5M19.5 22.5H25.5"),
    "TURKEY": (16, 16, "M4 4h.01M12 12h.01"),
}
_LOOKS: Final = {"TURKEY": ("pattern", "pattern-points")}


# Lines across a tile of 14 by 14: one, two, dashes, dots, and a zigzag.
_LINES: Final = ("M0 7H14", "M0 4H14M0 7.5H14", "M0 7H8", "M7 7h.01", "M0 10L7 4 14 10")
_DOTS: Final = "M7 7h.01"


def fill(power: str) -> str:
    """The ``fill`` of the pattern over the land of a power."""
    return f"url(#board-pattern-{powers.look(power)})"


def definitions(pen: Pen, owners: Iterable[str]) -> str:
    """The patterns of the standard powers, and of those of the owners that have a number."""
    looks = sorted({powers.look(power) for power in owners if power not in _TILES})
    return _standard(pen) + "".join(_numbered(pen, look) for look in looks)


def _numbered(pen: Pen, look: str) -> str:
    number = int(look.removeprefix("n")) - 1
    d = _LINES[number % len(_LINES)]
    looks = ("pattern", "pattern-points") if d == _DOTS else ("pattern",)
    angle = number % 8 * 22.5 + 11
    return (
        f'<pattern id="board-pattern-{look}" width="14" height="14" '
        f'patternUnits="userSpaceOnUse" patternTransform="rotate({angle:g})">'
        f"{pen.path(d, *looks)}</pattern>"
    )


def _standard(pen: Pen) -> str:
    return "".join(
        f'<pattern id="board-pattern-{power.lower()}" width="{width}" height="{height}" '
        f'patternUnits="userSpaceOnUse">{pen.path(d, *_LOOKS.get(power, ("pattern",)))}'
        "</pattern>"
        for power in POWERS
        for width, height, d in (_TILES[power],)
    )
