"""The data of the board: every province has a shape, a unit's spot and room on the page."""

from __future__ import annotations

import lzma
import math
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from games.board.geometry import POWERS, load_geometry
from games.board.spots import convoy_route
from tests.games.board.shapes import GEOMETRY, SVG, paths

BOARD = load_geometry("standard")
PARTS = {"shore", "sea-borders", "neutral", "borders", "lakes", "centers", "stars"}
STRAITS = {"strait-CON", "strait-DEN", "strait-NAP"}


def test_the_board_has_its_75_provinces_and_34_centers() -> None:
    provinces = BOARD.provinces
    assert len(provinces) == 75
    assert sum(one.center is not None for one in provinces.values()) == 34
    assert sum(one.kind == "sea" for one in provinces.values()) == 19
    assert {code: sorted(one.coasts) for code, one in provinces.items() if one.coasts} == {
        "BUL": ["EC", "SC"],
        "SPA": ["NC", "SC"],
        "STP": ["NC", "SC"],
    }


def test_every_province_has_one_shape_and_there_is_no_other() -> None:
    assert set(paths()) == set(BOARD.provinces) | PARTS | STRAITS


def test_the_geometry_has_shapes_alone_and_stays_small() -> None:
    tree = ElementTree.parse(GEOMETRY)
    seen = {(element.tag.removeprefix(SVG), *sorted(element.attrib)) for element in tree.iter()}
    assert seen == {("svg", "viewBox"), ("g", "id"), ("path", "d", "id")}
    # Browsers get Brotli, which compresses a little less; LZMA is in the standard library.
    assert len(lzma.compress(GEOMETRY.read_bytes())) < 95_000


def test_the_drawn_center_signs_are_where_the_data_has_them() -> None:
    drawn = {
        (float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)a6\.4", paths()["centers"])
    }
    centers = [one.center for one in BOARD.provinces.values() if one.center]
    assert len(drawn) == len(centers)
    for x, y in centers:
        assert any(math.dist((x - 6.4, y), point) < 0.2 for point in drawn)


@pytest.mark.parametrize("code", sorted(BOARD.provinces))
def test_units_fit_on_the_board_and_beside_each_other(code: str) -> None:
    one = BOARD.provinces[code]
    for spot in (one.unit_spot, *one.coasts.values()):
        for x, y in (spot.unit, spot.dislodged):
            assert 15 <= x <= BOARD.width - 15
            assert 15 <= y <= BOARD.height - 15
        assert 28 <= math.dist(spot.unit, spot.dislodged) <= 50


def test_no_two_provinces_keep_their_units_in_the_same_place() -> None:
    spots = [(one.code, one.unit_spot.unit) for one in BOARD.provinces.values()]
    close = [(a, b) for (a, p), (b, q) in combinations(spots, 2) if math.dist(p, q) < 30]
    assert close == []


def test_every_power_has_a_homeland_with_centers() -> None:
    provinces = BOARD.provinces.values()
    for power in POWERS:
        centers = [one.code for one in provinces if one.home == power and one.center]
        assert len(centers) == (4 if power == "RUSSIA" else 3)


def test_an_unknown_place_has_no_spot() -> None:
    assert BOARD.unit_spot("XXX") is None
    assert BOARD.unit_spot("") is None


def test_a_coast_has_its_own_spot() -> None:
    north, south, inland = (BOARD.unit_spot(place) for place in ("SPA/NC", "SPA/SC", "SPA"))
    assert north is not None
    assert south is not None
    assert inland is not None
    assert len({north.unit, south.unit, inland.unit}) == 3


def test_an_army_goes_overseas_by_the_shortest_chain_of_fleets_that_join() -> None:
    fleets = frozenset({"ENG", "NTH", "MAO", "WES", "BLA"})
    assert convoy_route(BOARD, "LON", "BEL", fleets) in {("ENG",), ("NTH",)}
    assert convoy_route(BOARD, "LON", "TUN", fleets) == ("ENG", "MAO", "WES")
    assert convoy_route(BOARD, "LON", "TUN", fleets - {"MAO"}) == ()
    assert convoy_route(BOARD, "LON", "TUN", frozenset()) == ()
