"""``python -m adjudicator resolve``: good lines, bad lines and bad commands."""

import contextlib
import io
import json
import subprocess
import sys
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.__main__ import main
from tests.soak import SOAK

from .shapes import Json, by_command_line, strictly

GOOD: Json = {
    "id": 7,
    "phase": "F1901M",
    "units": {"FRANCE": ["A PAR", "F SPA/SC"]},
    "centers": {"FRANCE": ["PAR"]},
    "orders": {"FRANCE": ["A PAR - BUR"]},
}


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes, *options: str
) -> tuple[list[Json], int]:
    """Run the command line within this process."""
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    status = main(["resolve", *options])
    return [strictly(line) for line in capsys.readouterr().out.splitlines()], status


def test_an_answer_has_the_shape_that_is_documented() -> None:
    [answer], status = by_command_line([GOOD])
    assert status == 0
    assert answer == {
        "id": 7,
        "phase": "F1901M",
        "results": {
            "FRANCE": [
                {
                    "unit": "A PAR",
                    "order": "A PAR - BUR",
                    "text": "A PAR - BUR",
                    "outcome": "succeeds",
                    "dislodged": False,
                    "reason": {
                        "code": "move_succeeds",
                        "params": {"province": "BUR"},
                        "rule": "moves",
                    },
                },
                {
                    "unit": "F SPA/SC",
                    "order": "F SPA/SC H",
                    "text": "F SPA/SC H",
                    "outcome": "stands",
                    "dislodged": False,
                    "reason": {"code": "no_order", "params": {}, "rule": "orders"},
                },
            ]
        },
        "destroyed": {},
        "next": {
            "phase": "S1902M",
            "units": {"FRANCE": ["A BUR", "F SPA/SC"]},
            "dislodged": {},
            "centers": {"FRANCE": ["PAR", "SPA"]},
        },
    }


def test_brief_leaves_reasons_and_texts_out() -> None:
    [answer], _ = by_command_line([GOOD], "--brief")
    first = answer["results"]["FRANCE"][0]
    assert first == {
        "unit": "A PAR",
        "order": "A PAR - BUR",
        "outcome": "succeeds",
        "dislodged": False,
    }


def test_the_next_position_can_be_asked_again_unchanged() -> None:
    battle = {
        "phase": "S1901M",
        "units": {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]},
        "orders": {"GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]},
    }
    [first], _ = by_command_line([battle])
    retreat = first["next"]
    assert retreat["dislodged"] == {"FRANCE": {"A BUR": ["BEL", "GAS", "MAR", "PAR", "PIC"]}}
    [second], status = by_command_line([retreat | {"orders": {"FRANCE": ["A BUR - GAS"]}}])
    assert status == 0
    assert second["next"]["units"]["FRANCE"] == ["A GAS"]


def test_units_destroyed_at_once_and_waived_builds_are_answered() -> None:
    lost = {
        "phase": "S1901M",
        "units": {"ENGLAND": ["F MAO", "A SPA"], "FRANCE": ["A POR"]},
        "orders": {"ENGLAND": ["F MAO S A SPA - POR", "A SPA - POR"]},
    }
    waived = {
        "phase": "W1901A",
        "units": {},
        "centers": {"FRANCE": ["PAR"]},
        "orders": {"FRANCE": ["WAIVE", "xyz"]},
    }
    answers, status = by_command_line([lost, waived])
    assert status == 0
    assert answers[0]["destroyed"] == {"FRANCE": ["A POR"]}
    rows = answers[1]["results"]["FRANCE"]
    assert [(row["unit"], row["order"], row["outcome"]) for row in rows] == [
        (None, "WAIVE", "succeeds"),
        (None, None, "illegal"),
    ]


def test_rules_of_the_line_win_over_the_option_and_the_option_over_the_default() -> None:
    units = {"FRANCE": ["A BEL"], "ENGLAND": ["F NTH"]}
    via = {"phase": "S1901M", "units": units, "orders": {"FRANCE": ["A BEL - HOL VIA"]}}

    def outcome(question: Json, *options: str) -> str:
        [answer], _ = by_command_line([question], *options)
        return str(answer["results"]["FRANCE"][0]["outcome"])

    assert outcome(via) == "succeeds"
    assert outcome(via, "--rules", "datc") == "invalid"
    assert outcome(via | {"rules": "2000"}, "--rules", "datc") == "succeeds"


