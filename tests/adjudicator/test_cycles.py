"""Decisions that depend on one another, also artificial ones that no known orders produce."""

from collections.abc import Callable

import pytest

from adjudicator import DEFAULT_RULES, RULES, Position, Rules, adjudicate
from adjudicator.assigned_orders import assign_orders
from adjudicator.board import province_numbers
from adjudicator.json_lines import read_position
from adjudicator.movement.battle import Movement
from adjudicator.movement.cycles import decide_all
from adjudicator.resolution import AssignedOrders

from .diagrams import DATC as CASES
from .shapes import position, sheets
from .test_datc import first_question

Decision = bool | None


class Cycle(Movement):
    """Decisions given as functions of one another."""

    def __init__(self, *functions: Callable[["Cycle"], Decision]) -> None:
        super().__init__(position("S1901M"), AssignedOrders(), DEFAULT_RULES)
        self.functions = functions

    def deduce(self) -> list[int]:
        return self.deduce_among(list(range(len(self.functions))))

    def decide(self, unit: int) -> Decision:
        return self.functions[unit](self)


def either(a: Decision, b: Decision) -> Decision:
    if a or b:
        return True
    return None if None in (a, b) else False


def opposite(a: Decision) -> Decision:
    return None if a is None else not a


def test_a_cycle_with_one_consistent_answer_gets_that_answer() -> None:
    cycle = Cycle(
        lambda k: either(k.known_decision(0), k.known_decision(1)),
        lambda k: opposite(k.known_decision(0)),
    )
    decide_all(cycle)
    assert (cycle.yes, cycle.no) == (0b01, 0b10)


def circle() -> Position:
    return position("S1901M", TURKEY="F ANK, A CON, A SMY", RUSSIA="F BLA")


def test_a_circle_of_moves_succeeds_and_a_fourth_in_it_stops_it() -> None:
    around = "F ANK - CON, A CON - SMY, A SMY - ANK"
    done = adjudicate(circle(), sheets(TURKEY=around))
    assert [r.outcome.value for r in done.results if r.given] == ["succeeds"] * 3
    stopped = adjudicate(circle(), sheets(TURKEY=around, RUSSIA="F BLA - ANK"))
    assert {r.outcome.value for r in stopped.results} == {"fails"}


def test_rule_21_settles_a_simple_paradox_without_disrupting_anything() -> None:
    start = position(
        "S1901M", ENGLAND="F LON, F WAL", FRANCE="A BRE, F ENG", GERMANY="F NTH, F BEL"
    )
    orders = sheets(
        ENGLAND="F LON S F WAL - ENG, F WAL - ENG",
        FRANCE="A BRE - LON, F ENG C A BRE - LON",
        GERMANY="F NTH S F BEL - ENG, F BEL - ENG",
    )  # Pandin's paradox, DATC 6.F.16
    convoys = {
        name: next(r for r in adjudicate(start, orders, rules).results if " C " in r.text)
        for name, rules in RULES.items()
    }
    assert convoys["2000"].outcome == "available"
    assert convoys["datc"].outcome == "disrupted"


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_simple_decisions_are_those_that_strengths_would_make(rules: Rules) -> None:
    for case in CASES:
        if case["phase"] == "movement":
            question = first_question(case, rules.name)
            start = read_position(question)
            assigned = assign_orders(start, question["orders"], rules)
            quick, thorough = (Movement(start, assigned, rules) for _ in range(2))
            left = thorough.deduce_among(
                [
                    *thorough.supported_province,
                    *province_numbers(thorough.convoys),
                    *thorough.target,
                ]
            )
            assert set(quick.deduce()) == set(left)
            assert (quick.yes, quick.no) == (thorough.yes, thorough.no), case["id"]
