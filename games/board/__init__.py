"""The drawn board: a position and its orders as SVG."""

from .picture import DrawnOrder, DrawnUnit, Picture
from .render import Theme, render

__all__ = ["DrawnOrder", "DrawnUnit", "Picture", "Theme", "render"]
