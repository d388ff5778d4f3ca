"""Draws the board of a phase, or of a position that is not stored, as SVG or PNG."""

import hashlib
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from django.core.cache import caches
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts import notation, reader
from adjudicator import Board, OrderSyntaxError, Position, parse_canonical
from adjudicator import Order as RulesOrder

from .. import access, wording
from ..models import Game, Order, Phase, Seat
from ..state import positions, variants
from . import DrawnOrder, DrawnUnit, Picture, Theme, png, render, small_map
from .cropped import render_cropped
from .geometry import load_geometry
from .still import NO_SIGNS, StillBoard, render_orders, render_still

CACHED_BOARDS = 30  # in each process; one for a page has some 50 KB, a document 440 KB
WAIT = 5  # seconds that a request waits while another's picture is drawn
_drawing = threading.Lock()


def draw(phase: Phase, orders: Iterable[Order] = ()) -> SafeString:
    """The board at the start of `phase` with `orders`, for a page.

    The seats of the orders must be loaded.
    """
    return _for_page(variants.board_of(phase.game), _picture(phase, orders))


def still_board(phase: Phase) -> StillBoard:
    """The board of an open phase, the same for everyone, on which `with_signs` shows orders."""
    return _still(variants.board_of(phase.game), _picture(phase, ()))


def still_position(title: str, position: Position) -> StillBoard:
    """The board of a position on which `with_signs` shows orders."""
    return _still(position.board, _position_picture(title, position))


def _still(board: Board, picture: Picture) -> StillBoard:
    return render_still(
        load_geometry(board.name),
        picture,
        geometry_url=shapes_url(board),
        names_url=_names_url(board),
        pattern_fills=reader.wants_patterns(),
        names=wording.drawing_names(board),
        short_names=wording.short_coast_names(),
        language=notation.current(),
    )


class OrderSigns(NamedTuple):
    """The signs of orders that only their reader may see, as SVG."""

    lines: SafeString
    badges: SafeString


def signs_of(phase: Phase, orders: Iterable[Order]) -> OrderSigns:
    """The signs of orders on the board of an open phase. The seats of the orders must be loaded."""
    orders = list(orders)
    if not orders:
        return OrderSigns(*NO_SIGNS)
    return _signs(variants.board_of(phase.game), _picture(phase, orders))


def signs_in(position: Position, orders: Sequence[DrawnOrder]) -> OrderSigns:
    """The signs of orders on the board of a position."""
    if not orders:
        return OrderSigns(*NO_SIGNS)
    return _signs(position.board, replace(_position_picture("", position), orders=tuple(orders)))


def _signs(board: Board, picture: Picture) -> OrderSigns:
    lines, badges = render_orders(
        load_geometry(board.name),
        picture,
        names=wording.drawing_names(board),
        language=notation.current(),
    )
    # The renderer escapes all texts of users.
    return OrderSigns(mark_safe(lines), mark_safe(badges))  # noqa: S308


def with_signs(still: StillBoard, signs: OrderSigns) -> SafeString:
    """The board of an open phase with signs, for a page."""
    return mark_safe(still.html(*signs))  # noqa: S308 - the renderer escapes all texts of users


def shapes_url(board: Board) -> str:
    """The address of the file with the shapes of a board. It has the name of the map."""
    return static(f"board/{board.name}.svg")


def _names_url(board: Board) -> str:
    """The address of the file with the names on a board, in the reader's notation."""
    return static(f"board/{board.name}-{notation.current()}.svg")


def _for_page(board: Board, picture: Picture, *, is_kept: bool = True) -> SafeString:
    svg = _render(
        board,
        picture,
        geometry_url=shapes_url(board),
        pattern_fills=reader.wants_patterns(),
        is_kept=is_kept,
    )
    return mark_safe(svg)  # noqa: S308 - the renderer escapes all texts of users


