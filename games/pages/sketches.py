"""A position that no phase has, as a picture of the board."""

from django.utils.safestring import SafeString

from adjudicator import Position

from .. import wording
from ..board import DrawnUnit, Picture
from . import pictures


def draw(title: str, position: Position) -> SafeString:
    """The board of `position` for a page; `title` is that of its game."""
    standing = [
        DrawnUnit(power, str(unit)) for power, units in position.units.items() for unit in units
    ]
    dislodged = [
        DrawnUnit(power, str(each.unit), dislodged=True)
        for power, beaten in position.dislodged.items()
        for each in beaten
    ]
    owners = {
        province: power
        for power, provinces in (position.centers or {}).items()
        for province in provinces
    }
    return pictures.on_page(
        Picture(
            title=f"{title}: {wording.code(position.phase)}",
            units=(*standing, *dislodged),
            owners=owners,
            orders=(),
        )
    )
