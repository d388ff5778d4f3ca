"""The data of the board: every province has a shape, an anchor and room on the page."""

from __future__ import annotations

import lzma
import math
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from games.board.anchors import POWERS, standard
from games.board.stand import route
from tests.games.board.shapes import GEOMETRY, SVG, paths

PARTS = {"shore", "sea-borders", "neutral", "borders", "lakes", "centers", "stars"}
STRAITS = {"strait-CON", "strait-DEN", "strait-NAP"}


def test_the_board_has_its_75_provinces_and_34_centers() -> None:
    provinces = standard().provinces
    assert len(provinces) == 75
    assert sum(one.center is not None for one in provinces.values()) == 34
    assert sum(one.kind == "sea" for one in provinces.values()) == 19
    assert {code: sorted(one.coasts) for code, one in provinces.items() if one.coasts} == {
        "BUL": ["EC", "SC"],
        "SPA": ["NC", "SC"],
        "STP": ["NC", "SC"],
    }


def test_every_province_has_one_shape_and_there_is_no_other() -> None:
    assert set(paths()) == set(standard().provinces) | PARTS | STRAITS


def test_the_geometry_has_shapes_alone_and_stays_small() -> None:
    tree = ElementTree.parse(GEOMETRY)
    seen = {(element.tag.removeprefix(SVG), *sorted(element.attrib)) for element in tree.iter()}
    assert seen == {("svg", "viewBox"), ("g", "id"), ("path", "d", "id")}
    # Brotli, which browsers get, packs it a little less than LZMA does, which is always at hand.
    assert len(lzma.compress(GEOMETRY.read_bytes())) < 95_000


def test_the_drawn_center_signs_are_where_the_data_has_them() -> None:
    drawn = {
        (float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)a6\.4", paths()["centers"])
    }
    centers = [one.center for one in standard().provinces.values() if one.center]
    assert len(drawn) == len(centers)
    for x, y in centers:
        assert any(math.dist((x - 6.4, y), point) < 0.2 for point in drawn)


@pytest.mark.parametrize("code", sorted(standard().provinces))
def test_units_fit_on_the_board_and_beside_each_other(code: str) -> None:
    board = standard()
    one = board.provinces[code]
    for anchor in (one.anchor, *one.coasts.values()):
        for x, y in (anchor.unit, anchor.dislodged):
            assert 15 <= x <= board.width - 15
            assert 15 <= y <= board.height - 15
        assert 28 <= math.dist(anchor.unit, anchor.dislodged) <= 50


def test_no_two_provinces_keep_their_units_in_the_same_place() -> None:
    anchors = [(one.code, one.anchor.unit) for one in standard().provinces.values()]
    close = [(a, b) for (a, p), (b, q) in combinations(anchors, 2) if math.dist(p, q) < 30]
    assert close == []


def test_every_power_has_a_homeland_with_centers() -> None:
    provinces = standard().provinces.values()
    for power in POWERS:
        centers = [one.code for one in provinces if one.home == power and one.center]
        assert len(centers) == (4 if power == "RUSSIA" else 3)


def test_an_unknown_place_has_no_anchor() -> None:
    assert standard().anchor("XXX") is None
    assert standard().anchor("") is None


def test_a_coast_has_its_own_anchor() -> None:
    board = standard()
    north, south, inland = (board.anchor(place) for place in ("SPA/NC", "SPA/SC", "SPA"))
    assert north is not None
    assert south is not None
    assert inland is not None
    assert len({north.unit, south.unit, inland.unit}) == 3


def test_an_army_goes_overseas_by_the_shortest_chain_of_fleets_that_join() -> None:
    board = standard()
    fleets = frozenset({"ENG", "NTH", "MAO", "WES", "BLA"})
    assert route(board, "LON", "BEL", fleets) in {("ENG",), ("NTH",)}
    assert route(board, "LON", "TUN", fleets) == ("ENG", "MAO", "WES")
    assert route(board, "LON", "TUN", fleets - {"MAO"}) == ()
    assert route(board, "LON", "TUN", frozenset()) == ()
