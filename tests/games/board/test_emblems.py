"""The shields beside the names of powers."""

from __future__ import annotations

import re
from pathlib import Path

from games.board.emblems import sheet
from games.board.geometry import POWERS

STATIC = Path(__file__).resolve().parents[3] / "static"


def test_the_shields_are_the_ones_that_the_board_draws() -> None:
    assert (STATIC / "board/emblems.svg").read_text(encoding="utf-8") == sheet()


def test_the_style_sheet_takes_each_power_from_its_place_in_the_row() -> None:
    css = (STATIC / "css/components.css").read_text(encoding="utf-8")
    places = re.findall(r"\.power--(\w+) \{[^}]*--place: (\d);", css)
    assert [power.upper() for power, _place in places] == list(POWERS)
    assert [int(place) for _power, place in places] == list(range(len(POWERS)))
