"""The names of the board in files, for pages on which orders are given."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.notation import LANGUAGES, language_data
from games.board import DrawnUnit, Picture, labels
from games.board.fixed_names import LETTERINGS, fixed_names, sheet
from games.board.geometry import Box, load_geometry
from games.board.spots import unit_box, unit_spots
from games.board.still import render_still

STATIC = Path(__file__).resolve().parents[3] / "static"
BOARD = load_geometry("standard")
URL = "/static/board/standard-en.svg"


def content(language: str) -> str:
    return (STATIC / f"board/standard-{language}.svg").read_text(encoding="utf-8")


def still(*units: DrawnUnit) -> str:
    picture = Picture(title="A game", units=units, owners={"PAR": "FRANCE", "ROM": "ITALY"})
    board = render_still(
        BOARD, picture, geometry_url="/shapes.svg", names_url=URL, names={}, short_names={}
    )
    return board.above


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_are_what_the_board_gives(language: str) -> None:
    short = {code: each.short for code, each in language_data(language).coasts.items()}
    assert content(language) == sheet(BOARD, language, short)


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("lettering", LETTERINGS, ids=lambda each: each.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_covers_a_unit_wherever_it_stands(
    language: str, lettering: labels.Lettering
) -> None:
    """But for the south coast of Bulgaria in large letters, which touches the rim of one."""
    names, coasts = places = fixed_names(BOARD, language).places[lettering]
    boxes = dict(zip([*names, *coasts], labels.boxes(places, lettering), strict=True))
    covered = {
        (name, code)
        for code, province in BOARD.provinces.items()
        for spot in (province.unit_spot, *province.coasts.values())
        for name, box in boxes.items()
        if overlap(box, unit_box(spot.unit))
    }
    assert covered <= {(("BUL", "SC"), "SER")}
    assert not covered or lettering is labels.LARGE


def test_a_page_refers_to_each_name_once_in_each_size() -> None:
    layers = still(DrawnUnit("FRANCE", "A PAR"), DrawnUnit("TURKEY", "A SER"))
    ids = set(re.findall(r'id="([\w-]+)"', content("en")))
    used = re.findall(rf'<use href="{URL}#([\w-]+)"/>', layers)
    assert sorted(used) == sorted(ids)
    assert len(ids) == len(LETTERINGS) * (
        1 + sum(p.kind != "sea" for p in BOARD.provinces.values())
    )
    assert re.search(rf'<g class="label on-france">[^\n]*{URL}#small-PAR"', layers)
    assert re.search(rf'<g class="label sea-label"><use href="{URL}#large-seas"/></g>', layers)


def test_a_page_has_names_of_its_own_if_a_dislodged_unit_covers_one() -> None:
    fixed = fixed_names(BOARD, "en")
    beaten = [DrawnUnit("ITALY", f"A {code}", dislodged=True) for code in BOARD.provinces]
    on_a_name = next(
        unit
        for unit in beaten
        if not fixed.are_clear_of(unit_spots(BOARD, Picture("", (unit,), {})))
    )
    layers = still(on_a_name)
    assert "<use" not in layers.partition('<g class="units">')[0]
    assert layers.count('class="label') > 150
