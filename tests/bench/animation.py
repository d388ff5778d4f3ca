"""`./run bench animation`: size and processor time of the animation of a game of twenty phases.

The games are recorded ones, from their beginning and with all their orders. Beside the animated
WebP of the site stands the same as an animated PNG with one palette for all frames. Longer games
are some of them one after another. The command writes its part of docs/measured.md, or with --keep
only prints it.
"""

import io
import os
import resource
import sys
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING
from unittest import mock

import django
from PIL import Image

from tests import measured

if TYPE_CHECKING:
    from games.board.animation import Frame

PHASES, GAMES = 20, 3
LONGER = (40, 120)
COLOURS = 128


def main(arguments: Sequence[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    lines = _measure()
    print("\n".join(lines))
    if "--keep" not in arguments:
        measured.write("animation", lines)


def _measure() -> list[str]:
    from games.board import animation
    from tests.adjudicator import recorded

    # The last line of a game has no orders.
    found = ((i, row) for i, row in enumerate(recorded.rows()) if "orders" in row)
    games = [
        [i for i, _row in rows] for _game, rows in groupby(found, lambda each: each[1]["game"])
    ]
    rows = [("", "phases", "width", "size", "CPU"), ("---", "---:", "---:", "---:", "---:")]
    for number, game in enumerate(games[:GAMES], 1):
        frames = _frames(game[:PHASES])
        content, seconds = _timed(frames)
        rows.append(_row(f"game {number}, WebP", PHASES, len(content), f"{seconds:.0f} s"))
        size = len(_apng(frames))
        rows.append(_row(f"game {number}, PNG", PHASES, size, ""))
    whole = [i for game in games for i in game]
    for phases in LONGER:
        content, seconds = _timed(_frames(whole[:phases]))
        rows.append(_row("longer, WebP", phases, len(content), f"{seconds:.0f} s"))
    return [
        f"{measured.machine()}; {animation.MAKER}; each is drawn by a new process.",
        "",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def _frames(phases: Sequence[int]) -> "list[Frame]":
    from games.board import animation, render
    from games.board.geometry import load_geometry
    from tests.games.board import crowded

    board = load_geometry("standard")
    pictures = [crowded.picture(each) for each in phases]
    line = "England 6, France 6, Turkey 5, Germany 5, Italy 4, Russia 4, Austria 4"
    return [
        animation.Frame(render(board, each, geometry_url=None), each.title, line)
        for each in pictures
    ]


def _timed(frames: "list[Frame]") -> tuple[bytes, float]:
    """An animation, and the processor time it took, however busy the machine is."""
    from games.board import animation

    before = _of_children()
    with mock.patch.object(animation, "SECONDS", None):
        content = animation.webp(frames)
    return content, _of_children() - before


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _row(name: str, phases: int, size: int, seconds: str) -> tuple[str, str, str, str, str]:
    from games.board import animation

    width = f"{animation.width_of(phases)} px"
    return name, str(phases), width, f"{size / 1_000_000:.2f} MB", seconds


def _apng(frames: "list[Frame]") -> bytes:
    """The same frames as an animated PNG."""
    from games.board import animation, png

    width = animation.width_of(len(frames))
    drawn = [png.png(animation.with_caption(each), width) for each in frames]
    opened = [Image.open(io.BytesIO(each)).convert("RGBA").convert("RGB") for each in drawn]
    palette = opened[len(opened) // 2].quantize(COLOURS, dither=Image.Dither.NONE)
    reduced = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in opened]
    written = io.BytesIO()
    reduced[0].save(written, "PNG", save_all=True, append_images=reduced[1:], duration=2000, loop=0)
    return written.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
