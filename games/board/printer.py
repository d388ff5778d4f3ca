"""The program that `png` runs as a process: it reads an SVG document and writes a PNG.

Its arguments are the width in pixels, the number of colours and the font files. It imports as
little as possible, because every picture starts it anew.
"""

import io
import os
import sys

import resvg_py
from PIL import Image


def main(width: str, colours: str, fonts: list[str]) -> None:
    os.nice(10)
    picture = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        width=int(width),
        skip_system_fonts=True,
        font_files=fonts,
        font_family="Noto Serif",
        serif_family="Noto Serif",
    )
    sys.stdout.buffer.write(_with_palette(picture, int(colours)))


def _with_palette(picture: bytes, colours: int) -> bytes:
    """The PNG with a palette: a quarter of the size. Areas keep their colours within 1 of 255."""
    with Image.open(io.BytesIO(picture)) as whole:
        reduced = whole.quantize(
            colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
    written = io.BytesIO()
    reduced.save(written, "PNG")
    return written.getvalue()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
