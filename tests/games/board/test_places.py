"""Units, centers and names are in their provinces and cover nothing, in every language."""

from __future__ import annotations

import math
import unicodedata
from functools import cache
from itertools import combinations
from typing import NamedTuple

import pytest

from adjudicator.notation import language_data
from adjudicator.notation.language import LANGUAGES
from games.board.build.font import font
from games.board.geometry import Label, Province, load_geometry
from tests.games.board.shapes import inside
from tests.games.board.shores import BOARD, stretches

GEOMETRY = load_geometry("standard")
PROVINCES = GEOMETRY.provinces


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def unit_box(point: tuple[float, float], kind: str) -> Box:
    """The box of a shield or a ship with its bright rim, at 1.22 times its size."""
    half = 1.22 * (12 if kind == "land" else 17)
    return Box(point[0] - half, point[1] - 1.22 * 13, point[0] + half, point[1] + 1.22 * 14.5)


def line_box(text: str, x: float, base: float, size: float, *, sea: bool) -> Box:
    """The box of a line's ink, computed from the font: capitals, accents, descenders."""
    marks = any(map(unicodedata.combining, unicodedata.normalize("NFD", text)))
    up = 0.94 if marks and not sea else 0.78 if sea else 0.73
    down = 0.24 if sea else 0.24 if set(text) & set("JQДЦЩ") else 0.02
    half = width(text, size, sea=sea) / 2
    return Box(x - half, base - up * size, x + half, base + down * size)


def width(text: str, size: float, *, sea: bool) -> float:
    face = font("NotoSerif-Italic" if sea else "NotoSerif-Regular")
    return face.width(text, size, 1.6 if sea else 0.8)


def label_boxes(one: Province, label: Label) -> list[Box]:
    sea = one.kind == "sea"
    return [line_box(line.text, *line.point, label.size, sea=sea) for line in label.lines]


@cache
def signs() -> list[tuple[str, str, Box]]:
    """Return province, sign and box of units, of the fleets of each coast, and of centers."""
    found = []
    for code, one in PROVINCES.items():
        found.append((code, "unit", unit_box(one.unit_spot.unit, one.kind)))
        for coast, spot in one.coasts.items():
            found.append((code, f"unit on {coast}", unit_box(spot.unit, one.kind)))
        if one.center:
            x, y = one.center
            found.append((code, "center", Box(x - 7, y - 7, x + 7, y + 7)))
    return found


def names(language: str, *, everywhere: bool = False) -> list[tuple[str, str, Box]]:
    """The boxes of names in their first places, or in all of them."""
    found = []
    short = language_data(language).coasts
    for code, one in PROVINCES.items():
        labels = one.labels[language] if everywhere else one.labels[language][:1]
        found += [(code, "name", box) for label in labels for box in label_boxes(one, label)]
        for coast, points in one.coast_labels.items():
            half = width(short[coast].short.lower(), 12, sea=True) / 2
            for x, y in points if everywhere else points[:1]:
                found.append((code, f"name of {coast}", Box(x - half, y - 9, x + half, y + 3)))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_units_centers_or_names_overlap(language: str) -> None:
    overlapping = [
        (a[:2], b[:2])
        for a, b in combinations([*signs(), *names(language)], 2)
        if a[2].meets(b[2])
        # A province has one unit, so the places of its units may overlap.
        and not (a[0] == b[0] and "unit" in a[1] and "unit" in b[1])
    ]
    assert overlapping == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_gives_way_only_to_where_no_unit_or_center_can_be(language: str) -> None:
    overlapping = {
        (code, what, sign[:2])
        for code, what, box in names(language, everywhere=True)
        for sign in signs()
        if box.meets(sign[2])
    }
    assert overlapping == set()
    assert min(len(one.labels[language]) for one in PROVINCES.values()) >= 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_on_the_page(language: str) -> None:
    beyond = [
        (code, what)
        for code, what, box in [*signs(), *names(language, everywhere=True)]
        if box.left < 8
        or box.top < 8
        or box.right > GEOMETRY.width - 8
        or box.bottom > GEOMETRY.height - 8
    ]
    assert beyond == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_province_has_its_name_or_else_its_abbreviation_in_each_language(language: str) -> None:
    known = language_data(language).provinces
    abbreviated = set()
    for code, one in PROVINCES.items():
        name, short = known[code].name, known[code].short
        if one.kind != "sea":
            name, short = name.upper(), short.upper()
        texts = [" ".join(line.text for line in label.lines) for label in one.labels[language]]
        assert set(texts) <= {name, short}, code
        assert short in texts, code
        if texts[0] != name:
            abbreviated.add(code)
    assert len(abbreviated) <= 7, sorted(abbreviated)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_as_wide_as_the_font_sets_them_and_large_enough(language: str) -> None:
    for code, one in PROVINCES.items():
        assert one.labels[language][0].size >= 12, code
        for label in one.labels[language]:
            assert label.size >= 11, code
            for line in label.lines:
                real = width(line.text, label.size, sea=one.kind == "sea")
                assert abs(real - line.width) < 0.1, code
            for box in label_boxes(one, label):
                left, top, right, bottom = label.box
                assert left <= box.left <= box.right <= right, code
                assert top - 0.1 <= box.top <= box.bottom <= bottom + 0.1, code


