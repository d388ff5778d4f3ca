"""A drawn board as PNG, with the fonts beside this file and no others.

resvg holds the interpreter's lock while it draws, so a web process could not answer requests. It
therefore runs in a process of its own (`printer`), at low priority and with a time limit.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final

WIDTHS: Final = (600, 900, 1200, 1600, 2400)
WIDTH: Final = 1200
COLOURS: Final = 128  # of the palette; with 256 a picture is no better to the eye, and larger
# Part of the names of stored pictures: if they are made otherwise, they are drawn anew.
MAKER: Final = f"resvg-py {version('resvg-py')}, Pillow {version('pillow')}, {COLOURS} colours"
SECONDS: Final = 30  # without a free core it may take ten times as long as usual
_HERE: Final = Path(__file__).resolve().parent
_PRINTER: Final = (sys.executable, "-I", str(_HERE / "printer.py"))
FONTS: Final = sorted(map(str, (_HERE / "fonts").glob("*.ttf")))


def png(document: str, width: int = WIDTH) -> bytes:
    """Draw an SVG document as a PNG that is ``width`` pixels wide.

    Raises ``subprocess.SubprocessError`` if that fails or takes longer than ``SECONDS``.
    """
    drawn = subprocess.run(  # noqa: S603  # our own file, by the interpreter that runs us
        [*_PRINTER, str(width), str(COLOURS), *FONTS],
        input=document.encode(),
        capture_output=True,
        check=True,
        timeout=SECONDS,
    )
    return drawn.stdout
