"""JSON lines of the command line: one question a line in, one answer a line out."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from adjudicator.adjudication import adjudicate
from adjudicator.board import Board, standard_board
from adjudicator.errors import WireError
from adjudicator.notation import check_language, render
from adjudicator.position import Dislodged, Position
from adjudicator.rules import find_rules
from adjudicator.terms import PhaseCode
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.resolution import Resolution, Result


def answer(line: bytes, *, rules: str, language: str | None, brief: bool) -> dict[str, Any]:
    """Return the answer to one line; for a bad line its ``id`` and an ``error``.

    `rules` and `language` apply unless the line names its own. Never raises.
    """
    question: object = None
    try:
        question = _read(line)
        body = _object(question, "the line")
        name = _text(body.get("rules", rules), "rules")
        chosen = body.get("language", language)
        if chosen is not None:
            check_language(_text(chosen, "language"))
        edition = find_rules(name)
        position = read_position(body)
        orders = read_orders(body)
        resolution = adjudicate(position, orders, edition, chosen)
        return {
            "id": body.get("id"),
            **write_resolution(resolution, brief=brief, language=chosen),
        }
    except (ValueError, RecursionError) as error:
        identity = question.get("id") if isinstance(question, dict) else None
        return {"id": identity, "error": str(error)}


def _read(line: bytes) -> object:
    """Parse a line as JSON; raises `WireError`."""
    try:
        return json.loads(line, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        text = f"{line[:60].decode(errors='replace')!r} ({error})"
        raise WireError("not_json", {"text": text}) from error


def _finite(text: str) -> float:
    """Parse a number that JSON can write again; raises `ValueError` for ``NaN`` or ``1e999``."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a finite number")
    return number


def read_line(line: bytes) -> dict[str, Any]:
    """Return the object that a line holds; raises `WireError` if it holds none."""
    return _object(_read(line), "the line")


def read_orders(body: Mapping[str, object]) -> dict[str, list[str]]:
    """Return the orders of a question as texts, by power; raises `WireError`."""
    return _lists(_optional(body, "orders"), "orders")


def read_position(body: Mapping[str, object], board: Board | None = None) -> Position:
    """Return the position of a question, on the standard board unless another one is given.

    Raises `WireError` for a wrong shape, and `PhaseCodeError`, `UnitError` or `PositionError` for
    what is wrong in it.
    """
    phase = PhaseCode.parse(_text(body.get("phase"), "phase"))
    board = board or standard_board()
    units = {
        power: tuple([board.units.get(text) or Unit.parse(text) for text in texts])
        for power, texts in _lists(body.get("units"), "units").items()
    }
    centers = body.get("centers")
    owned = None if centers is None else _tuples(_lists(centers, "centers"))
    dislodged = {
        power: tuple(
            Dislodged(Unit.parse(unit), None, retreats)
            for unit, retreats in _tuples(_lists(several, f"dislodged of {power}")).items()
        )
        for power, several in _object(_optional(body, "dislodged"), "dislodged").items()
    }
    return Position(phase, units, owned, dislodged, board)


def _optional(body: Mapping[str, object], name: str) -> object:
    """The value that a question has under a name; an empty object if it is missing or null."""
    value = body.get(name)
    return {} if value is None else value


def _object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WireError("wrong_shape", {"name": name, "wanted": "an object"})
    return value


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise WireError("wrong_shape", {"name": name, "wanted": "a text"})
    return value


def _lists(value: object, name: str) -> dict[str, list[str]]:
    lists = _object(value, name)
    for power, texts in lists.items():
        if not isinstance(texts, list) or not all(type(text) is str for text in texts):
            wanted = "a list of texts"
            raise WireError("wrong_shape", {"name": f"{name} of {power}", "wanted": wanted})
    return lists


def _tuples(lists: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(text.upper() for text in texts) for key, texts in lists.items()}


def write_resolution(
    resolution: Resolution, *, brief: bool, language: str | None = None
) -> dict[str, Any]:
    """Return a resolution in the shape of an answer.

    Texts are canonical, or in the notation of `language` if one is given; `brief` leaves texts and
    reasons out. Raises `SetupError` for an unknown language.
    """
    results: dict[str, list[dict[str, Any]]] = {}
    for result in resolution.results:
        row = _brief_result(result) if brief else _full_result(result)
        if language is not None and result.written is None and not brief and result.order:
            row["text"] = render(result.order, language, position=resolution.position)
        results.setdefault(result.power, []).append(row)
    destroyed: dict[str, list[str]] = {}
    for power, unit in resolution.destroyed:
        destroyed.setdefault(power, []).append(str(unit))
    return {
        "phase": str(resolution.position.phase),
        "results": results,
        "destroyed": destroyed,
        "next": resolution.next.question(),
    }


def _brief_result(result: Result) -> dict[str, Any]:
    return {
        "unit": None if result.unit is None else str(result.unit),
        "order": None if result.order is None else str(result.order),
        "outcome": result.outcome,
        "dislodged": result.dislodged,
    }


def _full_result(result: Result) -> dict[str, Any]:
    row = _brief_result(result)
    row["text"] = result.text
    reason = result.reason
    row["reason"] = {"code": reason.code, "params": dict(reason.params), "rule": reason.rule}
    return row