def document(
    phase: Phase,
    orders: Iterable[Order] = (),
    *,
    theme: Theme = "light",
    pattern_fills: bool = False,
    is_kept: bool = True,
) -> str:
    """The same picture as a complete SVG document, kept in memory for others if `is_kept`."""
    return _render(
        variants.board_of(phase.game),
        _picture(phase, orders),
        geometry_url=None,
        theme=theme,
        pattern_fills=pattern_fills,
        is_kept=is_kept,
    )


def document_for_all(
    phase: Phase, *, theme: Theme = "light", pattern_fills: bool = False, with_orders: bool = True
) -> str:
    """The picture of a phase as a document that everyone who sees the game may keep.

    Orders of an open phase are left out, even the reader's own: browsers and proxies cache
    pictures.
    """
    shown = with_orders and access.may_read_orders(phase)
    orders = phase.orders.select_related("seat") if shown else ()
    return document(phase, orders, theme=theme, pattern_fills=pattern_fills)


class TooBusyError(Exception):
    """Error for a request that waited longer than `WAIT` while another picture was drawn."""


def content_name(document: str, width: int | None = None) -> str:
    """A name that changes with the content of a document, or with a width of its PNG."""
    made = f"{png.MAKER}, {width} px\n" if width else ""
    return hashlib.sha256(f"{made}{document}".encode()).hexdigest()


def cached_png(name: str) -> bytes | None:
    """The PNG of this name, if it was drawn before."""
    found: bytes | None = caches["pictures"].get(name)
    return found


def draw_png(name: str, document: str, width: int) -> bytes:
    """Draw the PNG of this name and cache it. Raises `TooBusyError`.

    A process draws one at a time, so that many requests for pictures do not starve the pages.
    """
    with _turn():
        picture = cached_png(name)  # another request may have drawn it meanwhile
        if picture is None:
            picture = png.png(document, width)
            caches["pictures"].set(name, picture)
    return picture


def draw_png_once(document: str, width: int) -> bytes:
    """Draw a PNG that no cache keeps, one at a time as in `draw_png`. Raises `TooBusyError`."""
    with _turn():
        return png.png(document, width)


@contextmanager
def _turn() -> Iterator[None]:
    """The time in which this thread alone draws a PNG. Raises `TooBusyError`."""
    if not _drawing.acquire(timeout=WAIT):
        raise TooBusyError
    try:
        yield
    finally:
        _drawing.release()


def _render(
    board: Board,
    picture: Picture,
    *,
    geometry_url: str | None,
    pattern_fills: bool,
    theme: Theme = "light",
    is_kept: bool = True,
) -> str:
    """Draw in the reader's notation and language."""
    # Orders that are still secret must not be cached.
    secret = any(not order.outcome for order in picture.orders)
    return (_drawn if is_kept and not secret else _drawn.__wrapped__)(
        board,
        picture,
        geometry_url=geometry_url,
        theme=theme,
        pattern_fills=pattern_fills,
        notation_of=notation.current(),
        language=get_language(),
    )


@lru_cache(maxsize=CACHED_BOARDS)
def _drawn(
    board: Board,
    picture: Picture,
    *,
    geometry_url: str | None,
    theme: Theme,
    pattern_fills: bool,
    notation_of: str,
    language: str | None,  # the active one, in which gettext writes the titles
) -> str:
    return render(
        load_geometry(board.name),
        picture,
        geometry_url=geometry_url,
        theme=theme,
        pattern_fills=pattern_fills,
        names=wording.drawing_names(board),
        short_names=wording.short_coast_names(),
        language=notation_of,
    )


def _picture(phase: Phase, orders: Iterable[Order]) -> Picture:
    write, stored = wording.stored_orders(phase), positions.stored(phase)
    return Picture(
        title=f"{phase.game.title}: {wording.phase(phase)}",
        units=_drawn_units(stored),
        owners=stored.owners,
        orders=tuple(
            DrawnOrder(
                order.seat.power,
                parsed,
                order.outcome,
                written=write(order.text),
                dislodged=bool(order.fate),
            )
            for order in orders
            if (parsed := _parsed(order, phase)) is not None
        ),
    )


