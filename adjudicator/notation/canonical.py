"""Parser for the canonical notation; case, spaces and missing unit letters do not matter.

The rulebook obeys an order that has only one possible meaning, so ``PAR - BUR`` is parsed too.
Which letter is then assumed matters little: `check_order` takes the unit from the board.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.board import Board, standard_board
from adjudicator.errors import OrderSyntaxError
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
from adjudicator.simple_orders import number_order
from adjudicator.terms import PhaseType, UnitType
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LONGEST = 200
"""Characters of the longest text that is parsed."""
MOST_TEXTS = 8192
"""Texts that are remembered for a board: recorded games have some 5,000 different ones."""

_RETREAT = PhaseType.RETREAT
_WORD = re.compile(r"-|[^\s-]+")
_LOCATION = re.compile(r"[A-Z]{3}(/[A-Z]C)?")
_UNIT_ONLY: dict[str, type[Hold | Disband | Build]] = {"H": Hold, "D": Disband, "B": Build}
_SHORT = {f" {verb}": kind for verb, kind in _UNIT_ONLY.items()}
_HELP: dict[str, type[SupportMove | Convoy]] = {" S ": SupportMove, " C ": Convoy}


def parse_canonical(
    text: str, phase_type: PhaseType | None = None, board: Board | None = None
) -> Order:
    """Parse an order in canonical notation, without regard to a position.

    In a retreat phase a move is a retreat. Raises `OrderSyntaxError`.

    >>> parse_canonical("a mar s a par-bur") == parse_canonical("A MAR S A PAR - BUR")
    True
    >>> str(parse_canonical("Build A WAR")), str(parse_canonical("A BUR - GAS", PhaseType.RETREAT))
    ('A WAR B', 'A BUR R GAS')
    """
    return _parsed_texts(board or standard_board(), phase_type is _RETREAT)[text]


def parse_all(texts: Sequence[str], phase_type: PhaseType, board: Board) -> list[Order]:
    """Parse several orders as `parse_canonical` does; raises `OrderSyntaxError`.

    >>> [str(order) for order in parse_all(["PAR - BUR"], PhaseType.MOVEMENT, standard_board())]
    ['A PAR - BUR']
    """
    return [*map(parser_of(phase_type, board), texts)]


def parser_of(phase_type: PhaseType, board: Board) -> Callable[[str], Order]:
    """Return a function that parses a text as `parse_canonical` does, for many texts of a phase."""
    return _parsed_texts(board, phase_type is _RETREAT).__getitem__


def too_long(text: str) -> OrderSyntaxError:
    """Return the error for a text that is too long to be parsed."""
    return OrderSyntaxError("order_too_long", {"text": text[:LONGEST], "limit": str(LONGEST)})


class _ParsedTexts(dict[str, Order]):
    """Text -> the order in it, parsed when it is first asked for, since the same texts come again.

    The orders are numbered for the board here. The table is emptied when it has `MOST_TEXTS`.
    """

    def __init__(self, board: Board, retreating: bool) -> None:
        self.board, self.retreating = board, retreating

    def __missing__(self, text: str) -> Order:
        if len(text) > LONGEST:
            raise too_long(text)
        order = parse_exact(text, self.retreating, self.board)
        order = order or _Reader(text, self.board).order(retreating=self.retreating)
        number_order(order, self.board)
        if len(self) >= MOST_TEXTS:
            self.clear()
        self[text] = order
        return order


_parsed_texts = lru_cache(maxsize=4)(_ParsedTexts)
"""The texts that were parsed for a board, in retreat phases or in others.

