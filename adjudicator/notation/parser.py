"""Parser for one order in context: every reading of its words is checked against the board.

The rulebook carries out an order that is badly written but has only one meaning, and none that has
several (2000, writing orders). So legal readings come before illegal ones, and among them proper
spellings before misprints and the like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.adjustments import adjustment
from adjudicator.errors import IllegalOrder, OrderSyntaxError
from adjudicator.legality import check_order
from adjudicator.notation.canonical import LONGEST, parse_canonical, parse_exact, too_long
from adjudicator.notation.grammar import NOWHERE, grammar
from adjudicator.notation.language import LANGUAGES
from adjudicator.notation.misreadings import likeliest_language, misreading_error
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

FOREIGN, WRONG_TYPE = 10, 10
"""Added to the rank of a reading that states another power, or type, for a unit than the board."""


def parse_order(
    text: str,
    position: Position | None = None,
    power: str = "",
    language: str | None = None,
    rules: Rules = DEFAULT_RULES,
) -> Order:
    """Parse an order as `power` may mean it in `position`, put right as by `check_order`.

    Without a language all languages are tried; without a position only canonical text is parsed.
    Raises `OrderSyntaxError`: if several orders are possible its `readings` has them all, otherwise
    it names the word that was not understood. Raises `SetupError` for an unknown language.

    >>> from adjudicator import load_setup, opening
    >>> position = opening(load_setup("standard"))
    >>> str(parse_order("París - Borgoña", position, "FRANCE", "es"))
    'A PAR - BUR'
    >>> parse_order("A Par-Burgndy", position, "FRANCE", "en")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    adjudicator.errors.OrderSyntaxError: “Burgndy” was not understood ... Burgundy (BUR)?
    """
    if position is None:
        return parse_canonical(text)
    if len(text) > LONGEST:
        raise too_long(text)
    if language is None or language == "en":
        order = parse_exact(text, position.phase.type is PhaseType.RETREAT, position.board)
        if order is not None:
            return _corrected_if_legal(order, position, power, rules)
    if language is None:
        return _in_any_language(text, position, power, rules)
    return parse_in_language(text, position, power, language, rules)


def parse_in_language(
    text: str, position: Position, power: str, language: str, rules: Rules
) -> Order:
    """Parse a text in one language; raises `OrderSyntaxError`."""
    order = try_parse(text, position, power, language, rules)
    if order is None:
        raise misreading_error(text, language, position.board)
    return order


def try_parse(
    text: str, position: Position, power: str, language: str, rules: Rules
) -> Order | None:
    """Parse a text in one language; return None if it is not an order.

    Raises `OrderSyntaxError` only if it may mean several orders.
    """
    how = grammar(language, position.board)
    found: dict[Order, int] = {}
    for reading in how.readings(how.lexicon.read(text)):
        worse = _is_preposition(reading, text)
        for rank, order in _candidate_orders(reading, position, power):
            found[order] = min(rank + worse, found.get(order, rank + worse))
    return _best_order(found, text, position, power, rules) if found else None


def _is_preposition(reading: Reading, text: str) -> bool:
    """Whether the letter of a support is rather a word: *Venecia a Trieste*, not *Ven A Tri*."""
    small = reading.letter and reading.letter.upper() not in text.split()
    return bool(small) and reading.kind == "support_hold"


def _in_any_language(text: str, position: Position, power: str, rules: Rules) -> Order:
    """Parse a text that is an order in at least one language; raises `OrderSyntaxError`."""
    found: dict[Order, int] = {}
    for language in LANGUAGES:
        try:
            order = try_parse(text, position, power, language, rules)
        except OrderSyntaxError as error:
            found |= dict.fromkeys(error.readings, 0)
        else:
            if order is not None:
                found[order] = 0
    if not found:
        language = likeliest_language(text, position.board)
        raise misreading_error(text, language, position.board)
    return _best_order(found, text, position, power, rules)


def _best_order(
    found: dict[Order, int], text: str, position: Position, power: str, rules: Rules
) -> Order:
    """The best spelt of the legal orders, or of all if none is legal.

    Raises `OrderSyntaxError` if several are equally good, or if one spelt no worse is an illegal
    order for another unit of the power: *Nor - Ska* with an army in Norway, a fleet in the North
    Sea.
    """
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
        meant = [o for o in meant if _is_own_order(power, o, position)] or meant
    others = (order for order, rank in found.items() if legal and rank <= least)
    if len(meant) > 1 or any(_is_for_other_own_unit(o, meant[0], power, position) for o in others):
        raise OrderSyntaxError.ambiguous(text, meant)
    return meant[0]


def _is_for_other_own_unit(order: Order, other: Order, power: str, position: Position) -> bool:
    """Whether an order is for a unit of the power that is not the unit of the other order."""
    if order.unit is None or other.unit is None or order.unit.province == other.unit.province:
        return False
    return _is_own_order(power, order, position)


def _is_own_order(power: str, order: Order, position: Position) -> bool:
    """Whether an order is for a unit of the power."""
    standing = _unit_meant(order.unit.location, position, power) if order.unit else None
    return standing is not None and standing[0] == power


def _unit_meant(location: str, position: Position, power: str) -> Standing | None:
    """The unit meant by a location: in a retreat phase the power's dislodged one, if any."""
    if power and position.phase.type is PhaseType.RETREAT:
        for each in position.dislodged.get(power, ()):
            if each.unit.province == location[:3]:
                return power, each.unit
    return position.unit_at(location)


