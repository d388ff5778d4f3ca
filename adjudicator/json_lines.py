"""JSON lines of the command line: one question a line in, one answer a line out."""

from __future__ import annotations

import json
import math
from itertools import chain
from typing import TYPE_CHECKING, Any

from adjudicator import notation
from adjudicator.adjudication import adjudicate
from adjudicator.errors import WireError
from adjudicator.position import Dislodged, Position, opening, place_units, sorted_centers
from adjudicator.rules import find_rules
from adjudicator.setups import SETUPS, STANDARD, load_setup
from adjudicator.terms import Outcome, PhaseCode
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.errors import AdjudicatorError
    from adjudicator.notation import Sheet
    from adjudicator.orders import Order
    from adjudicator.resolution import Resolution
    from adjudicator.rules import Rules
    from adjudicator.setups import Coin, Setup


_LIST, _TEXT = frozenset({list}), frozenset({str})


def answer(
    line: bytes, *, rules: str, language: str | None, brief: bool, setup: str = STANDARD
) -> dict[str, Any]:
    """Return the resolution of the phase in one line; for a bad line its ``id`` and an ``error``.

    `rules`, `language` and `setup` apply unless the line names its own. A `brief` answer is for
    `encode`. Never raises.
    """

    def resolved(body: dict[str, Any]) -> dict[str, Any]:
        edition, chosen = _choices(body, rules, language)
        position = read_position(body, _setup(body, setup))
        resolution = adjudicate(position, read_orders(body), edition, chosen)
        return write_brief(resolution) if brief else write_resolution(resolution, language=chosen)

    return _answered(line, resolved)


def answer_sheet(
    line: bytes, *, rules: str, language: str | None, setup: str = STANDARD
) -> dict[str, Any]:
    """Return how the ``text`` of one ``power`` is read; for a bad line ``id`` and ``error``.

    `rules`, `language` and `setup` apply unless the line names its own. Never raises.
    """

    def read(body: dict[str, Any]) -> dict[str, Any]:
        edition, chosen = _choices(body, rules, language)
        power, text = _text(body.get("power"), "power"), _text(body.get("text"), "text")
        position = read_position(body, _setup(body, setup))
        return write_sheet(notation.read_sheet(text, position, power, chosen, edition))

    return _answered(line, read)


