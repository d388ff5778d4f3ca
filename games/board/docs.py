"""Draws the pictures of docs/board.md; ``./run manage board_pictures`` writes them.

One PNG for each sign of the key, and ``signs.txt`` with the digest of the SVG that each was made
of, by which a test knows whether they are still what the pen draws.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from . import key
from .palette import LIGHT
from .pen import Pen
from .png import png

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "board"
_PIXELS: Final = 400


def pictures() -> dict[str, str]:
    """Name of each sign -> a complete SVG document."""
    size = f'width="{key.WIDTH}" height="{key.HEIGHT}"'
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {key.WIDTH} {key.HEIGHT}">'
        f'<rect {size} fill="{LIGHT["land"]}"/>'
    )
    return {one.name: f"{opening}{key.draw(one, Pen('light'))}</svg>\n" for one in key.SCENES}


def digests() -> str:
    """A line for each picture: the digest of its SVG and its name."""
    return "".join(
        f"{hashlib.sha256(svg.encode()).hexdigest()}  {name}\n" for name, svg in pictures().items()
    )


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, svg in pictures().items():
        (FOLDER / f"{name}.png").write_bytes(png(svg, _PIXELS))
    (FOLDER / "signs.txt").write_text(digests(), encoding="utf-8")
