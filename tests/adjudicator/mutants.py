"""Mutation tests of the rules.

    .venv/bin/python -m tests.adjudicator.mutants [words that are in the mutants' names]

Mutmut changes the rules in one place at a time, with its own operators and in a folder of its own.
The modules that are changed and the tests that are run are in `pyproject.toml`. Without words the
result is written to docs/measured.md.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests import measured

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("adjudicator", "docs", "games/rulebook", "tests", "pyproject.toml")
PROCESSES = os.environ.get("TEST_PROCESSES", str(len(os.sched_getaffinity(0))))
LEAST = 0.9
"""The share of a module's mutants that the tests must notice."""
SURVIVED, UNTESTED, KILLED, ENDLESS = "survived", "untested", "killed", "endless"
STATES = {0: SURVIVED, 33: UNTESTED, 1: KILLED, 3: KILLED, -24: ENDLESS, -9: ENDLESS}
"""Exit codes of the tests of a mutant -> state; the two signals end one that takes too long."""
NO_CENTERS = "only a power with builds left is looked up, and it owns a center"
UNREAD = "the written text is read only if there is no order"
FIRST = "the set was empty before"
LATER = "what is not decided at once is decided later, alike"
TWO = "two answers are as many as three: the backup rule decides"
NOBODY = "without a convoy every path is open"
SLOWER = "an order that is missing is noticed, and then all take the full check"
SUBSET = "a part of a set is the smaller number, and smallest cycles do not depend on one another"
EQUIVALENT = {
    "adjustments._result: return Refusal(self.power, order, order, error).result()"
    "  →  return Refusal(self.power, None, order, error).result()": UNREAD,
    "adjustments._without_surplus: return Refusal(self.power, order, order, error)"
    "  →  return Refusal(self.power, None, order, error)": UNREAD,
    "adjustments._building_sites: owned, anywhere = (position.centers or {}).get(power, ()),"
    " position.setup.builds_anywhere  →  owned, anywhere = (position.centers or {}).get(power, ),"
    " position.setup.builds_anywhere": NO_CENTERS,
    "adjustments._building_sites: owned, anywhere = (position.centers or {}).get(power, ()),"
    " position.setup.builds_anywhere  →  owned, anywhere ="
    " (position.centers or {}).get(power, None), position.setup.builds_anywhere": NO_CENTERS,
    "adjustments.adjustments_due: if surplus <= 0:  →  if surplus < 0:": (
        "the smaller of 0 and another number is 0"
    ),
    "resolve._open_retreats: barred = -1 if by_convoy and movement.goes_by_convoy(attacker) else"
    " attacker  →  barred = -2 if by_convoy and movement.goes_by_convoy(attacker) else attacker": (
        "no province has a number below 0"
    ),
    "cycles._consistent_guesses: if len(answers) > 1:  →  if len(answers) > 2:": TWO,
    "cycles._consistent_guesses: return answers[:2]  →  return answers[:3]": TWO,
    "cycles._smallest_cycle: smallest = min(reach.values(), key=int.bit_count)"
    "  →  smallest = min(reach.values(), )": SUBSET,
    "cycles._smallest_cycle: smallest = min(reach.values(), key=int.bit_count)"
    "  →  smallest = min(reach.values(), key=None)": SUBSET,
    "battle.__init__: self.dependencies = 0  →  self.dependencies = 1": (
        "set again before it is read"
    ),
    "battle._convoy_stands: self.dependencies |= open_decisions"
    "  →  self.dependencies = open_decisions": FIRST,
    "battle._move_succeeds: path = self.has_path(unit) if self.by_convoy else True"
    "  →  path = self.has_path(unit) if (self.by_convoy) or True else True": NOBODY,
    "battle.prevent_strength: path = self.has_path(rival) if self.by_convoy else True"
    "  →  path = self.has_path(rival) if (self.by_convoy) or True else True": NOBODY,
    "battle.head_to_head: if not self.may_be_convoyed & (1 << unit | 1 << other):"
    "  →  if not self.may_be_convoyed | (1 << unit | 1 << other):": (
        "units that nobody carries are found to go by land"
    ),
    "resolve.resolve_movement: dislodged: dict[str, tuple[Dislodged, ...]] = {}"
    "  →  dislodged: dict[str, tuple[Dislodged, ...]] = None": (
        "only dislodged units are read from it"
    ),
    "simple_orders._assign_with_convoy: return False  →  return True": SLOWER,
    "simple_orders._by_convoy: return 0, 0  →  return 1, 0": "without a sea the goal is not read",
    "simple_orders.number_order: found = None if post is None else _goal(order, post, board)"
    "  →  found = None if (post is None) and False else _goal(order, post, board)": (
        "without a post no order is simple"
    ),
    "at_once._decide_supports: movement.no |= no  →  movement.no = no": FIRST,
    "at_once._decide_supports: movement.yes |= yes  →  movement.yes = yes": FIRST,
    "at_once._decide_contests: if (backers[rival] & yes).bit_count() >= most:"
    "  →  if (backers[rival] & yes).bit_count() > most:": LATER,
    "at_once._decide_contests: stronger = False  →  stronger = None": "neither is true",
    "at_once._decide_followers: elif supports & ~no:  →  elif supports | ~no:": LATER,
    "retreats._let_one_go: if len(units) > 1 and len(powers) == 1 and ways == {target}:"
    "  →  if len(units) >= 1 and len(powers) == 1 and ways == {target}:": (
        "a single unit may go in any case"
    ),
}
"""Mutants that behave like the original, and why."""


