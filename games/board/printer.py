"""What `png` runs as a process of its own: the width and the font files in, a document, a PNG out.

It imports next to nothing, because each picture pays for it.
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
