"""The program that `animation` runs as a process: it reads SVG documents and writes a WebP.

Its arguments are the largest size in bytes and the font files. On its input is a JSON object with
the width in pixels, the documents and the milliseconds for which each is shown. A picture that is
too large is written again with less quality.
"""

import io
import json
import os
import sys

import resvg_py
from PIL import Image

QUALITIES = (75, 50, 30)
COLOURS = 256


def main(largest: int, fonts: list[str]) -> None:
    os.nice(10)
    asked = json.loads(sys.stdin.buffer.read())
    frames = [_frame(document, asked["width"], fonts) for document in asked["documents"]]
    for quality in QUALITIES:
        written = _webp(frames, asked["milliseconds"], quality)
        if len(written) <= largest:
            break
    sys.stdout.buffer.write(written)


def _frame(document: str, width: int, fonts: list[str]) -> Image.Image:
    """Draw a document. With a palette it takes a third of the memory until all are drawn."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=document,
        width=width,
        skip_system_fonts=True,
        font_files=fonts,
        font_family="Noto Serif",
        serif_family="Noto Serif",
    )
    with Image.open(io.BytesIO(drawn)) as whole:
        return whole.convert("RGB").quantize(
            COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )


def _webp(frames: list[Image.Image], milliseconds: list[int], quality: int) -> bytes:
    written = io.BytesIO()
    frames[0].save(
        written,
        "WEBP",
        save_all=True,
        append_images=frames[1:],
        duration=milliseconds,
        loop=0,
        quality=quality,
        method=4,
    )
    return written.getvalue()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
