"""Measurement of the speed of the rules: ``python -m adjudicator bench FILE``.

FILE has one phase a line, in the shape of a question to ``resolve``; it may be compressed (.gz).
Dislodged units may be given as a plain list; they may then retreat to any vacant neighbour.
"""

from __future__ import annotations

import gzip
import time
from collections import defaultdict
from functools import partial
from itertools import cycle
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.adjudication import adjudicate
from adjudicator.errors import OrderSyntaxError
from adjudicator.json_lines import read_line, read_orders, read_position
from adjudicator.notation import LANGUAGES, clear_parse_cache, parse_canonical, parse_order, render
from adjudicator.notation.sheets import read_sheet
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from adjudicator.board import Board
    from adjudicator.orders import Order
    from adjudicator.position import Position
    from adjudicator.resolution import Result
    from adjudicator.rules import Rules
    from adjudicator.terms import PhaseType


class Times(NamedTuple):
    """Seconds that each phase of one type took.

    `alone` is the time from parsed orders and position to all decisions, retreats and the next
    position. `from_text` is the time from texts to all results.
    """

    alone: list[float]
    from_text: list[float]


def measure(path: Path, rules: Rules) -> dict[str, Times]:
    """Time every phase of a file once; return the times by type of phase.

    The cache of parsed orders is emptied before each phase, so that no phase profits from earlier
    ones. Reasons are not computed. Raises `AdjudicatorError` for a line that is not a question.
    """
    times: dict[str, Times] = defaultdict(lambda: Times([], []))
    for body in _phases(path):
        position = read_position(body)
        phase, board = position.phase.type, position.board
        texts = read_orders(body)
        orders = {
            power: [_order_or_text(text, phase, board) for text in sheet]
            for power, sheet in texts.items()
        }
        of_kind = times[phase.name.lower()]
        clear_parse_cache()
        of_kind.alone.append(_seconds(partial(adjudicate, position, orders, rules)))
        of_kind.from_text.append(_seconds(partial(_from_text, body, texts, rules)))
    return times


def measure_reading(path: Path, rules: Rules) -> dict[str, list[float]]:
    """Time the parsing of every order of a file; return seconds by notation.

    Each order is parsed as canonical text and, in context, as each language writes it. The tables
    of the languages are loaded before; nothing is cached between lines. Raises `AdjudicatorError`
    for a line that is not a question.
    """
    lines: dict[str, list[tuple[str, Position, str]]] = defaultdict(list)
    for body in _phases(path):
        position = read_position(body)
        for power, texts in read_orders(body).items():
            for text in texts:
                order = _order_or_text(text, position.phase.type, position.board)
                if isinstance(order, str):
                    continue
                lines["canonical"].append((text, position, power))
                for code in LANGUAGES:
                    written = render(order, code, "short", position)
                    lines[code].append((written, position, power))
    return {
        notation: [
            _seconds(partial(_read, *line, None if notation == "canonical" else notation, rules))
            for line in several
        ]
        for notation, several in lines.items()
    }


def measure_sheets(path: Path, rules: Rules) -> dict[str, list[float]]:
    """Time the reading of every sheet of a file; return plain loops by how its language is known.

    A sheet has all orders of a power in a phase, in the next language each time. Its time is a
    multiple of a plain loop of 1,000 additions that is timed beside it, so that figures of machines
    of unequal speed can be compared. Raises `AdjudicatorError` for a line that is not a question.
    """
    times: dict[str, list[float]] = defaultdict(list)
    languages = cycle(LANGUAGES)
    for body in _phases(path):
        position = read_position(body)
        for power, texts in read_orders(body).items():
            several = [_order_or_text(each, position.phase.type, position.board) for each in texts]
            orders = [each for each in several if not isinstance(each, str)]
            if not orders:
                continue
            code = next(languages)
            block = "\n".join(render(order, code, "short", position) for order in orders)
            for name, language in (("stated", code), ("recognised", None)):
                work = partial(read_sheet, block, position, power, language, rules)
                loop = min(_seconds(_plain_loop) for _ in range(3))
                times[name].append(_seconds(work) / loop)
    return times


def _plain_loop() -> int:
    total = 0
    for number in range(1000):
        total += number
    return total


def _read(
    line: str, position: Position, power: str, language: str | None, rules: Rules
) -> Order | None:
    try:
        return parse_order(line, position, power, language, rules)
    except OrderSyntaxError:
        return None


def _from_text(
    body: dict[str, Any], texts: dict[str, list[str]], rules: Rules
) -> tuple[Result, ...]:
    return tuple(adjudicate(read_position(body), texts, rules).results)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    made = work()
    seconds = time.perf_counter() - began
    del made  # freed only here: real callers keep the result too
    return seconds


def _order_or_text(text: str, phase_type: PhaseType, board: Board) -> Order | str:
    try:
        return parse_canonical(text, phase_type, board)
    except OrderSyntaxError:
        return text


def _phases(path: Path) -> Iterator[dict[str, Any]]:
    """The questions of a file, with retreats added where dislodged units are a plain list."""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        for line in file:
            if line.strip():
                body = read_line(line)
                dislodged = body.get("dislodged")
                if isinstance(dislodged, dict):
                    position = read_position(body | {"dislodged": None})
                    for power, units in dislodged.items():
                        if isinstance(units, list) and all(type(text) is str for text in units):
                            dislodged[power] = _with_retreats(position, units)
                yield body


def _with_retreats(position: Position, units: list[str]) -> dict[str, list[str]]:
    """Dislodged units, each with every vacant location that it could move to."""

    def retreats(text: str) -> list[str]:
        unit = Unit.parse(text)
        moves = position.board.moves(unit.type, unit.location)
        return [way for way in moves if position.unit_at(way) is None]

    return {text: retreats(text) for text in units}


def report(
    times: dict[str, Times], reading: dict[str, list[float]], sheets: dict[str, list[float]]
) -> Iterator[str]:
    """Yield the lines of three tables: times of phases, of lines by notation, and of sheets."""
    yield f"{'':12}{'phases':>8}  {'':20}{'median':>10}{'p99':>10}{'phases/s':>10}"
    for kind, both in times.items():
        for what, seconds in (
            ("adjudication alone", both.alone),
            ("text to result", both.from_text),
        ):
            yield f"{kind:12}{len(seconds):8}  {what:20}{_figures(seconds, 0)}"
    if reading:
        yield f"{'':12}{'lines':>8}  {'':20}{'median':>10}{'p99':>10}{'lines/s':>10}"
    for notation, seconds in reading.items():
        yield f"{notation:12}{len(seconds):8}  {'line to order':20}{_figures(seconds, 1)}"

    if sheets:
        yield f"{'':12}{'sheets':>8}  {'':20}{'median':>10}{'p99':>10}{'mean':>10}"
    for language, loops in sheets.items():
        yield f"{language:12}{len(loops):8}  {'sheet, plain loops':20}{_loops(loops)}"


def _loops(loops: list[float]) -> str:
    ranked = sorted(loops)
    median, p99 = (ranked[int(len(ranked) * share)] for share in (0.5, 0.99))
    return f"{median:10.1f}{p99:10.1f}{sum(ranked) / len(ranked):10.1f}"


def _figures(seconds: list[float], digits: int) -> str:
    ranked = sorted(seconds)
    median, p99 = (ranked[int(len(ranked) * share)] * 1e6 for share in (0.5, 0.99))
    rate = len(ranked) / sum(ranked)
    return f"{median:7.{digits}f} µs{p99:7.{digits}f} µs{rate:10.0f}"
