"""A phase's rows as a picture of the board."""

import hashlib
import threading
from collections.abc import Iterable
from functools import lru_cache

from django.core.cache import caches
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts import notation, patterns

from .. import positions, wording
from ..board import DrawnOrder, DrawnUnit, Picture, Theme, png, render
from ..models import Order, Phase

KEPT = 30  # drawn boards in each process: for a page some 50 KB, as a document 440 KB
WAIT = 5  # seconds that a request waits for another's picture
_drawing = threading.Lock()


def draw(phase: Phase, orders: Iterable[Order] = ()) -> SafeString:
    """The board when `phase` opened, with `orders` (their seats at hand) on it, for a page."""
    return on_page(_picture(phase, orders))


def on_page(picture: Picture) -> SafeString:
    """What is to be drawn, as a page shows it."""
    # The renderer escapes whatever comes from people.
    url = static("board/standard.svg")
    svg = _render(picture, geometry_url=url, pattern_fills=patterns.wanted())
    return mark_safe(svg)  # noqa: S308


def document(
    phase: Phase,
    orders: Iterable[Order] = (),
    *,
    dark: bool = False,
    pattern_fills: bool = False,
) -> str:
    """The same as an SVG document of its own."""
    theme: Theme = "dark" if dark else "light"
    picture = _picture(phase, orders)
    return _render(picture, geometry_url=None, theme=theme, pattern_fills=pattern_fills)


class Busy(Exception):  # noqa: N818 - what it is, not a fault
    """So many pictures are being drawn that this one would have to wait too long."""


def name(document: str, width: int | None = None) -> str:
    """A name that changes with anything that a picture shows; with a width, for its PNG."""
    made = f"{png.MAKER}, {width} px\n" if width else ""
    return hashlib.sha256(f"{made}{document}".encode()).hexdigest()


def kept(name: str) -> bytes | None:
    """The PNG of this name, if it was drawn before."""
    found: bytes | None = caches["pictures"].get(name)
    return found


def print_png(name: str, document: str, width: int) -> bytes:
    """Draw the PNG of this name and keep it. Raises `Busy`.

    A process draws one at a time, so that a rush for pictures leaves room for pages.
    """
    if not _drawing.acquire(timeout=WAIT):
        raise Busy
    try:
        picture = kept(name)  # somebody else may have drawn it meanwhile
        if picture is None:
            picture = png.png(document, width)
            caches["pictures"].set(name, picture)
    finally:
        _drawing.release()
    return picture


def _render(
    picture: Picture,
    *,
    geometry_url: str | None,
    pattern_fills: bool,
    theme: Theme = "light",
) -> str:
    """In the notation of whoever looks."""
    # Orders that nobody else may read yet stay nowhere.
    secret = any(not order.outcome for order in picture.orders)
    return (_drawn.__wrapped__ if secret else _drawn)(
        picture,
        geometry_url=geometry_url,
        theme=theme,
        pattern_fills=pattern_fills,
        notation_of=notation.current(),
        language=get_language(),
    )


@lru_cache(maxsize=KEPT)
def _drawn(
    picture: Picture,
    *,
    geometry_url: str | None,
    theme: Theme,
    pattern_fills: bool,
    notation_of: str,
    language: str | None,  # the active one, in which all that is said on it is written
) -> str:
    return render(
        picture,
        geometry_url=geometry_url,
        theme=theme,
        pattern_fills=pattern_fills,
        names=wording.names(),
        short_names=wording.names_in_short(),
        language=notation_of,
    )


def _picture(phase: Phase, orders: Iterable[Order]) -> Picture:
    write, stored = wording.writer(phase), positions.stored(phase)
    return Picture(
        title=f"{phase.game.title}: {wording.phase(phase)}",
        units=tuple(
            DrawnUnit(unit.power, unit.text, dislodged=unit.dislodged) for unit in stored.units
        ),
        owners=stored.owners,
        orders=tuple(
            DrawnOrder(
                order.seat.power,
                order.text,
                order.outcome,
                written=write(order.text),
                dislodged=bool(order.fate),
            )
            for order in orders
        ),
    )
