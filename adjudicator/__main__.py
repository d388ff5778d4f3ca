"""The command line of the rules.

``python -m adjudicator resolve`` adjudicates one phase a line and ``read`` reads one power's sheet
of orders a line, both as JSON objects; ``bench FILE`` measures how long that takes, ``setups``
lists the set-ups, and ``notation`` prints how orders are written.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import zlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator import notation
from adjudicator.errors import AdjudicatorError, SetupError
from adjudicator.json_lines import answer, answer_sheet, encode, setup_lines
from adjudicator.rules import DEFAULT_RULES, find_rules
from adjudicator.setups import SETUPS, STANDARD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TextIO

    from adjudicator.rules import Rules


NOT_OPEN = "standard input and output must be open"


def answer_all(
    lines: Iterable[bytes], out: TextIO, answered: Callable[[bytes], dict[str, Any]]
) -> bool:
    """Write an answer for every line that is not blank; return whether all could be answered."""
    good = True
    for line in lines:
        if line.strip():
            body = answered(line)
            good = good and "error" not in body
            out.write(f"{encode(body)}\n")
            out.flush()
    return good


def _discard_buffered_output() -> None:
    """Redirect standard output, so that unwritten buffered text does not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(message: str) -> int:
    """Write an error message to standard error; return the exit status 1."""
    if sys.stderr is not None:
        sys.stderr.write(f"python -m adjudicator: {message}\n")
    return 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status.

    The status is 0 if every line was answered, 1 if a line or a stream failed: a reader who closes
    the pipe early gets no error message. A wrong command raises `SystemExit` with the status 2, as
    `argparse` does.
    """
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if sys.stdout is None:  # closed by the caller
        return _failed(NOT_OPEN)
    try:
        status = _run(chosen)
        sys.stdout.flush()
    except SetupError as error:
        parser.error(str(error))
    except BrokenPipeError:  # the reader of the output has closed the pipe
        _discard_buffered_output()
        return 1
    except OSError as error:
        _discard_buffered_output()
        return _failed(str(error))
    except KeyboardInterrupt:
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m adjudicator", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("resolve", help="adjudicate one JSON object a line from standard input")
    verb.add_argument("--brief", action="store_true", help="leave reasons and texts out")
    sheets = verbs.add_parser("read", help="read one sheet a line, a JSON object with a text")
    for each in (verb, sheets):
        each.add_argument("--language", help="notation of texts, en, es, it or bg (default: any)")
        each.add_argument("--setup", default=STANDARD, choices=SETUPS, help="set-up of the games")
    timed = verbs.add_parser("bench", help="time every phase of a file of such lines once")
    timed.add_argument("file", type=Path, metavar="FILE", help="JSON lines, also compressed (.gz)")
    verbs.add_parser("setups", help="list the set-ups, one JSON object a line")
    verbs.add_parser("notation", help="print how orders are written in each language")
    for each in (verb, sheets, timed):
        each.add_argument("--rules", default=DEFAULT_RULES.name, help="edition of the rules")
    return parser


def _run(chosen: argparse.Namespace) -> int:
    """Carry out the chosen verb; return the exit status. Raises `SetupError` and `OSError`."""
    if chosen.verb == "notation":
        from adjudicator.notation.guide import guide  # what only this verb needs

        sys.stdout.write(guide())
        return 0
    if chosen.verb == "setups":
        sys.stdout.writelines(f"{json.dumps(line)}\n" for line in setup_lines())
        return 0
    rules = find_rules(chosen.rules)
    if chosen.verb == "bench":
        return _bench(chosen.file, rules)
    if chosen.language is not None:
        notation.check_language(chosen.language)
    return _answer(chosen)


def _bench(path: Path, rules: Rules) -> int:
    from adjudicator import benchmark  # what only this verb needs

    try:
        times = benchmark.measure(path, rules)
        reading = benchmark.measure_reading(path, rules)
        sheets = benchmark.measure_sheets(path, rules)
    except (OSError, EOFError, zlib.error, AdjudicatorError) as error:
        return _failed(f"{path}: {error}")
    sys.stdout.writelines(f"{line}\n" for line in benchmark.report(times, reading, sheets))
    return 0


def _answer(chosen: argparse.Namespace) -> int:
    if sys.stdin is None:
        return _failed(NOT_OPEN)
    options = {"rules": chosen.rules, "language": chosen.language, "setup": chosen.setup}
    if chosen.verb == "resolve":
        answered = partial(answer, **options, brief=chosen.brief)
    else:
        answered = partial(answer_sheet, **options)
    threshold = gc.get_threshold()
    gc.set_threshold(100_000)  # answers have few cycles: looking for them took a sixth of the time
    try:
        return 0 if answer_all(sys.stdin.buffer, sys.stdout, answered) else 1
    finally:
        gc.set_threshold(*threshold)


if __name__ == "__main__":
    sys.exit(main())
