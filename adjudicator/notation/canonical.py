"""The canonical notation, read leniently: case, spaces and missing unit letters do not matter.

The rulebook has an order obeyed that can only mean one thing; so ``PAR - BUR`` is read too. The
letter that is then assumed matters little: whoever checks the order puts in the unit on the board.
"""

from __future__ import annotations

import re
from functools import lru_cache

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
from adjudicator.terms import PhaseType, UnitType
from adjudicator.units import Unit

LONGEST = 200
"""Characters in the longest text that is read at all."""

_WORD = re.compile(r"-|[^\s-]+")
_LOCATION = re.compile(r"[A-Z]{3}(/[A-Z]C)?")
_ALONE: dict[str, type[Hold | Disband | Build]] = {"H": Hold, "D": Disband, "B": Build}
_SHORT = {f" {verb}": kind for verb, kind in _ALONE.items()}
_HELP: dict[str, type[SupportMove | Convoy]] = {" S ": SupportMove, " C ": Convoy}


def parse_canonical(
    text: str, phase_type: PhaseType | None = None, board: Board | None = None
) -> Order:
    """Read an order in canonical notation, whatever the position; raises `OrderSyntaxError`.

    In a retreat phase a move is read as a retreat.

    >>> parse_canonical("a mar s a par-bur") == parse_canonical("A MAR S A PAR - BUR")
    True
    >>> str(parse_canonical("Build A WAR")), str(parse_canonical("A BUR - GAS", PhaseType.RETREAT))
    ('A WAR B', 'A BUR R GAS')
    """
    if len(text) > LONGEST:
        raise too_long(text)
    return _parse(text, phase_type is PhaseType.RETREAT, board or standard_board())


def too_long(text: str) -> OrderSyntaxError:
    """The error for a text that is not read for its length."""
    return OrderSyntaxError("order_too_long", {"text": text[:LONGEST], "limit": str(LONGEST)})


@lru_cache(maxsize=16384)
def _parse(text: str, retreating: bool, board: Board) -> Order:
    return spelt_out(text, retreating, board) or _Reader(text, board).order(retreating=retreating)


def forget() -> None:
    """Empty the table of texts that were read before."""
    _parse.cache_clear()


def spelt_out(text: str, retreating: bool, board: Board) -> Order | None:
    """The order if it is written as `str` writes it; what is not, the reader below understands."""
    end = 8 if text[5:6] == "/" else 5
    unit = board.units.get(text[:end])
    if unit is None:
        return None
    verb, told = text[end : end + 3], text[end + 3 :]
    if verb == " - ":
        if told in board.number:
            return Retreat(unit, told) if retreating else Move(unit, told)
        target = told.removesuffix(" VIA")
        return Move(unit, target, True) if target in board.number and not retreating else None
    if verb in _HELP:
        return _help_spelt_out(unit, verb, told, board)
    if verb in _SHORT and not told:
        return _SHORT[verb](unit)
    return Retreat(unit, told) if verb == " R " and told in board.number else None


def _help_spelt_out(unit: Unit, verb: str, told: str, board: Board) -> Order | None:
    end = 8 if told[5:6] == "/" else 5
    other, dash, target = board.units.get(told[:end]), told[end : end + 3], told[end + 3 :]
    if other is not None and dash == " - " and target in board.number:
        return _HELP[verb](unit, other, target)
    return SupportHold(unit, other) if other is not None and not dash and verb == " S " else None


class _Reader:
    """Takes an order's words one by one."""

    def __init__(self, text: str, board: Board) -> None:
        self.text = text
        self.words: list[str] = _WORD.findall(text.upper())
        self.board = board

    def order(self, *, retreating: bool) -> Order:
        order = self._prefixed() or self._plain(retreating=retreating)
        if self.words:
            raise self._misread("word_not_expected", self.words[0])
        return order

    def _prefixed(self) -> Order | None:
        """Orders whose verb comes first."""
        if self._take("WAIVE"):
            return Waive()
        if self._take("BUILD"):
            return Build(self._unit())
        if self._take("DISBAND"):
            return Disband(self._unit())
        return None

    def _plain(self, *, retreating: bool) -> Order:
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
        if verb not in _ALONE:
            raise self._misread("word_not_understood", verb)
        return _ALONE[verb](unit)

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
            raise self._misread("word_not_understood", dash)
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
            raise self._misread("province_not_understood", word)
        return word

    def _next(self, missing: str) -> str:
        if not self.words:
            raise self._misread(missing, "")
        return self.words.pop(0)

    def _take(self, word: str) -> bool:
        if self.words and self.words[0] == word:
            self.words.pop(0)
            return True
        return False

    def _misread(self, code: str, word: str) -> OrderSyntaxError:
        return OrderSyntaxError(code, {"word": word, "text": self.text})
