"""PNGs are drawn with our own fonts only, so that they are the same on every machine."""

from __future__ import annotations

import io
import subprocess

import pytest
import resvg_py
from PIL import Image, ImageChops

from games.board import render
from games.board.geometry import load_geometry
from games.board.png import FONTS, WIDTH, WIDTHS, png

from . import crowded

SMALL = min(WIDTHS)


def written(words: str, style: str = "normal", family: str = "'Noto Serif'") -> bytes:
    return png(
        '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30">'
        f'<text x="4" y="24" font-family="{family}" font-style="{style}" font-size="20">{words}'
        "</text></svg>",
        SMALL,
    )


def test_letters_of_all_our_languages_are_drawn() -> None:
    blank = written("")
    drawn = {written(words, style) for words in ("ñ", "Б", "щ") for style in ("normal", "italic")}
    assert len(drawn) == 6
    assert blank not in drawn


def test_no_font_of_the_machine_is_used() -> None:
    assert written("Б", family="'DejaVu Sans', sans-serif") == written("Б")
    assert written("漢") == written("")  # our fonts have no such letter


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        png("<svg", SMALL)


@pytest.fixture(scope="module", params=["light", "dark"])
def document(request: pytest.FixtureRequest) -> str:
    """The fullest board of the recorded games."""
    return render(
        load_geometry("standard"), crowded.pictures()[0], geometry_url=None, theme=request.param
    )


def test_a_full_board_has_at_most_150_kilobytes(document: str) -> None:
    assert len(png(document)) <= 150_000


def test_the_palette_changes_no_colour_that_one_could_notice(document: str) -> None:
    whole = resvg_py.svg_to_bytes(
        svg_string=document,
        width=WIDTH,
        skip_system_fonts=True,
        font_files=FONTS,
        font_family="Noto Serif",
        serif_family="Noto Serif",
    )
    before, after = (
        Image.open(io.BytesIO(each)).convert("RGBA").convert("RGB")
        for each in (whole, png(document))
    )
    off = [band.histogram() for band in ImageChops.difference(before, after).split()]
    assert before.size == after.size
    assert all(sum(counts[3:]) < 0.1 * sum(counts) for counts in off), "areas stay as they were"
    assert all(sum(counts[25:]) < 0.001 * sum(counts) for counts in off), "edges nearly so"
