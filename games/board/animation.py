"""Drawn boards one after another as an animated WebP, with a caption above each.

As for a PNG, a process of its own draws, at low priority and with a time limit. Measured in
docs/measured.md: an animated PNG has nearly twice the size.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from . import png

if TYPE_CHECKING:
    from collections.abc import Sequence

TYPE: Final = "image/webp"
LARGEST: Final = 3_000_000  # bytes; only a very long game is larger, with the least quality
MOST_FRAMES: Final = 120
# Part of what an animation shows: if they are made otherwise, they are drawn again.
MAKER: Final = f"{png.MAKER}, 2"
SECONDS: Final = 240  # less than CELERY_TASK_TIME_LIMIT
_WIDTHS: Final = ((24, 1000), (60, 800), (MOST_FRAMES, 600))  # for so many frames
_SHOWN, _LAST_SHOWN = 2000, 5000  # milliseconds
_ANIMATOR: Final = (
    sys.executable,
    "-I",
    str(Path(__file__).resolve().parent / "animator.py"),
)
_SIZE: Final = re.compile(r'<svg ([^>]*?)width="(\d+)" height="(\d+)"')
_BAND: Final = 0.075  # height of the caption, as part of the width of the board
_TITLE, _LINE = 0.028, 0.02  # sizes of its letters
_LETTER: Final = 0.55  # usual width of a letter, as part of its size


@dataclass(frozen=True)
class Frame:
    """A board as a complete SVG document, and two lines above it."""

    document: str
    title: str
    line: str


def width_of(frames: int) -> int:
    """The width in pixels of an animation with so many frames: long ones are smaller."""
    return next((width for most, width in _WIDTHS if frames <= most), _WIDTHS[-1][1])


def webp(frames: Sequence[Frame]) -> bytes:
    """Draw the frames one after another.

    Raises ``subprocess.SubprocessError`` if that fails or takes longer than ``SECONDS``.
    """
    asked = {
        "width": width_of(len(frames)),
        "documents": [with_caption(frame) for frame in frames],
        "milliseconds": [_SHOWN] * (len(frames) - 1) + [_LAST_SHOWN],
    }
    drawn = subprocess.run(  # noqa: S603  # our own file, by the interpreter that runs us
        [*_ANIMATOR, str(LARGEST), *png.FONTS],
        input=json.dumps(asked).encode(),
        capture_output=True,
        check=True,
        timeout=SECONDS,
    )
    return drawn.stdout


def with_caption(frame: Frame) -> str:
    """The document of a frame with its two lines in a band above the board."""
    found = _SIZE.search(frame.document)
    assert found is not None
    width, height = int(found[2]), int(found[3])
    band = round(width * _BAND)
    texts = (
        _text(frame.title, width, band * 0.45, _TITLE),
        _text(frame.line, width, band * 0.85, _LINE),
    )
    board = frame.document.replace("<svg ", f'<svg y="{band}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + band}" '
        f'viewBox="0 0 {width} {height + band}">'
        f'<rect width="{width}" height="{band}" fill="#fffdf7"/>{"".join(texts)}{board}</svg>'
    )


def _text(text: str, width: int, y: float, part: float) -> str:
    """A line in the middle, in smaller letters if it would be too long."""
    size = min(width * part, width * 0.96 / (_LETTER * max(1, len(text))))
    return (
        f'<text x="{width / 2}" y="{y:.0f}" font-family="Noto Serif" font-size="{size:.1f}" '
        f'fill="#222" text-anchor="middle">{escape(text)}</text>'
    )