def test_null_or_empty_values_are_like_missing_ones() -> None:
    bare = {"id": 1, "phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}
    nulls = bare | {"orders": None, "dislodged": None, "centers": None}
    empty = bare | {"orders": {}, "dislodged": {"FRANCE": {}}}
    answers, status = by_command_line([bare, nulls, empty])
    assert status == 0
    assert answers == [answers[0]] * 3


BAD: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "not JSON"),
    "half a line": ('{"id": 1', "not JSON"),
    "too deep": ("[" * 100_000, "not JSON"),
    "an id that is no number": (json.dumps(GOOD | {"id": float("nan")}), "NaN is not a finite"),
    "an id without an end": (json.dumps(GOOD | {"id": -float("inf")}), "-Infinity is not a finite"),
    "an id too large": ('{"id": 1e999, "phase": "S1901M", "units": {}}', "1e999 is not a finite"),
    "a number too large": ('{"id": [{"a": -1E400}]}', "-1E400 is not a finite"),
    "a list": ("[1]", "must be an object"),
    "a number": ("7", "must be an object"),
    "nothing": ("{}", "“phase” must be a text"),
    "no units": ({"phase": "S1901M"}, "“units” must be an object"),
    "a bad phase": (GOOD | {"phase": "S1901X"}, "“S1901X” is not a phase"),
    "a phase that is a number": (GOOD | {"phase": 1901}, "“phase” must be a text"),
    "a year before any": (GOOD | {"phase": "S0001M"}, "“S0001M” is not a phase"),
    "a year too long": (GOOD | {"phase": "F999999999M"}, "“F999999999M” is not a phase"),
    "the end of time": (GOOD | {"phase": "F9999M", "centers": None}, "“S10000M” is not a phase"),
    "units in a list": (GOOD | {"units": ["A PAR"]}, "“units” must be an object"),
    "units in a text": (GOOD | {"units": {"FRANCE": "A PAR"}}, "“units of FRANCE” must be a list"),
    "units that are numbers": (GOOD | {"units": {"FRANCE": [1]}}, "must be a list of texts"),
    "no such unit": (GOOD | {"units": {"FRANCE": ["Q PAR"]}}, "“Q PAR” is not a unit"),
    "an unknown province": (
        GOOD | {"units": {"FRANCE": ["A XYZ"]}},
        "no province “XYZ” on this board",
    ),
    "a fleet without its coast": (GOOD | {"units": {"FRANCE": ["F SPA"]}}, "needs a coast"),
    "two units": (GOOD | {"units": {"FRANCE": ["A PAR", "F PAR"]}}, "inland"),
    "two armies": (GOOD | {"units": {"A": ["A PAR"], "B": ["A PAR"]}}, "more than one unit"),
    "no center": (GOOD | {"centers": {"FRANCE": ["BUR"]}}, "not a supply center"),
    "centers in a list": (GOOD | {"centers": ["PAR"]}, "“centers” must be an object"),
    "orders in a list": (GOOD | {"orders": ["A PAR H"]}, "“orders” must be an object"),
    "orders in an empty list": (GOOD | {"orders": []}, "“orders” must be an object"),
    "dislodged that is false": (GOOD | {"dislodged": False}, "“dislodged” must be an object"),
    "a coast run together": (
        GOOD | {"units": {"FRANCE": ["F SPAXSC"]}},
        "no province “SPAXSC” on this",
    ),
    "an order that is a number": (GOOD | {"orders": {"FRANCE": [None]}}, "must be a list of texts"),
    "dislodged in spring": (
        GOOD | {"dislodged": {"FRANCE": {"A BUR": []}}},
        "cannot be dislodged units",
    ),
    "dislodged in a list": (
        GOOD | {"phase": "S1901R", "dislodged": {"FRANCE": ["A BUR"]}},
        "“dislodged of FRANCE” must be an object",
    ),
    "retreats in a text": (
        GOOD | {"phase": "S1901R", "dislodged": {"FRANCE": {"A BUR": "GAS"}}},
        "must be a list of texts",
    ),
    "an unknown edition": (GOOD | {"rules": "1066"}, "no edition “1066”"),
    "an edition that is a list": (GOOD | {"rules": []}, "“rules” must be a text"),
    "an unknown language": (GOOD | {"language": "tlh"}, "no language “tlh”"),
    "an edition that is too long": (GOOD | {"rules": "x" * 10**5}, "x…”. Choose one of these"),
    "a unit that is too long": (GOOD | {"units": {"FRANCE": ["A" * 10**5]}}, "A…” is not a unit"),
    "a phase that is too long": (GOOD | {"phase": "S" * 10**5}, "S…” is not a phase"),
    "a number of too many digits": ('{"id": 1' + "0" * 5000 + "}", "not JSON"),
    "half a character": ('{"id": "\\ud800", "phase": "\\ud800"}', "is not a phase"),
}


