"""Reasons agree with outcomes and with one another, and their facts are true."""

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given

from adjudicator import (
    MESSAGES,
    RULES,
    PhaseCode,
    PhaseType,
    Position,
    Reason,
    Result,
    Rules,
    adjudicate,
    parse_canonical,
)
from adjudicator.json_lines import read_position
from tests.soak import SOAK

from . import recorded
from . import situations as drawn
from .contradictions import contradictions, unexplained
from .diagrams import DATC
from .judged_reasons import Judge, judge, untrue
from .reasons_of_help import HELP
from .reasons_of_moves import MOVES, Case, rules_of
from .sayings import LISTS, UNITS
from .situations import Sheets, Situation
from .soaking import SEED, editions, often
from .test_datc import by_power, first_question
from .true_reasons import FACTS

CASES = MOVES | HELP


@often(150)
@given(drawn.situations(), editions)
def test_reasons_are_true(situation: Situation, rules: Rules) -> None:
    assert untrue(situation, rules) == []


def sheets_of(orders: list[tuple[str, str, list[str]]]) -> Sheets:
    """Return the orders of a case of the DATC by power."""
    return {power: [*texts] for power, texts in by_power(orders).items()}


@pytest.mark.parametrize("edition", ["datc", "2000", "1971"])
def test_all_reasons_of_the_datc_are_true_and_none_contradicts_another(edition: str) -> None:
    wrong = {}
    for case in DATC:
        start = read_position(first_question(case, edition))
        orders = sheets_of(case["orders"])
        found = untrue(Situation(start, orders), RULES[edition])
        after = adjudicate(start, orders, RULES[edition]).next
        if after.phase.type is PhaseType.RETREAT:
            orders = sheets_of(case.get("retreat_orders", []))
            found += untrue(Situation(after, orders), RULES[edition])
        if found:
            wrong[case["id"]] = found
    assert len(DATC) == 176
    assert wrong == {}


def recorded_situations() -> list[Situation]:
    """Return the phases of all recorded games, with the orders given in them."""
    return [
        Situation(position, row["orders"])
        for name in (recorded.TEN, recorded.MANY)
        for position, row in zip(recorded.positions(name), recorded.rows(name), strict=True)
        if "orders" in row
    ]


def test_all_reasons_of_recorded_phases_are_true_and_none_contradicts_another() -> None:
    situations = recorded_situations()
    assert len(situations) >= 2000
    if not SOAK:
        situations = random.Random(SEED).sample(situations, 300)
    wrong = {repr(each): found for each in situations if (found := untrue(each, RULES["2000"]))}
    assert wrong == {}


def situation_of(case: Case) -> tuple[Situation, Rules]:
    """Return the situation and the rules of a case, as `untrue` takes them."""
    sheets: Sheets = {power: [*text.split(", ")] for power, text in case.orders.items()}
    units = {
        power: tuple(unit for text in texts if (unit := parse_canonical(str(text)).unit))
        for power, texts in sheets.items()
    }
    return Situation(Position(PhaseCode.parse("S1901M"), units), sheets), rules_of(case)


@pytest.mark.parametrize("codes", CASES)
def test_the_reasons_of_each_case_are_true(codes: str) -> None:
    assert untrue(*situation_of(CASES[codes])) == []


CONVOYED = {
    "ENGLAND": "A NWY - SWE VIA, F SKA C A NWY - SWE, F BAL S A NWY - SWE",
    "RUSSIA": "A SWE H, A STP - NWY",
    "GERMANY": "F NWG - NWY",
}
"""A province that an attacker left by convoy, with a standoff in it."""


def test_reasons_of_refused_retreats_are_judged_too(monkeypatch: pytest.MonkeyPatch) -> None:
    stood_off = Case(CONVOYED, "A SWE H", "", "", rules="2023")
    assert untrue(*situation_of(stood_off)) == []
    monkeypatch.setattr(
        "adjudicator.legality.closed_retreat_code", lambda *_: "retreat_to_attacker"
    )
    assert "A SWE - NWY: retreat_to_attacker" in untrue(*situation_of(stood_off))


