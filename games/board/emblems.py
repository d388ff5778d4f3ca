"""The shields of the powers, small, for beside their names: ``static/board/emblems.svg``.

They stand in one row in the order of ``POWERS``, so that a style sheet shows one of them as a
background; a test compares the file with what ``sheet()`` writes:

    python -c 'from games.board.emblems import sheet as s; print(end=s())' \\
        > static/board/emblems.svg
"""

from __future__ import annotations

from typing import Final

from .anchors import POWERS
from .pen import Pen
from .units import figure

WIDTH: Final = 30
HEIGHT: Final = 34


def sheet() -> str:
    """They look the same on any ground: a pale and a dark line surround each."""
    pen = Pen("light")
    # A shield reaches further down from its middle than up.
    shields = "\n".join(
        pen.group(figure(pen, power, "A"), place=(WIDTH * (place + 0.5), HEIGHT / 2 - 1))
        for place, power in enumerate(POWERS)
    )
    width = WIDTH * len(POWERS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT}" '
        f'viewBox="0 0 {width} {HEIGHT}">\n{shields}\n</svg>\n'
    )