@contextlib.contextmanager
def copy_of_the_rules() -> Iterator[Path]:
    """A temporary folder with copies of all that mutmut needs."""
    with tempfile.TemporaryDirectory(prefix="entente-mutants-") as folder:
        for name in COPIED:
            source, target = ROOT / name, Path(folder, name)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, target)
        yield Path(folder)


def install(folder: Path) -> Path:
    """Install mutmut in an environment of its own on top of ours; return its program.

    What it depends on must not be seen by the other tests.
    """
    venv.create(folder, with_pip=True)
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "tests.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    locked = ["--require-hashes", "--no-deps", "-r", str(ROOT / "requirements-mutants.txt")]
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", *locked]
    subprocess.run(pip, check=True)
    return folder / "bin" / "mutmut"


def run(mutmut: Path, folder: Path, words: Sequence[str]) -> dict[str, str]:
    """Run mutmut; return the state of each mutant."""
    subprocess.run(
        [mutmut, "run", "--max-children", PROCESSES, *(f"*{word}*" for word in words)],
        cwd=folder,
        env=os.environ | {"SOAK": ""},
        check=True,
    )
    ends: dict[str, str] = {}
    for path in sorted(folder.glob("mutants/adjudicator/**/*.meta")):
        codes: dict[str, int | None] = json.loads(path.read_text("utf-8"))["exit_code_by_key"]
        for name, code in codes.items():
            if code is not None:
                ends[name] = STATES.get(code, f"exit {code}")
    return ends


def change(mutmut: Path, folder: Path, mutant: str) -> str:
    """Return a mutant as a line: its function and what it changes."""
    shown = subprocess.run(
        [mutmut, "show", mutant],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    lines = [line for line in shown if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    old = " ".join(line[1:].strip() for line in lines if line[0] == "-")
    new = " ".join(line[1:].strip() for line in lines if line[0] == "+")
    return f"{function_of(mutant)}: {old}  →  {new}"


def function_of(mutant: str) -> str:
    """Return ``battle.cuts`` for ``adjudicator.movement.battle.xǁMovementǁcuts__mutmut_3``."""
    *_, module, name = mutant.rpartition("__mutmut_")[0].split(".")
    return f"{module}.{name.rpartition('ǁ')[2] if 'ǁ' in name else name.removeprefix('x_')}"


def main(words: Sequence[str]) -> int:
    began = time.monotonic()
    with copy_of_the_rules() as folder, tempfile.TemporaryDirectory() as programs:
        mutmut = install(Path(programs))
        ends = run(mutmut, folder, words)
        left = sorted(change(mutmut, folder, name) for name, end in ends.items() if end == SURVIVED)
    told, faults = table(ends)
    faults += [f"{each}: why?" for each in left if each not in EQUIVALENT]
    if not words:
        faults += [f"{each}: this reason is of no use" for each in EQUIVALENT.keys() - {*left}]
        minutes = (time.monotonic() - began) / 60
        head = [f"{measured.machine()}, {minutes:.0f} minutes.", "", *told, ""]
        why = [f"- `{each}`: {EQUIVALENT.get(each, 'why?')}" for each in left]
        measured.write(
            "mutants of the rules", [*head, "Survivors, and why they make no difference:", "", *why]
        )
    print("\n".join([*told, *left, "", *faults]))
    return 1 if faults else 0


def table(ends: dict[str, str]) -> tuple[list[str], list[str]]:
    """Return a table of the states by module, and the modules with too many survivors."""
    columns = (KILLED, ENDLESS, SURVIVED, UNTESTED)
    lines = [f"| module | mutants | noticed | {' | '.join(columns)} |", f"|---|{6 * '---:|'}"]
    faults = []
    for module in sorted({name.split(".")[-2] for name in ends}):
        count = Counter(end for name, end in ends.items() if name.split(".")[-2] == module)
        share = (count[KILLED] + count[ENDLESS]) / count.total()
        figures = [str(count[column]) for column in columns]
        lines.append(f"| {module} | {count.total()} | {share:.1%} | {' | '.join(figures)} |")
        if share < LEAST:
            faults.append(f"{module}: only {share:.1%} were noticed")
        faults += [f"{module}: {count[end]} ended by {end}" for end in count if end not in columns]
    return lines, faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
