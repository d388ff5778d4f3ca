"""Knots of decisions, tied by hand where no real orders are known to tie them."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

from adjudicator import RULES, Position, adjudicate
from adjudicator.battle import Battle
from adjudicator.cycles import settle

from .shapes import position, sheets

Tied = Callable[[dict[str, bool | None]], bool | None]


class Knot(SimpleNamespace):
    """Just enough of a battle: decisions given as functions of one another."""

    def __init__(self, **ties: Tied) -> None:
        super().__init__(known={}, asked=None, disrupted=set(), orders={}, target={})
        self.decide = {name: lambda _, tie=tie: tie(self) for name, tie in ties.items()}

    def verdict(self, name: str) -> bool | None:
        return Battle.verdict(cast("Battle", self), name)

    __getitem__ = verdict


def either(a: bool | None, b: bool | None) -> bool | None:
    if a or b:
        return True
    return None if None in (a, b) else False


def opposite(a: bool | None) -> bool | None:
    return None if a is None else not a


def test_a_knot_with_one_consistent_answer_gets_that_answer() -> None:
    knot = Knot(a=lambda k: either(k["a"], k["b"]), b=lambda k: opposite(k["a"]))
    settle(cast("Battle", knot))
    assert knot.known == {"a": True, "b": False}


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
