"""Widths of texts, from the advance widths of letters in a TrueType font.

Kerning is ignored: it only brings letters closer together.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER: Final = Path(__file__).resolve().parents[1] / "fonts"


@dataclass(frozen=True)
class Font:
    advances: Mapping[int, float]
    """Character -> its width in a font of size 1."""

    def width(self, text: str, size: float, spacing: float) -> float:
        """The width of a text with ``spacing`` between letters. KeyError: unknown letter."""
        letters = sum(self.advances[ord(letter)] for letter in text)
        return letters * size + spacing * (len(text) - 1)


@cache
def font(name: str) -> Font:
    """Read a font of ``games/board/fonts``, such as ``NotoSerif-Regular``."""
    data = (FOLDER / f"{name}.ttf").read_bytes()
    count = struct.unpack_from(">H", data, 4)[0]
    tables: dict[bytes, int] = {}
    for i in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        tables[tag] = offset
    size = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
    known = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    advances = [
        struct.unpack_from(">H", data, tables[b"hmtx"] + 4 * i)[0] / size for i in range(known)
    ]
    return Font(
        {letter: advances[min(glyph, known - 1)] for letter, glyph in _glyphs(data, tables)}
    )


def _glyphs(data: bytes, tables: dict[bytes, int]) -> list[tuple[int, int]]:
    """Pairs of a character and its glyph's number, from the font's cmap table (format 4)."""
    start = tables[b"cmap"]
    first = start + struct.unpack_from(">I", data, start + 8)[0]
    segments = struct.unpack_from(">H", data, first + 6)[0] // 2
    ends, starts, deltas, ranges = (
        struct.unpack_from(f">{segments}{'h' if part == 2 else 'H'}", data, first + place)
        for part, place in enumerate((14, 16 + 2 * segments, 16 + 4 * segments, 16 + 6 * segments))
    )
    found = []
    for i in range(segments):
        for letter in range(starts[i], min(ends[i], 0xFFFE) + 1):
            glyph = letter
            if ranges[i]:
                place = first + 16 + 6 * segments + 2 * i + ranges[i] + 2 * (letter - starts[i])
                glyph = struct.unpack_from(">H", data, place)[0]
            if ranges[i] == 0 or glyph:
                found.append((letter, (glyph + deltas[i]) & 0xFFFF))
    return found
