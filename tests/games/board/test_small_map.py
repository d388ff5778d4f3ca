"""Small maps: light, complete, and without gaps between neighbours."""

import gzip
import re
from xml.etree import ElementTree as ET

import pytest

from games.board import DrawnUnit, Picture, Theme, small_map
from games.board.geometry import load_geometry
from games.board.render import shapes
from tests.games.board import crowded

CROWDED = max(crowded.pictures(), key=lambda each: len(each.units))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_map_of_a_crowded_board_weighs_little(theme: Theme) -> None:
    drawn = small_map.render_small("standard", CROWDED, theme).encode()
    assert len(drawn) <= 30_000
    assert len(gzip.compress(drawn)) <= 8_000


def test_it_is_a_picture_of_its_own_without_text_or_styles() -> None:
    root = ET.fromstring(small_map.render_small("standard", CROWDED))
    assert root.get("viewBox") == "0 0 320 280"
    tags = {element.tag.partition("}")[2] for element in root.iter()}
    assert tags == {"svg", "rect", "g", "path"}
    assert not any("style" in element.attrib or "href" in element.attrib for element in root.iter())


def test_every_land_is_drawn_and_every_unit_has_a_mark() -> None:
    lands = [each for each in load_geometry("standard").provinces.values() if each.kind != "sea"]
    outlines = small_map._outlines("standard")
    assert {each.code for each in lands} <= outlines.keys()
    assert all(outlines.values())
    drawn = small_map.render_small("standard", CROWDED)
    marks = sum(drawn.count(mark) for mark in small_map._MARKS.values())
    assert marks == len(CROWDED.units)


def test_neighbours_share_the_points_of_their_border() -> None:
    def points(code: str) -> set[tuple[int, int]]:
        paths = dict(re.findall(r'<path id="([^"]+)" d="([^"]+)"/>', shapes("standard")))
        return {point for outline in small_map._points(paths[code]) for point in outline}

    assert len(points("PAR") & points("BUR")) >= 3
    assert not points("PAR") & points("MUN")


def test_units_in_places_of_no_board_are_left_out() -> None:
    empty = small_map.render_small("standard", Picture(title="", units=()))
    odd = (DrawnUnit("FRANCE", "A XYZ"), DrawnUnit("FRANCE", "X PAR"))
    assert small_map.render_small("standard", Picture(title="", units=odd)) == empty


def test_the_version_changes_with_the_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    version = small_map.version.__wrapped__
    before = version("standard")
    assert before == version("standard") == small_map.version("standard")
    monkeypatch.setitem(small_map._MARKS, "A", "m0 0h1v1z")
    assert version("standard") != before
