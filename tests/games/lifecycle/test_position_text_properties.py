"""Properties of reading all written positions, and all texts."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from adjudicator import LANGUAGES, Position, adjudicate, load_setup, must_order
from adjudicator.notation import language_data, render_place, render_unit
from games.lifecycle.position_text import read, write

from ...adjudicator.situations import BOARD, POWERS, crowds
from ...adjudicator.test_rulebook import played_sample_game

STANDARD = load_setup("standard")
SAMPLE = (Path(__file__).parents[2] / "data" / "takeover" / "fall_1902.en.txt").read_text("utf-8")

several = settings(
    max_examples=50,
    deadline=None,  # the first reading builds the lexicons
    suppress_health_check=[HealthCheck.too_slow],
)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Position after a turn of crowded units: often with retreats or adjustments."""
    situation = draw(crowds())
    owners = draw(st.lists(st.sampled_from(POWERS[:5]), min_size=34, max_size=34))
    codes = zip(sorted(BOARD.centers), owners, strict=True)
    centers: dict[str, tuple[str, ...]] = {}
    for code, power in codes:
        centers[power] = (*centers.get(power, ()), code)
    found = adjudicate(replace(situation.position, centers=centers), situation.sheets).next
    assume(must_order(found))
    return Position(
        found.phase,
        {power: units for power, units in found.units.items() if units},
        found.centers,
        found.dislodged,
    )


def as_master(position: Position, code: str) -> str:
    """A position as a game master writes it down in a language."""
    language, phase = language_data(code), position.phase
    dislodged = {
        power: [
            f"{render_unit(each.unit, code)} {language.origin[0]} "
            f"{render_place(each.attacker or '', code)} "
            f"({', '.join(render_place(way, code) for way in each.retreats)})"
            for each in several
        ]
        for power, several in position.dislodged.items()
    }
    units = {p: [render_unit(unit, code) for unit in us] for p, us in position.units.items()}
    centers = {
        power: [render_place(each, code) for each in codes]
        for power, codes in (position.centers or {}).items()
    }
    lines = [f"{language.seasons[phase.season].name} {phase.year} {language.phases[phase.type][0]}"]
    for section, rows in (("units", units), ("dislodged", dislodged), ("centers", centers)):
        lines.append(language.position[section][0])
        lines += [f"{language.powers[p].name}: {', '.join(texts)}" for p, texts in rows.items()]
    return "\n".join(lines)


@several
@given(positions())
def test_a_position_that_is_written_down_is_read_as_it_was(position: Position) -> None:
    found = read(write(position), STANDARD)
    assert found.errors == ()
    assert found.position == position


@pytest.mark.parametrize("language", LANGUAGES)
@several
@given(position=positions())
def test_a_position_is_read_in_the_language_in_which_a_master_writes_it(
    language: str, position: Position
) -> None:
    found = read(as_master(position, language), STANDARD)
    assert found.errors == ()
    assert found.position == position


@several
@given(st.text(max_size=300))
def test_a_text_is_a_position_or_has_errors(text: str) -> None:
    found = read(text, STANDARD)
    assert (found.position is None) == bool(found.errors)


@several
@given(st.integers(0, len(SAMPLE)), st.integers(0, 40), st.text(max_size=20))
def test_a_text_that_was_damaged_is_a_position_or_has_errors(
    begin: int, length: int, instead: str
) -> None:
    found = read(SAMPLE[:begin] + instead + SAMPLE[begin + length :], STANDARD)
    assert (found.position is None) == bool(found.errors)
    numbers = [int(error.key or 0) for error in found.errors]
    assert numbers == sorted(numbers)


@several
@given(st.sampled_from(SAMPLE.split()))
def test_a_word_that_is_left_out_never_moves_a_unit(word: str) -> None:
    """A part of a text may give less, but nothing that the whole does not have."""
    found = read(SAMPLE.replace(word, "", 1), STANDARD).position
    if found is not None:
        (sample,) = [r.position for r in played_sample_game() if str(r.position.phase) == "F1902R"]
        for power, units in found.units.items():
            assert set(units) <= set(sample.units[power])