def test_bad_lines_get_an_error_each_and_the_others_go_on() -> None:
    lines = [bad for bad, _ in BAD.values()]
    answers, status = by_command_line([GOOD, *lines, GOOD])
    assert status == 1
    assert len(answers) == len(lines) + 2
    assert "error" not in answers[0]
    assert answers[-1] == answers[0]
    for (name, (bad, message)), answer in zip(BAD.items(), answers[1:-1], strict=True):
        assert answer.keys() == {"id", "error"}, name
        assert message in answer["error"], name
        if isinstance(bad, dict):
            assert answer["id"] == bad.get("id"), name


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_says_what_is_wrong(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, message = BAD[name]
    line = bad if isinstance(bad, str) else json.dumps(bad)
    [answer], status = run(monkeypatch, capsys, line.encode())
    assert message in answer["error"]
    assert len(answer["error"]) < 500, "it does not repeat all of a huge input"
    assert status == 1


def test_a_line_cut_short_or_with_a_byte_changed_is_answered_like_any_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.dumps(GOOD).encode()
    cut = [line[:end] for end in range(1, len(line))]
    changed = [
        line[:at] + bytes([byte]) + line[at + 1 :]
        for at, byte in product(range(len(line)), b'"}0A\xff')
    ]
    answers, status = run(monkeypatch, capsys, b"\n".join(cut + changed))
    assert len(answers) == len(cut) + len(changed)
    assert all("not JSON" in answer["error"] for answer in answers[: len(cut)])
    assert all("results" in answer or answer["error"] for answer in answers)
    assert status == 1


DEPTHS = range(1, 1100, 1 if SOAK else 25)


def test_the_deepest_nesting_that_can_be_parsed_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = json.dumps(GOOD).removesuffix("}")
    lines = [f'{begin}, "id": {"[" * deep}{"]" * deep}}}' for deep in DEPTHS]
    answers, _ = run(monkeypatch, capsys, "\n".join(lines).encode())
    read = ["error" not in answer for answer in answers]
    assert len(read) == len(lines)
    assert read == sorted(read, reverse=True)
    assert (read[0], read[-1]) == (True, False)


def test_a_sheet_of_thousands_of_orders_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    orders = ["A PAR - BUR", "nonsense", "A PAR S A PAR", "F SPA/SC - MAR"]
    orders *= 10_000 if SOAK else 1_000
    [answer], status = run(
        monkeypatch, capsys, json.dumps(GOOD | {"orders": {"FRANCE": orders}}).encode(), "--brief"
    )
    assert status == 0
    assert len(answer["results"]["FRANCE"]) == len(orders)
    assert answer["next"]["units"]["FRANCE"] == ["A BUR", "F MAR"]


def test_bytes_that_are_no_text_are_answered_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers, status = run(
        monkeypatch, capsys, b"\xff\xfe{}\n\x00\n\n  \n" + json.dumps(GOOD).encode()
    )
    assert ["error" in answer for answer in answers] == [True, True, False]
    assert status == 1


def test_no_line_at_all_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, capsys, b"") == ([], 0)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["resolve", "--rules", "1066"],
        ["resolve", "--language", "tlh"],
        ["bench"],
        ["bench", "--rules", "1066", "FILE"],
        ["guess"],
    ],
    ids=" ".join,
)
def test_bad_commands_end_with_two_and_a_usage_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m adjudicator" in capsys.readouterr().err


def test_every_answer_is_there_before_the_next_line_is_written() -> None:
    command = [sys.executable, "-m", "adjudicator", "resolve", "--brief"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for number in range(2):
            process.stdin.write(json.dumps(GOOD | {"id": number}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()


@pytest.mark.parametrize("verb", ["resolve", "setups", "notation"])
def test_a_reader_that_leaves_early_causes_no_traceback(verb: str) -> None:
    command = [sys.executable, "-m", "adjudicator", verb]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):  # a verb without input may be over by now
            process.stdin.write(json.dumps(GOOD).encode() + b"\n")
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(10) == 1


@pytest.mark.parametrize(
    ("streams", "message"),
    [
        (">/dev/full", "No space left"),
        (">&-", "must be open"),
        ("<&-", "must be open"),
        ("<&- >&-", "must be open"),
        ("0>/dev/null", "Bad file descriptor"),
        (">/dev/full 2>&-", ""),
        ("<&- 2>&-", ""),
    ],
)
def test_failing_streams_are_reported_in_one_line(streams: str, message: str) -> None:
    command = f'exec "$0" -m adjudicator resolve {streams}'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable],
        input=json.dumps(GOOD).encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == b""
    said = done.stderr.decode()
    assert message in said
    assert said.count("\n") == (1 if message else 0)


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> Any:
        raise KeyboardInterrupt
        yield b""

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=interrupted()))
    assert main(["resolve"]) == 130
