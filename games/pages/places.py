"""What the script of the map needs to know of the provinces: what they are called and where units
stand in them."""

from .. import wording
from ..board.anchors import standard


def places() -> dict[str, tuple[str, int, int]]:
    """By code, for provinces and for coasts: the reader's name, and the point of the drawing."""
    found = {}
    for location in sorted(wording.LOCATIONS):
        anchor = standard().anchor(location)
        if anchor is not None:
            x, y = anchor.unit
            found[location] = (wording.place(location), round(x), round(y))
    return found
