"""Answers of the library and of the command line in one shape."""

import json
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

from adjudicator import RULES, PhaseCode, Position, Unit, adjudicate
from adjudicator.json_lines import read_position, write_resolution

Json = dict[str, Any]


def by_library(question: Json) -> Json:
    """Return what `adjudicate` returns, in the shape of the command line."""
    position = read_position(question)
    rules = RULES[question.get("rules", "2000")]
    return write_resolution(adjudicate(position, question["orders"], rules))


def by_command_line(questions: Iterable[Json | str], *options: str) -> tuple[list[Json], int]:
    """Return what `python -m adjudicator resolve` prints for these lines, and its exit status."""
    lines = [q if isinstance(q, str) else json.dumps(q) for q in questions]
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "resolve", *options],
        input="\n".join(lines).encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    return [strictly(line) for line in done.stdout.splitlines()], done.returncode


def strictly(line: str | bytes) -> Json:
    """Parse a line of JSON by its standard, which has no ``NaN`` and the like."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    answer: Json = json.loads(line, parse_constant=refuse)
    return answer


def standing(body: Json) -> list[str]:
    """Return the units of a position as sorted lines ``POWER A PAR``."""
    return sorted(f"{power} {unit}" for power, units in body["units"].items() for unit in units)


def position(phase: str, **units: str) -> Position:
    """Return a position from units written as ``FRANCE="A PAR, F BRE"``."""
    texts = {power: text.split(", ") for power, text in units.items()}
    return Position(
        PhaseCode.parse(phase), {p: tuple(map(Unit.parse, u)) for p, u in texts.items()}
    )


def sheets(**orders: str) -> dict[str, list[str]]:
    """Return orders by power from texts written as ``FRANCE="A PAR - BUR, F BRE H"``."""
    return {power: text.split(", ") for power, text in orders.items()}
