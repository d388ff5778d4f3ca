"""The looks of powers that only a set-up file names."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from adjudicator import load_setup
from games.board import DrawnUnit, Picture, render
from games.board.geometry import load_geometry
from games.board.numbered import COLOURS, stylesheet
from games.board.palette import THEMES
from games.core import powers

from .colours import GROUND, apart, contrast

STATIC = Path(__file__).resolve().parents[3] / "static"
BOARD = load_geometry("standard")
CHAOS = load_setup("chaos")
LOOKS = [powers.look(power) for power in CHAOS.powers]
ALL = [f"n{number}" for number in range(1, powers.NUMBERS + 1)]
KINDS = ("land", "unit", "line")
OWNERS = {CHAOS.centers[power][0]: power for power in CHAOS.powers}
UNITS = tuple(DrawnUnit(power, f"A {code}") for code, power in OWNERS.items())
PICTURE = Picture("W1900A", UNITS, OWNERS)
each_theme = pytest.mark.parametrize("theme", THEMES)
each_kind = pytest.mark.parametrize("kind", KINDS)


def neighbours() -> set[tuple[str, str]]:
    """Pairs of looks whose powers begin side by side on the board, or in the list."""
    found = set(pairwise(LOOKS))
    for ways in (CHAOS.board.army_moves, CHAOS.board.fleet_moves):
        for start, goals in ways.items():
            ends = {goal[:3] for goal in goals if goal[:3] in OWNERS}
            if start[:3] in OWNERS:
                here = powers.look(OWNERS[start[:3]])
                found |= {(here, powers.look(OWNERS[end])) for end in ends if end != start[:3]}
    return found


def test_the_style_sheet_is_the_one_that_is_written() -> None:
    assert (STATIC / "css/powers.css").read_text(encoding="utf-8") == stylesheet()


@each_theme
@each_kind
def test_neighbours_on_the_board_and_in_the_list_differ_well(theme: str, kind: str) -> None:
    colours, pairs = COLOURS[theme], neighbours()
    assert len(pairs) > 60
    close = {
        (one, other)
        for one, other in pairs
        if apart(colours[f"{kind}-{one}"], colours[f"{kind}-{other}"]) < 17
    }
    assert close == set()


@each_theme
@each_kind
def test_no_two_colours_are_the_same_to_the_eye(theme: str, kind: str) -> None:
    colours = [COLOURS[theme][f"{kind}-{look}"] for look in ALL]
    assert min(apart(one, other) for one, other in combinations(colours, 2)) > 5


@each_theme
def test_a_land_of_somebody_is_not_taken_for_nobodys_or_for_the_sea(theme: str) -> None:
    lands = [COLOURS[theme][f"land-{look}"] for look in ALL]
    assert min(apart(land, THEMES[theme][ground]) for land in lands for ground in GROUND) > 10


@each_theme
def test_names_and_letters_can_be_read_on_their_ground(theme: str) -> None:
    colours = COLOURS[theme]
    ratios = [
        contrast(colours[f"{text}-{look}"], colours[f"{ground}-{look}"])
        for look in ALL
        for text, ground in (("on", "land"), ("emblem", "unit"), ("on-line", "line"))
    ]
    assert min(ratios) >= 4.5


def test_units_bear_the_letters_of_their_power_on_a_page_and_in_a_document() -> None:
    page = render(BOARD, PICTURE, geometry_url="/static/board/standard.svg")
    document = render(BOARD, PICTURE, geometry_url=None, theme="dark")
    for svg in (page, document):
        letters = re.findall(r"<text[^>]* transform=[^>]*>([A-Z]{3})</text>", svg)
        assert sorted(letters) == sorted(powers.letters(power) for power in CHAOS.powers)
    assert 'class="province owner-n28"' in page
    assert "(St. Petersburg)</title>" in page
    assert "style=" not in page
    assert COLOURS["dark"]["land-n28"] in document


def test_each_land_has_a_pattern_of_its_own() -> None:
    svg = render(BOARD, PICTURE, geometry_url="/", pattern_fills=True)
    tiles = re.findall(r'<pattern id="board-pattern-n\d+" (.*?)</pattern>', svg)
    assert len(set(tiles)) == len(tiles) == len(CHAOS.powers)
    laid = dict(re.findall(r'#(\w+)"[^>]* fill="url\(#board-pattern-(\w+)\)"', svg))
    assert laid == {code: powers.look(power) for code, power in OWNERS.items()}


def test_a_standard_picture_has_no_definitions_of_other_powers() -> None:
    standard = Picture("", (DrawnUnit("FRANCE", "A PAR"),), {"PAR": "FRANCE"})
    svg = render(BOARD, standard, geometry_url="/", pattern_fills=True)
    assert "board-pattern-france" in svg
    assert "board-pattern-n" not in svg
