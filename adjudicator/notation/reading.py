"""Reading one order in context: every reading of its words is weighed against the board.

The rulebook has an order carried out that is badly written but has only one meaning, and one that
has several not (2000, writing orders). So the readings that are legal count before those that are
not, and among them those with proper spellings before those with misprints and the like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustment
from adjudicator.errors import IllegalOrder, OrderSyntaxError
from adjudicator.legality import check_order
from adjudicator.notation.canonical import LONGEST, parse_canonical, spelt_out, too_long
from adjudicator.notation.faults import likeliest, misread
from adjudicator.notation.grammar import NOWHERE, grammar
from adjudicator.notation.language import LANGUAGES
from adjudicator.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from adjudicator.rules import DEFAULT_RULES
from adjudicator.terms import PhaseType, UnitType
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.notation.grammar import Place, Reading, Reference
    from adjudicator.position import Position, Standing
    from adjudicator.rules import Rules

FOREIGN = 10
"""What a reading loses that gives a unit to another power than the board does."""


def parse_order(
    text: str,
    position: Position | None = None,
    power: str = "",
    language: str | None = None,
    rules: Rules = DEFAULT_RULES,
) -> Order:
    """Read an order as `power` may mean it in `position`, put right as `check_order` would.

    Without a language all are tried; without a position only canonical text can be read. Raises
    `OrderSyntaxError`: for several readings its `readings` has them all, for none it names the word
    that was not understood.

    >>> from adjudicator import load_setup, opening
    >>> position = opening(load_setup("standard"))
    >>> str(parse_order("París - Borgoña", position, "FRANCE", "es"))
    'A PAR - BUR'
    >>> parse_order("A Par-Burgndy", position, "FRANCE", "en")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    adjudicator.errors.OrderSyntaxError: “Burgndy” was not understood ... Burgundy (Bur).
    """
    if position is None:
        return parse_canonical(text)
    if len(text) > LONGEST:
        raise too_long(text)
    if language is None or language == "en":
        order = spelt_out(text, position.phase.type is PhaseType.RETREAT, position.board)
        if order is not None:
            return _put_right(order, position, power, rules)
    if language is None:
        return _in_any_language(text, position, power, rules)
    return in_language(text, position, power, language, rules)


def in_language(text: str, position: Position, power: str, language: str, rules: Rules) -> Order:
    """The order that a text is in one language; raises `OrderSyntaxError`."""
    order = attempt(text, position, power, language, rules)
    if order is None:
        raise misread(text, language)
    return order


def attempt(text: str, position: Position, power: str, language: str, rules: Rules) -> Order | None:
    """The order that a text is in one language, or none; raises `OrderSyntaxError` only where it
    may mean several."""
    how = grammar(language)
    found: dict[Order, int] = {}
    for reading in how.readings(how.lexicon.read(text)):
        for rank, order in _orders(reading, position, power):
            found[order] = min(rank, found.get(order, rank))
    return _weigh(found, text, position, power, rules) if found else None


def _in_any_language(text: str, position: Position, power: str, rules: Rules) -> Order:
    """The one order that the text is in whatever language it is one."""
    found: dict[Order, int] = {}
    for language in LANGUAGES:
        try:
            order = attempt(text, position, power, language, rules)
        except OrderSyntaxError as error:
            found |= dict.fromkeys(error.readings, 0)
        else:
            if order is not None:
                found[order] = 0
    if not found:
        raise misread(text, likeliest(text))
    return _weigh(found, text, position, power, rules)


def _weigh(
    found: dict[Order, int], text: str, position: Position, power: str, rules: Rules
) -> Order:
    """The one order meant: the best spelt of those that are legal, or of all if none is."""
    legal: dict[Order, int] = {}
    for order, rank in found.items():
        try:
            checked = check_order(order, position, power, rules)
        except IllegalOrder:
            continue
        legal[checked] = min(rank, legal.get(checked, rank))
    best = legal or found
    least = min(best.values())
    meant = [order for order, rank in best.items() if rank == least]
    if len(meant) > 1 and not legal:
        meant = [o for o in meant if _is_of(power, o, position)] or meant
    if len(meant) > 1:
        raise OrderSyntaxError.ambiguous(text, meant)
    return meant[0]


def _is_of(power: str, order: Order, position: Position) -> bool:
    standing = _standing(order.unit.location, position, power) if order.unit else None
    return standing is not None and standing[0] == power


def _standing(location: str, position: Position, power: str) -> Standing | None:
    """Who is meant there: in a retreat phase a dislodged unit, if one is to be ordered."""
    if power and position.phase.type is PhaseType.RETREAT:
        for each in position.dislodged.get(power, ()):
            if each.unit.province == location[:3]:
                return power, each.unit
    return position.unit_at(location)


def _put_right(order: Order, position: Position, power: str, rules: Rules) -> Order:
    try:
        return check_order(order, position, power, rules)
    except IllegalOrder:
        return order


def _orders(reading: Reading, position: Position, power: str) -> Iterator[tuple[int, Order]]:
    """Each order that a reading can be, as its words name places: pairs (how good, order)."""
    if reading.unit is None:
        yield reading.rank, Waive()
        return
    for rank, unit in _units(reading.unit, position, power):
        for order_rank, order in _told(reading, unit, position, power):
            yield reading.rank + rank + order_rank, order


def _told(
    reading: Reading, unit: Unit, position: Position, power: str
) -> Iterator[tuple[int, Order]]:
    kind, phase = reading.kind, position.phase.type
    if reading.other is not None:
        for rank, other in _units(reading.other, position, ""):
            if kind == "support_hold":
                yield rank, SupportHold(unit, other)
                continue
            order = SupportMove if kind == "support_move" else Convoy
            for more, target in _locations(reading.target):
                yield rank + more, order(unit, other, target)
    elif reading.target is not NOWHERE:
        for rank, target in _locations(reading.target):
            if kind == "retreat" or phase is PhaseType.RETREAT:
                yield rank, Retreat(unit, target)
            else:
                yield rank, Move(unit, target, reading.via)
    elif kind.startswith("unit"):
        if phase is PhaseType.ADJUSTMENT:
            struck = kind == "unit struck out" or adjustment(position, power).removals
            yield 0, Disband(unit) if struck else Build(unit)
    else:
        yield 0, _ALONE[kind](unit)


_ALONE: dict[str, type[Hold | Disband | Build]] = {"hold": Hold, "disband": Disband, "build": Build}


def _locations(place: Place) -> Iterator[tuple[int, str]]:
    for rank, location in place.locations:
        yield rank, f"{location[:3]}/{place.coast}" if place.coast else location


def _units(reference: Reference, position: Position, power: str) -> Iterator[tuple[int, Unit]]:
    """The units that are meant, one a place; what the words leave open is taken from the board.

    `power` is whose unit it must be, if that is known.
    """
    board = position.board
    for rank, location in _locations(reference.place):
        standing = _standing(location, position, power)
        if reference.power and (standing is None or standing[0] != reference.power):
            rank += FOREIGN
        kind = reference.type
        if standing is not None and kind in (None, standing[1].type):
            if len(location) == 3 or standing[1].location == location:
                yield rank, standing[1]
                continue
            kind = standing[1].type
        if kind is None and position.phase.type is PhaseType.ADJUSTMENT:
            both = (*board.armies.values(), *board.fleets.values())  # to be built: which is open
            yield from ((rank, unit) for unit in both if unit.location.startswith(location))
            continue
        if kind is None:
            kind = UnitType.FLEET if "/" in location or location in board.seas else UnitType.ARMY
        known = board.fleets if kind is UnitType.FLEET else board.armies
        yield rank, known.get(location) or Unit(kind, location)
