"""In crowded phases no sign covers a name, and no name or unit covers another.

Computed from the drawing only: widths of strokes, letters of the font, rims of units.
"""

from __future__ import annotations

import pytest

from adjudicator.notation import language_data
from adjudicator.notation.language import LANGUAGES
from games.board import render
from games.board.geometry import load_geometry
from tests.games.board import crowded, drawn
from tests.soak import SOAK

# Number of phases by language: each places names differently; a soak checks all phases.
PHASES = dict.fromkeys(LANGUAGES, 50 if SOAK else 15) | {"en": 50 if SOAK else 25}


def drawings(language: str, letters: str = "small") -> list[tuple[str, drawn.Drawing]]:
    board = load_geometry("standard")
    short = {code: coast.short for code, coast in language_data(language).coasts.items()}
    return [
        (
            picture.title,
            drawn.read(
                render(board, picture, geometry_url="/", language=language, short_names=short),
                letters,
            ),
        )
        for picture in crowded.pictures()[: PHASES[language]]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_lie_clear_in_crowded_phases(language: str) -> None:
    covered: list[tuple[str, ...]] = []
    overlapping: list[tuple[str, ...]] = []
    found = drawings(language)
    for title, drawing in found:
        covered += [(title, *pair) for pair in drawing.covered()]
        overlapping += [(title, *pair) for pair in drawing.overlapping()]
    names = sum(len(drawing.names) for _, drawing in found)
    print(f"{language}: {len(covered)} of {names} lines of names covered in {len(found)} phases")
    assert len(found) == PHASES[language]
    assert covered == []
    assert overlapping == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_large_letters_cover_no_unit_and_few_lie_on_lines(language: str) -> None:
    found = drawings(language, "large")
    overlapping = [(title, *pair) for title, drawing in found for pair in drawing.overlapping()]
    covered = sum(len({name for name, _order in drawing.covered()}) for _, drawing in found)
    names = sum(len(drawing.names) for _, drawing in found)
    print(f"{language}: {covered} of {names} large names on lines in {len(found)} phases")
    assert overlapping == []
    assert covered < names / 50


def test_a_name_under_an_arrow_is_found() -> None:
    """Negative control: a name moved onto the middle of an arrow is reported."""
    svg = (
        '<svg><g class="orders"><g data-order="A PAR - BUR">'
        '<path class="line line-ring" d="M100 100L200 100"/></g></g>'
        '<g class="small-labels">'
        '<text class="label" x="150" y="{y}" font-size="14">PARIS</text></g>'
        '<g class="units"><g class="unit" data-unit="A PAR" transform="translate(150 200)"/></g>'
        "</svg>"
    )
    for y, clear in ((94, True), (97, False), (114, False), (116, True)):
        drawing = drawn.read(svg.format(y=y))
        assert (drawing.covered() == []) is clear, y
    assert drawn.read(svg.format(y=195)).overlapping() == [("PARIS", "A PAR")]
