"""Arcs as the ``d`` of SVG paths, their corners rounded, and as plain lines of points.

A drawn arc runs through the middles of its sides and bends at its corners, with one quadratic curve
for each corner. Both areas beside an arc get exactly the same numbers.

The file has the corners on even tenths, so that each middle is a whole tenth. A curve then begins
exactly opposite to the end of the one before, and SVG's ``t`` writes it by its end alone, which
halves the file.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .mesh import Arc, Spot

# A line to a spot, or the corner and the end of a curve.
Step = tuple[tuple[int, int], ...]


def _middle(a: Spot, b: Spot) -> Spot:
    return ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)


def steps(arc: Arc) -> tuple[Spot, list[Step]]:
    """The start of the drawn arc, and its steps."""
    spots = arc.spots
    if arc.rim or len(spots) == 2:  # the rim of the page is straight
        return spots[0], [(spot,) for spot in spots[1:]]
    middles = [_middle(a, b) for a, b in pairwise(spots)]
    if arc.closed:
        corners = [*spots[1:-1], spots[0]]
        return middles[0], list(zip(corners, [*middles[1:], middles[0]], strict=True))
    ends = [*middles[1:-1], spots[-1]]
    return spots[0], list(zip(spots[1:-1], ends, strict=True))


def _on_even_tenths(arc: Arc) -> Arc:
    """The arc as the file has it: each corner is moved by a tenth at most; its ends stay."""
    spots = [(x - x % 2, y - y % 2) for x, y in arc.spots]
    if not arc.closed:
        spots[0], spots[-1] = arc.spots[0], arc.spots[-1]
    return arc if arc.rim else replace(arc, spots=tuple(spots))


def _number(tenths: int) -> str:
    whole, tenth = divmod(abs(tenths), 10)
    text = f"{whole or ''}.{tenth}" if tenth else str(whole)
    return f"-{text}" if tenths < 0 else text


def _pair(start: Spot, end: Spot) -> str:
    x, y = _number(end[0] - start[0]), _number(end[1] - start[1])
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


def _write(start: Spot, ways: list[Step]) -> str:
    text, here, last = f"M{_number(start[0])} {_number(start[1])}", start, "M"
    opposite = None  # to the corner of the curve before, beyond its end: the corner that `t` means
    for step in ways:
        letter = "l" if len(step) == 1 else "t" if step[0] == opposite else "q"
        numbers = [_pair(here, spot) for spot in (step if letter == "q" else step[-1:])]
        text += letter if letter != last else "" if numbers[0].startswith("-") else " "
        text += numbers[0] + "".join(n if n.startswith("-") else f" {n}" for n in numbers[1:])
        (x, y), (bend_x, bend_y) = step[-1], step[0]
        opposite = (2 * x - bend_x, 2 * y - bend_y) if len(step) == 2 else None
        here, last = step[-1], letter
    return text


def outline(chains: Iterable[list[Arc]]) -> str:
    """Chains of arcs as closed rings."""
    text = ""
    for chain in chains:
        start, ways = steps(_on_even_tenths(chain[0]))
        for arc in chain[1:]:
            ways = ways + steps(_on_even_tenths(arc))[1]
        text += _write(start, ways) + "z"
    return text


def path_data(arcs: Iterable[Arc]) -> str:
    """Arcs as open lines."""
    return "".join(
        _write(*steps(_on_even_tenths(arc))) + ("z" if arc.closed else "") for arc in arcs
    )


def points(chain: list[Arc], parts: int = 4) -> list[tuple[float, float]]:
    """The points of a drawn ring, each curve as a few straight lines; in units of the page."""
    found: list[tuple[float, float]] = []
    for arc in chain:
        here, ways = steps(arc)
        if not found:
            found.append((here[0] / 10, here[1] / 10))
        for step in ways:
            end, bend = step[-1], step[0]
            for part in range(1, parts + 1) if len(step) == 2 else (parts,):
                t = part / parts
                x = (1 - t) ** 2 * here[0] + 2 * t * (1 - t) * bend[0] + t * t * end[0]
                y = (1 - t) ** 2 * here[1] + 2 * t * (1 - t) * bend[1] + t * t * end[1]
                found.append((x / 10, y / 10))
            here = end
    return found
