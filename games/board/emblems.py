"""Small shields of the powers, shown beside their names: ``static/board/emblems.svg``.

They are in one row in the order of ``POWERS``, so that a style sheet can show one of them as a
background. A test compares the file with what ``sheet()`` gives; to write it:

    python -c 'from games.board.emblems import sheet as s; print(end=s())' \\
        > static/board/emblems.svg
"""

from __future__ import annotations

from typing import Final

from .geometry import POWERS
from .svg import Pen
from .units import figure

WIDTH: Final = 30
HEIGHT: Final = 34


def sheet() -> str:
    """The SVG file. A pale and a dark line round each shield set it off any background."""
    pen = Pen("light")
    # One unit up: a shield reaches further down from its origin than up.
    shields = "\n".join(
        pen.group(figure(pen, power, "A"), place=(WIDTH * (place + 0.5), HEIGHT / 2 - 1))
        for place, power in enumerate(POWERS)
    )
    width = WIDTH * len(POWERS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT}" '
        f'viewBox="0 0 {width} {HEIGHT}">\n{shields}\n</svg>\n'
    )
