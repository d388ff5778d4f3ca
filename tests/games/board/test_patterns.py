"""With patterns, lands can be told apart without their colours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from games.board import DrawnUnit, Picture, render
from games.board.geometry import POWERS, load_geometry

if TYPE_CHECKING:
    from games.board import Theme

BOARD = load_geometry("standard")
OWNERS = dict(zip(("VIE", "LON", "PAR", "BER", "ROM", "MOS", "CON"), POWERS, strict=True))
PICTURE = Picture("S1901M", (DrawnUnit("ENGLAND", "F NTH"),), OWNERS)


def drawn(*, theme: Theme | None = None, pattern_fills: bool = True) -> str:
    url = None if theme else "/static/board/standard.svg"
    look: Theme = theme or "light"
    return render(BOARD, PICTURE, geometry_url=url, theme=look, pattern_fills=pattern_fills)


@pytest.mark.parametrize("theme", [None, "light", "dark"])
def test_each_owned_land_has_the_pattern_of_its_power_over_its_colour(theme: Theme | None) -> None:
    svg = drawn(theme=theme)
    laid = re.findall(r'<use href="[^"#]*#(\w+)"[^>]* fill="url\(#board-pattern-(\w+)\)"/>', svg)
    assert len(laid) > len(OWNERS), "the homelands too"
    assert OWNERS.items() <= {land: power.upper() for land, power in laid}.items()
    assert not {"SPA", "NTH"} & dict(laid).keys()
    for land, _power in laid:
        assert svg.index(f'#{land}"') < svg.index("board-pattern-", svg.index("</defs>"))


def test_no_two_patterns_are_alike() -> None:
    tiles = re.findall(r'<pattern id="board-pattern-\w+" (.*?)</pattern>', drawn())
    assert len(set(tiles)) == len(tiles) == len(POWERS)


def test_nobody_has_them_who_did_not_ask() -> None:
    assert "board-pattern" not in drawn(pattern_fills=False)
