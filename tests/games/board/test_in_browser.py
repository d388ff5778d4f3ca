"""The board in a browser with the strictest CSP: shapes and colours come from their files."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games.board import DrawnUnit, Picture, render
from games.board.geometry import load_geometry
from games.board.palette import THEMES

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

ROOT = Path(__file__).resolve().parents[3]
SITE = "http://board.test"
POLICY = "default-src 'none'; style-src 'self'; img-src 'self'"
MARSEILLES, SPAIN, GASCONY = (560, 990), (380, 1150), (450, 930)  # points of land without any sign


def answer(route: Route) -> None:
    path = route.request.url.removeprefix(SITE)
    if path.startswith("/static/"):
        route.fulfill(path=ROOT / path.removeprefix("/"))
        return
    picture = Picture("S1901M", (DrawnUnit("FRANCE", "A MAR"),), {"MAR": "FRANCE"})
    board = render(load_geometry("standard"), picture, geometry_url="/static/board/standard.svg")
    theme = path.removeprefix("/")
    chosen = f' data-theme="{theme}"' if theme else ""
    route.fulfill(
        content_type="text/html",
        headers={"Content-Security-Policy": POLICY},
        body=f'<!doctype html><html lang="en"{chosen}><title>Board</title>'
        f'<link rel="stylesheet" href="/static/css/board.css"><body>{board}',
    )


def colour(page: Page, point: tuple[int, int]) -> str:
    """The colour of one point of the board, its coordinates those of the viewBox."""
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    scale = box["width"] / 1600
    x, y = box["x"] + point[0] * scale, box["y"] + point[1] * scale
    png = page.screenshot(clip={"x": round(x), "y": round(y), "width": 1, "height": 1})
    data, at = b"", 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    # In a PNG of one pixel the filter byte is followed by the colours.
    return f"#{zlib.decompress(data)[1:4].hex()}"


@pytest.mark.parametrize(
    ("scheme", "path", "theme"),
    [
        ("light", "/", "light"),
        ("dark", "/", "dark"),
        ("light", "/dark", "dark"),
        ("dark", "/light", "light"),
    ],
)
def test_the_board_is_coloured_by_the_sheet_and_the_reader_s_theme(
    page: Page, scheme: str, path: str, theme: str
) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 1280, "height": 1150})
    page.route("**/*", answer)
    page.goto(SITE + path, wait_until="networkidle")
    colours = THEMES[theme]
    assert colour(page, MARSEILLES) == colours["land-france"]
    assert colour(page, GASCONY) == colours["land-france"]
    assert colour(page, SPAIN) == colours["land"]
    assert complaints == []
