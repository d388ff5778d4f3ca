"""The drawn board: a position and its orders as SVG."""

from games.board.picture import DrawnOrder, DrawnUnit, Picture
from games.board.render import Theme, render

__all__ = ["DrawnOrder", "DrawnUnit", "Picture", "Theme", "render"]
