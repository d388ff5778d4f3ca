"""A phase's rows as a picture of the board."""

from collections.abc import Iterable

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from accounts import notation

from . import wording
from .board import DrawnOrder, DrawnUnit, Picture, Theme, render
from .models import Order, Phase

GOOD = {"succeeds", "given", "available", "stands"}


def draw(phase: Phase, orders: Iterable[Order] = ()) -> SafeString:
    """The board when `phase` opened, with `orders` (their seats at hand) on it, for a page."""
    # The renderer escapes whatever comes from people.
    svg = _render(phase, orders, geometry_url=static("board/standard.svg"))
    return mark_safe(svg)  # noqa: S308


def document(phase: Phase, orders: Iterable[Order] = (), *, dark: bool = False) -> str:
    """The same as an SVG document of its own."""
    theme: Theme = "dark" if dark else "light"
    return _render(phase, orders, geometry_url=None, theme=theme)


def _render(
    phase: Phase, orders: Iterable[Order], *, geometry_url: str | None, theme: Theme = "light"
) -> str:
    """In the notation of whoever looks: it is drawn for each reader, and nothing keeps it."""
    return render(
        _picture(phase, orders),
        geometry_url=geometry_url,
        theme=theme,
        names=wording.names(),
        short_names=wording.names_in_short(),
        language=notation.current(),
    )


def _picture(phase: Phase, orders: Iterable[Order]) -> Picture:
    write = wording.writer(phase)
    return Picture(
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
                written=write(order.text),
            )
            for order in orders
        ),
    )
