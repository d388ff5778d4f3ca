"""CPU time for drawing a crowded board as SVG and as PNG.

    .venv/bin/python -m tests.bench.pictures [--keep]

The boards are the fullest of the recorded games, with 34 units and 34 orders. The command writes
its part of docs/measured.md, or with --keep only prints it.
"""

import os
import resource
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import django

from tests import measured

if TYPE_CHECKING:
    from games.board import Theme

BOARDS = 3
RUNS = 5


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    lines = _measure()
    print("\n".join(lines))
    if "--keep" not in arguments:
        measured.write("pictures", lines)


def _measure() -> list[str]:
    from games.board import png, render
    from games.board.geometry import load_geometry
    from tests.games.board import crowded

    full = [
        each for each in crowded.pictures() if len(each.units) >= 34 and len(each.orders) >= 34
    ][:BOARDS]
    assert len(full) == BOARDS
    draw = partial(render, load_geometry("standard"))
    themes: tuple[Theme, ...] = ("light", "dark")
    draw(full[0], geometry_url=None)  # warm the caches
    url = "/static/board/standard.svg"
    page = [_cpu(partial(draw, each, geometry_url=url)) for each in full]
    documents = [draw(each, geometry_url=None, theme=theme) for each in full for theme in themes]
    alone = [_cpu(partial(draw, each, geometry_url=None)) for each in full]
    rows = [
        ("", "CPU, median", "CPU, worst board", "size, largest"),
        ("---", "---:", "---:", "---:"),
        ("SVG in a page", *_ms(page), _kb(len(draw(full[0], geometry_url=url).encode()))),
        ("SVG as a file", *_ms(alone), _kb(max(len(each.encode()) for each in documents))),
    ]
    for width in (min(png.WIDTHS), png.WIDTH, max(png.WIDTHS)):
        drawn = [_cpu(partial(png.png, document, width), 2) for document in documents]
        sizes = [len(png.png(document, width)) for document in documents[:2]]
        rows.append((f"PNG, {width} px", *_ms(drawn), _kb(max(sizes))))
    return [
        f"{measured.machine()}; {png.MAKER}; the process that draws a PNG counts from its start.",
        "",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def _cpu(draw: Callable[[], object], runs: int = RUNS) -> float:
    """CPU seconds of this process and its children; the minimum of `runs` runs."""
    return min(_once(draw) for _ in range(runs))


def _once(draw: Callable[[], object]) -> float:
    before = time.process_time() + _of_children()
    draw()
    return time.process_time() + _of_children() - before


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _ms(seconds: list[float]) -> tuple[str, str]:
    return f"{1000 * statistics.median(seconds):.0f} ms", f"{1000 * max(seconds):.0f} ms"


def _kb(size: int) -> str:
    return f"{size / 1000:.0f} KB"


if __name__ == "__main__":
    main(sys.argv[1:])
