"""Reasons for refused retreats and for units removed without orders."""

import pytest

from adjudicator import RULES, Dislodged, PhaseCode, Position, Unit, adjudicate, standard_board
from adjudicator.reasons import rule_behind
from adjudicator.removals import closed_retreat_code, removal_reason


@pytest.mark.parametrize(
    ("target", "attacker", "code"),
    [
        ("BRE", "MUN", "retreat_not_adjacent"),
        ("PAR", "MUN", "retreat_to_occupied"),
        ("MUN", "MUN", "retreat_to_attacker"),
        ("RUH", "MUN", "retreat_to_standoff"),
        ("RUH", None, "retreat_to_attacker_or_standoff"),
        ("GAS", "MUN", "retreat_not_open"),  # only as a fleet, at its other coast
    ],
)
@pytest.mark.parametrize("rules", ["2000", "2023"])
def test_a_refused_retreat_has_its_reason(
    target: str, attacker: str | None, code: str, rules: str
) -> None:
    start = Position(PhaseCode.parse("S1901R"), {"FRANCE": (Unit.parse("A PAR"),)})
    lost = Dislodged(Unit.parse("A BUR"), attacker, ("GAS",))
    assert closed_retreat_code(start, lost, target, RULES[rules]) == code
    assert rule_behind(code, {}) == "retreats"


@pytest.mark.parametrize(
    ("there", "code"),
    [
        ("A SWE, F SKA", "retreat_to_attacker_or_standoff"),
        ("A SWE, F NTH", "retreat_to_attacker"),
        ("F SWE, F SKA", "retreat_to_attacker"),
    ],
)
def test_the_reason_is_left_open_if_the_attacker_may_have_come_by_convoy(
    there: str, code: str
) -> None:
    start = Position(
        PhaseCode.parse("S1901R"), {"ENGLAND": tuple(map(Unit.parse, there.split(", ")))}
    )
    lost = Dislodged(Unit.parse("A SWE"), "NWY", ("FIN",))
    assert closed_retreat_code(start, lost, "NWY", RULES["2000"]) == "retreat_to_attacker"
    assert closed_retreat_code(start, lost, "NWY", RULES["2023"]) == code


def test_a_standoff_in_the_province_of_a_convoyed_attacker_is_named() -> None:
    units = {
        "ENGLAND": ("A NWY", "F SKA", "F BAL"),
        "RUSSIA": ("A SWE", "A STP"),
        "GERMANY": ("F NWG",),
    }
    start = Position(
        PhaseCode.parse("S1901M"), {p: tuple(map(Unit.parse, u)) for p, u in units.items()}
    )
    orders = {
        "ENGLAND": ["A NWY - SWE VIA", "F SKA C A NWY - SWE", "F BAL S A NWY - SWE"],
        "RUSSIA": ["A SWE H", "A STP - NWY"],
        "GERMANY": ["F NWG - NWY"],
    }
    lost = adjudicate(start, orders, RULES["2023"]).next
    [refused] = adjudicate(lost, {"RUSSIA": ["A SWE R NWY"]}, RULES["2023"]).results
    assert str(refused.reason) == (
        "A SWE cannot retreat to NWY: its attacker came from there, or a standoff left it vacant."
    )


@pytest.mark.parametrize(
    ("lost", "kept", "rules", "said"),
    [
        (
            "A MOS",
            "A MUN, F LON",
            "2000",
            (
                "Orders were missing, so this unit was disbanded: it was the farthest away."
                " Its distance to the homeland of FRANCE was 5."
            ),
        ),
        (
            "F NTH",
            "A RUH, A BEL",
            "2000",
            (
                "Orders were missing, so this unit was disbanded: of units equally far away (A"
                " RUH), fleets are disbanded first. Its distance to the homeland of FRANCE was"
                " 2."
            ),
        ),
        (
            "A HOL",
            "A RUH, F NTH",
            "1982",
            (
                "Orders were missing, so this unit was disbanded: of units equally far away (A"
                " RUH), the first in the alphabet is disbanded. Its distance to the nearest"
                " home center of FRANCE was 2."
            ),
        ),
        (
            "A BOH",
            "A HOL, A MOS, A RUH",
            "2023",
            (
                "Orders were missing, so this unit was disbanded: units on supply centers (A"
                " MOS) are disbanded last. Its distance to the nearest center that FRANCE owns"
                " was 3."
            ),
        ),
        (
            "F BLA",
            "A HOL, A MOS",
            "1971",
            (
                "Orders were missing, so this unit was disbanded: it was the farthest away. It"
                " had no route home, which counts as the greatest distance."
            ),
        ),
    ],
)
def test_a_removal_without_an_order_says_why_the_unit_went_first(
    lost: str, kept: str, rules: str, said: str
) -> None:
    steps = {"MOS": 5, "MUN": 2, "HOL": 2, "BEL": 1, "LON": 2, "NTH": 2, "RUH": 2, "BOH": 3}
    board = standard_board()
    reason = removal_reason(
        "FRANCE",
        Unit.parse(lost),
        [Unit.parse(text) for text in kept.split(", ")],
        lambda unit: steps.get(unit.province, len(board.provinces)),
        board,
        RULES[rules],
    )
    assert str(reason) == said
    assert reason.rule == ("DATC 4.D.8" if "on supply centers" in said else "civil disorder")
