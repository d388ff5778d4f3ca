"""PNGs are drawn with our own fonts only, so that they are the same on every machine."""

from __future__ import annotations

import subprocess

import pytest

from games.board.png import WIDTHS, png

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