FALSE = {
    # of two attacks that stood one another off one was weaker against the unit
    "beleaguered (of unequal strength)": (
        {"by": "A MAR, A MUN", "strength": "1", "against": "1"},
        "spared_by_standoff",
    ),
    "beleaguered (by its own power)": (
        {"by": "A MUN, A PAR", "strength": "1", "against": "2"},
        "spared_by_standoff (by its own power)",
    ),
    "support_cut_by_other_route": (
        {"by": "A TUN", "fleets": "F TYS"},
        "support_cut (without need)",
    ),
    "not_cut_by_needed_convoy": (
        {"by": "A WAL", "fleets": "F NTH"},
        "support_helped_move not_cut_without_convoy",
    ),
    "not_cut_by_convoyed": (
        {"by": "A WAL", "fleets": "F NTH"},
        "support_helped_move not_cut_without_convoy",
    ),
    "convoyed": ({"army": "A HOL", "province": "BEL"}, "convoy_not_used (nor the land)"),
    "support_needless_move": ({"supported": "A PAR", "province": "BUR"}, "support_helped_move"),
    "support_helped_move": ({"supported": "A PAR", "province": "BUR"}, "support_needless_move"),
    "support_helped_hold": ({"supported": "A BUR"}, "support_needless_hold"),
    "convoy_broken_elsewhere": ({"lost": "F ENG"}, "convoy_without_route (another stood)"),
    "bounced_in_standoff": (
        {"province": "BUR", "opposed_by": "A MAR, A PAR", "strength": "1", "against": "2"},
        "bounced_in_standoff",
    ),
    "dislodged_by": ({"by": "A MAR", "strength": "2", "against": "2"}, "dislodged_by"),
}
"""Reasons that would be untrue in a case."""


@pytest.mark.parametrize("lie", FALSE)
def test_untrue_reasons_are_noticed(lie: str) -> None:
    params, codes = FALSE[lie]
    situation, rules = situation_of(CASES[codes])
    judged = judge(situation, rules)
    [told] = [result for result in judged.done.results if result.text == CASES[codes].text]
    assert not judged.is_true(told, Reason(lie.split(" (")[0], params))


def corruptions(result: Result, judged: Judge) -> Iterator[Reason]:
    """Return the reason of a result made false, in every way, in one parameter."""
    code, params = result.reason
    there = {str(unit) for _, unit in judged.done.position.at.values()}
    for key, value in params.items():
        name = key.replace("then_", "")
        items = value.split(", ")
        wrong: list[str] = []
        if name in (*UNITS, *LISTS):
            wrong += [", ".join([each, *items[1:]]) for each in {"A MOS", *there}.difference(items)]
        if name in LISTS:
            wrong.append(", ".join([*items, *there.difference(items)][: len(items) + 1]))
        if name in ("strength", "against", "counted"):
            wrong += [str(int(value) + change) for change in (-1, 1)]
        if name in ("province", "instead"):
            wrong += ["MOS", value[:3] if len(value) > 3 else f"{value}/NC"]
        yield from (Reason(code, {**params, key: text}) for text in wrong)
        if name in LISTS:
            yield Reason(code, {k: text for k, text in params.items() if k != key})


def corrupted(judged: Judge, result: Result, reason: Reason) -> list[str]:
    """Return the faults found if a result had another reason."""
    results = [
        each._replace(cause=reason) if each is result else each for each in judged.done.results
    ]
    return judged.faults(results)


def test_every_corrupted_reason_is_noticed() -> None:
    tried, unnoticed = 0, []
    for case in CASES.values():
        judged = judge(*situation_of(case))
        for result in judged.done.results:
            for lie in corruptions(result, judged):
                tried += 1
                if not corrupted(judged, result, lie):
                    unnoticed.append(f"{result.text}: {lie} instead of {result.reason}")
    assert unnoticed == []
    assert tried > 3500


