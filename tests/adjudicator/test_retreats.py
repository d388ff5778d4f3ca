"""Retreat phases from a fixed seed, judged by the checker, and the reason of each retreat."""

from typing import Any

from hypothesis import strategies as st

from adjudicator import (
    RULES,
    Dislodged,
    Outcome,
    PhaseCode,
    Position,
    Unit,
    adjudicate,
    standard_board,
)

from . import situations as drawn
from .checker import violations
from .samples import editions, sample
from .situations import Situation

COUNT = 200
BOARD = standard_board()


@st.composite
def retreats(draw: Any) -> Situation:
    """Draw many dislodged units with few retreats, some of them ordered."""
    standing: Position = draw(drawn.positions(14, phases=["S1901R", "F1901R"], powers=3))
    lost: dict[str, tuple[Dislodged, ...]] = {}
    for power, unit in standing.at.values():
        if draw(st.booleans()):
            ways = sorted(BOARD.moves(unit.type, unit.location))
            free = [way for way in ways if way[:3] not in standing.at and draw(st.integers(0, 2))]
            entry = Dislodged(unit, draw(st.sampled_from([*free, None])), tuple(free))
            lost[power] = (*lost.get(power, ()), entry)
    centers = {"FRANCE": ("PAR", "BRE"), "GERMANY": ("MUN",)}
    position = Position(standing.phase, standing.units, centers, lost)
    return Situation(position, draw(drawn.retreats_for(position)))


def test_the_checker_accepts_the_sample_retreats() -> None:
    for (position, sheets), rules in zip(sample(retreats(), COUNT), editions(COUNT), strict=True):
        done = adjudicate(position, sheets, rules)
        assert violations(position, sheets, done, rules) == [], (position, sheets, rules)
        assert all(str(result.reason) for result in done.results)


def rout(**lost: str) -> Position:
    """Return a position with dislodged units written as ``A BUR > GAS PAR``.

    German units stand in their provinces.
    """
    units: dict[str, tuple[Dislodged, ...]] = {}
    for power, texts in lost.items():
        for text in texts.split(", "):
            unit, ways = text.split(" > ")
            entry = Dislodged(Unit.parse(unit), None, tuple(ways.split()))
            units[power] = (*units.get(power, ()), entry)
    there = tuple(Unit.parse(f"A {e.unit.province}") for es in units.values() for e in es)
    return Position(PhaseCode.parse("F1901R"), {"GERMANY": there}, None, units)


def outcomes(
    position: Position, edition: str = "2000", **orders: str
) -> dict[str, tuple[str, str]]:
    """Return the outcome and the reason of each order by its text."""
    sheets = {power: texts.split(", ") for power, texts in orders.items()}
    done = adjudicate(position, sheets, RULES[edition])
    return {r.text: (r.outcome.value, str(r.reason)) for r in done.results}


def test_each_retreat_has_its_reason() -> None:
    lost = rout(
        FRANCE="A PIC > BRE, A BUR > GAS PAR, A MAR > GAS", ITALY="A TUS > ROM, A SPA > POR"
    )
    orders = {"FRANCE": "A PIC D, A BUR - GAS, A MAR - GAS", "ITALY": "A TUS - ROM"}
    assert outcomes(lost, **orders) == {
        "A PIC D": ("succeeds", "It was disbanded."),
        "A BUR R GAS": ("fails", "This unit and A MAR retreated to GAS, so they were disbanded."),
        "A MAR R GAS": ("fails", "This unit and A BUR retreated to GAS, so they were disbanded."),
        "A TUS R ROM": ("succeeds", "It retreated to ROM."),
        "A SPA D": ("succeeds", "It had no retreat order and was disbanded."),
    }


def test_in_a_standoff_of_three_each_reason_names_the_others() -> None:
    lost = rout(FRANCE="A PIC > PAR, A BUR > PAR", ITALY="A GAS > PAR")
    told = outcomes(lost, FRANCE="A PIC - PAR, A BUR - PAR", ITALY="A GAS - PAR")
    assert {text: reason for text, (_, reason) in told.items()} == {
        "A PIC R PAR": "This unit and A BUR and A GAS retreated to PAR, so they were disbanded.",
        "A BUR R PAR": "This unit and A PIC and A GAS retreated to PAR, so they were disbanded.",
        "A GAS R PAR": "This unit and A PIC and A BUR retreated to PAR, so they were disbanded.",
    }


def test_a_unit_disbanded_for_another_of_its_power_names_it() -> None:
    """The Italian book, retreat and disbanding; two coasts are one place."""
    land = outcomes(
        rout(ITALY="A TRI > TYR, A VEN > TYR"), "italian", ITALY="A TRI - TYR, A VEN - TYR"
    )
    assert land == {
        "A TRI R TYR": (
            "fails",
            "A VEN also had TYR as its only retreat and took it, so this unit was disbanded.",
        ),
        "A VEN R TYR": ("succeeds", "It retreated to TYR."),
    }
    coasts = rout(FRANCE="F POR > SPA/NC, F MAR > SPA/SC")
    assert outcomes(coasts, "italian", FRANCE="F POR - SPA/NC, F MAR - SPA/SC") == {
        "F POR R SPA/NC": (
            "fails",
            "F MAR also had SPA/NC as its only retreat and took it, so this unit was disbanded.",
        ),
        "F MAR R SPA/SC": ("succeeds", "It retreated to SPA/SC."),
    }


def test_a_refused_retreat_is_the_result_of_its_unit_under_any_name() -> None:
    lost = rout(FRANCE="F SPA/SC > MAO")
    [refused] = adjudicate(lost, {"FRANCE": ["A SPA - BRE"]}).results
    assert (str(refused.unit), refused.text) == ("F SPA/SC", "A SPA R BRE")
    assert refused.outcome is Outcome.ILLEGAL


def test_a_power_that_retreats_may_have_had_no_other_unit() -> None:
    done = adjudicate(rout(FRANCE="A BUR > PAR", ITALY="A GAS > MAR"), {"FRANCE": ["A BUR - PAR"]})
    assert done.next.units["FRANCE"] == (Unit.parse("A PAR"),)
    assert "ITALY" not in done.next.units