There is one board, and the same with closed provinces.
"""


def clear_parse_cache() -> None:
    """Empty the cache of parsed texts."""
    _parsed_texts.cache_clear()


def parse_exact(text: str, retreating: bool, board: Board) -> Order | None:
    """Return the order if it is written exactly as `str` writes it, otherwise None.

    This is a shortcut for the most common spelling; `_Reader` parses all others.
    """
    end = 8 if text[5:6] == "/" else 5
    unit = board.units.get(text[:end])
    if unit is None:
        return None
    verb, rest = text[end : end + 3], text[end + 3 :]
    if verb == " - ":
        if rest in board.number:
            return Retreat(unit, rest) if retreating else Move(unit, rest)
        target = rest.removesuffix(" VIA")
        return Move(unit, target, True) if target in board.number and not retreating else None
    if verb in _HELP:
        return _parse_exact_help(unit, verb, rest, board)
    if verb in _SHORT and not rest:
        return _SHORT[verb](unit)
    return Retreat(unit, rest) if verb == " R " and rest in board.number else None


def _parse_exact_help(unit: Unit, verb: str, rest: str, board: Board) -> Order | None:
    """A support or convoy that is written exactly as `str` writes it, otherwise None."""
    end = 8 if rest[5:6] == "/" else 5
    other, dash, target = board.units.get(rest[:end]), rest[end : end + 3], rest[end + 3 :]
    if other is not None and dash == " - " and target in board.number:
        return _HELP[verb](unit, other, target)
    return SupportHold(unit, other) if other is not None and not dash and verb == " S " else None


class _Reader:
    """Parser that consumes the words of an order one by one."""

    def __init__(self, text: str, board: Board) -> None:
        self.text = text
        self.words: list[str] = _WORD.findall(text.upper())
        self.board = board

    def order(self, *, retreating: bool) -> Order:
        """Parse the order; raises `OrderSyntaxError`."""
        order = self._verb_first() or self._unit_first(retreating=retreating)
        if self.words:
            raise self._error("word_not_expected", self.words[0])
        return order

    def _verb_first(self) -> Order | None:
        """Parse an order whose verb comes first; None if it is not one."""
        if self._take("WAIVE"):
            return Waive()
        if self._take("BUILD"):
            return Build(self._unit())
        if self._take("DISBAND"):
            return Disband(self._unit())
        return None

    def _unit_first(self, *, retreating: bool) -> Order:
        """Parse an order that begins with its unit."""
        unit = self._unit()
        verb = self._next("verb_missing")
        if verb == "-":
            return self._move(unit, retreating=retreating)
        if verb == "S":
            return self._support(unit)
        if verb == "C":
            return self._convoy(unit)
        if verb == "R":
            return Retreat(unit, self._location())
        if verb not in _UNIT_ONLY:
            raise self._error("word_not_understood", verb)
        return _UNIT_ONLY[verb](unit)

    def _move(self, unit: Unit, *, retreating: bool) -> Order:
        target = self._location()
        via = self._take("VIA")
        return Retreat(unit, target) if retreating else Move(unit, target, via)

    def _support(self, unit: Unit) -> Order:
        supported = self._unit()
        if self._take("-"):
            return SupportMove(unit, supported, self._location())
        self._take("H")
        return SupportHold(unit, supported)

    def _convoy(self, unit: Unit) -> Order:
        army = self._unit()
        dash = self._next("word_missing")
        if dash != "-":
            raise self._error("word_not_understood", dash)
        return Convoy(unit, army, self._location())

    def _unit(self) -> Unit:
        letter = self.words.pop(0) if self.words and self.words[0] in ("A", "F") else None
        location = self._location()
        if letter is None:
            letter = "F" if "/" in location or location in self.board.seas else "A"
        stands = self.board.fleets if letter == "F" else self.board.armies
        return stands.get(location) or Unit(UnitType(letter), location)

    def _location(self) -> str:
        word = self._next("word_missing")
        if not _LOCATION.fullmatch(word) or word[:3] not in self.board.provinces:
            raise self._error("province_not_understood", word)
        return word

    def _next(self, missing: str) -> str:
        if not self.words:
            raise self._error(missing, "")
        return self.words.pop(0)

    def _take(self, word: str) -> bool:
        if self.words and self.words[0] == word:
            self.words.pop(0)
            return True
        return False

    def _error(self, code: str, word: str) -> OrderSyntaxError:
        return OrderSyntaxError(code, {"word": word, "text": self.text})