TRUE_TOO = {
    ("move_in_circle", "move_succeeds"),
    ("move_past_another", "move_by_convoy_succeeds"),
    ("move_by_open_route", "move_by_convoy_succeeds"),
    ("bounced_off_strength", "bounced_off_unit"),
    ("bounced_off_unit", "bounced_off_strength"),
    ("bounced_off_failed_move", "bounced_off_strength"),
    ("bounced_after_convoy", "bounced_off_unit"),
    ("bounced_after_convoy", "bounced_off_failed_move"),
    ("bounced_after_convoy", "bounced_off_strength"),
    ("head_to_head", "bounced_off_failed_move"),
    ("head_to_head", "bounced_off_strength"),
    ("bounced_with_dislodged", "bounced_in_standoff"),
    ("standoff_after_convoy", "bounced_in_standoff"),
    ("support_cut_by_dislodged", "support_cut"),
    ("support_cut_by_other_route", "support_cut"),
}
"""Codes that say less than those given, but nothing that is false."""


def test_every_other_code_that_fits_the_parameters_is_noticed() -> None:
    needed = {code: {*re.findall(r"%\((\w+)\)", MESSAGES[code])} for code in FACTS}
    tried, unnoticed = 0, set()
    for case in CASES.values():
        judged = judge(*situation_of(case))
        for result in judged.done.results:
            code, params = result.reason
            for other in needed.keys() - {code} if code in FACTS else ():
                if needed[other] <= params.keys():
                    tried += 1
                    if not corrupted(judged, result, Reason(other, params)):
                        unnoticed.add((code, other))
    assert unnoticed == TRUE_TOO
    assert tried > 3000


def told(case: Case, **codes: str) -> list[Result]:
    """Return the results of a case, with other codes for the orders of some provinces."""
    return [
        r._replace(cause=Reason(codes[r.unit.province], r.reason.params))
        if r.unit and r.unit.province in codes
        else r
        for r in judge(*situation_of(case)).done.results
    ]


def test_a_circle_in_which_each_unit_waits_for_another_is_a_contradiction() -> None:
    circle = CASES["bounced_in_standoff (at a circle of moves)"]
    assert contradictions(told(circle)) == []
    results = [
        r._replace(cause=Reason("bounced_off_unit", {**r.reason.params, "opposed_by": "A CON"}))
        if r.text == "F ANK - CON"
        else r
        for r in told(circle)
    ]
    waits = "in a circle in which each waits for another"
    assert contradictions(results) == [f"{unit} is {waits}" for unit in ("ANK", "CON", "SMY")]


def test_statements_that_cannot_both_be_true_are_found_without_the_board() -> None:
    swap = CASES["move_dislodges"]
    assert contradictions(told(swap)) == []
    assert contradictions(told(swap, PAR="bounced_off_unit")) == [
        "PAR is said to have stayed and to have moved"
    ]
    helped = CASES["support_helped_move"]
    cut = [
        r._replace(cause=Reason("support_cut", {"by": "A BUR"})) if " S " in r.text else r
        for r in told(helped)
    ]
    assert contradictions(cut) == ["GAS is said to have supported and not to have"]
    carried = CASES["move_by_convoy_succeeds"]
    lost = [
        r._replace(cause=Reason("convoy_paradox")) if r.text.startswith("F ENG") else r
        for r in told(carried)
    ]
    assert contradictions(lost) == ["ENG is said to have convoyed and not to have"]


def test_an_order_that_failed_without_a_reason_for_it_is_found() -> None:
    movement = PhaseType.MOVEMENT
    for codes, case in CASES.items():
        results = told(case)
        assert unexplained(results, movement) == [], codes
        for result in results:
            failed = result.outcome in ("fails", "cut", "invalid", "disrupted", "illegal")
            if failed or result.dislodged:
                silent = result._replace(cause=Reason("holds"))
                assert unexplained([silent], movement) != [], result.text
