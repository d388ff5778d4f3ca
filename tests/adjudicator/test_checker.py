"""The checker accepts correct resolutions and notices wrong ones."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator import (
    RULES,
    Dislodged,
    Hold,
    Outcome,
    PhaseCode,
    PhaseType,
    Position,
    Resolution,
    Result,
    Unit,
    UnitType,
    adjudicate,
)
from adjudicator.json_lines import read_position
from tests.soak import SOAK

from .checker import claim_of, counting_orders, matters, movement_faults, violations
from .checker_equations import Claim, Scene
from .checker_orders import assign, read
from .exhaustive_search import answers
from .shapes import position as place
from .shapes import sheets
from .test_datc import BY_ID, by_power, first_question
from .test_games import PHASES


def test_the_checker_shares_no_code_with_the_resolver() -> None:
    imported = set()
    for path in sorted(Path(__file__).parent.glob("checker*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and "adjudicator" in (node.module or ""):
                assert node.module == "adjudicator", path
                imported |= {alias.name for alias in node.names}
    assert imported.isdisjoint({"adjudicate", "check_order", "legal_orders", "adjustment"})
    assert "parse_canonical" in imported


# What is right


def played(name: str, edition: str) -> Iterator[tuple[Position, Any, Resolution]]:
    """Yield the phases of a DATC case: position, sheets and resolution."""
    case, rules = BY_ID[name], RULES[edition]
    question = first_question(case, edition)
    position = read_position(question)
    resolution = adjudicate(position, question["orders"], rules)
    yield position, question["orders"], resolution
    position = resolution.next
    if "retreat_orders" in case and position.phase.type is PhaseType.RETREAT:
        orders = by_power(case["retreat_orders"])
        yield position, orders, adjudicate(position, orders, rules)


@pytest.mark.parametrize("rules", RULES)
def test_the_checker_accepts_the_cases_of_the_datc_in_every_edition(rules: str) -> None:
    wrong = {}
    for name in BY_ID:
        for position, orders, resolution in played(name, rules):
            found = violations(position, orders, resolution, RULES[rules])
            if found:
                wrong[name] = found
    assert wrong == {}


def test_the_checker_accepts_recorded_phases() -> None:
    wrong = {}
    for row in PHASES:
        if "dislodged" in row:
            continue
        units = {power: tuple(map(Unit.parse, texts)) for power, texts in row["units"].items()}
        position = Position(PhaseCode.parse(row["phase"]), units, row["centers"])
        resolution = adjudicate(position, row["orders"])
        found = violations(position, row["orders"], resolution, RULES["2000"])
        if found:
            wrong[row["id"]] = found
    assert wrong == {}


# What is wrong

SWAPPED = {
    Outcome.SUCCEEDS: Outcome.FAILS,
    Outcome.FAILS: Outcome.SUCCEEDS,
    Outcome.GIVEN: Outcome.CUT,
    Outcome.CUT: Outcome.GIVEN,
    Outcome.AVAILABLE: Outcome.DISRUPTED,
    Outcome.DISRUPTED: Outcome.AVAILABLE,
    Outcome.STANDS: Outcome.FAILS,
    Outcome.ILLEGAL: Outcome.SUCCEEDS,
    Outcome.INVALID: Outcome.GIVEN,
}


def lies(true: Resolution) -> Iterator[tuple[str, Resolution]]:
    """Yield resolutions that differ from a correct one in one thing."""
    for place_, result in enumerate(true.results):
        for what, changed in wrong_results(result):
            results = list(true.results)
            results[place_ : place_ + 1] = changed
            yield what, true._replace(results=tuple(results))
    if true.destroyed:
        yield "destroyed left out", true._replace(destroyed=true.destroyed[1:])
    yield "year ended", true._replace(year_ended=not true.year_ended)
    for what, after in wrong_positions(true.next):
        yield what, true._replace(next=after)


def wrong_results(result: Result) -> Iterator[tuple[str, list[Result]]]:
    other = SWAPPED[result.outcome]
    if isinstance(result.order, Hold) and result.outcome is Outcome.FAILS:
        other = Outcome.STANDS
    yield f"{result.outcome}", [result._replace(outcome=other)]
    yield "dislodged", [result._replace(dislodged=not result.dislodged)]
    yield "destroyed", [result._replace(destroyed=not result.destroyed)]
    yield "given", [result._replace(given=not result.given)]
    yield "power", [result._replace(power="NOBODY")]
    yield "left out", []
    yield "twice", [result, result]


def wrong_positions(after: Position) -> Iterator[tuple[str, Position]]:
    """Yield possible positions that differ from the next one."""
    for power, units in after.units.items():
        yield "unit left out", replace(after, units={**after.units, power: units[1:]})
        yield "unit of another", replace(after, units={**after.units, power: (), "NOBODY": units})
        free = after.board.army_moves.keys() - after.at.keys() - ways_in(after)
        moved = Unit(UnitType.ARMY, min(free))
        yield "unit elsewhere", replace(after, units={**after.units, power: (moved, *units[1:])})
    for power, (first, *others) in after.dislodged.items():
        unit, attacker, ways = first.unit, first.attacker, first.retreats
        closed = [
            way
            for way in sorted(after.board.moves(unit.type, unit.location) - {*ways})
            if way[:3] not in after.at
        ]
        for what, entry in (
            ("no way", Dislodged(unit, attacker, ways[1:])),
            ("another attacker", Dislodged(unit, unit.province, ways)),
            *(("a way too many", Dislodged(unit, attacker, (*ways, way))) for way in closed),
        ):
            yield what, replace(after, dislodged={**after.dislodged, power: (entry, *others)})
        kept = {p: several for p, several in after.dislodged.items() if p != power}
        yield "dislodged left out", replace(after, dislodged={**kept, power: tuple(others)})
    if after.phase.type is not PhaseType.RETREAT:
        yield "phase", replace(after, phase=after.phase.following().following())
    for power, codes in (after.centers or {}).items():
        yield "centers", replace(after, centers={**(after.centers or {}), power: codes[1:]})


def ways_in(position: Position) -> set[str]:
    """Return the provinces that dislodged units may retreat to."""
    several = [each for ones in position.dislodged.values() for each in ones]
    return {way[:3] for each in several for way in each.retreats}


@pytest.mark.parametrize("rules", RULES)
def test_every_change_of_a_correct_resolution_is_noticed(rules: str) -> None:
    unnoticed: dict[str, list[str]] = {}
    tried: Counter[str] = Counter()
    for name in list(BY_ID)[0 if SOAK else list(RULES).index(rules) :: 1 if SOAK else len(RULES)]:
        for position, orders, resolution in played(name, rules):
            for what, lie in lies(resolution):
                tried[what] += 1
                if not violations(position, orders, lie, RULES[rules]):
                    unnoticed.setdefault(what, []).append(name)
    assert len(tried) > 20
    assert sum(tried.values()) > 1_000
    assert unnoticed == {}


def scene_of(position: Position, orders: Any, rules: str) -> Scene:
    lines = read(position, orders, RULES[rules])
    return Scene(position, RULES[rules], counting_orders(assign(lines, position.at, RULES[rules])))


@pytest.mark.parametrize("rules", RULES)
def test_no_single_decision_can_be_reversed_unless_it_has_no_effect(rules: str) -> None:
    tried = 0
    unnoticed = set()
    for name in BY_ID:
        if BY_ID[name]["phase"] == "build":
            continue
        position, orders, resolution = next(played(name, rules))
        scene = scene_of(position, orders, rules)
        true = claim_of(scene, resolution)
        for kind, decisions in (
            ("moved", scene.target),
            ("given", [unit for unit in scene.supports if matters(scene, unit)]),
            ("stood", scene.convoys.keys() - true.paradox),
        ):
            for unit in decisions:
                tried += 1
                lie = Claim(set(true.moved), set(true.given), set(true.stood), set(true.paradox))
                setattr(lie, kind, getattr(lie, kind) ^ {unit})
                if not movement_faults(scene, lie):
                    unnoticed.add(f"{name} {unit}")
    assert tried > 500
    assert unnoticed == set()


@pytest.mark.parametrize(
    ("name", "count"),
    {
        "6.C.1": 2,
        "6.F.14": 1,
        "6.F.17": 1,
        "6.F.18": 0,
        "6.F.22": 2,
        "6.F.23": 2,
        "6.F.24": 0,
        "6.F.28": 2,  # "no resolution": one of them would let every army through
    }.items(),
)
def test_the_rules_of_2000_have_as_many_answers_as_the_datc_says(name: str, count: int) -> None:
    position, orders, _ = next(played(name, "2000"))
    assert len(list(answers(scene_of(position, orders, "2000")))) == count


def test_a_paradox_excuses_the_convoys_it_names_and_nothing_else() -> None:
    position, orders, true = next(played("6.F.24", "2000"))
    assert violations(position, orders, true, RULES["2000"]) == []
    excuse = "convoy_paradox"
    others = [r.reason for r in true.results if r.reason.code != excuse]
    assert len(others) < len(true.results)
    plain = [r._replace(cause=others[0]) if r.reason.code == excuse else r for r in true.results]
    found = violations(position, orders, true._replace(results=tuple(plain)), RULES["2000"])
    assert any("the fleet was not dislodged" in each for each in found)


def test_the_checker_says_in_words_what_is_wrong() -> None:
    start = place("S1901M", FRANCE="A PAR", GERMANY="A MUN")
    orders = sheets(FRANCE="A PAR - BUR", GERMANY="A MUN - BUR")
    true = adjudicate(start, orders)
    lie = [r._replace(outcome=Outcome.SUCCEEDS) for r in true.results]
    found = violations(start, orders, true._replace(results=tuple(lie)), RULES["2000"])
    assert "A PAR - BUR succeeded with attack strength 1" in found
    assert any("two units came to one province" in each for each in found)
    assert any(each.startswith("next units") for each in found)
