"""A phase's rows as a picture of the board."""

from collections.abc import Iterable

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from . import positions, wording
from .board import DrawnOrder, DrawnUnit, Picture, render
from .models import Order, Phase

GOOD = {"succeeds", "given", "available", "stands"}


def draw(phase: Phase, orders: Iterable[Order] = ()) -> SafeString:
    """The board when `phase` opened, with `orders` (their seats at hand) on it."""
    positions.fetch(phase)
    picture = Picture(
        title=f"{phase.game.title}: {wording.phase(phase)}",
        units=tuple(
            DrawnUnit(unit.seat.power, str(unit), dislodged=unit.dislodged)
            for unit in phase.units.all()
        ),
        owners={center.province: center.seat.power for center in phase.centers.all()},
        orders=tuple(
            DrawnOrder(
                order.seat.power,
                order.text,
                succeeded=order.outcome in GOOD if order.outcome else None,
            )
            for order in orders
        ),
    )
    # The renderer escapes whatever comes from people.
    return mark_safe(render(picture, geometry_url=static("board/standard.svg")))  # noqa: S308
