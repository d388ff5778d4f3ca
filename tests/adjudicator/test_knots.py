"""Knots of decisions, tied by hand where no real orders are known to tie them."""

from collections.abc import Callable

import pytest

from adjudicator import DEFAULT_RULES, RULES, Position, Rules, adjudicate
from adjudicator.board import numbers
from adjudicator.knots import settle
from adjudicator.movement import Movement
from adjudicator.resolution import Told
from adjudicator.sheet import assign
from adjudicator.wire import read_position

from .shapes import position, sheets
from .test_datc import CASES, first_question

Verdict = bool | None


class Knot(Movement):
    """Decisions given as functions of one another."""

    def __init__(self, *ties: Callable[["Knot"], Verdict]) -> None:
        super().__init__(position("S1901M"), Told({}, {}, [], []), DEFAULT_RULES)
        self.ties = ties

    def conclude(self) -> list[int]:
        return self.conclude_among(list(range(len(self.ties))))

    def decide(self, unit: int) -> Verdict:
        return self.ties[unit](self)


def either(a: Verdict, b: Verdict) -> Verdict:
    if a or b:
        return True
    return None if None in (a, b) else False


def opposite(a: Verdict) -> Verdict:
    return None if a is None else not a


def test_a_knot_with_one_consistent_answer_gets_that_answer() -> None:
    knot = Knot(
        lambda k: either(k.verdict(0), k.verdict(1)),
        lambda k: opposite(k.verdict(0)),
    )
    settle(knot)
    assert (knot.yes, knot.no) == (0b01, 0b10)


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
def test_what_is_decided_at_first_sight_is_what_weighing_would_decide(rules: Rules) -> None:
    for case in CASES:
        if case["phase"] == "movement":
            question = first_question(case, rules.name)
            start = read_position(question)
            told = assign(start, question["orders"], start.standing, rules)
            quick, thorough = (Movement(start, told, rules) for _ in range(2))
            left = thorough.conclude_among(
                [*thorough.into, *numbers(thorough.convoys), *thorough.target]
            )
            assert set(quick.conclude()) == set(left)
            assert (quick.yes, quick.no) == (thorough.yes, thorough.no), case["id"]