def near(x: float, y: float, code: str) -> bool:
    """Whether a point is in a province, within the two units of the build's precision."""
    return inside((x, y), code) or any(
        inside((x + dx, y + dy), code) for dx in (-2, 0, 2) for dy in (-2, 0, 2)
    )


def reaches(box: Box, code: str) -> bool:
    """Whether some of a box lies in a province."""
    return any(
        inside((box.left + (box.right - box.left) * i / 8, y), code)
        for y in (box.top, (box.top + box.bottom) / 2, box.bottom)
        for i in range(9)
    )


@pytest.mark.parametrize("code", sorted(PROVINCES))
def test_everything_stands_in_its_province(code: str) -> None:
    """An alternative place of a name may be off the shore if it touches the province."""
    one = PROVINCES[code]
    places = {"unit": one.unit_spot.unit} | {c: spot.unit for c, spot in one.coasts.items()}
    if one.center:
        places["center"] = one.center
    assert [what for what, point in places.items() if not inside(point, code)] == []
    for language, labels in one.labels.items():
        for label in labels:
            boxes = label_boxes(one, label)
            x, y = label.lines[0].point[0], (boxes[0].top + boxes[-1].bottom) / 2
            if not near(x, y, code):
                assert label is not labels[0], language
                assert any(reaches(box, code) for box in boxes), language


@pytest.mark.parametrize("code", [code for code, one in PROVINCES.items() if one.coasts])
def test_a_fleet_on_a_coast_stands_close_to_it_and_closer_than_to_the_other(code: str) -> None:
    def distance(point: tuple[float, float], coast: str) -> float:
        seas = BOARD.fleet_reach[f"{code}/{coast}"] & BOARD.seas
        (shore,) = [spots for washed, spots in stretches(code) if washed == seas]
        return min(math.dist(point, (x / 10, y / 10)) for x, y in shore)

    for coast, spot in PROVINCES[code].coasts.items():
        assert distance(spot.unit, coast) < 45
        for other in set(PROVINCES[code].coasts) - {coast}:
            assert distance(spot.unit, coast) < distance(spot.unit, other)


def test_a_dislodged_unit_stands_on_no_other_unit() -> None:
    units = [(code, what, box) for code, what, box in signs() if "unit" in what]
    covered = []
    for code, one in PROVINCES.items():
        for spot in (one.unit_spot, *one.coasts.values()):
            half = 12 if one.kind == "land" else 17  # drawn smaller than the others
            x, y = spot.dislodged
            box = Box(x - half, y - 13, x + half, y + 14.5)
            covered += [(code, other, what) for other, what, unit in units if box.meets(unit)]
    assert covered == []
