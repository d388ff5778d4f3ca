"""Orders in the message syntax of DAIDE, which programs use: ``((AUS AMY BUD) MTO RUM)``.

The tokens are those of the DAIDE message syntax, level 0 and 10.
"""

from __future__ import annotations

import re
from typing import TypeAlias

_ORDERS = {"HLD", "MTO", "SUP", "CVY", "CTO", "RTO", "DSB", "BLD", "REM", "WVE"}
_TOKEN = re.compile(r"[()]|\w+")
_PROVINCES = {"ECH": "ENG", "GOB": "BOT", "GOL": "LYO"}
"""Provinces with another code there."""
_COASTS = {"NCS": "NC", "SCS": "SC", "ECS": "EC"}
_TYPES = {"AMY": "A", "FLT": "F"}

_Node: TypeAlias = "str | list[_Node]"


def canonical_orders(text: str) -> list[str] | None:
    """Return the orders of a text in canonical notation; None if it is not in DAIDE's syntax.

    >>> canonical_orders("((AUS AMY BUD) MTO RUM) ((AUS FLT TRI) SUP (AUS AMY BUD) MTO (BUL SCS))")
    ['A BUD - RUM', 'F TRI S A BUD - BUL/SC']
    """
    if "(" not in text:
        return None
    words = _TOKEN.findall(text.upper())
    if _ORDERS.isdisjoint(words):
        return None
    try:
        nodes = _tree(words)
        if any(isinstance(node, str) for node in nodes[1:]):  # no brackets around the order
            nodes = [nodes]
        return [_order(node) for node in nodes[nodes[0] == "SUB" :]]
    except (ValueError, KeyError, IndexError):
        return None


def _tree(words: list[str]) -> list[_Node]:
    """The nested lists of tokens in brackets; raises `ValueError` if brackets are unbalanced."""
    stack: list[list[_Node]] = [[]]
    for word in words:
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            if not stack:
                raise ValueError("a bracket too many")
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    if len(stack) != 1:
        raise ValueError("a bracket is missing")
    return stack[0]


_WITH_UNIT = {"HLD": " H", "DSB": " D", "REM": " D", "BLD": " B"}
_WITH_PLACE = {"MTO": "-", "CTO": "-", "RTO": "R"}
_WITH_OTHER = {"SUP": "S", "CVY": "C"}


def _order(node: _Node) -> str:
    """The canonical text of one order; raises `ValueError`, `KeyError` or `IndexError`."""
    match node:
        case [str(), "WVE"]:
            return "WAIVE"
        case [unit, str(verb)]:
            return f"{_unit(unit)}{_WITH_UNIT[verb]}"
        case [unit, "SUP", other]:
            return f"{_unit(unit)} S {_unit(other)}"
        case [unit, str(verb), place]:
            return f"{_unit(unit)} {_WITH_PLACE[verb]} {_place(place)}"
        case [unit, "CTO", place, "VIA", list()]:
            return f"{_unit(unit)} - {_place(place)} VIA"
        case [unit, str(verb), other, "MTO" | "CTO", place]:
            return f"{_unit(unit)} {_WITH_OTHER[verb]} {_unit(other)} - {_place(place)}"
    raise ValueError("no order of DAIDE")


def _unit(node: _Node) -> str:
    match node:
        case [str(), str(kind), place] | [str(kind), place]:
            return f"{_TYPES[kind]} {_place(place)}"
    raise ValueError("no unit of DAIDE")


def _place(node: _Node) -> str:
    match node:
        case str():
            return _PROVINCES.get(node, node)
        case [str(province), str(coast)]:
            return f"{_PROVINCES.get(province, province)}/{_COASTS[coast]}"
    raise ValueError("no place of DAIDE")