def _corrected_if_legal(order: Order, position: Position, power: str, rules: Rules) -> Order:
    """The order as `check_order` puts it right, or unchanged if it is illegal."""
    try:
        return check_order(order, position, power, rules)
    except IllegalOrder:
        return order


def _candidate_orders(
    reading: Reading, position: Position, power: str
) -> Iterator[tuple[int, Order]]:
    """Each order that a reading can mean, as pairs (rank, order)."""
    if reading.unit is None:
        yield reading.rank, Waive()
        return
    for rank, unit in _units(reading.unit, position, power):
        if reading.via and not _may_go_by_sea(reading, unit, position):
            continue
        for order_rank, order in _orders_for_unit(reading, unit, position, power):
            yield reading.rank + rank + order_rank, order


def _may_go_by_sea(reading: Reading, unit: Unit, position: Position) -> bool:
    """Whether a way by sea makes sense: for an army, with a fleet in each sea that is named."""
    if reading.needs_army and reading.other is None and unit.type is UnitType.FLEET:
        return False
    return all(position.unit_at(sea) is not None for sea in reading.seas)


def _orders_for_unit(
    reading: Reading, unit: Unit, position: Position, power: str
) -> Iterator[tuple[int, Order]]:
    """Each order for one unit that a reading can mean, as pairs (rank, order)."""
    kind, phase = reading.kind, position.phase.type
    if reading.other is not None:
        yield from _orders_for_two(reading, unit, position)
    elif kind == "hold":
        if _is_at(unit, reading.target):
            yield 0, Hold(unit)
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
        yield 0, Build(unit) if kind == "build" else Disband(unit)


def _is_at(unit: Unit, place: Place) -> bool:
    """Whether a unit holds where it is: *Paris stays in Paris*."""
    return place is NOWHERE or any(each[:3] == unit.province for _rank, each in place.locations)


def _orders_for_two(
    reading: Reading, unit: Unit, position: Position
) -> Iterator[tuple[int, Order]]:
    """Each support or convoy of another unit that a reading can mean, as pairs (rank, order)."""
    assert reading.other is not None
    for rank, other in _units(reading.other, position, ""):
        if reading.kind == "support_hold":
            yield rank, SupportHold(unit, other)
            continue
        order = SupportMove if reading.kind == "support_move" else Convoy
        for more, target in _locations(reading.target):
            yield rank + more, order(unit, other, target)


def _locations(place: Place) -> Iterator[tuple[int, str]]:
    for rank, location in place.locations:
        yield rank, f"{location[:3]}/{place.coast}" if place.coast else location


def _units(reference: Reference, position: Position, power: str) -> Iterator[tuple[int, Unit]]:
    """The units that a reference can mean; what it leaves open is taken from the board.

    `power` is the power to which the unit must belong, if that is known.
    """
    board = position.board
    for rank, location in _locations(reference.place):
        standing = _unit_meant(location, position, power)
        if reference.power and (standing is None or standing[0] != reference.power):
            rank += FOREIGN
        kind = reference.type
        if standing is not None and kind in (None, standing[1].type):
            if len(location) == 3 or standing[1].location == location:
                yield rank, standing[1]
                continue
            kind = standing[1].type
        if power and standing is not None and kind is not standing[1].type:
            rank += WRONG_TYPE
        if kind is None and position.phase.type is PhaseType.ADJUSTMENT:
            both = (
                *board.armies.values(),
                *board.fleets.values(),
            )  # a build whose type of unit is not said
            yield from ((rank, unit) for unit in both if unit.location.startswith(location))
            continue
        if kind is None:
            kind = UnitType.FLEET if "/" in location or location in board.seas else UnitType.ARMY
        known = board.fleets if kind is UnitType.FLEET else board.armies
        yield rank, known.get(location) or Unit(kind, location)
