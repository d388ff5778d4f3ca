"""Colours differ enough for every kind of colour vision, and texts and signs stand out."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from games.board import Picture, render
from games.board.geometry import load_geometry
from games.board.palette import CONTRAST, THEMES, contrast_stylesheet, stylesheet

from .colours import KEYS, KINDS, SIGHTS, Triple, apart, contrast, difference, lab, tables

ROOT: Final = Path(__file__).resolve().parents[3]
each_theme = pytest.mark.parametrize("theme", THEMES)

# Two colours and their difference, from the test data that Sharma, Wu and Dalal published with
# their notes. They were chosen to find mistakes with opposite hues and with greys.
PUBLISHED: Final[list[tuple[Triple, Triple, float]]] = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 2.8361, -74.0200), (50, 0, -82.7485), 3.4412),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, -0.9009, -85.5211), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0010), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
    ((50, -0.0010, 2.4900), (50, 0.0009, -2.4900), 4.8045),
    ((50, -0.0010, 2.4900), (50, 0.0010, -2.4900), 4.8045),
    ((50, -0.0010, 2.4900), (50, 0.0011, -2.4900), 4.7461),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "expected"), PUBLISHED)
def test_the_measure_is_the_published_one(one: Triple, other: Triple, expected: float) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=0.00005)
    assert difference(other, one) == pytest.approx(expected, abs=0.00005)


def test_a_sight_changes_no_grey_and_takes_red_and_green_together() -> None:
    assert lab("#ffffff") == pytest.approx((100, 0, 0), abs=0.02)
    for sight in SIGHTS:
        assert apart("#808080", "#808080", sight) == 0
        assert difference(lab("#808080"), lab("#808080", sight)) < 0.1
    green, red = "#6f7c00", "#a85c00"
    assert apart(green, red) > 25
    assert apart(green, red, "deutan") < 10


@each_theme
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("kind", KINDS)
def test_powers_can_be_told_apart_by_colour_alone(theme: str, sight: str, kind: str) -> None:
    colours = THEMES[theme]
    close = {
        (one, other): round(apart(colours[one], colours[other], sight), 1)
        for one, other in combinations(KINDS[kind], 2)
        if apart(colours[one], colours[other], sight) < 10
    }
    assert close == {}


@each_theme
def test_names_can_be_read_on_their_ground(theme: str) -> None:
    colours = THEMES[theme]
    grounds = {("label", "land"), ("sea-label", "sea")}  # the legend is drawn on the sea
    grounds |= {(f"on-{key}", f"land-{key}") for key in KEYS}
    poor = {
        pair: round(ratio, 2)
        for pair in grounds
        if (ratio := contrast(colours[pair[0]], colours[pair[1]])) < 4.5
    }
    assert poor == {}


def test_names_on_the_map_with_high_contrast_have_a_contrast_of_seven() -> None:
    grounds = {("label", "land"), ("label", "neutral"), ("sea-label", "sea")}
    grounds |= {(f"on-{key}", f"land-{key}") for key in KEYS}
    assert [pair for pair in grounds if contrast(CONTRAST[pair[0]], CONTRAST[pair[1]]) < 7] == []


def test_charts_have_the_lands_of_the_map_with_high_contrast() -> None:
    sheet = (ROOT / "static/css/statistics.css").read_text(encoding="utf-8")
    assert all(f"--power-{key}: {CONTRAST[f'land-{key}']};" in sheet for key in KEYS)


def test_a_picture_with_high_contrast_has_its_colours_and_strong_borders() -> None:
    board, picture = (
        load_geometry("standard"),
        Picture(title="", units=(), owners={"PAR": "FRANCE"}),
    )
    drawn = render(board, picture, geometry_url=None, theme="contrast")
    assert CONTRAST["land-france"] in drawn
    assert CONTRAST["sea"] in drawn
    assert THEMES["light"]["sea"] not in drawn
    assert 'stroke-width="3"' in drawn


def test_lands_on_the_map_with_high_contrast_differ() -> None:
    lands = ["land", "sea", *(f"land-{key}" for key in KEYS)]
    close = [
        (one, other)
        for one, other in combinations(lands, 2)
        if apart(CONTRAST[one], CONTRAST[other], "normal") < 10
    ]
    assert close == []


@each_theme
def test_a_units_outline_stands_out_from_whatever_lies_on_either_side(theme: str) -> None:
    """The outline is two strokes: a dark one (ink) along the fill, a pale one (ring) around it.

    They contrast with one another, so one of them is enough against a fill. Where ink does not
    contrast, as around a black unit, it only enlarges the shape inside the ring.
    """
    colours = THEMES[theme]
    assert contrast(colours["ink"], colours["ring"]) >= 10
    fills = [*KINDS["lands"], *KINDS["units"], "neutral"]
    lost = [
        fill
        for fill in fills
        if max(contrast(colours[stroke], colours[fill]) for stroke in ("ink", "ring")) < 3
    ]
    assert lost == []


@each_theme
def test_emblems_and_signs_stand_out_from_what_they_are_drawn_on(theme: str) -> None:
    colours = THEMES[theme]
    pairs = [(f"emblem-{key}", f"unit-{key}") for key in KEYS]
    pairs += [("badge", "good"), ("badge", "bad"), ("center", "center-fill"), ("bad", "ring")]
    faint = {
        pair: round(ratio, 2)
        for pair in pairs
        if (ratio := contrast(colours[pair[0]], colours[pair[1]])) < 3
    }
    assert faint == {}


def test_the_style_sheet_is_the_one_that_the_palette_writes() -> None:
    written = (ROOT / "static/css/board.css").read_text(encoding="utf-8")
    assert written == stylesheet()
    with_contrast = (ROOT / "static/css/board-contrast.css").read_text(encoding="utf-8")
    assert with_contrast == contrast_stylesheet()


@pytest.mark.parametrize("key", KEYS)
def test_a_power_has_the_same_colour_beside_the_board_as_on_it(key: str) -> None:
    """The colour of a power on a page is that of its units, or on dark pages that of its arrows."""
    tokens = (ROOT / "static/css/tokens.css").read_text(encoding="utf-8")
    found = re.search(rf"--power-{key}: light-dark\((#\w+), (#\w+)\);", tokens)
    assert found
    assert found.groups() == (THEMES["light"][f"unit-{key}"], THEMES["dark"][f"line-{key}"])


def test_the_page_about_the_board_has_these_figures() -> None:
    page = (ROOT / "docs/board.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in tables() if line not in page] == []
