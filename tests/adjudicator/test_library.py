"""The library alone: installed from its wheel, typed, imported quickly, timed."""

import ast
import gzip
import json
import subprocess
import sys
import venv
from email import message_from_string
from pathlib import Path

import pytest

import adjudicator
from adjudicator.__main__ import main

from .test_command_line import GOOD

PACKAGE = Path(adjudicator.__file__).parent
ROOT = PACKAGE.parent


# Installed


def pip(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of an environment that has only the wheel of the rules, made from a checkout."""
    folder = tmp_path_factory.mktemp("elsewhere")
    alone = ("--no-index", "--no-deps")
    pip("wheel", *alone, "--no-build-isolation", f"--wheel-dir={folder}", str(PACKAGE))
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "environment")
    python = folder / "environment" / "bin" / "python"
    pip(f"--python={python}", "install", *alone, str(wheel))
    (packages,) = folder.glob("environment/lib/*/site-packages")
    return packages


def alone(folder: Path, code: str, *arguments: str, given: str = "") -> str:
    """Return what a program prints that has only this folder and the standard library."""
    begin = f"import sys; sys.path.insert(0, {str(folder)!r})\n"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", "-c", begin + code, *arguments],
        cwd=folder,
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_wheel_needs_no_other_package_and_has_its_page_and_its_licence(elsewhere: Path) -> None:
    (about,) = elsewhere.glob("entente_adjudicator-*.dist-info/METADATA")
    told = message_from_string(about.read_text())
    assert (told["Name"], told["License-Expression"]) == ("entente-adjudicator", "BSD-3-Clause")
    assert told["Requires-Dist"] is None
    assert told.get_payload() == (ROOT / "docs" / "adjudicator.md").read_text()
    assert (elsewhere / "adjudicator" / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_the_wheel_has_every_file_of_the_rules_but_its_own_build_file(elsewhere: Path) -> None:
    listed = subprocess.check_output(["git", "ls-files", "."], cwd=PACKAGE, encoding="utf-8")
    installed = elsewhere / "adjudicator"
    assert {each for each in listed.split() if not (installed / each).exists()} == {
        "pyproject.toml"
    }


def test_the_installed_package_adjudicates_with_nothing_but_the_standard_library(
    elsewhere: Path,
) -> None:
    said = alone(
        elsewhere,
        "import adjudicator as rules\n"
        "start = rules.opening(rules.load_setup('standard'))\n"
        "done = rules.adjudicate(start, {'FRANCE': ['A PAR - BUR']})\n"
        "print(rules.__file__, done.next.phase, done.next.unit_at('BUR')[0])\n",
    )
    assert said.split() == [str(elsewhere / "adjudicator" / "__init__.py"), "F1901M", "FRANCE"]


def test_the_installed_package_answers_on_the_command_line(elsewhere: Path) -> None:
    code = "import runpy; runpy.run_module('adjudicator', run_name='__main__', alter_sys=True)"
    ended = f"try:\n    {code}\nexcept SystemExit as done:\n    assert done.code == 0"
    line = json.dumps(GOOD)
    answer = json.loads(alone(elsewhere, ended, "resolve", "--brief", given=line))
    assert answer["next"]["units"] == {"FRANCE": ["A BUR", "F SPA/SC"]}


def test_nothing_is_imported_but_the_standard_library_and_itself() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            roots = {name.partition(".")[0] for name in names}
            assert roots <= {*sys.stdlib_module_names, "adjudicator"}, path


def test_the_import_brings_in_nothing_that_speaks_to_a_network_or_a_database(
    elsewhere: Path,
) -> None:
    everything = "import adjudicator; [getattr(adjudicator, name) for name in adjudicator.__all__]"
    brought = alone(elsewhere, f"{everything}; print(*sys.modules)").split()
    assert "adjudicator.notation.sheets" in brought
    assert not {"socket", "sqlite3", "json", "argparse", "random", "subprocess"} & set(brought)


def test_readers_of_free_text_are_imported_only_for_free_text(elsewhere: Path) -> None:
    texts = "opening(load_setup('standard')), {'FRANCE': ['A PAR - BUR']}"
    adjudicated = f"from adjudicator import *; adjudicate({texts}); print(*sys.modules)"
    canonical = adjudicated.replace("import *", "import adjudicate, load_setup, opening")
    assert "adjudicator.notation.sheets" not in alone(elsewhere, canonical).split()
    free = canonical.replace("A PAR - BUR", "army Paris to Burgundy")
    assert "adjudicator.notation.sheets" in alone(elsewhere, free).split()


# Typed

PROGRAM = """
from adjudicator import Order, Position, Resolution, Rules, adjudicate, legal_orders, opening
from adjudicator import AdjudicatorError, RULES, Result, load_setup


def first_orders(position: Position, power: str) -> list[Order]:
    return [next(legal_orders(position, unit)) for unit in position.units[power]]


def play(position: Position, rules: Rules = RULES["1971"]) -> Resolution:
    orders = {power: first_orders(position, power) for power in position.powers}
    return adjudicate(position, orders, rules)


def told(result: Result) -> str:
    return f"{result.text}: {result.reason}"


try:
    print(*map(told, play(opening(load_setup("standard"))).results), sep="\\n")
except AdjudicatorError as error:
    print(error.code, error.params["unit"], error.position)
"""


def typed(folder: Path, program: str) -> str:
    """Return the errors of a program under the strictest typing."""
    (folder / "program.py").write_text(program)
    options = ["--strict", "--no-error-summary", "--config-file=", "--cache-dir=.mypy"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "program.py"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def test_a_small_program_that_uses_the_library_passes_the_strictest_typing(elsewhere: Path) -> None:
    assert (elsewhere / "adjudicator" / "py.typed").exists()
    assert typed(elsewhere, PROGRAM) == ""
    wrong = PROGRAM.replace("position.units[power]", "position.units[1]")
    assert 'Invalid index type "int"' in typed(elsewhere, wrong)
    assert alone(elsewhere, PROGRAM).startswith("A BUD H: It held.\n")


# Timed


def bench(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Return the exit status of `bench FILE`, and what it prints on both streams."""
    status = main(["bench", str(path)])
    return status, *capsys.readouterr()


def test_every_kind_of_phase_is_timed_alone_and_from_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    winter = {"phase": "W1901A", "units": {}, "centers": {"FRANCE": ["PAR"]}, "orders": {}}
    lost = {"phase": "F1901R", "units": {}, "dislodged": {"FRANCE": ["A BUR"], "ITALY": {}}}
    lines = [json.dumps(each) for each in (GOOD, GOOD, lost, winter)]
    path = tmp_path / "phases.jsonl.gz"
    path.write_bytes(gzip.compress("\n\n".join(lines).encode()))
    status, out, err = bench(path, capsys)
    assert (status, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert [row[:2] for row in rows[8:13]] == [
        [notation, "2"] for notation in ("canonical", "en", "es", "it", "bg")
    ]
    assert [row[:2] for row in rows[14:]] == [["stated", "2"], ["recognised", "2"]]
    assert [row[:3] for row in rows[1:7]] == [
        ["movement", "2", "adjudication"],
        ["movement", "2", "text"],
        ["retreat", "1", "adjudication"],
        ["retreat", "1", "text"],
        ["adjustment", "1", "adjudication"],
        ["adjustment", "1", "text"],
    ]


def test_orders_that_cannot_be_read_are_timed_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "phases.jsonl"
    path.write_text(json.dumps(GOOD | {"orders": {"FRANCE": ["", "?", "A" * 999]}}))
    status, out, _ = bench(path, capsys)
    assert (status, out.count("movement")) == (0, 2)


def test_a_file_without_phases_gives_an_empty_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "phases.jsonl"
    path.write_bytes(b"\n \n")
    status, out, _ = bench(path, capsys)
    assert (status, out.count("\n")) == (0, 1)


NO_PHASES = {
    "no JSON": (b"garbage\n", "not JSON"),
    "no text": (b"\xff\xfe\n", "not JSON"),
    "too deep": (b"[" * 100_000, "not JSON"),
    "a list": (b"[1]\n", "must be an object"),
    "no phase": (b"{}\n", "“phase” must be a text"),
    "dislodged in a text": (
        json.dumps(GOOD | {"dislodged": "A BUR"}).encode(),
        "must be an object",
    ),
    "dislodged numbers": (
        json.dumps(GOOD | {"phase": "F1901R", "dislodged": {"FRANCE": [1]}}).encode(),
        "“dislodged of FRANCE” must be an object",
    ),
    "an order that is a number": (
        json.dumps(GOOD | {"orders": {"FRANCE": [1]}}).encode(),
        "“orders of FRANCE” must be a list",
    ),
}


@pytest.mark.parametrize("name", NO_PHASES)
def test_a_file_that_holds_no_phases_is_refused_in_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, message = NO_PHASES[name]
    path = tmp_path / "phases.jsonl"
    path.write_bytes(data)
    status, out, err = bench(path, capsys)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert message in err


def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, half, broken = (tmp_path / f"{name}.gz" for name in ("plain", "half", "broken"))
    plain.write_bytes(json.dumps(GOOD).encode())
    packed = gzip.compress(json.dumps(GOOD).encode() * 50)
    half.write_bytes(packed[:60])
    broken.write_bytes(packed[:20] + bytes([packed[20] ^ 255]) + packed[21:])
    for path, message in (
        (tmp_path / "missing", "No such file"),
        (tmp_path, "Is a directory"),
        (plain, "Not a gzipped file"),
        (half, "ended before"),
        (broken, "while decompressing"),
    ):
        status, _, err = bench(path, capsys)
        assert status == 1
        assert message in err
