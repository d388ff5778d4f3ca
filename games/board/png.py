"""A drawn board as PNG, with the fonts beside this file and no others.

resvg keeps the interpreter's lock for as long as it draws, so that a web process would answer
nobody meanwhile. It therefore draws in a process of its own, which is this file run as a script,
gives way to all others, and is ended if it takes too long.
"""

from __future__ import annotations

import os
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
_FONTS: Final = sorted(map(str, (Path(__file__).resolve().parent / "fonts").glob("*.ttf")))


def png(document: str, width: int = WIDTH) -> bytes:
    """The picture that an SVG document shows, this many pixels wide.

    Raises ``subprocess.SubprocessError`` if it cannot be drawn or takes longer than ``SECONDS``.
    """
    drawn = subprocess.run(  # noqa: S603  # this file, by the interpreter that runs us
        [sys.executable, "-I", __file__, str(width)],
        input=document.encode(),
        capture_output=True,
        check=True,
        timeout=SECONDS,
    )
    return drawn.stdout


def _draw(document: str, width: int) -> bytes:
    return resvg_py.svg_to_bytes(
        svg_string=document,
        width=width,
        skip_system_fonts=True,
        font_files=_FONTS,
        font_family="Noto Serif",
        serif_family="Noto Serif",
    )


if __name__ == "__main__":
    os.nice(10)
    sys.stdout.buffer.write(_draw(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
