"""Writes the names of provinces and coasts."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from .svg import number, power_class

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .geometry import BoardGeometry, Label, Point
    from .labels import Lettering, Places
    from .svg import Pen
    from .titles import Names


def layer(pen: Pen, lettering: Lettering, names: str) -> str:
    """The layer of a lettering: the legend and the names."""
    body = _legend(pen, lettering) + names
    return pen.group(body, name=f"labels {lettering.name}-labels marks")


def _legend(pen: Pen, lettering: Lettering) -> str:
    """The meaning of the hatching."""
    text = escape(gettext("Impassable"))
    return (
        f'<text{pen.paint("label", "sea-label", "legend")} x="52" y="30"'
        f"{_size(lettering.legend_size, lettering)}>{text}</text>\n"
    )


def draw(
    board: BoardGeometry,
    pen: Pen,
    owners: Mapping[str, str],
    lettering: Lettering,
    places: Places,
    short: Names,
) -> str:
    """The names. They lie above the lines, so that a name without a free place is still legible."""
    names, coasts = places
    out = []
    for code, label in names.items():
        paint = pen.paint(*look(board, owners, code))
        out += [f"<text{paint}{line}</text>" for line in name_lines(label, lettering)]
    for (code, coast), point in coasts.items():
        paint = pen.paint(*look(board, owners, code), "coast-label")
        out.append(f"<text{paint}{coast_line(point, short.get(coast, coast))}</text>")
    return "\n".join(out)


def look(board: BoardGeometry, owners: Mapping[str, str], code: str) -> Sequence[str]:
    """The classes of the names in a province: they suit its colour."""
    if board.provinces[code].kind == "sea":
        return "label", "sea-label"
    owner = owners.get(code)
    return ("label", f"on-{power_class(owner)}") if owner else ("label",)


@lru_cache(maxsize=4096)
def name_lines(label: Label, lettering: Lettering) -> list[str]:
    """The attributes and text of each line of a label; cached, as few labels of a board are in use.

    ``textLength`` keeps a name within its place in whatever font a browser has.
    """
    return [
        f' x="{round(line.point[0])}" y="{round(line.point[1])}"{_size(label.size, lettering)} '
        f'textLength="{round(line.width)}">{escape(line.text)}'
        for line in label.lines
    ]


def coast_line(point: Point, name: str) -> str:
    """The attributes and text of the name of a coast."""
    return f' x="{number(point[0])}" y="{number(point[1])}">{escape(name.lower())}'


def _size(size: float, lettering: Lettering) -> str:
    return "" if size == lettering.size else f' font-size="{number(size)}"'
