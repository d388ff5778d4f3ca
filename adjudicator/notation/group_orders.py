"""Orders for several units in one sentence: *all units hold*, *Mar and Gas support Bur*.

The words are data of the languages (`[groups]`): subjects that mean `all` units or the `rest`, and
phrases that name the units by which a move is `supported`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from adjudicator.notation.language import language_data
from adjudicator.notation.sheet_words import first_own_unit, is_bare_unit, is_hold, is_place
from adjudicator.notation.words import fold, split
from adjudicator.orders import Convoy, Hold, Move, SupportHold, SupportMove
from adjudicator.terms import PhaseType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.notation.sheet_reader import Line, SheetReader
    from adjudicator.orders import Order
    from adjudicator.units import Unit

_SHARED = Hold | SupportHold | SupportMove | Convoy
"""Orders that several units can be given in one sentence."""
_COMMAS = re.compile(r"[,;&]")


def orders_for_several(text: str, reader: SheetReader, language: str) -> list[Order]:
    """Return the orders that a sentence gives to several units of the power, if it does so."""
    return _with_one_verb(text, reader, language) or _move_with_supports(text, reader, language)


def _with_one_verb(text: str, reader: SheetReader, language: str) -> list[Order]:
    """The orders of units that share a verb: *Mar and Gas support Bur*."""
    *first, last = _parts(text, language)
    order = reader.try_parse(last, language) if first else None
    units = [_own_unit(each, reader, language) for each in first]
    if not isinstance(order, _SHARED) or None in units:
        return []
    return [*(replace(order, unit=unit) for unit in units if unit is not None), order]


def _move_with_supports(text: str, reader: SheetReader, language: str) -> list[Order]:
    """A move, and the supports of the units that are said to support it.

    Units of other powers are left to those.
    """
    match = next((m for p in _supported(language) if (m := p.fullmatch(text))), None)
    if match is None:
        return []
    move = reader.try_parse(match["order"], language)
    if not isinstance(move, Move):
        return []
    found: list[Order] = [move]
    for part in _parts(match["units"], language):
        if not is_place(part, reader, language) and not is_bare_unit(part, reader, language):
            return []
        if unit := _own_unit(part, reader, language):
            found.append(SupportMove(unit, move.unit, move.target))
        elif not _unit_named(part, reader, language):
            return []
    return found


def help_for_move_before(
    text: str, before: Line, reader: SheetReader, language: str
) -> Order | None:
    """Return the support or convoy of the move on the line before: *Marseilles supports it*."""
    if not isinstance(before.order, Move):
        return None
    words = text.split()
    for place, length in product(range(len(words)), (1, 2)):
        if split(" ".join(words[place : place + length])) in _listed(language, "pronouns"):
            told = " ".join((*words[:place], *words[place + length :], before.text))
            order = reader.try_parse(told, language)
            if isinstance(order, SupportMove | Convoy) and _helped(order) == before.order.unit:
                return order
    return None


def _helped(order: SupportMove | Convoy) -> Unit:
    return order.supported if isinstance(order, SupportMove) else order.army


def without_relative(text: str, language: str) -> str:
    """Return what a clause says of the unit before it: *moves to Rome* of *which moves to Rome*.

    It is empty if the text is no such clause.
    """
    words = text.split()
    for length in (2, 1):
        if split(" ".join(words[:length])) in _listed(language, "relatives"):
            return " ".join(words[length:])
    return ""


def hold_units_before(found: list[Line], reader: SheetReader, language: str) -> None:
    """Let the units before one that holds hold too: *A Par, A Mar, F Bre hold*."""
    words, section = found[-1].text.split(), found[-1].section
    for place in range(len(found) - 2, -1, -1):
        line = found[place]
        if line.text == found[-1].text and line.section == section:
            continue
        if not line.is_unread or line.section != section:
            return
        texts = (f"{line.text} {' '.join(words[n:])}" for n in range(1, len(words)))
        orders = (reader.try_parse(text, language) for text in texts)
        own = reader.position.units.get(reader.power, ())
        order = next((each for each in orders if isinstance(each, Hold)), None)
        if order is None or order.unit not in own or not is_bare_unit(line.text, reader, language):
            return
        found[place] = reader.line_like(line, order)


def with_holds_of_all(lines: Sequence[Line], reader: SheetReader, language: str) -> list[Line]:
    """Return the lines with a hold of each unit in place of *all units hold*.

    *The rest hold* leaves out the units of which other lines speak.
    """
    if reader.position.phase.type is not PhaseType.MOVEMENT:
        return list(lines)
    found: list[Line] = []
    for line in lines:
        group = _group_that_holds(line.text, reader, language) if line.is_unread else ""
        if not group:
            found.append(line)
            continue
        named = set()
        if group == "rest":
            others = (each for each in lines if each is not line)
            named = {_province_of(each, reader, language) for each in others}
        units = (
            unit
            for unit in reader.position.units.get(reader.power, ())
            if unit.province not in named
        )
        found += [reader.line_like(line, Hold(unit)) for unit in units]
    return found


def _group_that_holds(text: str, reader: SheetReader, language: str) -> str:
    """Whether a text says that `all` units or the `rest` hold; "" if it says neither."""
    words = split(text)
    for group in ("rest", "all"):
        for subject in _listed(language, group):
            length = len(subject)
            if words[:length] == subject and is_hold(" ".join(words[length:]), reader, language):
                return group
            if words[-length:] == subject and is_hold(" ".join(words[:-length]), reader, language):
                return group
    return ""


def _province_of(line: Line, reader: SheetReader, language: str) -> str:
    if line.order is not None and line.order.unit is not None:
        return line.order.unit.province
    return first_own_unit(line.text, reader, language)


def _parts(text: str, language: str) -> list[str]:
    """The parts of a list: *A Par, A Mar and F Bre*."""
    joints = {fold(each) for each in language_data(language).conjunctions}
    words = _COMMAS.sub(" , ", text).split()
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "," or fold(word) in joints:
            parts.append([])
        else:
            parts[-1].append(word)
    return [" ".join(part) for part in parts if part]


def _own_unit(text: str, reader: SheetReader, language: str) -> Unit | None:
    """The power's unit that a text names, and nothing else."""
    unit = _unit_named(text, reader, language)
    own = reader.position.units.get(reader.power, ())
    return unit if unit in own and is_bare_unit(text, reader, language) else None


def _unit_named(text: str, reader: SheetReader, language: str) -> Unit | None:
    order = reader.try_parse(f"{text} {language_data(language).orders['hold'].name}", language)
    return order.unit if isinstance(order, Hold) else None


@cache
def _listed(language: str, key: str) -> list[list[str]]:
    return [split(each) for each in language_data(language).groups[key]]


@cache
def _supported(language: str) -> list[re.Pattern[str]]:
    """Patterns of a move with the units that support it."""
    phrases = language_data(language).groups["supported"]
    return [
        re.compile(
            r"(?P<order>.+?)\s+" + re.escape(each).replace(r"\{units\}", "(?P<units>.+)"),
            re.IGNORECASE,
        )
        for each in phrases
    ]