def _answered(line: bytes, answerer: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """Return the ``id`` of a line with what `answerer` makes of it, or with an ``error``."""
    question: object = None
    try:
        question = _read(line)
        body = _object(question, "the line")
        return {"id": body.get("id"), **answerer(body)}
    except (ValueError, RecursionError) as error:
        identity = question.get("id") if isinstance(question, dict) else None
        return {"id": identity, "error": str(error)}


def _choices(
    body: Mapping[str, object], rules: str, language: str | None
) -> tuple[Rules, str | None]:
    """Return the edition and the language of a question; raises `WireError` or `SetupError`."""
    name = _text(body.get("rules", rules), "rules")
    chosen = body.get("language", language)
    if chosen is not None:
        notation.check_language(chosen := _text(chosen, "language"))
    return find_rules(name), chosen


def _setup(body: Mapping[str, object], setup: str) -> Setup:
    """Return the set-up of a question; raises `WireError` or `SetupError`."""
    return load_setup(_text(body.get("setup", setup), "setup"))


def _finite(text: str) -> float:
    """Parse a number that JSON can write again; raises `ValueError` for ``NaN`` or ``1e999``."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a finite number")
    return number


_decode = json.JSONDecoder(parse_constant=_finite, parse_float=_finite).decode
_encode = json.JSONEncoder(allow_nan=False).encode
_quote = json.encoder.encode_basestring_ascii
_ENDS = {outcome: f'{outcome.value}", "dislodged": false}}' for outcome in Outcome}
"""Outcome -> the JSON of a brief result from its outcome on."""
_ENDS_DISLODGED = {outcome: f'{outcome.value}", "dislodged": true}}' for outcome in Outcome}
"""The same for a dislodged unit."""


class Json(str):
    """A part of an answer that is written as JSON already."""

    __slots__ = ()


def encode(answer: Mapping[str, object]) -> str:
    """Write an answer as one line of JSON."""
    parts = [
        f"{_quote(key)}: {value if isinstance(value, Json) else _encode(value)}"
        for key, value in answer.items()
    ]
    return f"{{{', '.join(parts)}}}"


def _read(line: bytes) -> object:
    """Parse a line as JSON; raises `WireError`."""
    try:
        return _decode(line.decode(json.detect_encoding(line), "surrogatepass"))
    except (ValueError, RecursionError) as error:
        text = f"{line[:60].decode(errors='replace')!r} ({error})"
        raise WireError("not_json", {"text": text}) from error


def read_line(line: bytes) -> dict[str, Any]:
    """Return the object that a line holds; raises `WireError` if it holds none."""
    return _object(_read(line), "the line")


def read_orders(body: Mapping[str, object]) -> dict[str, list[str]]:
    """Return the orders of a question as texts, by power; raises `WireError`."""
    return _lists(_optional(body, "orders"), "orders")


def read_position(body: Mapping[str, object], setup: Setup | None = None) -> Position:
    """Return the position of a question, in the standard set-up unless another one is given.

    Raises `WireError` for a wrong shape, and `PhaseCodeError`, `UnitError` or `PositionError` for
    what is wrong in it.
    """
    phase = PhaseCode.parse(_text(body.get("phase"), "phase"))
    setup = setup or load_setup(STANDARD)
    board = setup.board_in(phase)
    texts = _lists(body.get("units"), "units")
    is_plain = not body.get("dislodged")
    placement = place_units(texts, board, setup.neutral_in(phase)) if is_plain else None
    units: Mapping[str, tuple[Unit, ...]]
    if placement is None:
        known = board.units
        units = {
            power: tuple([known.get(text) or Unit.parse(text) for text in several])
            for power, several in texts.items()
        }
    else:
        units = placement.units
    codes = None if body.get("centers") is None else _lists(body["centers"], "centers")
    centers = sorted_centers(codes, board) if codes is not None and placement else None
    dislodged = {
        power: tuple(
            Dislodged(Unit.parse(unit), None, retreats)
            for unit, retreats in _tuples(_lists(several, f"dislodged of {power}")).items()
        )
        for power, several in _object(_optional(body, "dislodged"), "dislodged").items()
    }
    if placement is not None and (codes is None or centers is not None):
        return Position.placed(phase, placement, centers, setup, board)
    centers = None if codes is None else _tuples(codes)
    return Position(phase, units, centers, dislodged, setup)


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
    several = lists.values()
    if not _LIST.issuperset(map(type, several)) or not _TEXT.issuperset(map(type, chain(*several))):
        for power, texts in lists.items():
            if not isinstance(texts, list) or not _TEXT.issuperset(map(type, texts)):
                wanted = "a list of texts"
                raise WireError("wrong_shape", {"name": f"{name} of {power}", "wanted": wanted})
    return lists


def _tuples(lists: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(map(str.upper, texts)) for key, texts in lists.items()}


def setup_lines() -> list[dict[str, Any]]:
    """Return a description of each set-up; raises `SetupError` for a faulty file."""
    return [
        {
            "setup": setup.name,
            "name": dict(setup.names),
            "sentence": dict(setup.sentences),
            "map": setup.board.name,
            "players": [list(powers) for powers in setup.players],
            "neutral": [power for power in setup.powers if power in setup.neutral],
            "builds": setup.builds,
            "victory": setup.victory,
            "together": setup.together,
            "coin": setup.coin and _write_coin(setup.coin),
            **opening(setup).question(),
        }
        for setup in map(load_setup, SETUPS)
    ]


def _write_coin(coin: Coin) -> dict[str, object]:
    return {"power": coin.power, "tossed": str(coin.tossed), "closed": sorted(coin.closed)}


def write_sheet(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet in the shape of an answer: its undoubted orders once, and all its lines."""
    lines = [
        {
            "number": line.number,
            "text": line.text,
            "order": None if line.order is None or line.readings else str(line.order),
            "error": None if line.error is None else _error(line.error),
            "readings": [str(order) for order in line.readings],
        }
        for line in sheet.lines
    ]
    problem = {} if sheet.problem is None else {"problem": _error(sheet.problem)}
    orders = list(dict.fromkeys(map(str, sheet.orders)))
    return {"language": sheet.language, "orders": orders, "lines": lines, **problem}


def _error(error: AdjudicatorError) -> dict[str, str]:
    return {"code": error.code, "sentence": error.sentence}


def write_resolution(resolution: Resolution, *, language: str | None = None) -> dict[str, Any]:
    """Return a resolution in the shape of an answer.

    Texts are canonical, or in the notation of `language` if one is given. Raises `SetupError` for
    an unknown language.
    """
    return {
        "phase": str(resolution.position.phase),
        "results": _full_results(resolution, language),
        "destroyed": _destroyed(resolution),
        "next": resolution.next.question(),
    }


def write_brief(resolution: Resolution) -> dict[str, Any]:
    """Return a resolution without texts and reasons, for `encode`: most of it is JSON already."""
    return {
        "phase": str(resolution.position.phase),
        "results": _brief_results(resolution),
        "destroyed": Json(_code_lists(_destroyed(resolution))),
        "next": _brief_position(resolution.next),
    }


def _destroyed(resolution: Resolution) -> dict[str, list[str]]:
    """The units that were destroyed, by power."""
    destroyed: dict[str, list[str]] = {}
    for power, unit in resolution.destroyed:
        destroyed.setdefault(power, []).append(unit.text)
    return destroyed


def _brief_results(resolution: Resolution) -> Json:
    """The results by power, written row by row: `json` would take three times as long."""
    lists = []
    for power, endings in resolution.endings().items():
        rows = []
        for unit, order, outcome, dislodged in endings:
            try:
                head = order.head if order.unit is unit else _head(unit, order)  # type: ignore[union-attr]
            except AttributeError:  # there is no order, or it has no head yet
                head = _head(unit, order)
            rows.append(head + (_ENDS_DISLODGED if dislodged else _ENDS)[outcome])
        lists.append(f"{_quote(power)}: [{', '.join(rows)}]")
    return Json(f"{{{', '.join(lists)}}}")


def _head(unit: Unit | None, order: Order | None) -> str:
    """The JSON of a brief result up to its outcome; an order remembers it for its own unit."""
    named, ordered = ("null" if each is None else _quote(each.text) for each in (unit, order))
    head = f'{{"unit": {named}, "order": {ordered}, "outcome": "'
    if order is not None and order.unit is unit:
        object.__setattr__(order, "head", head)
    return head


def _brief_position(position: Position) -> Json:
    """A position as `Position.question` has it, written at once."""
    units = [
        f"{_quote(power)}: {_codes([unit.text for unit in several])}"
        for power, several in position.units.items()
    ]
    retreats = [
        f"{_quote(power)}: {_code_lists({each.unit.text: each.retreats for each in several})}"
        for power, several in position.dislodged.items()
    ]
    parts = [
        f'"phase": "{position.phase}"',
        f'"units": {{{", ".join(units)}}}',
        f'"dislodged": {{{", ".join(retreats)}}}',
    ]
    if position.centers is not None:
        parts.append(f'"centers": {_code_lists(position.centers)}')
    if position.setup.name != STANDARD:
        parts.append(f'"setup": {_quote(position.setup.name)}')
    return Json(f"{{{', '.join(parts)}}}")


def _code_lists(lists: Mapping[str, Sequence[str]]) -> str:
    """The JSON of units or provinces by power."""
    written = [f"{_quote(power)}: {_codes(codes)}" for power, codes in lists.items()]
    return f"{{{', '.join(written)}}}"


def _codes(codes: Sequence[str]) -> str:
    """The JSON of units or provinces. Their codes have nothing that JSON must escape."""
    return '["' + '", "'.join(codes) + '"]' if codes else "[]"


def _full_results(resolution: Resolution, language: str | None) -> dict[str, list[dict[str, Any]]]:
    """The results by power, with texts and reasons."""
    results: dict[str, list[dict[str, Any]]] = {}
    for result in resolution.results:
        text, reason = result.text, result.reason
        if language is not None and result.written is None and result.order:
            text = notation.render(result.order, language, position=resolution.position)
        row = {
            "unit": None if result.unit is None else result.unit.text,
            "order": None if result.order is None else str(result.order),
            "outcome": result.outcome,
            "dislodged": result.dislodged,
            "text": text,
            "reason": {"code": reason.code, "params": dict(reason.params), "rule": reason.rule},
        }
        results.setdefault(result.power, []).append(row)
    return results
