"""The program that `png` runs as a process: it reads an SVG document and writes a PNG.

Its arguments are the width in pixels and the font files. It imports as little as possible, because
every picture starts it anew.
"""

import os
import sys

import resvg_py


def main(width: str, fonts: list[str]) -> None:
    os.nice(10)
    picture = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        width=int(width),
        skip_system_fonts=True,
        font_files=fonts,
        font_family="Noto Serif",
        serif_family="Noto Serif",
    )
    sys.stdout.buffer.write(picture)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
