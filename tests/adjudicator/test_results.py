"""Results as values: compared, put in sets, sliced, shown; and two details of the command line."""

from pathlib import Path
from typing import Any

import pytest

from adjudicator import Hold, Move, Outcome, SupportHold, Unit, UnitType, adjudicate, benchmark
from adjudicator import __main__ as command_line

from .shapes import by_command_line, position, sheets

BREST = Unit.parse("F BRE")
START = position("S1901M", FRANCE="A PAR, F BRE", GERMANY="A MUN")
ORDERS = sheets(FRANCE="A PAR - BUR, F BRE H", GERMANY="A MUN - BUR")


def test_results_are_equal_if_they_say_the_same() -> None:
    first, second = adjudicate(START, ORDERS).results, adjudicate(START, ORDERS).results
    for one, other in zip(first, second, strict=True):
        assert one == other
        assert hash(one) == hash(other)
        assert one != tuple(one)
    assert len({*first, *second}) == len(first)
    bounced = adjudicate(START, sheets(FRANCE="A PAR - BUR")).results
    assert first[1] != bounced[1]


def test_the_results_of_a_phase_are_a_sequence_like_any_other() -> None:
    results, again = adjudicate(START, ORDERS).results, adjudicate(START, ORDERS).results
    several = tuple(results)
    assert results[-1] == several[-1]
    assert results[:2] == several[:2]
    assert results == again
    assert results == several
    others: list[object] = [several[1:], "results", None]
    assert all(results != other for other in others)
    assert hash(results) == hash(again) == hash(several)
    assert repr(results) == repr(several)


def test_a_number_with_a_fraction_names_a_line_as_well_as_any() -> None:
    [answer], status = by_command_line(['{"id": 1.5, "phase": "S1901M", "units": {}}'])
    assert (answer["id"], status) == (1.5, 0)


def test_an_interrupt_ends_the_timing_quietly_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(path: Path, rules: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(benchmark, "measure", interrupted)
    assert command_line.main(["bench", "phases.jsonl"]) == 130
    assert capsys.readouterr() == ("", "")


NO_UNITS: list[Any] = [None, 3, Unit(UnitType.ARMY, None), Unit(None, "PAR")]  # type: ignore[arg-type]


@pytest.mark.parametrize("unit", NO_UNITS)
def test_an_order_to_what_is_no_unit_is_refused_and_the_others_count(unit: Any) -> None:
    for wrong in (Hold(unit), SupportHold(BREST, unit), Move(unit, "GAS")):
        done = adjudicate(START, {"FRANCE": [wrong, "A PAR - BUR"], "GERMANY": ["A MUN H"]})
        moved = [r for r in done.results if r.text == "A PAR - BUR"]
        assert [r.outcome for r in moved] == [Outcome.SUCCEEDS]
        refused = [r for r in done.results if r.outcome is Outcome.ILLEGAL]
        assert [(r.power, r.text) for r in refused] == [("FRANCE", str(wrong))]


def test_an_order_with_the_text_of_a_unit_is_read() -> None:
    written: Any = Hold("A PAR")  # type: ignore[arg-type]
    [paris] = [r for r in adjudicate(START, {"FRANCE": [written]}).results if r.given]
    assert (paris.order, paris.outcome) == (Hold(Unit.parse("A PAR")), Outcome.STANDS)
