"""Boards cropped to what their orders are about."""

import re

import pytest

from games.board.cropped import render_cropped
from games.board.geometry import load_geometry
from games.board.picture import Picture
from games.rulebook.boards import figure_of
from games.rulebook.known_boards import all_boards
from games.sandbox.drawing import drawn_results
from tests.adjudicator.diagrams import DIAGRAMS

BOARD = load_geometry("standard")


def view(svg: str) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of what an SVG shows."""
    [box] = re.findall(r'viewBox="([^"]+)"', svg)
    left, top, width, height = map(float, box.split())
    return left, top, left + width, top + height


@pytest.mark.parametrize("name", ["000-04", "000-20", "000-31", "datc-6-f-25"])
def test_all_units_and_targets_are_in_the_part_that_is_shown(name: str) -> None:
    left, top, right, bottom = view(figure_of(name))
    assert left >= 0
    assert top >= 0
    assert right <= BOARD.width
    assert bottom <= BOARD.height
    [phase, *_] = all_boards()[name].resolved().phases
    for drawn in drawn_results(phase):
        for code in re.findall(r"\b[A-Z]{3}\b", drawn.text):
            if code in BOARD.provinces:
                x, y = BOARD.provinces[code].unit_spot.unit
                assert left + 20 < x < right - 20, code
                assert top + 20 < y < bottom - 20, code


def test_a_figure_is_small_and_shows_no_more_than_it_must() -> None:
    sizes = [len(figure_of(name).encode()) for name in DIAGRAMS]
    assert sum(sizes) / len(sizes) < 7_500
    assert max(sizes) < 10_000
    left, _top, right, _bottom = view(figure_of("000-04"))
    assert right - left < BOARD.width / 2
    assert "#small-LON" not in figure_of("000-04")
    assert "#small-SIL" in figure_of("000-04")


def test_several_figures_of_a_page_have_no_id_in_common() -> None:
    assert " id=" not in figure_of("000-04")


def test_a_board_without_units_is_shown_whole() -> None:
    svg = render_cropped(BOARD, Picture("Empty", ()), geometry_url="g", names_url="n", names={})
    assert view(svg) == (0, 0, BOARD.width, BOARD.height)
