"""Draws the pictures of docs/board.md; ``./run manage board_pictures`` writes them.

They are a PNG for each sign of the legend, and ``signs.txt`` with the digests of the SVGs that they
were made from: a test compares these with what is drawn now.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from . import legend
from .palette import LIGHT
from .png import png
from .svg import Pen

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "board"
_PIXELS: Final = 400


def pictures() -> dict[str, str]:
    """Name of each sign -> a complete SVG document."""
    size = f'width="{legend.WIDTH}" height="{legend.HEIGHT}"'
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}'
        f' viewBox="0 0 {legend.WIDTH} {legend.HEIGHT}">'
        f'<rect {size} fill="{LIGHT["land"]}"/>'
    )
    return {one.name: f"{opening}{legend.draw(one, Pen('light'))}</svg>\n" for one in legend.SCENES}


def digests() -> str:
    """A line for each picture: the digest of its SVG and its name."""
    return "".join(
        f"{hashlib.sha256(svg.encode()).hexdigest()}  {name}\n" for name, svg in pictures().items()
    )


def write() -> None:
    """Write all pictures and their digests."""
    FOLDER.mkdir(exist_ok=True)
    for name, svg in pictures().items():
        (FOLDER / f"{name}.png").write_bytes(png(svg, _PIXELS))
    (FOLDER / "signs.txt").write_text(digests(), encoding="utf-8")
