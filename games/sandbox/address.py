"""The text of a line in an address: compressed, and with the version of its form in front.

The text is JSON: the set-up, the edition and its changes, the first position unless it is the
set-up's own, and for each phase, the last one too, the orders of each power. The order of a unit is
written without the unit, because the position tells it; that makes an address a third shorter. Each
phase is resolved while the text is read, so an address holds no results and cannot hold wrong ones.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator import (
    RULES,
    SETUPS,
    AdjudicatorError,
    Position,
    Unit,
    load_setup,
    opening,
    parse_canonical,
)
from adjudicator.json_lines import read_position
from adjudicator.setups import STANDARD
from adjudicator.terms import PhaseType

from ..orders.choices import units_to_order
from ..state import editions
from .line import Line, Sheets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VERSION = "1"
LONGEST = 3_800
"""Characters of the longest address; gunicorn takes lines of 4,094."""
MOST_UNITS = 2_500
"""Units of the longest line, added up over its phases: what it costs to read."""
SPARE = 100
"""Characters kept free, because an address grows by a few when its orders are resolved."""
LONGEST_TEXT = 40_000
"""Characters of its text: a few bytes can be made into very many when they are decompressed."""


class AddressError(ValueError):
    """Error for a text that is no line. `code` says why.

    It is “damaged”, “too_long”, “other_version” or “impossible”; for the last, `cause` is the error
    of the rules, about a position of the set-up `setup`.
    """

    def __init__(
        self, code: str, cause: AdjudicatorError | None = None, setup: str = STANDARD
    ) -> None:
        super().__init__(code)
        self.code = code
        self.cause = cause
        self.setup = setup


class Read(NamedTuple):
    """A line that was read; `is_whole` is false if its last phases could not be read."""

    line: Line
    is_whole: bool


def write(line: Line) -> str:
    """Return the text of a line, of letters, digits, “-” and “_”."""
    start = line.start
    own = opening(load_setup(start.setup.name))
    body: list[Any] = [start.setup.name, line.edition, dict(line.changes)]
    body.append(None if start == own else _question(start))
    sheets = [_pack(phase.orders, phase.position) for phase in line.phases]
    body.append([*sheets, _pack(line.orders, line.position) if line.orders else ""])
    return VERSION + _compressed(json.dumps(body, ensure_ascii=False, separators=(",", ":")))


def has_room(line: Line) -> bool:
    """Whether the next phase can be resolved: the line is not full, nor its address too long."""
    positions = [*(phase.position for phase in line.phases), line.position]
    units = sum(map(_number_of_units, positions))
    return not line.is_full and units <= MOST_UNITS and len(write(line)) <= LONGEST - SPARE


def read(text: str) -> Read:
    """Return the line of a text. Raises `AddressError`.

    Orders that the rules cannot read, and all phases from there on, are left out.
    """
    setup, edition, changes, question, sheets = _body(text)
    try:
        known = load_setup(setup)
        start = opening(known) if question is None else read_position(question, known)
    except AdjudicatorError as error:
        raise AddressError("impossible", error, setup) from error
    try:
        editions.rules_with(edition, changes)
    except ValueError as error:
        raise AddressError("damaged") from error
    if not {*start.units, *start.dislodged, *(start.centers or ())} <= {*known.powers}:
        raise AddressError("damaged")
    line, units = Line(start, edition, changes), 0
    for number, sheet in enumerate(sheets):
        try:
            line = line.with_orders(_unpack(sheet, line.position))
        except (AdjudicatorError, ValueError):
            return Read(line, is_whole=False)
        if number + 1 < len(sheets):
            units += _number_of_units(line.position)
            if line.is_full or units > MOST_UNITS:
                return Read(line, is_whole=False)
            line = line.resolved()
    return Read(line, is_whole=True)


def _number_of_units(position: Position) -> int:
    return sum(map(len, position.units.values()))


# One phase


def _pack(orders: Sheets, position: Position) -> str:
    """The orders of a phase: those of a power divided by “,”, powers, sorted, by “;”."""
    return ";".join(
        ",".join(_pack_power(orders.get(power, ()), _units(position, power)))
        for power in sorted(position.powers)
    )


def _pack_power(orders: Sequence[str], units: Sequence[Unit]) -> Iterator[str]:
    """One text for each unit, empty without an order; then the other orders whole."""
    left = list(orders)
    for unit in units:
        begin = f"{unit} "
        text = next((each for each in left if each.startswith(begin)), "")
        if text:
            left.remove(text)
        yield text.removeprefix(begin)
    yield from left


def _unpack(sheet: object, position: Position) -> Sheets:
    """The orders in a text of `_pack`, which the rules can read but perhaps not carry out.

    Raises `ValueError`; an `OrderSyntaxError` is one.
    """
    if not isinstance(sheet, str):
        raise ValueError("a sheet is no text")
    powers, parts = sorted(position.powers), sheet.split(";")
    if len(parts) > max(1, len(powers)):
        raise ValueError("a sheet for more powers than there are")
    found = {}
    for power, part in zip(powers, parts, strict=False):
        units = _units(position, power)
        texts = part.split(",") if part else []
        whole = [f"{unit} {text}" for unit, text in zip(units, texts, strict=False) if text]
        orders = [*whole, *texts[len(units) :]]
        if orders:
            parsed = (parse_canonical(each, position.phase.type, position.board) for each in orders)
            found[power] = tuple(map(str, parsed))
    return found


def _units(position: Position, power: str) -> Sequence[Unit]:
    """The units of a power that have orders in a phase, in an order that the position fixes."""
    if position.phase.type is PhaseType.ADJUSTMENT:
        return ()
    return units_to_order(position, power)


# The whole text


def _question(position: Position) -> dict[str, Any]:
    body = position.question()
    body.pop("setup", None)
    return body


def _body(text: str) -> tuple[str, str, dict[str, str], dict[str, Any] | None, list[object]]:
    """The parts of an address's text; raises `AddressError`."""
    match _decompressed(text):
        case [str(setup), str(edition), dict(changes), question, list(sheets)] if (
            setup in SETUPS
            and edition in RULES
            and all(isinstance(answer, str) for answer in changes.values())
            and isinstance(question, dict | None)
        ):
            return setup, edition, changes, question, sheets
    raise AddressError("damaged")


def _compressed(text: str) -> str:
    packed = zlib.compress(text.encode(), level=9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _decompressed(text: str) -> object:
    if len(text) > LONGEST:
        raise AddressError("too_long")
    if not text.startswith(VERSION):
        raise AddressError("other_version" if text[:1].isdecimal() else "damaged")
    try:
        packed = base64.b64decode(f"{text[1:]}{'=' * (-len(text[1:]) % 4)}", b"-_", validate=True)
        reader = zlib.decompressobj()
        plain = reader.decompress(packed, LONGEST_TEXT)
        if reader.unconsumed_tail:
            raise AddressError("too_long")
        if not reader.eof:
            raise AddressError("damaged")
        return json.loads(plain)
    except (binascii.Error, zlib.error, ValueError, RecursionError) as error:
        if isinstance(error, AddressError):
            raise
        raise AddressError("damaged") from error
