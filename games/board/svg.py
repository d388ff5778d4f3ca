"""Writes SVG elements. Every text that comes from users is escaped here and only here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from ..core import powers
from .palette import attributes

if TYPE_CHECKING:
    from .geometry import Point


def number(value: float) -> str:
    """A coordinate with at most one decimal: a tenth of a unit is finer than any screen."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def coordinates(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def power_class(power: str) -> str:
    """The part of class names that stands for a power; "" for a power of no set-up."""
    return powers.look(power)


@cache
def _painted(theme: str | None, classes: tuple[str, ...]) -> str:
    """The attributes of classes. Cached: there are few, and none comes from users."""
    if theme is None:
        return f' class="{escape(" ".join(classes))}"'
    look = attributes(classes, theme)
    return "".join(f' {name}="{escape(value)}"' for name, value in look.items())


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes elements with the colours of a theme, or without one with classes only."""

    theme: str | None = None

    def paint(self, *classes: str) -> str:
        """The attributes, with a leading space, that give an element its look."""
        return _painted(self.theme, classes)

    def path(self, d: str, *classes: str) -> str:
        return f'<path{self.paint(*classes)} d="{d}"/>'

    def circle(self, centre: Point, radius: float, *classes: str) -> str:
        x, y = number(centre[0]), number(centre[1])
        return f'<circle{self.paint(*classes)} cx="{x}" cy="{y}" r="{number(radius)}"/>'

    def group(
        self,
        body: str,
        *,
        name: str = "",
        title: str = "",
        place: Point | None = None,
        order: str = "",
    ) -> str:
        """A group of elements, moved to ``place``.

        Its class ``name`` and the ``order`` that it shows are written only without a theme: the
        scripts of pages look for them.
        """
        tag = "<g"
        if self.theme is None:
            tag += f' class="{escape(name)}"' if name else ""
            tag += f' data-order="{escape(order)}"' if order else ""
        if place is not None:
            tag += f' transform="translate({coordinates(place)})"'
        return f"{tag}>{title_element(title)}{body}</g>"


def title_element(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""
