"""The texts, strokes and figures of a page's SVG, as boxes."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

from games.board.labels import LARGE
from games.board.palette import STYLES
from tests.games.board.test_places import Box, line_box, unit_box

if TYPE_CHECKING:
    from collections.abc import Iterator

BUCKET = 40
Spot = tuple[float, float]


class Dab(NamedTuple):
    """A point of a stroke, with half the stroke's width there."""

    x: float
    y: float
    half: float

    def touches(self, box: Box) -> bool:
        dx = max(box.left - self.x, 0, self.x - box.right)
        dy = max(box.top - self.y, 0, self.y - box.bottom)
        return math.hypot(dx, dy) < self.half


@dataclass
class Drawing:
    names: list[tuple[str, Box]] = field(default_factory=list)
    units: list[tuple[str, Box]] = field(default_factory=list)
    badges: list[tuple[str, Box]] = field(default_factory=list)
    dabs: dict[tuple[int, int], list[tuple[str, Dab]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def covered(self) -> list[tuple[str, str]]:
        """Return the names that a sign of an order overlaps."""
        return sorted({(name, order) for name, box in self.names for order in self._on(box)})

    def _on(self, box: Box) -> Iterator[str]:
        for i in range(int(box.left - 12) // BUCKET, int(box.right + 12) // BUCKET + 1):
            for j in range(int(box.top - 12) // BUCKET, int(box.bottom + 12) // BUCKET + 1):
                for order, dab in self.dabs.get((i, j), ()):
                    if dab.touches(box):
                        yield order

    def overlapping(self) -> list[tuple[str, str]]:
        """Return overlapping names and units; a dislodged unit may overlap its attacker's rim."""
        signs = [*self.units, *self.badges]
        found = [
            (name, other) for name, box in self.names for other, sign in signs if box.meets(sign)
        ]
        found += [(a, b) for (a, p), (b, q) in combinations(self.names, 2) if p.meets(q)]
        found += [(a, b) for (a, p), (b, q) in combinations(self.units, 2) if p.meets(q)]
        return sorted(found)


def read(svg: str, letters: str = "small") -> Drawing:
    """Read a drawing with its names in small or large letters."""
    drawing = Drawing()
    for layer in ElementTree.fromstring(svg):
        kinds = layer.get("class", "").split()
        if f"{letters}-labels" in kinds:
            drawing.names = [
                _name(text, LARGE.size if letters == "large" else None)
                for text in layer.iter("text")
            ]
        elif "units" in kinds:
            drawing.units = [_unit(one) for one in layer]
        elif "orders" in kinds or "badges" in kinds:
            for order in layer:
                for dab in _dabs(order, (0, 0)):
                    place = (int(dab.x) // BUCKET, int(dab.y) // BUCKET)
                    drawing.dabs[place].append((order.get("data-order", ""), dab))
    return drawing


def _name(text: ElementTree.Element, only_size: float | None) -> tuple[str, Box]:
    words, x, y = text.text or "", float(text.attrib["x"]), float(text.attrib["y"])
    kinds = text.get("class", "").split()
    given = STYLES["coast-label"] if "coast-label" in kinds else text.attrib
    size = only_size or float(given["font-size"])
    sea = "sea-label" in kinds or "coast-label" in kinds
    box = line_box(words, x, y, size, sea=sea)
    if "textLength" in text.attrib:
        half = float(text.attrib["textLength"]) / 2
        box = Box(x - half, box.top, x + half, box.bottom)
    return words, box


def _unit(one: ElementTree.Element) -> tuple[str, Box]:
    (x, y), name = _moved(one, (0, 0)), one.attrib["data-unit"]
    if "data-dislodged" in one.attrib:
        return f"{name} (dislodged)", Box(x - 15, y - 13, x + 15, y + 14.5)
    return name, unit_box((x, y), "land" if name.startswith("A") else "sea")


def _moved(element: ElementTree.Element, origin: Spot) -> Spot:
    found = re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", ""))
    return (origin[0] + float(found[1]), origin[1] + float(found[2])) if found else origin


def _dabs(element: ElementTree.Element, origin: Spot) -> Iterator[Dab]:
    if element.get("transform", "").startswith("translate(0"):
        return  # an emblem inside its unit
    here = _moved(element, origin)
    widths = [STYLES.get(name, {}).get("stroke-width") for name in element.get("class", "").split()]
    half = max([float(width) / 2 for width in widths if width], default=0.5)
    if element.tag == "path":
        for x, y in _along(element.attrib["d"]):
            yield Dab(here[0] + x, here[1] + y, half)
    elif element.tag == "circle":
        x, y, r = (float(element.get(name, 0)) for name in ("cx", "cy", "r"))
        for i in range(int(r * 4) + 1):
            turn = i * 2 * math.pi / (r * 4)
            spot = (here[0] + x + r * math.cos(turn), here[1] + y + r * math.sin(turn))
            yield Dab(*spot, half)
    for child in element:
        yield from _dabs(child, here)


_TOKEN = re.compile(r"[MLHVQAC]|[a-z]|-?(?:\d+\.?\d*|\.\d+)")
_TAKES = {"M": 2, "L": 2, "Q": 4, "A": 7}


def _along(d: str) -> list[Spot]:
    """Return points about a unit apart along a path of ``M``, ``L``, ``Q`` and ``A``.

    The path may end in ``z``. Of any other path, which is small, return the corners.
    """
    tokens = _TOKEN.findall(d)
    found: list[Spot] = []
    here, letter, i = (0.0, 0.0), "", 0
    while i < len(tokens):
        if tokens[i].isalpha():
            letter = tokens[i]
            i += 1
        if letter not in _TAKES:
            if letter == "z":
                continue
            break
        count = _TAKES[letter]
        numbers = [float(token) for token in tokens[i : i + count]]
        i += count
        end = (numbers[-2], numbers[-1])
        bend = (numbers[0], numbers[1]) if letter == "Q" else None
        if letter == "A":
            bend = _arc_bend(here, end)
        if letter != "M":
            found += _curve(here, bend or end, end)
        here = end
        letter = "L" if letter == "M" else letter
    return found


def _arc_bend(start: Spot, end: Spot) -> Spot:
    """Return the corner of a short arc round the origin: the intersection of its tangents."""
    x, y = start[0] + end[0], start[1] + end[1]
    radius, reach = math.hypot(*start), math.hypot(x, y)
    angle = math.acos(min(1.0, reach / 2 / radius))
    away = radius / math.cos(angle) / reach
    return (x * away, y * away)


def _curve(a: Spot, b: Spot, c: Spot) -> list[Spot]:
    count = int(math.dist(a, b) + math.dist(b, c)) + 1
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * b[0] + t * t * c[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * b[1] + t * t * c[1],
        )
        for t in (i / count for i in range(count + 1))
    ]
