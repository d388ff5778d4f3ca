"""The generated parts of the chapters: those of the help, boards, and points of the editions."""

from typing import Final

from ..help import generated
from ..help.markdown import Blocks
from .boards import figure_of
from .points import point_table

BLOCKS: Final[Blocks] = {**generated.BLOCKS, "board": figure_of, "point": point_table}
"""The parts by the name that a chapter has in their place: ``{{ board 000-04 }}``."""
