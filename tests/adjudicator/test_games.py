"""Recorded games from elsewhere: every phase is adjudicated from its own position."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from adjudicator import RULES, Dislodged, PhaseCode, Position, Resolution, Rules, Unit, adjudicate

from .shapes import Json

LINES = (Path(__file__).parents[1] / "data" / "games.jsonl").read_text().splitlines()[1:]
PHASES: list[Json] = [json.loads(line) for line in LINES]
WHOLE_GAMES = ["game_4476", "game_6961"]


def replay(row: Json, before: Resolution | None = None, rules: Rules = RULES["2000"]) -> Resolution:
    """Adjudicate a recorded phase; retreats are known from the phase `before`."""
    dislodged: dict[str, tuple[Dislodged, ...]] = {}
    if "dislodged" in row:
        assert before is not None
        dislodged = dict(before.next.dislodged)
        assert {p: [str(d.unit) for d in ds] for p, ds in dislodged.items()} == row["dislodged"]
    units = {power: tuple(map(Unit.parse, texts)) for power, texts in row["units"].items()}
    position = Position(PhaseCode.parse(row["phase"]), units, row["centers"], dislodged)
    return adjudicate(position, row["orders"], rules)


def standing(resolution: Resolution) -> list[str]:
    return sorted(f"{p} {unit}" for p, units in resolution.next.units.items() for unit in units)


@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_every_phase_of_a_recorded_game_ends_as_it_did(game: str) -> None:
    before = None
    rows = [row for row in PHASES if row["id"].startswith(f"{game}:")]
    assert len(rows) > 20
    for row in rows:
        before = replay(row, before)
        assert standing(before) == row["after"]["units"], row["id"]
        lost = [f"{p} {d.unit}" for p, ds in before.next.dislodged.items() for d in ds]
        if row["phase"].endswith("M"):
            assert sorted(lost) == row["after"].get("dislodged", []), row["id"]


@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_every_position_of_a_recorded_game_follows_from_the_one_before(game: str) -> None:
    rows = [row for row in PHASES if row["id"].startswith(f"{game}:")]
    before = None
    for row, later in pairwise(rows):
        before = replay(row, before)
        assert str(before.next.phase) == later["phase"], row["id"]
        owned = {power: tuple(sorted(codes)) for power, codes in later["centers"].items()}
        assert before.next.centers == owned, row["id"]


def only(name: str) -> Json:
    return next(row for row in PHASES if row["id"] == name)


def test_via_where_no_fleet_could_carry_is_impossible_here_and_goes_by_land_there() -> None:
    row = only("game_3435:S1905M")
    assert standing(replay(row)) != row["after"]["units"]
    lenient = replace(RULES["2000"], disrupted_convoy="by land")
    assert standing(replay(row, rules=lenient)) == row["after"]["units"]


def test_a_removal_nobody_ordered_follows_the_edition_and_not_that_site() -> None:
    row = only("game_2939:W1903A")
    resolution = replay(row)
    removed = [str(r.unit) for r in resolution.results if not r.given and r.power == "GERMANY"]
    assert "F KIE" in removed  # as near to home as A SIL is, and a fleet
    assert "GERMANY F KIE" in row["after"]["units"]