def _drawn_units(stored: positions.Stored) -> tuple[DrawnUnit, ...]:
    return tuple(
        DrawnUnit(unit.power, unit.text, dislodged=unit.dislodged) for unit in stored.units
    )


def _parsed(order: Order, phase: Phase) -> RulesOrder | None:
    """A stored order as the rules read it; None for a damaged row, which must not break a page."""
    try:
        return parse_canonical(order.text, phase.type, variants.board_of(phase.game))
    except OrderSyntaxError:
        return None


def map_places(game: Game) -> dict[str, tuple[str, int, int]]:
    """The same as `places_of` for the board of a game."""
    return places_of(variants.board_of(game))


def places_of(board: Board) -> dict[str, tuple[str, int, int]]:
    """Code of a province or coast -> its name for the reader, and the point of a unit there."""
    found = {}
    geometry = load_geometry(board.name)
    for location in sorted(board.number):
        spot = geometry.unit_spot(location)
        if spot is not None:
            x, y = spot.unit
            found[location] = (wording.place(location), round(x), round(y))
    return found


def draw_position(title: str, position: Position, orders: Iterable[DrawnOrder] = ()) -> SafeString:
    """The board of `position` for a page, with orders that everybody may see, if any.

    `title` is the title of its game.
    """
    shown = _position_picture(f"{title}: {wording.phase_name(position.phase)}", position)
    return _for_page(position.board, replace(shown, orders=tuple(orders)))


def draw_tried(title: str, position: Position, orders: Iterable[DrawnOrder]) -> SafeString:
    """The board of a position with orders that somebody tries, for a page; it is never cached."""
    shown = replace(_position_picture(title, position), orders=tuple(orders))
    return _for_page(position.board, shown, is_kept=False)


def draw_part(title: str, position: Position, orders: Iterable[DrawnOrder]) -> SafeString:
    """The board of a position, cropped to its units and orders, the same for all readers."""
    board = position.board
    svg = render_cropped(
        load_geometry(board.name),
        replace(_position_picture(title, position), orders=tuple(orders)),
        geometry_url=shapes_url(board),
        names_url=_names_url(board),
        names=wording.drawing_names(board),
        language=notation.current(),
    )
    return mark_safe(svg)  # noqa: S308 - the renderer escapes all texts of users


def tried_document(
    title: str,
    position: Position,
    orders: Iterable[DrawnOrder],
    *,
    theme: Theme = "light",
    pattern_fills: bool = False,
) -> str:
    """The board of a position with orders that somebody tries, as an SVG document; never cached."""
    shown = replace(_position_picture(title, position), orders=tuple(orders))
    return _render(
        position.board,
        shown,
        geometry_url=None,
        theme=theme,
        pattern_fills=pattern_fills,
        is_kept=False,
    )


def opening_document(setup: str) -> str:
    """The start position of a set-up as a complete SVG document."""
    start = variants.start_position(setup)
    picture = _position_picture(wording.setup_name(setup), start)
    return _render(start.board, picture, geometry_url=None, pattern_fills=False)


def small_document(phase: Phase, *, theme: Theme) -> str:
    """The position of `phase` as a small SVG document, without orders and the same for everyone."""
    stored = positions.stored(phase)
    shown = Picture(title="", units=_drawn_units(stored), owners=stored.owners)
    return small_map.render_small(variants.board_of(phase.game).name, shown, theme)


def small_start(setup: str, *, theme: Theme) -> str:
    """The start position of a set-up as a small SVG document."""
    start = variants.start_position(setup)
    return small_map.render_small(start.board.name, _position_picture("", start), theme)


def _position_picture(title: str, position: Position) -> Picture:
    units = [DrawnUnit(power, str(unit)) for power, own in position.units.items() for unit in own]
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
    return Picture(title=title, units=(*units, *dislodged), owners=owners)


def draw_for(shown: Phase, held: Sequence[Seat]) -> SafeString:
    """The board of a phase with the orders that the holder of the seats `held` may read."""
    visible = shown.orders.select_related("seat")
    if not access.may_read_orders(shown):
        visible = visible.filter(seat__in=held)
    return draw(shown, visible)
