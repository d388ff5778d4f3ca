"""The legend and the pictures in docs/board.md show what the board draws."""

from __future__ import annotations

import re
from typing import get_args
from xml.etree import ElementTree

import pytest

from adjudicator.orders import Order, Waive
from games.board import choice_signs, docs, legend
from games.board.svg import Pen

PAGE = docs.FOLDER.parent / "board.md"
SCRIPTS = docs.FOLDER.parents[1] / "static" / "js" / "board"


def test_the_key_has_a_sign_for_each_kind_of_order() -> None:
    shown = {type(drawn.order) for scene in legend.SCENES for drawn in scene.picture.orders}
    assert shown == set(get_args(Order)) - {Waive}


def test_no_two_signs_of_the_key_look_alike() -> None:
    drawn = [legend.draw(scene, Pen()) for scene in legend.SCENES]
    assert len(set(drawn)) == len(drawn)
    for (_, words, svg), body in zip(legend.signs(), drawn, strict=True):
        assert body in svg
        assert str(words)
        ElementTree.fromstring(svg)
        assert "<title>" not in svg
        assert "data-" not in svg


def test_the_marks_of_choices_are_those_that_scripts_draw() -> None:
    names = ("marks.js", "orders.js", "questions.js")
    scripts = "".join((SCRIPTS / name).read_text(encoding="utf-8") for name in names)
    signs = choice_signs.signs()
    assert len({svg for _words, svg in signs}) == len(signs)
    for words, svg in signs:
        assert str(words)
        ElementTree.fromstring(svg)
        drawn = {name for found in re.findall(r'class="([^"]+)"', svg) for name in found.split()}
        marks = {name for name in drawn if name.startswith(("choice", "is-"))}
        assert marks
        assert [name for name in marks if name not in scripts] == []


def test_the_pictures_of_the_docs_are_what_the_board_draws() -> None:
    """On failure run ``./run manage board_pictures``."""
    assert (docs.FOLDER / "signs.txt").read_text(encoding="utf-8") == docs.digests()


@pytest.mark.parametrize("name", docs.pictures())
def test_each_sign_has_its_picture_in_the_docs(name: str) -> None:
    picture = docs.FOLDER / f"{name}.png"
    assert picture.stat().st_size < 40_000
    assert re.search(rf"!\[[^]]+\]\(board/{name}\.png\)", PAGE.read_text(encoding="utf-8"))
