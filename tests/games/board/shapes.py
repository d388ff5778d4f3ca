"""The stored shapes in plain Python, as steps of paths that neighbours share.

Coordinates are whole tenths of a unit, as in the file, so that equal points compare equal.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

GEOMETRY = Path(__file__).resolve().parents[3] / "static" / "board" / "standard.svg"
SVG = "{http://www.w3.org/2000/svg}"
TOKEN = re.compile(r"[Mlqtz]|-?(?:\d+\.?\d*|\.\d+)")

Spot = tuple[int, int]


class Step(NamedTuple):
    """A line, or a curve round a corner."""

    start: Spot
    bend: Spot | None
    end: Spot

    def back(self) -> Step:
        return Step(self.end, self.bend, self.start)

    def points(self, parts: int = 4) -> list[tuple[float, float]]:
        """Points along the step in units of the page, without its start."""
        if self.bend is None:
            return [(self.end[0] / 10, self.end[1] / 10)]
        found = []
        for part in range(1, parts + 1):
            t = part / parts
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            x = a * self.start[0] + b * self.bend[0] + c * self.end[0]
            y = a * self.start[1] + b * self.bend[1] + c * self.end[1]
            found.append((x / 10, y / 10))
        return found

    def lines(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        points = [(self.start[0] / 10, self.start[1] / 10), *self.points()]
        return list(pairwise(points))

    def length(self) -> float:
        return sum(math.dist(a, b) for a, b in self.lines())


@cache
def paths() -> dict[str, str]:
    tree = ElementTree.parse(GEOMETRY)
    return {path.attrib["id"]: path.attrib["d"] for path in tree.iter(f"{SVG}path")}


def rings(d: str) -> list[list[Step]]:
    """The closed rings of a path of ``M l q t z``; lines lead back to the start."""
    found: list[list[Step]] = []
    tokens = TOKEN.findall(d)
    i, letter, here, steps = 0, "", (0, 0), list[Step]()
    while i < len(tokens):
        if tokens[i].isalpha():
            letter = tokens[i]
            i += 1
        if letter == "z":
            if steps[-1].end != steps[0].start:
                steps.append(Step(steps[-1].end, None, steps[0].start))
            found.append(steps)
            steps = []
            continue
        count = 4 if letter == "q" else 2
        numbers = [round(float(token) * 10) for token in tokens[i : i + count]]
        i += count
        if letter == "M":
            here = (numbers[0], numbers[1])
            continue
        spots = [
            (here[0] + dx, here[1] + dy) for dx, dy in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        bend = spots[0] if letter == "q" else _opposite(steps[-1]) if letter == "t" else None
        steps.append(Step(here, bend, spots[-1]))
        here = spots[-1]
    assert steps == [], "an open path"
    return found


def _opposite(step: Step) -> Spot:
    """The bend of a curve after this one that is written with ``t``."""
    bend = step.bend or step.end
    return 2 * step.end[0] - bend[0], 2 * step.end[1] - bend[1]


@cache
def areas() -> dict[str, list[list[Step]]]:
    """Name -> rings of every area of the page: provinces, straits and neutral lands."""
    no_area = {"shore", "sea-borders", "borders", "lakes", "centers", "stars"}
    return {name: rings(d) for name, d in paths().items() if name not in no_area}


@cache
def sides() -> dict[Step, str]:
    """Map each step to the area on its left. AssertionError: there are two such areas."""
    found: dict[Step, str] = {}
    for name, outline in areas().items():
        for ring in outline:
            for step in ring:
                assert step not in found, (name, found[step], step)
                found[step] = name
    return found


@cache
def outline(name: str) -> list[list[tuple[float, float]]]:
    """An area's rings as points."""
    return [[point for step in ring for point in step.points()] for ring in areas()[name]]


def inside(point: tuple[float, float], name: str) -> bool:
    x, y = point
    odd = False
    for ring in outline(name):
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
    return odd


@cache
def borders() -> dict[tuple[str, str], list[Step]]:
    """Map two areas to the steps that they share, in the direction of the first area's outline."""
    found: defaultdict[tuple[str, str], list[Step]] = defaultdict(list)
    for step, name in sides().items():
        other = sides().get(step.back())
        if other is not None:
            found[name, other].append(step)
    return dict(found)
