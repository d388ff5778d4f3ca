"""A drawn board as PNG, with the fonts beside this file and no others.

resvg keeps the interpreter's lock for as long as it draws, so that a web process would answer
nobody meanwhile. It therefore draws in a process of its own (`printer`), which gives way to all
others, and is ended if it takes too long.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import resvg_py

WIDTHS: Final = (600, 900, 1200, 1600, 2400)
WIDTH: Final = 1200
# When it is replaced all is drawn anew.
MAKER: Final = f"resvg {resvg_py.__resvg_version__}"
SECONDS: Final = 30  # a machine without a free core may need ten times as long as usual
_HERE: Final = Path(__file__).resolve().parent
_PRINTER: Final = (sys.executable, "-I", str(_HERE / "printer.py"))
_FONTS: Final = sorted(map(str, (_HERE / "fonts").glob("*.ttf")))


def png(document: str, width: int = WIDTH) -> bytes:
    """The picture that an SVG document shows, this many pixels wide.

    Raises ``subprocess.SubprocessError`` if it cannot be drawn or takes longer than ``SECONDS``.
    """
    drawn = subprocess.run(  # noqa: S603  # our own file, by the interpreter that runs us
        [*_PRINTER, str(width), *_FONTS],
        input=document.encode(),
        capture_output=True,
        check=True,
        timeout=SECONDS,
    )
    return drawn.stdout
